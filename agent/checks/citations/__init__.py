"""Answers from passages that are cited: plain dicts, each under a `mark` of its own."""
