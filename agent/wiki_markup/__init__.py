"""Between Markdown and Confluence's storage format, which is XHTML with elements of its own."""

from agent.wiki_markup.reading import markdown
from agent.wiki_markup.surviving import survives
from agent.wiki_markup.writing import is_well_formed, storage

__all__ = ["is_well_formed", "markdown", "storage", "survives"]
