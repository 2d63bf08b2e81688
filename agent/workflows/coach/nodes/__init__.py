"""The nodes of Coach's graph, and what they are made of."""
