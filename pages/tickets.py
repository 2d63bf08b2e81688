"""Tickets."""

from ui import chat

chat.draw("tickets")
