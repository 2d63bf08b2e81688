"""Library: your documents, and what is known of each subject."""

from ui import library

library.draw()
