"""Who makes the pictures: a model with a key, or our own designed card."""

from agent.adapters.images.card import CardImages
from agent.adapters.images.gemini import GeminiImages

__all__ = ["CardImages", "GeminiImages"]
