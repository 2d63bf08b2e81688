"""Which elements of a page a selector of a style sheet means."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from cssselect import GenericTranslator, SelectorError, parse
from lxml.html import HtmlElement  # type: ignore[import-untyped]

Weight = tuple[int, int, int]
"""Its specificity: ids, classes, names of elements."""

MOST_SEARCHES = 300
"""Searches of the whole page, for selectors that the tables cannot answer."""

_BEYOND = re.compile(r"[^\w\s.#>*-]")
_STEP = re.compile(r">|[^\s>]+")
_KEY = re.compile(r"[.#]?[\w-]+")


class _Step(NamedTuple):
    keys: frozenset[str]
    is_child: bool
    """Of what the step before means, and not only somewhere below it."""


class Selecting:
    """Looks up what most selectors are made of, names, in tables; the others search the page."""

    def __init__(self, root: HtmlElement) -> None:
        self._root = root
        self._keys = {element: _keys(element) for element in root.iter("*")}
        self._tables: dict[str, list[HtmlElement]] = {}
        for element, keys in self._keys.items():
            for key in keys:
                self._tables.setdefault(key, []).append(element)
        self._searches = 0

    def selected(self, selector: str) -> Iterator[tuple[HtmlElement, Weight]]:
        if _BEYOND.search(selector):
            yield from self._searched(selector)
            return
        steps = _steps(selector)
        if not steps:
            return
        weight = _weight(steps)
        for element in self._candidates(steps[-1].keys):
            if self._fits(element, steps):
                yield element, weight

    def _candidates(self, keys: frozenset[str]) -> list[HtmlElement]:
        if not keys:
            return list(self._keys)
        return min((self._tables.get(key, []) for key in keys), key=len)

    def _fits(self, element: HtmlElement, steps: list[_Step]) -> bool:
        *before, last = steps
        if not last.keys <= self._keys[element]:
            return False
        if not before:
            return True
        parent = element.getparent()
        while parent is not None:
            if self._fits(parent, before):
                return True
            if last.is_child:
                return False
            parent = parent.getparent()
        return False

    def _searched(self, selector: str) -> Iterator[tuple[HtmlElement, Weight]]:
        with suppress(SelectorError):
            for part in parse(selector):
                self._searches += 1
                if part.pseudo_element or self._searches > MOST_SEARCHES:
                    continue
                path = GenericTranslator().selector_to_xpath(part)
                for element in self._root.xpath(path):
                    yield element, part.specificity()


def _keys(element: HtmlElement) -> frozenset[str]:
    classes = (f".{name}" for name in (element.get("class") or "").split())
    named = [f"#{element.get('id')}"] if element.get("id") else []
    return frozenset((str(element.tag), *classes, *named))


def _steps(selector: str) -> list[_Step]:
    steps: list[_Step] = []
    is_child = False
    for found in _STEP.findall(selector):
        if found == ">":
            is_child = True
            continue
        keys = (key if key[0] in ".#" else key.lower() for key in _KEY.findall(found))
        steps.append(_Step(frozenset(keys), is_child))
        is_child = False
    return steps


def _weight(steps: list[_Step]) -> Weight:
    keys = [key for step in steps for key in step.keys]
    ids, classes = (sum(key[0] == sign for key in keys) for sign in "#.")
    return ids, classes, len(keys) - ids - classes
