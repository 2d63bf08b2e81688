"""What a good draft must not lack and must not hold, told in words that its maker can act on."""

import re
from collections.abc import Iterator

from agent.text import content_words, fold, language_of
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.drafting.reading import word_set
from agent.workflows.tickets.drafting.requests import request_of

LONGEST_SUMMARY = 255
FEWEST_CRITERIA, MOST_CRITERIA = 3, 8
_VAGUE = re.compile(
    r"\b(?:fast|quick(?:ly)?|easy|easily|user[- ]friendly|intuitive(?:ly)?|nice(?:ly)?|good|well|properly|correctly|appropriate(?:ly)?"
    r"|efficient(?:ly)?|seamless(?:ly)?|robust(?:ly)?|smooth(?:ly)?|modern|adequate(?:ly)?|suitabl[ey]|as expected|in time|timely|clear(?:ly)?|works?"
    r"|rápid\w+|fácil\w*|intuitiv\w+|adecuad\w+|correcta(?:mente)?|correcto|apropiad\w+|eficient\w+|bien|clar[oa]|buen[oa]?|a tiempo)\b"
    r"|友好|方便|流畅|美观|正常|良好|快速|及时|合理|易用|清晰",
    re.IGNORECASE,
)
_ANCHOR = re.compile(
    r"\d|[\"“”«»「」`]|\b(?:when|if|unless|after|before|within|under|only|nobody|no longer|not|without|than|every|each|same|again|until|while|once|all"
    r"|cuando|si|tras|después|antes|solo|nadie|ya no|no|sin|cada|mism\w+|hasta|tod[oa]s)\b|时|后|如果|若|只|不|除|每|同|内|超过|都",
    re.IGNORECASE,
)
_WORD_NUMBERS = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    )
    for number, word in enumerate(words.split(), start=1)
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100,
     "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "cien": 100}  # fmt: skip
_AMBIGUOUS_WORDS = frozenset({"one", "uno", "once"})
_HAN_NUMBER = re.compile(
    r"[一二两三四五六七八九十百千万]+(?=秒|分钟|小时|天|周|个月|年|人|位|次|条|张|元|米|倍|%|点)"
)
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)、]\s", re.MULTILINE)
_TIMES = re.compile(
    r"\b(?:january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b"
    r"|星期[一二三四五六日天]|周[一二三四五六日]|[一二三四五六七八九十]{1,2}月"
)
_NAME = re.compile(r"(?<=[\w,;)] )(?:[A-Z][A-Za-z]*[a-z][\w-]*|[A-Z]{2,}[\w-]*)")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+-]+")
_COMMON_NAMES = word_set("""
    given when then and but as so if api url ui id ids http https ok faq invest jira bug story task epic
    english spanish chinese
""")


def problems(value: DraftFor, given: Backlog) -> list[str]:
    return [
        *_summary_problems(given.summary),
        *_criteria_problems(given.acceptance_criteria),
        *_field_problems(value, given),
        *_language_problems(value, given),
        *(
            f"“{what}” stands neither in the request nor in the conversation. Leave it out, or put it"
            " into assumptions or open questions."
            for what in invented(value, given)
        ),
    ]


def _summary_problems(summary: str) -> Iterator[str]:
    if not summary.strip():
        yield "The summary is empty."
    if "\n" in summary.strip():
        yield "The summary must be one line."
    if len(summary) > LONGEST_SUMMARY:
        yield f"The summary has more than {LONGEST_SUMMARY} characters."
    if re.search(r"[.。]\s*$", summary) and not summary.rstrip().endswith("etc."):
        yield "The summary must not end in a full stop."


def _criteria_problems(criteria: list[str]) -> Iterator[str]:
    kept = [text for text in criteria if text.strip()]
    if len(kept) < FEWEST_CRITERIA:
        yield f"At least {FEWEST_CRITERIA} acceptance criteria are needed."
    if len(kept) > MOST_CRITERIA:
        yield f"At most {MOST_CRITERIA} acceptance criteria; keep those that matter."
    seen: set[str] = set()
    for text in criteria:
        same = " ".join(content_words(text)) or fold(text)
        if not text.strip():
            yield "An acceptance criterion is empty."
        elif same in seen:
            yield f"Two criteria say the same: “{text}”."
        elif not is_testable(text):
            yield f"Nobody could test “{text}”: say what is seen, when, and by what measure."
        seen.add(same)


