"""Home: the workflows with a starter each, then everything that waits for you."""

from ui import home

home.draw()
