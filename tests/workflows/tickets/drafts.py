"""What can be told of a draft without reading it."""

from agent.text import content_words


def names_a_thing_of(request: str, criterion: str) -> bool:
    return not set(content_words(request)).isdisjoint(content_words(criterion))
