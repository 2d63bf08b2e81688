"""The prompts that a model receives before it writes."""

from agent.checks.content import Kind, Person, ReadingLevel
from agent.checks.guardrails import WHAT_IS_SAFE, fenced
from agent.ports.brand import BrandProfile
from agent.workflows.studio.content.contracts import Brief, Details, Outline, Piece, Research

_PERSONS: dict[Person, str] = {
    "first_singular": "Write in the first person singular.",
    "first_plural": "Write as “we”.",
    "second": "Speak to the reader as “you”, never of the writer as “I”.",
    "third": "Write in the third person: no “I”, “we” or “you”.",
}
_LEVELS: dict[ReadingLevel, str] = {
    "plain": "Short sentences and everyday words, for a reader of about twelve years.",
    "general": "Clear sentences for a general reader.",
    "expert": "For experts: terms of the trade need no explanation.",
}
_RULES = """You write for {name}, in {language}. Unless the request or the tone below says
otherwise, write like a careful editor: concrete, calm, without clichés, without superlatives,
without emoji. The length that the request asks for, in a number or as “short”, outranks the usual
one that is named below.

Facts:
- The claims below are the only facts about the world that you may state, with the details, the
  request and what it takes up. Every sentence that states one ends with its mark, as [C3], or
  [C3][C7] for two, before the full stop.
- No figure, price, share, date, name, study or quotation that is in none of them. Where the
  claims do not carry a point, give advice or leave it out. Never invent a source or a link.
- What every reader knows, and what a word means, may be said without a claim and without a mark.
- Quotation marks are for words that a claim or the request has, and for lines that the request or
  the outline orders, as for a script or a sample: each of these ends with [C0]. A turn of speech
  needs none.
- The marks are taken out before publishing, so the sentence has to read well without them."""
_BLOG = """Write a blog post of {words} words (in Chinese characters), in Markdown and in exactly
this form:

# Title of 30 to 60 characters (in Chinese 10 to 25)

An introduction of two or three sentences, without a heading: what the reader gains.

## One heading for each section of the outline, in its order
Paragraphs of at most 100 words. Use H3 (###) and lists where they help.

## A conclusion under a heading that says so in {language}
What to remember, and one clear call to action at the very end.

Meta: a meta description
Meta: another one
Meta: a third one

The last three lines are three different proposals for the meta description, each between 150 and
160 characters with spaces, of which a Chinese one counts as two. Nothing before the title, and
nothing after those lines."""
_STRATEGY = """Write a content strategy of {words} words (in Chinese characters) without the
calendar, in Markdown and in this form:

# Title

A summary of two or three sentences.

## Audience
## Content pillars
A list of 3 to 5 items, each with a name and a sentence.
## Content mix
A list of formats with their shares in percent, which add up to 100 %.
## Channels
## Content calendar
A table with the columns Week, Day, Format, Title, Pillar. {weeks} from today, {today}, on,
unless the request names another number or time. A day is a weekday, or a date where the request
wants dates. The format is one of these words, untranslated: Blog, LinkedIn, Instagram, Image. The
title is a working title for one piece.
## KPIs
## Roadmap

Use these headings and columns, in {language}. Shares, targets and weeks are plans of yours and need
no claim; everything that is said about the world does. Nothing before the title."""
_OUTLINE = """Draft the outline of a blog post of about {words} words: a title of 30 to 60
characters (in Chinese 10 to 25) and {least} to {most} sections, in the order in which a reader
needs them. Each has a heading, its gist in one sentence without marks, and the ids of the claims it
rests on. No section is the introduction or the conclusion: these are always added. Use each claim
once at most."""
_OUTLINE_AGAIN = (
    "The outline below was rejected. Change what the comment asks for and nothing else."
)
_SEARCH = """Where the comment asks for matter that no claim speaks of, put one to three short
searches for it into `queries`, in the language of the piece: they are made, and you are asked once
more with what they found. Else leave `queries` empty. Searched so far: {}."""
_LINKEDIN = """Write {variants}, in exactly this form:

# What it is about, for a list of posts; not published
{headings}

Under “Post” is a whole text, as it would be published: {words} words (in Chinese
characters), hashtags not counted, with
- a hook: one line of at most 200 characters that makes a reader open the post, without “did you
  know”, “in today's world”, “excited to”.
- 3 to 6 paragraphs of at most 45 words, in a short post fewer. No Markdown: no asterisks, no
  headings, no links.
- a call to action: a sentence or a question to the reader.
- {hashtags}."""
_VARIANTS = """The user chooses one of the variants. They share facts, and differ in order
and hook: the first hook is a question, the second the strongest fact said plainly, the third
a contrast or a mistake that people make."""
_INSTAGRAM = """Write an Instagram post, in exactly this form:

# What it is about, in at most 60 characters: a card shows it where no picture is drawn
## Post
## Picture
alt: what a drawn picture shows, for those who do not see it, at most 150 characters
prompt: subject, place, light and mood, in one line, with no words and no real people in it

Under “Post” is its whole text, as it would be published:
- a hook: one line of at most 110 characters.
- 1 to 4 short paragraphs. No Markdown and no links. Hook, paragraphs and call to action together
  have {words} words (in Chinese characters).
- a call to action in one line.
- {hashtags}.
There is one picture, a square one, and the text promises no more of them."""
_GENERAL = """You are the studio assistant of Interlude, for {name}. Today is {today}. You help
marketers: a message such as “Write a blog post about home staging tips” becomes researched, checked
content that they approve. In this message nothing is written for publishing. Answer in {language},
in at most 200 words, with what you know; say so where you are not sure, and never invent a
source."""
_CHANGES = """Below is a text that its author wants changed. Do what the comment asks for: a length,
a tone, a language or a number of hashtags that it names outranks all else.{limits}

Answer with what changes and nothing else: for each change `before`, a passage copied
letter by letter from the text so that it occurs there once, and `after`, what takes its place. An
empty `after` takes the passage out; to add something, quote the paragraph it follows and repeat it.
Change as little as the task allows: everything else stays as it is, and keeps the brand's voice.
The marks of the text have been taken out: a sentence that you repeat needs none, a new one that
states a claim has its mark. Figures that the comment does not speak of stay as they are. `title`,
`meta_descriptions` (three proposals of 150 to 160 characters), `alt`, `picture`, and a picture's
`ratio` and `style` are null or empty unless they are to change.

Only where the comment asks for another text or language, and hardly a sentence could stay, give the
whole new text as `whole`, with its title as the text has it, and no changes."""
_LIMITS: dict[Kind, str] = {
    "linkedin": " LinkedIn takes 3,000 characters and shows Markdown as typed.",
    "instagram": " Instagram takes 2,200 characters; three to five hashtags are usual.",
}


