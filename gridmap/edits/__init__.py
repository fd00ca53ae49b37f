"""Every change of a map as a pure function (map, …) → map, and the history of its values."""
