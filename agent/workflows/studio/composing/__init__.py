"""Drafts by rules alone, from the claims: the wording around them states no facts.

Without enough claims a draft is shorter and its notes say so.
"""

from agent.workflows.studio.composing.blog import blog, outline
from agent.workflows.studio.composing.general import general
from agent.workflows.studio.composing.picture import image
from agent.workflows.studio.composing.rewriting import rewrite
from agent.workflows.studio.composing.said import has_material, left_out
from agent.workflows.studio.composing.social import instagram, linkedin
from agent.workflows.studio.composing.strategy import strategy

__all__ = [
    "blog",
    "general",
    "has_material",
    "image",
    "instagram",
    "left_out",
    "linkedin",
    "outline",
    "rewrite",
    "strategy",
]
