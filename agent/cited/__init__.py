"""Answers from passages that are cited, and checked against what they cite.

A passage is a plain dict with a `mark`; an answer bears the marks of what it goes back to.
"""
