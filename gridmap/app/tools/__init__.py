"""Tools: gestures that yield trial maps. A new tool is a module here and a line in `toolbox`."""
