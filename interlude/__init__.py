"""The installed package: the `interlude` command."""
