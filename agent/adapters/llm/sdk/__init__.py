"""Clients that import a vendor's SDK; only a `connect` imports from here."""
