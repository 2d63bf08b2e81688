"""Whether the brand can say something, by the same rules that check a draft."""

from functools import lru_cache

from agent.content_checks import Draft, Measure, Voice, check_draft
from agent.text import Language
from agent.workflows.studio.contracts import Brief

_OF_VOICE = frozenset({"banned_word", "person"})


def breaks(text: str, brief: Brief) -> frozenset[str]:
    """Which rules of the brand's voice the text breaks: "banned_word", "person"."""
    voice = brief.brand.voice
    return _breaks(text, brief.language, Voice(person=voice.person, banned=voice.banned))


@lru_cache(maxsize=4_000)
def _breaks(text: str, language: Language, voice: Voice) -> frozenset[str]:
    # As an image's prompt a text is checked for its tone and not for its structure.
    draft = Draft(kind="image", text=text, alt="-", ratio="1:1", language=language)
    found = check_draft(draft, Measure(voice=voice, claims=(text,))).findings
    return frozenset(finding.check for finding in found) & _OF_VOICE
