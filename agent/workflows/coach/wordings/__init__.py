"""The tables: one module per language, the same keys and places in each."""
