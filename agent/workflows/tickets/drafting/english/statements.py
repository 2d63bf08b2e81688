"""English statements: where their verb stands, and how they are turned around."""

import re

from agent.workflows.tickets.drafting.english import words
from agent.workflows.tickets.drafting.reading import word_set

_AUXILIARY = re.compile(
    r"(?<!that )(?<!which )(?<!who )\b(?:is|are|was|were|isn't|aren't|wasn't|weren't|can|cannot"
    r"|can't|does not|doesn't|do not|don't|did not|didn't|has|have|hasn't|haven't|will|won't)\b",
    re.IGNORECASE,
)
_AFTER_NO_NOUN = re.compile(
    rf"(?:{words.DETERMINER}|twice|back|wrong|late|in|on|at|for|to|when|not|up|down|off|out)\b"
)
_AFTER_A_NOUN = re.compile(r"(?:is|are|has|have|does|do|can|of)\b")
_SIDE = re.compile(r"(?<=\w)\s(?:even\s)?(?:when|if|because|although|even though|after|while)\s")
_UNKNOWN = re.compile(
    r"(?<=[a-rt-z]\s)\b[a-z]{3,}[a-rt-z]s\b(?=\s(?:even|when|every|twice|again|whenever)\b)"
)
_BEFORE_NOUN = word_set("of in on at for to from with by and or")
_RELATIVE = frozenset({"that", "which", "who", "where"})
_ADJECTIVE = re.compile(
    r"\s(?=(?:broken|down|slow|missing|wrong|empty|blank|gone|unusable|unreadable|stuck|late"
    r"|outdated|stale|incorrect|unavailable|unreachable)\b)"
)
_NOT = {
    "cannot": "can", "can't": "can", "won't": "will", "isn't": "is", "aren't": "are",
    "wasn't": "is", "weren't": "are",
}  # fmt: skip
_DO_NOT = re.compile(r"(?:do|does|did)(?: not|n't)$")
_BY_PARTICIPLE = {words.participle(verb): verb for verb in words.VERBS}


_NO_WORDS = re.compile(r"\"[^\"]+\"|“[^”]+”|\S*/\S*")
"""What is quoted and what is an address has no verb of the statement."""


def verb_at(statement: str) -> tuple[int, int] | None:
    """Where the verb of a statement stands, by the first word that can be nothing else."""
    statement = _NO_WORDS.sub(lambda m: "X" * len(m[0]), statement)
    side = _SIDE.search(statement)
    auxiliary = _AUXILIARY.search(statement, 0, side.start() if side else len(statement))
    before = list(re.finditer(r"[\w'’-]+", statement[: auxiliary.start() if auxiliary else None]))
    sure = next((f for f in before[1:] if _is_verb(statement, f)), auxiliary)
    likely = sure or next((f for f in before[1:] if _may_be_verb(statement, f)), None)
    found = likely or _UNKNOWN.search(statement)
    return found.span() if found else None


def adjective_at(statement: str) -> tuple[int, int] | None:
    """Where it says what is wrong without a verb: "login button broken"."""
    found = _ADJECTIVE.search(statement)
    return found.span() if found else None


def subject_of(statement: str) -> str:
    if (bad := _BAD_THING.match(statement)) and not verb_at(statement):
        return f"{bad['article'] or ''}{bad['thing']}"
    verb = verb_at(statement) or adjective_at(statement)
    return statement[: verb[0]].strip() if verb else ""


def _is_verb(statement: str, found: re.Match[str]) -> bool:
    base = words.BY_THIRD.get(found.group(0).lower())
    before = statement[: found.start()].rsplit(maxsplit=1)[-1].lower()
    after = statement[found.end() :].strip()
    if base is None or before in _RELATIVE or _SAYS_WHAT.search(statement[: found.start()]):
        return False
    if before != "it" and re.fullmatch(words.DETERMINER, before):
        return False
    if base in words.AMBIGUOUS and after and not _AFTER_NO_NOUN.match(after):
        return False
    return not _AFTER_A_NOUN.match(after)


BAD = r"(?:broken|wrong|missing|slow|duplicate[sd]?|empty|dead|outdated|stale|incorrect|unreadable|blank)"
_SAYS_WHAT = re.compile(rf"(?:^|\b(?:the|our|an?|all|some|many)\s){BAD}\s$", re.IGNORECASE)
_BAD_THING = re.compile(
    rf"^(?P<article>(?:the|our|all|some|many)\s)?(?P<bad>{BAD})\s(?P<thing>[a-z].+)$", re.IGNORECASE
)


def _may_be_verb(statement: str, found: re.Match[str]) -> bool:
    """A noun as well, or the plural's form: told by what stands before it."""
    if _SAYS_WHAT.search(statement[: found.start()]):
        return False
    word, before = found.group(0).lower(), statement[: found.start()].rsplit(maxsplit=1)[-1].lower()
    if re.fullmatch(words.DETERMINER, before) or before in _RELATIVE:
        return False
    many = words.is_plural(before) or (
        before not in _BEFORE_NOUN and words.is_plural(statement[: found.start()].strip())
    )
    return word in words.BY_THIRD or (
        word in words.VERBS and (before in {"they", "we", "i", "you"} or many)
    )


