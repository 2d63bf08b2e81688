"""Pieces: what was approved in Studio."""

from ui import pieces

pieces.draw()
