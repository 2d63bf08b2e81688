"""Courses: the catalogue that comes with the app, a site that is browsed, and the web."""
