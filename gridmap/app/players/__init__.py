"""The players' window: what it shows, where, how large, and the GM's bar that commands it."""
