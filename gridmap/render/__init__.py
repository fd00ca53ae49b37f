"""Painters: map and overlays onto any QPainter, for every window and file alike."""
