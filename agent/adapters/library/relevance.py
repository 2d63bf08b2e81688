"""Scales similarities: every embedder has its own range, so it is measured on the index itself."""

import numpy as np

UNRELATED = (
    "a recipe for tomato soup",
    "who won the football match last night",
    "how do plants turn light into sugar",
    "the price of a train ticket to the coast",
    "the history of the Roman empire",
    "how to play the guitar",
    "how do I solve a quadratic equation",
    "how does a computer network find the way to another one",
    "how do I write a loop in Python",
    "when does a contract become void",
    "cómo se prepara una tortilla de patatas",
    "qué tiempo hará mañana en la montaña",
    "la historia del arte del Renacimiento",
    "cómo funciona el motor de un coche",
    "qué es la inflación",
    "今天天气怎么样",
    "怎么做红烧肉",
    "唐朝有哪些诗人",
    "人的心脏怎样工作",
    "什么是量子力学",
)
"""Questions of many fields, of which a course treats two at the most."""

RELATED_AT_MOST = 2


def floor_of(rows: np.ndarray, unrelated: np.ndarray) -> float:
    """The similarity that questions about something else do not exceed."""
    nearest = np.sort((rows @ unrelated.T).max(axis=0))
    return float(nearest[-1 - RELATED_AT_MOST])


def spread_of(rows: np.ndarray, unrelated: np.ndarray) -> float:
    """The spread of similarities by chance, in the scale of this embedder."""
    spread = float(np.std(rows @ unrelated.T)) if len(rows) else 0.0
    return spread or 1.0
