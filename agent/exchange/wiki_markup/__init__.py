"""Between Markdown and Confluence's storage format, which is XHTML with elements of its own."""

from agent.exchange.wiki_markup.reading import markdown
from agent.exchange.wiki_markup.surviving import survives
from agent.exchange.wiki_markup.writing import is_well_formed, storage

__all__ = ["is_well_formed", "markdown", "storage", "survives"]
