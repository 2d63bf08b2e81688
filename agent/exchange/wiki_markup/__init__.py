"""Converts between Markdown and the rich text of Atlassian's Cloud, and patches it.

Confluence's storage format is XHTML with elements of its own (`reading`, `writing`); Jira's
ADF is JSON (`adf`). `patching` changes a body of either and keeps what Markdown cannot say.
"""

from agent.exchange.wiki_markup.reading import markdown
from agent.exchange.wiki_markup.surviving import survives
from agent.exchange.wiki_markup.writing import is_well_formed, storage

__all__ = ["is_well_formed", "markdown", "storage", "survives"]
