"""Studio's nodes, by what they do."""
