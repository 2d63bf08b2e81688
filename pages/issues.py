"""Issues: what stands in the tracker and the wiki."""

from ui import issues

issues.draw()
