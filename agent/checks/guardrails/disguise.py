"""Words behind masks: other alphabets, digits for letters, stars, letters apart."""

import re
import unicodedata

from agent.language.text import cap_runs

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_ALIKE = str.maketrans("авеіјкмнорстухѕԁԛɡαεικνορτυ", "abeijkmhopctyxsdqgaeikvoptu")
_MASK = "*#%_-"
_LOOKS = {
    "a": "a@4", "b": "b8", "e": "e3", "g": "g9", "i": "i1!|", "l": "l1|", "o": "o0",
    "s": "s$5", "t": "t7+", "u": "uv", "ñ": "ñ",
}  # fmt: skip
_APART = r"[\s.*_-]{1,3}"
_LATIN = re.compile(r"[a-z]")
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_WORD = re.compile(r"\w+")


def undisguised(text: str) -> str:
    """Lower case of one width without accents; ñ stays, since "cono" and "coño" are two words.

    A word of two alphabets is read as Latin.
    """
    text = cap_runs(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold())
    kept = unicodedata.normalize("NFKD", text.replace("ñ", "\ue000"))
    bare = "".join(c for c in kept if not "\u0300" <= c <= "\u036f").replace("\ue000", "ñ")
    return _WORD.sub(_in_latin, unicodedata.normalize("NFC", bare))


def _in_latin(word: re.Match[str]) -> str:
    mixed = _LATIN.search(word[0]) and _FOREIGN.search(word[0])
    return word[0].translate(_ALIKE) if mixed else word[0]


def masked(word: str, *endings: str) -> str:
    """A pattern of a whole word however it is masked; the first and last letters must show."""
    first, inner, last = word[0], word[1:-1], word[-1]
    body = "".join(f"(?:{_look(letter)}{{1,9}}|[{_MASK}])" for letter in inner)
    ends = "|".join("".join(map(_look, ending)) for ending in endings)
    return rf"(?<!\w){_look(first)}{{1,9}}{body}{_look(last)}{{1,9}}(?:{ends})?(?!\w)"


def apart(word: str) -> str:
    """A pattern of a word whose letters stand apart: "w o r d"."""
    return rf"(?<!\w){_APART.join(map(_look, word))}(?!\w)"


def _look(letter: str) -> str:
    return f"[{re.escape(_LOOKS.get(letter, letter))}]"
