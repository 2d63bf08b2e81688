"""A visit to a course site in a real browser, and the reading of what it shows."""
