"""A draft changed as a comment asks, as far as rules can; the rest stays byte for byte."""

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from agent.content_checks.platform import (
    INSTAGRAM_FOLD,
    INSTAGRAM_HASHTAGS,
    INSTAGRAM_WORDS,
    LINKEDIN_FOLD,
    LINKEDIN_HASHTAGS,
    LINKEDIN_WORDS,
    META,
    width,
)
from agent.content_checks.reading import HASHTAG, Reading
from agent.text import content_words, fold, stems
from agent.workflows.studio.composing import surgery
from agent.workflows.studio.composing.blog import title_of
from agent.workflows.studio.composing.comments import (
    Drop,
    Length,
    Mention,
    Opening,
    Register,
    Replace,
    Scene,
    Tags,
    Title,
    Wish,
    Without,
    understood,
)
from agent.workflows.studio.composing.facts import Fact, facts_of, likeness, strongest
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.hashtags import hashtags
from agent.workflows.studio.composing.meta import meta_description
from agent.workflows.studio.composing.picture import wish
from agent.workflows.studio.composing.registers import formal, plainer
from agent.workflows.studio.composing.said import noted
from agent.workflows.studio.contracts import Brief, Outline, Piece

SHORTER, LONGER = 0.75, 1.3
"""What "shorter" and "longer" mean, of the words that there are."""
KNOWN = (
    "Without a model a comment can ask for: shorter or longer, a paragraph or section less,"
    " “replace A with B”, “without X”, “mention X”, another opening or title, more or fewer"
    " hashtags, more formal or plainer."
)
KNOWN_OF_PICTURES = (
    "Without a model a comment on a picture can ask for: another ratio or style, “with X”,"
    " “without X”, “replace A with B”, another title or scene."
)
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+ ?")
_ABOUT_FORM = {
    "emoji": re.compile(r"^emojis?$|^表情(?:符号)?$", re.IGNORECASE),
    "tags": re.compile(r"^hash ?tags$|^etiquetas$|^标签$|^话题标签$", re.IGNORECASE),
    "marks": re.compile(r"^exclamation(?: marks?| points?)?$|^exclamaciones$|^感叹号$", re.IGNORECASE),
    "figures": re.compile(r"^(?:figures|numbers|statistics|percentages|cifras|n[uú]meros|数字|数据)$", re.IGNORECASE),
    "questions": re.compile(r"^questions?$|^preguntas?$|^问题$|^提问$", re.IGNORECASE),
    "links": re.compile(r"^(?:links?|sources?|enlaces?|fuentes?|链接|来源)$", re.IGNORECASE),
}  # fmt: skip


def rewrite(brief: Brief, piece: Piece, comment: str, plan: Outline | None = None) -> Piece:
    """The notes say what could not be done."""
    is_on_picture = piece.kind == "image"
    asked = understood(comment, is_on_picture=is_on_picture)
    writer = _Rewriter(brief, piece, plan)
    for each in sorted(asked.wishes, key=_turn):
        writer.do(each)
    if asked.rest or not asked.wishes:
        left = "; ".join(f"“{clause}”" for clause in asked.rest) or "the comment"
        known = KNOWN_OF_PICTURES if is_on_picture else KNOWN
        writer.notes.append(f"Not followed: {left}. {known}")
    return writer.piece()


def _turn(asked: Wish) -> int:
    """Paragraphs are counted before the text is cut, and what is to be mentioned is not cut."""
    return 2 if isinstance(asked, Mention) else 1 if isinstance(asked, Length) else 0