def whom(brand: BrandProfile) -> str:
    return f"the brand “{brand.name}”" if brand.name else "the user"


def system(brief: Brief, *, is_commented: bool = False) -> str:
    asked = ", or in the language that the comment asks for" if is_commented else " only"
    rules = _RULES.format(name=whom(brief.brand), language=brief.spoken + asked)
    return "\n\n".join(filter(None, (rules, _voice(brief.brand, brief.details))))


def _voice(brand: BrandProfile, details: Details) -> str:
    voice, readers = brand.voice, details.audience or brand.audience
    said = {
        "{}": _PERSONS.get(voice.person),
        "{} ": _LEVELS.get(voice.reading_level),
        "Never say: {}.": ", ".join(voice.banned),
        "Tone: {}.": details.tone,
        "Readers: {}.": readers,
        "Hashtags of the brand, to begin with: {}.": ", ".join(brand.hashtags),
        "The brand's own call to action: “{}”": brand.call_to_action,
        "A sample of the voice, for its sound and not its content: “{}”": voice.sample,
    }
    lines = [f"- {line.format(value).strip()}" for line, value in said.items() if value]
    return "Voice:\n" + "\n".join(lines) if lines else ""


def material(brief: Brief) -> str:
    """The request, the details and the claims."""
    marks = {brief.request: f"<request>{brief.request}</request>"}
    said = "\n".join(f"- {marks.get(each, each)}" for each in (*brief.notes, *brief.said))
    before = f"What the request takes up:\n{fenced(brief.made_from, 'before')}"
    parts = (
        f"The request, and what the same person said on it, the latest last:\n{said}",
        before if brief.made_from else "",
        f"The topic: {brief.topic}. Today is {brief.today}.",
        _details(brief.details),
        facts(brief.research),
    )
    return "\n\n".join(filter(None, parts))


def _details(details: Details) -> str:
    keywords = ", ".join(details.keywords)
    lines = [f"- {line}" for line in details.lines(str)]
    lines += [f"- Keywords, for title, heading and first sentences: {keywords}"] if keywords else []
    return "Details, which may be stated as they are:\n" + "\n".join(lines) if lines else ""


def facts(research: Research) -> str:
    if not research.supported:
        return (
            "There are no claims, and what the request, the details and what it takes up say needs"
            " no mark. Rather stay short than fill with anything invented."
        )
    titles = {source.id: f" ({source.title})" for source in research.sources}
    lines = [f"{c.id}: {c.text}{titles.get(c.source, '')}" for c in research.supported]
    told = "Claims:\n" + fenced("\n".join(lines), "claims")
    linked = "\n".join(f"{s.title}: {s.url}" for s in research.sources if s.url)
    if not linked:
        return told
    return f"{told}\nSources, the only addresses that may be linked:\n{fenced(linked, 'sources')}"


