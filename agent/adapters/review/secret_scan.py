"""Finds secrets in a template or its parameters. A secret is never repeated whole."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from agent.adapters.review.findings import finding
from agent.adapters.review.reviewed import Reviewed, reporting
from agent.checks.cfn import truth
from agent.ports import Finding, ReviewerReport

NAME = "secret scan"
VERSION = "1"
_KNOWN: tuple[tuple[str, str, str], ...] = (
    ("SEC001", "An AWS access key id", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("SEC002", "A private key", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    ("SEC003", "A token of GitHub", r"\bgh[pousr]_[A-Za-z0-9]{30,}\b|\bgithub_pat_\w{30,}"),
    ("SEC004", "A token of Slack", r"\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    ("SEC005", "A key of Google", r"\bAIza[0-9A-Za-z_-]{35}\b"),
    ("SEC006", "A signed web token", r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    ("SEC007", "A password in an address", r"\b[a-z][a-z0-9+]*://[^/\s:@{}$]+:[^/\s:@{}$]+@"),
)
_NAMES = re.compile(
    r"passw(or)?d|secret(?!s?(arn|name|id)$)(string|key)?$|api_?key|access_?key|token$|credential",
    re.IGNORECASE,
)
_LONG = re.compile(r"[A-Za-z0-9+/=_-]{28,}")
_ENTROPY = 4.4
_KEPT = 4
_REMEDY = (
    "Remove it, treat it as known to others and replace it where it is used. Let Secrets Manager "
    "make it (GenerateSecretString) or refer to it: {{resolve:secretsmanager:NAME}}."
)


def review(given: Reviewed) -> ReviewerReport:
    with reporting(NAME, VERSION) as told:
        found = (*_in_lines(given), *_in_parameters(given), *_in_properties(given))
        told.append(ReviewerReport(NAME, "ran", version=VERSION, findings=found))
    return told[0]


def _in_lines(given: Reviewed) -> Iterator[Finding]:
    for number, line in enumerate(given.text.splitlines(), start=1):
        known = [
            (rule, what, match[0])
            for rule, what, pattern in _KNOWN
            if (match := re.search(pattern, line))
        ]
        random = [
            ("SEC008", "What looks like a key", w) for w in _LONG.findall(line) if _is_random(w)
        ]
        for rule, what, value in known or random:
            yield _finding(given, rule, f"{what} is in the template: {_masked(value)}", line=number)


def _in_parameters(given: Reviewed) -> Iterator[Finding]:
    for name, declared in given.template.parameters.items():
        if not _NAMES.search(name) or str(declared.get("Type", "")).startswith("AWS::SSM"):
            continue
        line = given.template.line("Parameters", name)
        if declared.get("Default"):
            yield _finding(given, "SEC009", f"The parameter {name} has a default.", line=line)
        if not truth(declared.get("NoEcho")):
            yield _finding(given, "SEC010", f"The parameter {name} is shown: no NoEcho.", line=line)
        if given.parameters.get(name):
            yield _finding(given, "SEC011", f"The parameter {name} is given in clear.", line=line)


def _in_properties(given: Reviewed) -> Iterator[Finding]:
    for name, body in given.template.resources.items():
        for path, value in _find_texts(body.get("Properties"), ("Resources", name, "Properties")):
            line = given.template.line(*path)
            message = f"{'.'.join(map(str, path[2:]))} of {name} is written out: {_masked(value)}"
            yield _finding(given, "SEC012", message, line=line, resource=name)


def _find_texts(
    value: Any, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    match value:
        case dict():
            for key, inner in value.items():
                place = (*path, key)
                if isinstance(inner, str) and inner and _NAMES.search(str(key)):
                    if "{{resolve:" not in inner:
                        yield place, inner
                else:
                    yield from _find_texts(inner, place)
        case list():
            for index, inner in enumerate(value):
                yield from _find_texts(inner, (*path, index))
        case _:
            return


def _finding(given: Reviewed, rule: str, message: str, *, line: int, resource: str = "") -> Finding:
    return finding(
        source=NAME,
        rule_id=rule,
        severity="error",
        message=message,
        file=given.file,
        line=line,
        resource=resource,
        remediation=_REMEDY,
    )


def _is_random(word: str) -> bool:
    """Many different characters of several kinds; names, paths and digests are not."""
    kinds = sum(bool(re.search(kind, word)) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
    if kinds < 3 or re.fullmatch(r"[0-9a-fA-F-]+", word):
        return False
    counts = Counter(word).values()
    entropy = -sum(n / len(word) * math.log2(n / len(word)) for n in counts)
    return entropy >= _ENTROPY


def _masked(value: str) -> str:
    """The beginning of a secret; less or nothing of a short one."""
    return f"{value[: min(_KEPT, len(value) // _KEPT)]}… ({len(value)} characters)"