class _Rewriter:
    def __init__(self, brief: Brief, piece: Piece, plan: Outline | None) -> None:
        found = facts_of(brief)
        self.brief, self.before, self.plan = brief, piece, plan
        self.frame = Frame(brief, turn=1)
        self.facts = found.used
        self.text = piece.text
        self.title, self.meta, self.alt = piece.title, piece.meta_description, piece.alt
        self.slots, self.wish = piece.slots, piece.wish
        self.claims = list(piece.claims)
        # A picture states no facts, so that none lacks.
        self.notes = [] if piece.kind == "image" else list(found.notes)
        self._reworded: set[str] = set()
        """Claims that the text still holds in other words."""

    def piece(self) -> Piece:
        gone = {f.id for f in self.facts if f.text in self.before.text and f.text not in self.text}
        gone -= self._reworded
        added = [f.id for f in self.facts if f.text in self.text and f.text not in self.before.text]
        claims = [claim for claim in dict.fromkeys((*self.claims, *added)) if claim not in gone]
        before = self._words(self.before.text)
        is_cut = self.before.kind == "blog" and self._words(self.text) != before
        if self.meta != self.before.meta_description:
            self._fit_meta()
        return self.before.model_copy(
            update={
                "text": self.text,
                "title": self.title,
                "meta_description": self.meta,
                "alt": self.alt,
                "slots": self.slots,
                "wish": self.wish,
                "claims": tuple(claims),
                "words": self._words(self.text) if is_cut else self.before.words,
                "notes": noted(self.notes),
            }
        )

    def _words(self, text: str) -> int:
        return Reading(text, self.brief.language).word_count

    def _fit_meta(self) -> None:
        least, most = META
        if self.meta and not least <= width(self.meta) <= most:
            levels = [b.text.lstrip("# ") for b in surgery.blocks(self.text) if b.level == 2]
            self.meta = meta_description(self.frame, levels[:-1])

    def do(self, asked: Wish) -> None:  # noqa: C901, a case for each wish
        match asked:
            case Replace():
                self._replace(asked)
            case Without():
                self._leave_out(asked)
            case Drop():
                self._drop(asked)
            case Length():
                self._resize(asked)
            case Mention():
                self._mention(asked)
            case Opening():
                self._reopen(asked)
            case Title():
                self._retitle(asked)
            case Tags():
                self._tag(asked)
            case Register():
                self._reword(asked)
            case Scene():
                self._show_another()
            case _:
                assert_never(asked)

    # Words for words

    def _replace(self, asked: Replace) -> None:
        pattern = _whole(asked.old)
        every = (self.text, self.title, self.meta, self.alt)
        if not any(pattern.search(text) for text in every):
            self.notes.append(f"“{asked.old}” does not stand in the text, so nothing was replaced.")
            return

        def put(found: re.Match[str]) -> str:
            new = asked.new
            return new[:1].upper() + new[1:] if found[0][:1].isupper() else new

        there = self._there()
        self.text, self.title, self.meta, self.alt = (pattern.sub(put, text) for text in every)
        self._reworded |= there - self._there()
        self.slots = tuple(
            slot.model_copy(
                update={
                    "title": pattern.sub(put, slot.title),
                    "pillar": pattern.sub(put, slot.pillar),
                }
            )
            for slot in self.slots
        )

    def _there(self) -> set[str]:
        return {fact.id for fact in self.facts if fact.text in self.text}

    # Leaving out

    def _leave_out(self, asked: Without) -> None:
        form = next((name for name, is_it in _ABOUT_FORM.items() if is_it.match(asked.what)), "")
        if form:
            self._without_form(form, asked.what)
        elif self.before.kind == "image":
            self.text = f"{self.text.rstrip(' .。')}; no {asked.what}."
        else:
            self._without_words(asked.what)

    def _without_form(self, form: str, said: str) -> None:
        text = self.text
        match form:
            case "emoji":
                self.text = _EMOJI.sub("", text)
            case "tags":
                gone = [block for block in surgery.blocks(text) if block.is_tags]
                self.text = surgery.without_blocks(text, gone)
            case "marks":
                self.text = re.sub(r"¡", "", re.sub(r"!+", ".", re.sub(r"！+", "。", text)))
            case "figures":
                self._without_sentences(re.compile(r"\d"))
            case "questions":
                self._without_sentences(re.compile(r"[?？]"))
            case _:
                self._without_sentences(re.compile(r"\]\(https?://|https?://"))
        if self.text == text:
            self.notes.append(f"The text has no {said}.")

    def _without_words(self, said: str) -> None:
        before = self.text
        pattern = _whole(said.lstrip("#"))
        self._without_sentences(pattern)
        self._without_tags(pattern)
        rows = [
            line for line in self.text.split("\n") if line.startswith("|") and pattern.search(line)
        ]
        if rows and self.before.kind == "strategy":
            self.text = "\n".join(line for line in self.text.split("\n") if line not in rows)
            self.slots = tuple(s for s in self.slots if not pattern.search(f"{s.title} {s.pillar}"))
        if self.text == before:
            self.notes.append(f"“{said}” does not stand in the text.")
        if any(pattern.search(b.text) for b in surgery.blocks(self.text) if b.level):
            self.notes.append(f"“{said}” still stands in a heading. Change it by editing.")
        elif pattern.search(self.text):
            self.notes.append(f"“{said}” still stands where no sentence could be taken out.")

    def _without_sentences(self, pattern: re.Pattern[str]) -> None:
        spans = surgery.sentences(self.text, self.brief.language)
        self.text = surgery.without_spans(
            self.text,
            [(start, end) for start, end in spans if pattern.search(self.text[start:end])],
        )

    def _without_tags(self, pattern: re.Pattern[str]) -> None:
        for tag in [found[0] for found in HASHTAG.finditer(self.text) if pattern.search(found[1])]:
            self.text = re.sub(rf" ?{re.escape(tag)}(?!\w)", "", self.text, count=1)

    def _drop(self, asked: Drop) -> None:
        before = self.text
        gone = self._section(asked) if asked.unit == "section" else self._paragraph(asked)
        self.text = surgery.without_empty_sections(surgery.without_blocks(before, gone), before)
        if not gone:
            named = f"about “{asked.about}”" if asked.about else "of that number"
            self.notes.append(f"No {asked.unit} {named} was found.")

    def _paragraph(self, asked: Drop) -> list[surgery.Block]:
        told = [block for block in surgery.blocks(self.text) if block.is_told]
        if asked.about:
            wanted = frozenset(content_words(asked.about))
            holding = [b for b in told if likeness(wanted, stems(b.text)) >= 0.99]
            return holding[:1]
        at = asked.number - 1 if asked.number > 0 else asked.number
        return told[at : at + 1 or None] if -len(told) <= at < len(told) and asked.number else []

    def _section(self, asked: Drop) -> list[surgery.Block]:
        found = surgery.blocks(self.text)
        heads = [block for block in found if block.level in (2, 3)]
        if asked.about == "<first>":
            first = next((n for n, block in enumerate(found) if block.level == 2), len(found))
            return [block for block in found[:first] if block.is_told][: None if heads else 1]
        tops = [block for block in heads if block.level == 2]
        if asked.about == "<last>":
            return surgery.section_of(self.text, tops[-1]) if tops else []
        if not asked.about:
            at = asked.number - 1 if asked.number > 0 else asked.number
            named = tops[at : at + 1 or None] if -len(tops) <= at < len(tops) else []
        else:
            wanted = frozenset(content_words(asked.about))
            named = [b for b in heads if likeness(wanted, stems(b.text)) >= 0.99][:1]
        if named:
            return surgery.section_of(self.text, named[0])
        return self._paragraph(asked) if asked.about else []

    # Length

    def _resize(self, asked: Length) -> None:
        words = self._words(self.text)
        is_shorter = asked.is_shorter
        if is_shorter is None:
            is_shorter = asked.words is not None and asked.words < words
        if is_shorter:
            self._shorten(asked.words or round(words * SHORTER))
        else:
            self._lengthen(asked.words or round(words * LONGER))

    def _shorten(self, wanted: int) -> None:
        least = LINKEDIN_WORDS[0] if self.before.kind == "linkedin" else 1
        if wanted < least:
            self.notes.append(f"A LinkedIn post has {least} words or more, so it ends there.")
            wanted = least
        before = self.text
        for span in self._spare():
            if self._words(self.text) <= wanted:
                break
            at = self.text.find(span)
            shorter = surgery.without_spans(self.text, [(at, at + len(span))])
            if at >= 0 and self._words(shorter) >= least:
                self.text = shorter
        words = self._words(self.text)
        if self.text == before:
            self.notes.append("Nothing could be taken out.")
        elif words > wanted * 1.15:
            self.notes.append(f"It has {words} words now; more cannot be taken out by rules.")

    def _spare(self) -> Iterator[str]:
        """What can go, the weakest first: facts, then other sentences that do not open or ask."""
        there = [fact for fact in self.facts if fact.text in self.text]
        kept = min((self.text.find(fact.text) for fact in there), default=-1)
        opening = next((b for b in surgery.blocks(self.text) if b.is_told), None)
        for fact in reversed(strongest(there)):
            is_opening = opening is not None and kept < opening.end and fact.text in opening.text
            if not is_opening:
                yield fact.text
        if not there:
            told = [b for b in surgery.blocks(self.text) if b.is_told][1:-1]
            longest = sorted(told, key=lambda block: -len(block.text))
            for block in longest:
                yield from (
                    block.text[a:b]
                    for a, b in reversed(surgery.sentences(block.text, self.brief.language))
                )

    def _lengthen(self, wanted: int) -> None:
        limits = {"linkedin": LINKEDIN_WORDS[1], "instagram": INSTAGRAM_WORDS}
        most = limits.get(self.before.kind, wanted * 2)
        if wanted > most:
            self.notes.append(f"The platform takes {most} words at most.")
        before = self._words(self.text)
        for fact in strongest(self._unused()):
            if self._words(self.text) >= min(wanted, most):
                return
            if self._words(self.text) + fact.words <= most:
                self._insert(fact)
        if (words := self._words(self.text)) < wanted * 0.95 and words < most * 0.9:
            told = (
                "No fact is left to make it longer"
                if words == before
                else f"It has {words} words now and no fact is left"
            )
            self.notes.append(f"{told}; anything else would be padding.")

    def _unused(self) -> list[Fact]:
        return [fact for fact in self.facts if fact.text not in self.text]

    def _insert(self, fact: Fact) -> None:
        """Beside the fact that it stands next to in its source."""
        there = [other for other in self.facts if other.text in self.text]
        if not there:
            told = [block for block in surgery.blocks(self.text) if block.is_told]
            anchor = told[len(told) // 2].text if told else self.text.rstrip()
            self.text = self.text.replace(anchor, f"{anchor}\n\n{fact.text}", 1)
            return
        section = self._planned(fact)
        anchor_fact = min(
            there,
            key=lambda other: (
                other.id not in section,
                other.heading != fact.heading,
                other.source != fact.source,
                other.aspect != fact.aspect,
                abs(other.order - fact.order),
            ),
        )
        gap = self.frame.phrases.gap
        self.text = surgery.put_after(self.text, anchor_fact.text, fact.text, gap=gap)

    def _planned(self, fact: Fact) -> tuple[str, ...]:
        """The claims of its section in the outline."""
        sections = self.plan.sections if self.plan else ()
        return next((each.claims for each in sections if fact.id in each.claims), ())

    def _mention(self, asked: Mention) -> None:
        if tags := re.findall(r"[#＃]\w+", asked.what):
            self._put_tags([tag for tag in tags if tag not in self.text])
            return
        if self.before.kind == "image":
            self.text = f"{self.text.rstrip(' .。')}; with {asked.what}."
            return
        wanted = frozenset(content_words(asked.what))
        holding = [f for f in strongest(self._unused()) if likeness(wanted, f.stems) >= 0.99]
        for fact in holding[:2]:
            self._insert(fact)
        if not holding:
            told = " that is not in the text yet" if _whole(asked.what).search(self.text) else ""
            self.notes.append(
                f"No fact found mentions “{asked.what}”{told}. Add it by editing, or give a source."
            )

    # Openings and titles

    def _reopen(self, asked: Opening) -> None:
        if self.before.kind == "blog":
            self._open_blog()
            return
        told = [block for block in surgery.blocks(self.text) if block.is_told]
        new = next((said for said in self._openings(asked) if said not in self.text), "")
        if not told or not new:
            self.notes.append("No other opening was found.")
            return
        first = told[0]
        self.text = self.text[: first.start] + new + self.text[first.end :]
        if self.title == first.text:
            self.title = new

    def _openings(self, asked: Opening) -> Iterator[str]:
        known = self.frame.phrases.social
        most = INSTAGRAM_FOLD if self.before.kind == "instagram" else LINKEDIN_FOLD
        facts = [fact for fact in strongest(self._unused()) if width(fact.text) <= most]
        by_kind = {
            "question": [known.questions],
            "contrast": [known.contrasts],
            "statement": [known.statements],
            "": [known.captions, known.questions]
            if most == INSTAGRAM_FOLD
            else [known.questions, known.contrasts],
        }
        if asked.kind == "statement":
            yield from (fact.text for fact in facts)
        if asked.kind == "contrast":
            yield from (fact.text for fact in facts if fact.is_contrast)
        for variants in by_kind[asked.kind]:
            said = self.frame.every(variants, "hook")
            yield from (text for text in said if width(text) <= most)
        yield from (fact.text for fact in facts)

    def _open_blog(self) -> None:
        told = [block for block in surgery.blocks(self.text) if block.is_told]
        spans = surgery.sentences(told[0].text, self.brief.language) if told else []
        said = self.frame.every(self.frame.phrases.blog.openings, "opening")
        new = next((text for text in said if text not in self.text), "")
        if not spans or not new:
            self.notes.append("No other opening was found.")
            return
        start, end = spans[0]
        first = told[0].text[start:end]
        is_fact = any(fact.text == first for fact in self.facts)
        at = told[0].start + start
        rest = self.frame.phrases.gap + self.text[at:] if is_fact else self.text[at + end - start :]
        self.text = self.text[:at] + new + rest

    def _retitle(self, asked: Title) -> None:
        titles = self.frame.every(self.frame.phrases.blog.titles, "title", label=self.frame.label)
        fitting = [t for t in (title_of(self.frame), *titles) if fold(t) != fold(self.title)]
        new = asked.text or next(iter(fitting), self.title)
        heading = next((b for b in surgery.blocks(self.text) if b.level == 1), None)
        if heading:
            self.text = f"{self.text[: heading.start]}# {new}{self.text[heading.end :]}"
        elif self.wish is None:
            self.notes.append("A post has no title; ask for another opening instead.")
            return
        if self.wish:
            self.wish = self.wish.model_copy(update={"title": new})
        self.title = new

    # Hashtags

    def _tag(self, asked: Tags) -> None:
        bounds = {"linkedin": LINKEDIN_HASHTAGS, "instagram": INSTAGRAM_HASHTAGS}
        if self.before.kind not in bounds:
            self.notes.append("Only posts for LinkedIn and Instagram have hashtags here.")
            return
        least, most = bounds[self.before.kind]
        there = [found[0] for found in HASHTAG.finditer(self.text)]
        step = 1 if self.before.kind == "linkedin" else 4
        wanted = asked.number or len(there) + (step if asked.is_more else -step)
        fitting = max(least, min(most, wanted))
        if fitting != wanted or fitting == len(there):
            self.notes.append(
                f"There are {least} to {most} hashtags here; there are {fitting} now."
            )
        if fitting < len(there):
            for tag in reversed(there[fitting:]):
                self.text = _without_last(self.text, tag)
            return
        known = {fold(tag) for tag in there}
        more = hashtags(self.frame, self.facts, most=most * 2, of_brand=most)
        new = [tag for tag in more if fold(tag) not in known]
        self._put_tags(new[: fitting - len(there)])

    def _put_tags(self, tags: Sequence[str]) -> None:
        line = next((b for b in reversed(surgery.blocks(self.text)) if b.is_tags), None)
        if not tags:
            return
        said = " ".join(tags)
        if line is None:
            self.text = f"{self.text.rstrip()}\n\n{said}"
        else:
            self.text = f"{self.text[: line.end]} {said}{self.text[line.end :]}"

    # Register, picture

    def _reword(self, asked: Register) -> None:
        change = formal if asked.kind == "formal" else plainer
        kept = [fact.text for fact in self.facts] if asked.kind == "formal" else []
        before, there = self.text, self._there()
        self.text = surgery.outside(before, kept, lambda text: change(text, self.brief.language))
        self._reworded |= there - self._there()
        if self.text == before:
            said = "more formal" if asked.kind == "formal" else "plainer"
            self.notes.append(f"Rules found nothing to make {said}; a model can rephrase it.")

    def _show_another(self) -> None:
        if self.before.kind != "image":
            self.notes.append("The picture is made from the image piece; ask for another there.")
            return
        for turn in range(1, 12):
            new = wish(self.brief, turn=turn)
            if new.prompt != self.text:
                self.text, self.alt = new.prompt, new.alt
                self.wish = new.model_copy(
                    update={"ratio": self.wish.ratio, "title": self.title} if self.wish else {}
                )
                return


def _whole(said: str) -> re.Pattern[str]:
    """The words as they stand, not within others; Chinese has no such bounds."""
    inner = r"\s+".join(map(re.escape, said.split()))
    first, last = said[:1], said[-1:]
    before = r"(?<!\w)" if first.isascii() and first.isalnum() else ""
    after = r"(?!\w)" if last.isascii() and last.isalnum() else ""
    return re.compile(f"{before}{inner}{after}" if inner else r"(?!)", re.IGNORECASE)


def _without_last(text: str, tag: str) -> str:
    at = text.rfind(tag)
    return text[:at].rstrip(" ") + text[at + len(tag) :]