def blog(brief: Brief, outline: Outline) -> str:
    task = _BLOG.format(words=_length(brief), language=brief.spoken)
    approved = fenced(outlined(outline), "outline")
    return f"{task}\n\n{material(brief)}\n\nThe approved outline, to be kept to:\n{approved}"


def outlined(outline: Outline) -> str:
    lines = [f"Title: {outline.title}"]
    for number, section in enumerate(outline.sections, start=1):
        rests = f" [{', '.join(section.claims)}]" if section.claims else ""
        lines.append(f"{number}. {section.heading}: {section.gist}{rests}")
    return "\n".join(lines)


def strategy(brief: Brief) -> str:
    weeks = brief.details.weeks
    task = _STRATEGY.format(
        words=_length(brief),
        weeks=f"Entries for {weeks} weeks," if weeks else "At least 8 entries,",
        today=brief.today,
        language=brief.spoken,
    )
    return f"{task}\n\n{material(brief)}"


def outline(brief: Brief, before: Outline | None, comment: str) -> str:
    least, most = sections_for(brief.words)
    task = _OUTLINE.format(words=brief.words, least=least, most=most)
    if not (before and comment):
        return f"{system(brief)}\n\n{task}\n\n{material(brief)}"
    rejected = f"The rejected outline:\n{fenced(outlined(before), 'outline')}"
    return _as_commented(brief, comment, task, _OUTLINE_AGAIN, about=rejected)


def sections_for(words: int) -> tuple[int, int]:
    """A sensible number of sections for so many words."""
    return max(2, min(4, words // 300)), max(3, min(8, words // 180))


def linkedin(brief: Brief) -> str:
    number, size = brief.variants, _size(brief, words="150 to 250")
    variants = "a LinkedIn post" if number == 1 else f"{number} variants of one LinkedIn post"
    headings = "\n".join(f"## Post {place}" for place in range(1, number + 1))
    task = _LINKEDIN.format(**size, variants=variants, headings=headings)
    return "\n\n".join((task, *([_VARIANTS] if number > 1 else []), material(brief)))


def instagram(brief: Brief) -> str:
    task = _INSTAGRAM.format(**_size(brief, words="at most 120"))
    return f"{task}\n\n{material(brief)}"


_TAGS = "{} hashtags in the last line, one word each, none twice, as #HomeStaging"
_NO_TAGS = "no hashtags: the call to action is the last line"


def _size(brief: Brief, *, words: str) -> dict[str, str]:
    """The length and number of hashtags that the user asked for, else the usual ones."""
    tags, limit = brief.details.hashtags, "at most " * brief.details.hashtags_at_most
    return {
        "words": _length(brief) if brief.details.words else words,
        "hashtags": _NO_TAGS
        if tags == 0
        else _TAGS.format("3 to 5" if tags is None else f"{limit}{tags}"),
    }


def _length(brief: Brief) -> str:
    return f"{'at most' if brief.details.words_at_most else 'about'} {brief.words}"


def general(brief: Brief) -> str:
    return _GENERAL.format(name=whom(brief.brand), language=brief.spoken, today=brief.today)


_DECLINES = f"""Where the comment asks for something UNSAFE, or for what is there already, change
nothing and say in `declined`, in its language, why and what can be asked for instead. Else leave
`declined` empty.

{WHAT_IS_SAFE}"""


def rewrite(brief: Brief, piece: Piece, comment: str) -> str:
    task = _CHANGES.format(limits=_LIMITS.get(piece.kind, ""))
    return _as_commented(brief, comment, task, about=_piece(piece))


def _as_commented(brief: Brief, comment: str, *tasks: str, about: str) -> str:
    asked = f"<comment>\n{comment}\n</comment>"
    rules = system(brief, is_commented=True)
    search = _SEARCH.format("; ".join(brief.research.queries) or "nothing")
    return "\n\n".join((rules, *tasks, search, _DECLINES, material(brief), about, asked))


def _piece(piece: Piece) -> str:
    parts = {
        "title": piece.title,
        "text": piece.text,
        "meta description": piece.meta_description,
        "alternative text of the picture": piece.alt,
        "picture": piece.wish.prompt if piece.wish and piece.kind != "image" else "",
    }
    return "\n\n".join(f"The {name}:\n{fenced(text, name)}" for name, text in parts.items() if text)
