"""Question and answer as something to show: marks with roles, no colours, no Qt."""
