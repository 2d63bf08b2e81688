"""Content: claims and quotes from sources, and the pieces that are made of them."""
