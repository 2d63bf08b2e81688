"""The screen: one renderer per kind of thing, over the facade's plain data."""
