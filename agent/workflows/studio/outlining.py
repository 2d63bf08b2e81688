"""What differs between two outlines, in sentences."""

from agent.language.catalogs import catalog
from agent.workflows.studio.contracts import Outline


def changes(before: Outline, after: Outline, language: str = "en") -> list[str]:
    _ = catalog(language).gettext
    said = []
    if before.title != after.title:
        said.append(_("The title is “{title}” now.").format(title=after.title))
    old = {section.heading: section for section in before.sections}
    new = {section.heading: section for section in after.sections}
    gone, fresh, gist = _("“{heading}” is gone."), _("“{heading}” is new."), "“{heading}”: {gist}"
    said += [gone.format(heading=heading) for heading in old if heading not in new]
    said += [fresh.format(heading=heading) for heading in new if heading not in old]
    said += [
        gist.format(heading=heading, gist=new[heading].gist)
        for heading in new
        if heading in old and new[heading].gist != old[heading].gist
    ]
    stayed = [heading for heading in old if heading in new]
    if stayed != [heading for heading in new if heading in old]:
        said.append(_("The order is another one."))
    return said
