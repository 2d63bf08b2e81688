"""Which wording goes with which language."""

from collections.abc import Mapping

from agent.text import Language
from agent.workflows.studio.composing.chinese import CHINESE
from agent.workflows.studio.composing.english import ENGLISH
from agent.workflows.studio.composing.phrases import Phrases
from agent.workflows.studio.composing.spanish import SPANISH

PHRASES: Mapping[Language, Phrases] = {"en": ENGLISH, "es": SPANISH, "zh": CHINESE}
