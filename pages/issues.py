"""Issues: the contents of the tracker and the wiki."""

from ui import issues

issues.draw()
