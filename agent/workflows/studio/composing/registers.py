"""Wording made more formal or plainer, by lists that change no meaning."""

import re
from collections.abc import Mapping

from agent.text import Language, is_han

_CONTRACTIONS = {
    "can't": "cannot", "won't": "will not", "isn't": "is not", "aren't": "are not",
    "doesn't": "does not", "don't": "do not", "didn't": "did not", "hasn't": "has not",
    "haven't": "have not", "wasn't": "was not", "weren't": "were not", "couldn't": "could not",
    "wouldn't": "would not", "shouldn't": "should not", "it's": "it is", "that's": "that is",
    "there's": "there is", "what's": "what is", "you're": "you are", "we're": "we are",
    "they're": "they are", "you'll": "you will", "we'll": "we will", "i'm": "I am",
    "let's": "let us", "you've": "you have", "we've": "we have",
}  # fmt: skip
_FORMAL: Mapping[Language, Mapping[str, str]] = {
    "en": _CONTRACTIONS | {
        "a lot of": "many", "lots of": "many", "kids": "children", "get in touch with": "contact",
        "fuss": "effort", "in a nutshell": "in brief", "the hard way": "by experience",
    },
    "es": {"un montón de": "muchos", "un pelín": "algo"},
    "zh": {"聊聊": "谈谈", "说说": "介绍", "咱们": "我们"},
}  # fmt: skip
_PLAIN: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "utilise": "use", "utilize": "use", "utilises": "uses", "purchase": "buy",
        "purchases": "buys", "approximately": "about", "commence": "start", "commences": "starts",
        "prior to": "before", "subsequent to": "after", "in order to": "to", "obtain": "get",
        "obtains": "gets", "sufficient": "enough", "numerous": "many", "assist": "help",
        "assists": "helps", "demonstrate": "show", "demonstrates": "shows", "require": "need",
        "requires": "needs", "additional": "more", "regarding": "about", "residence": "home", "in the event of": "if there is",
        "due to the fact that": "because", "individuals": "people", "terminate": "end",
    },
    "es": {
        "adquirir": "comprar", "aproximadamente": "cerca de", "con anterioridad a": "antes de",
        "posteriormente": "después", "finalizar": "acabar", "efectuar": "hacer", "utilizar": "usar",
        "realizar": "hacer", "obtener": "conseguir", "numerosos": "muchos",
    },
    "zh": {"购置": "购买", "进行": "做", "予以": "给", "之前": "以前", "倘若": "如果"},
}  # fmt: skip
_MARKS = re.compile(r"!+|！+")
_YOU = re.compile("你(?!们)")


def formal(text: str, language: Language) -> str:
    """Without contractions and exclamation marks; in Chinese with the polite "you"."""
    text = _MARKS.sub(lambda found: "。" if found[0][0] == "！" else ".", text)
    text = text.replace("¡", "") if language == "es" else text
    text = _YOU.sub("您", text) if language == "zh" else text
    return _swapped(text, _FORMAL[language])


def plainer(text: str, language: Language) -> str:
    return _swapped(text, _PLAIN[language])


def _swapped(text: str, words: Mapping[str, str]) -> str:
    every = sorted(words, key=len, reverse=True)
    inner = "|".join(re.escape(word).replace("'", "['’]") for word in every)
    # Chinese words have no bounds.
    bound = "" if is_han(every[0]) else r"\b"
    pattern = re.compile(f"{bound}(?:{inner}){bound}", re.IGNORECASE)

    def put(found: re.Match[str]) -> str:
        new = words[found[0].lower().replace("’", "'")]
        return new[0].upper() + new[1:] if found[0][0].isupper() else new

    return pattern.sub(put, text)