def is_testable(criterion: str) -> bool:
    """Whether it says something that can be seen, and no mere praise."""
    words = content_words(_VAGUE.sub(" ", criterion))
    if len(words) < 2:
        return False
    return not _VAGUE.search(criterion) or bool(_ANCHOR.search(_VAGUE.sub(" ", criterion)))


def _field_problems(value: DraftFor, given: Backlog) -> Iterator[str]:
    if value.issue_types and given.issue_type not in value.issue_types:
        yield f"The issue type must be one of: {', '.join(value.issue_types)}."
    if value.priorities and given.priority not in value.priorities:
        yield f"The priority must be one of: {', '.join(value.priorities)}."
    for label in given.labels:
        if not label or re.search(r"\s", label) or len(label) > LONGEST_SUMMARY:
            yield f"“{label}” is no label: no spaces, at most {LONGEST_SUMMARY} characters."
    if len(set(given.labels)) < len(given.labels):
        yield "A label stands there twice."
    if not given.description.strip():
        yield "The description is empty."


def _language_problems(value: DraftFor, given: Backlog) -> Iterator[str]:
    request = request_of(value)
    wanted = {language_of(value.request), *([request.language] if request else [])}
    written = language_of(" ".join([given.description, *given.acceptance_criteria]))
    if given.language not in wanted or written != given.language:
        names = {"en": "English", "es": "Spanish", "zh": "Chinese"}
        yield f"Write it in the language of the request: {names[min(wanted)]}."


# Nothing invented


def invented(value: DraftFor, given: Backlog) -> list[str]:
    """Figures, dates and names of the draft that nobody named.

    What is assumed or asked is marked as such and may name anything.
    """
    source = _source(value)
    told = "\n".join(
        [given.summary, given.description, given.business_value, *given.acceptance_criteria]
    )
    told = _LIST_NUMBER.sub("", told)
    figures = [text for text, number in numbers(told) if number not in dict(_turned(source))]
    dates = [found for found in _TIMES.findall(fold(told)) if found not in fold(source)]
    return list(dict.fromkeys([*figures, *dates, *_names(told, source)]))


def _source(value: DraftFor) -> str:
    before = value.previous
    parts = [value.request, *value.conversation, value.comment]
    if before:
        parts += [before.summary, before.description, before.business_value]
        parts += before.acceptance_criteria
    return "\n".join(parts)


def _turned(text: str) -> Iterator[tuple[str, str]]:
    return ((number, word) for word, number in numbers(text))


def numbers(text: str) -> list[tuple[str, str]]:
    """As they stand and as digits; a single one says nothing."""
    digits = [(word, word.replace(",", "").rstrip(".")) for word in _DIGITS.findall(text)]
    words = [
        (word, str(_WORD_NUMBERS[word]))
        for word in re.findall(r"[^\W\d_]+", fold(text))
        if word in _WORD_NUMBERS and word not in _AMBIGUOUS_WORDS
    ]
    han = [(word, _han_value(word)) for word in _HAN_NUMBER.findall(text)]
    return [*digits, *words, *((word, str(number)) for word, number in han if number > 1)]


def _han_value(digits: str) -> int:
    total = section = 0
    for character in digits:
        if character in _HAN_UNITS:
            unit = _HAN_UNITS[character]
            if unit == 10_000:
                total, section = (total + section) * unit, 0
            else:
                total, section = total + (section or 1) * unit, 0
        else:
            section = _HAN_DIGITS[character]
    return total + section


def _names(told: str, source: str) -> Iterator[str]:
    standing = re.findall(r"[\w.+-]+", source) + _LATIN.findall(source)
    known = {fold(word).strip(".-") for word in standing} | _COMMON_NAMES
    known |= {part for word in known for part in re.split(r"[-.]", word)}
    pattern = _LATIN if language_of(told) == "zh" else _NAME
    lower = set(re.findall(r"\b[a-z][\w-]*", told))
    for line in told.split("\n"):
        if _is_title_case(line):
            continue
        for name in pattern.findall(line):
            is_known = _forms(fold(name)) & known
            if not is_known and name.lower() not in lower:
                yield name


def _forms(word: str) -> set[str]:
    word = word.strip(".-")
    return {word, word.removesuffix("s"), f"{word}s", *re.split(r"[-.]", word)}


def _is_title_case(line: str) -> bool:
    """A heading style that capitalises every word tells nothing of names."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    return len(words) > 2 and sum(word[0].isupper() for word in words) > 0.7 * len(words)
