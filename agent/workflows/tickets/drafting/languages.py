"""The languages that a draft can be made in by rules."""

from collections.abc import Callable

from agent.workflows.tickets.contracts import Language
from agent.workflows.tickets.drafting.chinese.phrases import PHRASES as CHINESE
from agent.workflows.tickets.drafting.chinese.reading import read as read_chinese
from agent.workflows.tickets.drafting.english.phrases import PHRASES as ENGLISH
from agent.workflows.tickets.drafting.english.reading import read as read_english
from agent.workflows.tickets.drafting.phrases import Phrases
from agent.workflows.tickets.drafting.reading import Reading, Request
from agent.workflows.tickets.drafting.spanish.phrases import PHRASES as SPANISH
from agent.workflows.tickets.drafting.spanish.reading import read as read_spanish

READERS: dict[Language, Callable[[Request], Reading]] = {
    "en": read_english,
    "es": read_spanish,
    "zh": read_chinese,
}
PHRASES: dict[Language, Phrases] = {"en": ENGLISH, "es": SPANISH, "zh": CHINESE}
