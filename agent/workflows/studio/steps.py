"""The typed answers of Studio's writers, and what is wrong with one."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from pydantic import BaseModel, Field

from agent.language.catalogs import N_
from agent.ports.images import Ratio
from agent.workflows.studio.contracts import Brief, ImageWish, Outline, Piece, Section
from agent.workflows.studio.guarding import must_pass
from agent.workflows.studio.marks import Unmarked, unmarked, without_invented_links

T = TypeVar("T", bound=BaseModel)
G = TypeVar("G", bound=BaseModel)
Check = Callable[[T, G], list[str]]

FRAME = re.compile(
    r"^(?:introduction|intro|conclusion|in conclusion|summary|introduccion|conclusion(?:es)?"
    r"|引言|前言|简介|结论|总结|结语)\W*$"
)
ALIKE = 0.6
"""Two hooks that share so much of their words are one."""


class OutlineFor(BaseModel):
    brief: Brief
    before: Outline | None = None
    comment: str = ""


class OutlineText(BaseModel):
    title: str = Field(min_length=1, max_length=200)
    sections: list[Section]


class Picture(BaseModel):
    title: str
    alt: str
    prompt: str


class LinkedInPost(BaseModel):
    hook: str
    paragraphs: list[str]
    call_to_action: str
    hashtags: list[str]


class LinkedInPosts(BaseModel):
    title: str = Field(description="What they are about, for a list of posts; not published.")
    posts: list[LinkedInPost]
    picture: Picture


class InstagramPost(BaseModel):
    title: str = Field(description="What it is about, for a list of posts; not published.")
    hook: str
    paragraphs: list[str]
    call_to_action: str
    hashtags: list[str]
    picture: Picture


# From an answer to pieces


LONGEST_TITLE = 200
INVENTED_LINK = N_("A link that is in none of the sources was removed.")


def known_claims(brief: Brief) -> frozenset[str]:
    return (
        frozenset(claim.id for claim in brief.research.supported) if brief.research else frozenset()
    )


def linkedin_pieces(brief: Brief, given: LinkedInPosts) -> tuple[Piece, ...]:
    return tuple(
        _piece(
            brief,
            _unmarked(brief, [post.hook, *post.paragraphs, post.call_to_action]),
            tagged(post.hashtags),
            title=given.title,
            wish=_wish(given.picture, "16:9"),
        )
        for post in given.posts
    )


def instagram_piece(brief: Brief, given: InstagramPost) -> Piece:
    said = _unmarked(brief, [given.hook, *given.paragraphs, given.call_to_action])
    wish = _wish(given.picture, "1:1")
    piece = _piece(brief, said, tagged(given.hashtags), title=given.title, wish=wish)
    return piece.model_copy(update={"alt": wish.alt, "ratio": "1:1"})


def _wish(picture: Picture, ratio: Ratio) -> ImageWish:
    said = {name: _bare(text) for name, text in picture.model_dump().items()}
    return ImageWish(**said, ratio=ratio)


def _bare(text: str) -> str:
    return unmarked(text, ()).text.strip()


def _unmarked(brief: Brief, paragraphs: Iterable[str]) -> Unmarked:
    text = "\n\n".join(filter(None, (paragraph.strip() for paragraph in paragraphs)))
    return unmarked(text, known_claims(brief))


def _piece(brief: Brief, said: Unmarked, tags: str, *, title: str, wish: ImageWish) -> Piece:
    sources = brief.research.sources if brief.research else ()
    allowed = [source.url for source in sources if source.url]
    text, invented = without_invented_links(said.text, allowed)
    return Piece(
        kind=brief.kind,
        title=_bare(title)[:LONGEST_TITLE] or brief.topic,
        text=f"{text}\n\n{tags}".strip(),
        language=brief.language,
        claims=said.claims,
        wish=wish,
        origin="model",
        notes=(INVENTED_LINK,) if invented else (),
    )


def tagged(hashtags: Iterable[str]) -> str:
    """In a line, each once: "first time buyers" is #FirstTimeBuyers."""
    names: dict[str, str] = {}
    for each in hashtags:
        words = re.findall(r"\w+", each)
        name = (
            words[0] if len(words) == 1 else "".join(word[:1].upper() + word[1:] for word in words)
        )
        if name:
            names.setdefault(name.casefold(), name)
    return " ".join(f"#{name}" for name in names.values())


# What is wrong with an answer


def outline_problems(taken: OutlineFor, given: OutlineText) -> list[str]:
    must_pass("\n".join([given.title, *(f"{s.heading}. {s.gist}" for s in given.sections)]))
    found = []
    known = known_claims(taken.brief)
    used = [claim for section in given.sections for claim in section.claims]
    if unknown := sorted(set(used) - known):
        found.append(f"There is no claim {', '.join(unknown)}.")
    return found


def linkedin_problems(taken: Brief, given: LinkedInPosts) -> list[str]:
    for piece in linkedin_pieces(taken, given):
        must_pass(f"{piece.title}\n\n{piece.text}")
    must_pass("\n".join(given.picture.model_dump().values()))
    if len(given.posts) != 3:
        return [f"There are {len(given.posts)} posts, not three."]
    return [
        f"Post {n} has no text." for n, post in enumerate(given.posts, 1) if not post.paragraphs
    ]


def instagram_problems(taken: Brief, given: InstagramPost) -> list[str]:
    piece = instagram_piece(taken, given)
    must_pass("\n\n".join((piece.title, piece.text, *given.picture.model_dump().values())))
    return []
