"""gridmap: a battle-map editor whose rule overlays come from one exact geometry core."""

__version__ = "0.1.0"
DEBUG = "GRIDMAP_DEBUG"
"""Environment variable: show where an unexpected error came from."""
