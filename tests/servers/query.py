"""The part of JQL and CQL that is needed: clauses, AND, OR, brackets, ORDER BY."""

import re
from functools import lru_cache

_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|(!=|!~|<=|>=|=|~|\(|\)|,)|([^\s()=!~<>,"]+))')


class Unreadable(Exception):
    pass


def parsed(query, clause):
    """The test of one record, and the fields to sort by, each with whether it falls."""
    before, _, order = re.sub(r"(?i)\border\s+by\b", "\0", query).partition("\0")
    reader = _Reader(_tokens(before), clause)
    test = reader.either() if reader.tokens else lambda _: True
    if reader.tokens:
        raise Unreadable(f"Expecting the end of the query but got '{reader.tokens[0][1]}'.")
    keys = [part.split() for part in order.split(",") if part.strip()]
    return test, [(key[0].casefold(), key[-1].casefold() == "desc") for key in keys]


def shares(text, wanted):
    """As a text index finds it: all words of the query, the last by its beginning before a star."""
    have, terms = set(_terms(text)), _terms(wanted)
    if wanted.endswith("*"):
        *terms, beginning = terms
        if not any(term.startswith(beginning) for term in have):
            return False
    return bool(_terms(wanted)) and all(term in have for term in terms)


@lru_cache(maxsize=20_000)
def _terms(text):
    """Words; two neighbouring signs where nothing stands between words."""
    found = []
    for run in re.findall(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff]+", text.casefold()):
        is_han = "\u4e00" <= run[0] <= "\u9fff"
        found += [run[at : at + 2] for at in range(len(run) - 1)] if is_han else [run]
    return found


def _tokens(text):
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"Error in the query: the character at {at} is unexpected.")
        quoted, sign, word = match.groups()
        if quoted is not None:
            found.append(("value", re.sub(r"\\(.)", r"\1", quoted)))
        else:
            found.append(("sign", sign) if sign else ("word", word))
        at = match.end()
    return found


class _Reader:
    def __init__(self, tokens, clause) -> None:
        self.tokens = tokens
        self._clause = clause

    def either(self):
        tests = [self._both()]
        while self._takes("or"):
            tests.append(self._both())
        return lambda record: any(test(record) for test in tests)

    def _both(self):
        tests = [self._one()]
        while self._takes("and"):
            tests.append(self._one())
        return lambda record: all(test(record) for test in tests)

    def _one(self):
        if self._takes("("):
            test = self.either()
            if not self._takes(")"):
                raise Unreadable("Expecting ')'.")
            return test
        name, sign, value = self._next(), self._next(), self._next()
        positive = self._clause(name.casefold(), sign.casefold().removeprefix("!"), value)
        return (lambda record: not positive(record)) if "!" in sign else positive

    def _takes(self, word):
        if self.tokens and self.tokens[0][0] != "value" and self.tokens[0][1].casefold() == word:
            self.tokens.pop(0)
            return True
        return False

    def _next(self):
        if not self.tokens:
            raise Unreadable("The query ends too early.")
        return self.tokens.pop(0)[1]