# Turned around


def turned(statement: str, *, lasting: bool = False) -> str:
    """What is wrong, said as what is right; empty when that cannot be told.

    `lasting` says "no longer resets" in place of "does not reset".
    """
    statement = re.sub(r"\b(?:although|even though)\b", "while", _SO_OFTEN.sub("", statement))
    statement = re.sub(r",\s+(?:just|only|it just|it only|nothing but)\s.+$", "", statement)
    if found := re.match(r"(?P<wrong>.+?)\s+instead of\s+(?P<right>.+)$", statement):
        verb = verb_at(found["wrong"])
        right = _with_noun(found["right"], found["wrong"])
        return f"{statement[: verb[1]]} {right}" if verb else ""
    if found := re.match(r"nothing(?P<rest>\s.+)$", statement, re.IGNORECASE):
        return f"something{found['rest']}"
    if found := re.match(r"(?:every|all)\s+(?P<rest>\w.+)$", statement, re.IGNORECASE):
        article = "a " if statement.lower().startswith("every") else ""
        return turned(article + found["rest"], lasting=lasting)
    verb = verb_at(statement)
    no = "no longer" if lasting else "not"
    if verb is None and (found := _BAD_THING.match(statement)):
        return _good_thing(found, no=no)
    if verb is None:
        adjective = adjective_at(statement)
        if adjective is None:
            return ""
        subject = statement[: adjective[0]]
        return f"{subject} {words.be(subject)} {no}{statement[adjective[0] :]}"
    before, word, after = (
        statement[: verb[0]],
        statement[slice(*verb)].lower(),
        statement[verb[1] :],
    )
    right = _made_right(before.strip(), word, after) or _put_right(before.strip(), word, after)
    return before + (right or _denied(before.strip(), word, after, no=no))


_SO_OFTEN = re.compile(r"\s+(?:once|twice|[\w-]+ times)\s+(?:this|last|a|in the last)\s+\w+")


def _with_noun(right: str, wrong: str) -> str:
    """Says "today's" beside "yesterday's sales" as "today's sales"."""
    noun = re.search(r"\b\w+['’]s\s+(?P<noun>[\w-]+)", wrong)
    return re.sub(
        r"^(?P<whose>\w+['’]s)(?=$|\s(?:after|when|on|in|at|before|if)\b)",
        lambda m: f"{m['whose']} {noun['noun']}" if noun else m["whose"],
        right,
    )


def _good_thing(found: re.Match[str], *, no: str) -> str:
    """Says "the broken links on the page" as "the links on the page are not broken"."""
    thing = f"{found['article'] or 'the '}{found['thing']}"
    if found["bad"].lower() == "missing":
        return f"{thing} {words.be(thing)} there"
    return f"{thing} {words.be(thing)} {no} {found['bad'].lower()}"


def _made_right(subject: str, word: str, after: str) -> str:
    """What was denied, said without the denial; empty where nothing was denied."""
    if word in _NOT:
        return _NOT[word] + after
    if _DO_NOT.match(word):
        return words.agreeing(subject, after.strip())
    if word in {"has", "have"} and re.match(r"\s+no\s", after):
        return word + re.sub(r"\bno\s+", "", after)
    if found := re.match(r"\s+not\b(?P<rest>.*)", after):
        return word + found["rest"]
    if found := re.match(r"\s+missing\s+(?P<what>(?:the|an?|its|their|some)\s.+)", after):
        return f"{words.agreeing(subject, 'have')} {found['what']}"
    if word in {"lacks", "lack", "misses", "miss"} and after.strip():
        return words.agreeing(subject, "have") + after
    if word in {"fails", "fail"} and (found := re.match(r"\s+to\s+(?P<vp>.+)", after)):
        return words.agreeing(subject, found["vp"])
    return ""


def _put_right(subject: str, word: str, after: str) -> str:
    """What does nothing or shows the wrong thing, doing what it should."""
    if word in {"do", "does"} and (found := re.match(r"\s+nothing\b(?P<rest>.*)", after)):
        return words.agreeing(subject, "respond") + found["rest"]
    if word in {"show", "shows", "print", "prints", "use", "uses"} and " the wrong " in after:
        return word + after.replace(" the wrong ", " the right ", 1)
    return ""


def _denied(subject: str, word: str, after: str, *, no: str) -> str:
    if word == "can":
        return f"{'cannot' if no == 'not' else f'can {no}'}{after}"
    if found := re.match(r"\s+(?:been\s+(?P<passive>\w+)|(?P<active>\w+))(?P<rest>.*)$", after):
        if word in {"has", "have"} and found["passive"]:
            return f"{words.be(subject)} {no} {found['passive']}{found['rest']}"
        base = _BY_PARTICIPLE.get(found["active"] or "")
        if word in {"has", "have"} and base:
            word, after = words.agreeing(subject, base), found["rest"]
    if word in {"is", "are", "was", "were", "will"}:
        word = words.be(subject) if word in {"was", "were"} else word
        return f"{word} {no}{after}"
    base = words.BY_THIRD.get(word, word)
    if no != "not" or base not in words.VERBS:
        return f"no longer {word}{after}"
    return words.negated(subject, f"{base}{after}")
