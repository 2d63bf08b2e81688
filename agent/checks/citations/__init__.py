"""Answers that cite passages: their marks, whether the passages exist and support them."""
