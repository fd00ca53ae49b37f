"""One module a file format: sniff, read, write."""
