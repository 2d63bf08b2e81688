"""Courses: the catalogue that the Coach chooses from."""

from ui import courses

courses.draw()
