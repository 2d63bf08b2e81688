"""How mature an issue is, why, and what would make it better."""
