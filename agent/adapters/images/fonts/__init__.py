"""The fonts that cards are set in, and how they were made."""
