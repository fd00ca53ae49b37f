"""What the rules say: pure functions of (map, ruleset, question) to plain values."""
