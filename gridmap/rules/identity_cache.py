"""The rules' name for the cache that goes by the identity of a map's parts."""

from gridmap.model.identity_cache import IdentityCache

__all__ = ["IdentityCache"]
