"""What somebody says of a skill: that they want it, have it, lack it, or do not want it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.workflows.coach.planning.vocabulary import Mention, even

Stance = Literal["wanted", "held", "lacking", "unwanted"]

_CUES: tuple[tuple[Stance, re.Pattern[str]], ...] = (
    (
        "wanted",
        re.compile(
            r"\b(?:want(?:s|ed|ing)? (?:to|a job)|wanna|want|(?:would|'d|d) (?:like|love) to|learn(?:ing)?(?: more)?|teach me|stud(?:y|ying)|get(?:ting)? (?:into|started)|mov(?:e|ing) (?:into|to)|break(?:ing)? into"
            r"|(?:switch|transition|chang)(?:e|ing)? (?:\w+ )?(?:to|into)|becom(?:e|ing)|turn into|(?:get|getting|become|be) (?:good|better|stronger) (?:at|in|with)|improv(?:e|ing)|master(?:ing)?|(?:go|dig|dive) deeper|deepen"
            r"|(?:my )?(?:goal|dream|aim|target)(?: is)?(?: to be)?|interested in|(?:hope|hoping|plan|planning|need|aim|aiming|trying|try) to|help me|(?:prepare|ready|preparing) for|start(?:ing)? with|pick up"
            r"|(?:career|job|role|position) (?:in|as an?|as)|path to|(?:build|make|create|write|program|design|develop|understand)(?:ing)?|(?:course|plan|path|roadmap)s? (?:on|for|in|about|to)|never (?:really |properly )?(?:learn(?:ed|t)|understood) (?:how|to)"
            r"|quiero|queremos|quisiera|me gustaria|me interesan?|aprender|estudiar|ensen[ae]me|convertirme|llegar a ser|pasar(?:me)? a|cambiar(?:me)? a|meterme|entrar en|dedicarme|mejorar|profundizar|busco|necesito|preparar(?:me)?|formarme"
            r"|nunca (?:aprendi|entendi) (?:a|como)|mi (?:meta|objetivo|sueno)|crear|hacer|entender|trabajar (?:de|como|en)|(?:curso|plan)s? (?:de|sobre|para))\b"
            r"|(?:想|希望|打算|要)[\w\s]{0,3}(?:精通|掌握|熟练|了解|熟悉|懂|会)|了解(?:一下|下)|(?:顺便|慢慢|进一步)地?了解|感兴趣|有兴趣|想|希望|打算|计划|学习|(?<![中小大数科化文医同开])学(?!过|会了|了|完了|到|校|生|历|位|习)|成为|转行|转到|转向|转做|从事|当上?|入门|提高|提升|精进|目标|准备|教我|做(?!过)|开发|需要|找.{0,3}工作",
        ),
    ),
    (
        "held",
        re.compile(
            r"\b(?:i (?:already |also |do |can |now |currently |only )*(?:know|understand|use|speak|code|program|write|have (?:used|done|learn(?:ed|t)|studied|worked|written|taken|finished|completed|built|been)|learn(?:ed|t)|studied|used|took|finished|completed|did|work (?:as|in|with)|worked (?:as|in|with))"
            r"|already (?:know|knows|have|use|familiar|comfortable|done|did|finished|learn(?:ed|t))|knows|knowing|know(?= (?:some|a (?:bit|little)|the basics|basic))|i(?:'m| am|m) (?:already |quite |very |pretty )*(?:good|comfortable|familiar|confident|fluent|experienced|proficient|strong|an? (?:expert|intermediate|advanced))(?: at| in| with)?"
            r"|(?:good|comfortable|familiar|fluent|proficient|confident) (?:with|in|at)|experienced? (?:in|with|of|as)|(?:some|years? of|work|working|little|basic) (?:experience|knowledge)|background in|knowledge of|my (?:\w+ )?(?:background|degree|skills)|degree in|skills in|after (?:finishing|completing|doing|learning|a course)"
            r"|(?:intermediate|advanced) (?:in|at|with)|(?:nivel )?(?:intermedio|avanzado) (?:en|de)|strong (?:in|at|with)|coming from|i come from|i(?:'m| am|m) (?:currently |now |already )*an?|i(?:'ve| have|ve) (?:already |been |just )*(?:used|using|done|doing|learning|learn(?:ed|t)|studied|studying|worked|working|written|writing|taken|finished|completed|built|had|got|programming|coding|programmed|coded)|working as|working (?:in|with)|i(?:'ve| have|ve) got|(?:\d+|two|three|four|five|six|seven|eight|nine|ten) years of|(?:s?he|they|we) (?:has|have) (?:already |also )?(?:done|used|learn(?:ed|t)|studied|taken)|(?:decent |good |solid )?grounding in|who (?:already )?knows|(?:basics|fundamentals) (?:done|covered)"
            r"|yo se|ya (?:se|conozco|domino|manejo|programo|uso|tengo|he)|se (?:algo|un poco|lo basico|bastante|mucho|programar|usar|python|sql|java|c|r|de)|conozco|domino|manejo|tengo (?:\w+ ){0,3}(?:experiencia|conocimientos?|nociones|base|nivel)(?: \w+)?(?: de| en| con)?|con (?:experiencia|conocimientos|base|nociones)(?: de| en| con)?"
            r"|he (?:usado|aprendido|estudiado|trabajado|hecho|programado|terminado|cursado)|estudie|aprendi|trabaje|programo|uso|soy|enseno|trabajo (?:como|de|en|con)|vengo de(?:l)?|licenciad[oa] en|grado en|graduad[oa] en|sabiendo|despues de (?:aprender|terminar))\b"
            r"|(?:已经?|我|也|只|都|本来就)(?:会|懂)(?!每|在|花|用\d)|会(?:一点|一些|写|用|基本)|学过|学会了|已?学完了|已经学完|用过|做过|懂(?:一点|一些|得)?|熟悉|了解|掌握了|已经?掌握|熟练|精通|有(?!什么|哪些|没有|用|人|时间|空|\d|[一二两三四五六七八九十半]+个?(?:小时|月|周))|(?:我|本人)?(?:现在|目前)?(?:(?<![老总还])是(?:做)?|在做)|(?:写|用|做)了(?=.{0,3}年)|(?<![不学才就机社体])会(?=[a-z])|从事过|略懂|(?<![刚中])毕业|用得\w{0,2}(?:熟|好|溜)|(?<![请见])教(?![我程育材练学你])",
        ),
    ),
    (
        "lacking",
        re.compile(
            r"\b(?:(?:do not|don't|dont|doesn't|can't|cannot|can not) (?:really |yet |even )*(?:know|understand|use|code|program|write|have)(?: (?:any|much|anything|how))*|(?:i )?know nothing|(?:have |with |without )?(?:no|zero|little to no|not any|any) (?:prior |previous |real |programming |coding )*(?:experience|knowledge|background|idea)"
            r"|(?:have |i've |i have )?never (?:\w+ed|done|written|learnt|touched|taken|coded)|not (?:very |really |so )?(?:good|familiar|comfortable|know)|new to|not (?:in|with|yet)|weak (?:in|at|with)|rusty (?:in|at|on|with)|bad at|but not|(?:i(?:'m| am|m) )?an? (?:complete |absolute |total )?(?:beginner|novice|newbie)(?: in| at| with)?|(?:complete |absolute |total )?(?:beginner|novice|newbie)(?: in| at| with)"
            r"|no (?:se|conozco|domino|manejo|entiendo)(?: nada| mucho| mucha)?(?: de| sobre)?|no tengo (?:\w+ )?(?:experiencia|conocimientos|base|idea|nociones|nivel)|nunca he (?:\w+)|sin (?:ninguna |ningun )?(?:experiencia|conocimientos?|saber|base)(?: de| en| con| previa| previos)?|ni idea de|no he (?:\w+) nunca|pero no)\b"
            r"|不会|不懂|一直不行|不太行|薄弱|老是挂|没学过|没有学过|没用过|没接触过|不了解|不熟|从(?:没|未)\w{0,3}|没有?(?:任何)?(?=.{0,8}(?:基础|经验|背景))|零基础|完全不",
        ),
    ),
    (
        "unwanted",
        re.compile(
            r"\b(?:(?:do not|don't|dont|didn't) (?:want|need|like|care)(?: to| for| about)?(?: learn| study)?|not interested in|no (?:quiero|necesito|me interesan?|deseo)(?: aprender| estudiar| ver)?|no longer|anything but|except(?: for)?|excepto|salvo|rather than|instead of|skip(?:ping)?|en (?:lugar|vez) de)\b"
            r"|不想学?|不要|不需要|不打算|不感兴趣|不学|而不是",
        ),
    ),
)  # fmt: skip
_ACCENTED = re.compile(r"\bsé\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,.;:!?，。；：！？、\n]+(?!\d)"
    r"|\b(?:but|although|though|however|pero|aunque|whereas|and (?=i\b|i'|also want|want|would|now|need|already)|so i|y (?=(?:ya|se|quiero|conozco|me|no)\b))\b"
    r"|但是?|不过|可是|然后|所以|现在(?=想)"
)
_SENTENCE = re.compile(r"[.!?。！？;；\n](?!\d|js\b|net\b)")
_ALONE = re.compile(r"\W*(?:an?|un|una|el|la)?\W*(?:here|de profesion|一枚|一名)?\W*")
_ROLE_FROM = re.compile(r"\b(?:as an?|como)\s*$")


@dataclass(frozen=True)
class Said:
    mention: Mention
    stance: Stance
    clause: str
    """Folded: the words around it that may tell a level."""


@dataclass(frozen=True)
class _Cue:
    stance: Stance
    start: int
    end: int


def stances(text: str, mentions: Sequence[Mention]) -> list[Said]:
    """By the nearest words before it in its clause, then after it, then by the clause before."""
    whole, folded = even(text)
    cues = list(_cues(whole, folded))
    said: list[Said] = []
    kept: Stance = "wanted"
    for start, end, is_new in _clauses(folded, mentions):
        if is_new:
            kept = "wanted"
        inside = [cue for cue in cues if start <= cue.start < end]
        for mention in (m for m in mentions if start <= m.start < end):
            # What follows a colon is part of what stands before it.
            is_alone = not inside and start == 0 and folded[end : end + 1] not in ":："
            if is_alone and _introduces(mention, folded[:end], mentions):
                said.append(Said(mention, "held", folded[:end]))
                continue
            kept = _stance(mention, inside, folded[start : mention.start]) or kept
            said.append(Said(mention, kept, folded[start:end]))
        if inside:
            kept = inside[-1].stance
    return said


def _introduces(mention: Mention, clause: str, mentions: Sequence[Mention]) -> bool:
    """A role that begins the text and is all of its clause, before other things are named."""
    rest = clause[: mention.start] + clause[mention.end :]
    is_first = mention.kind == "role" and mention.end < mentions[-1].start
    return is_first and bool(_ALONE.fullmatch(rest))


def _stance(mention: Mention, cues: Sequence[_Cue], before: str) -> Stance | None:
    ahead = [cue for cue in cues if cue.start < mention.start]
    if ahead:
        return ahead[-1].stance
    if mention.kind == "role" and _ROLE_FROM.search(before):
        return "held"
    # 有 stands before what it has; a want that follows a comma-less name is what it is for.
    return cues[0].stance if cues else None


def _cues(whole: str, folded: str) -> Iterator[_Cue]:
    found = [
        _Cue(stance, *match.span())
        for stance, pattern in _CUES
        for match in pattern.finditer(folded)
    ]
    found += [_Cue("held", *match.span()) for match in _ACCENTED.finditer(whole)]
    for cue in sorted(found, key=lambda cue: (cue.start, -cue.end)):
        # "Want" in "don't want", "know" in "know nothing".
        if not any(_within(cue, other) for other in found):
            yield cue


def _within(cue: _Cue, other: _Cue) -> bool:
    is_longer = other.end - other.start > cue.end - cue.start
    return is_longer and other.start <= cue.start and cue.end <= other.end


def _clauses(folded: str, mentions: Sequence[Mention]) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each, and whether it begins a sentence; no name is cut in two."""
    start, is_new = 0, True
    for cut in _CLAUSE.finditer(folded):
        if any(m.start < cut.end() and cut.start() < m.end for m in mentions):
            continue
        yield start, cut.start(), is_new
        start, is_new = cut.end(), bool(_SENTENCE.search(cut.group(0)))
    yield start, len(folded), is_new
