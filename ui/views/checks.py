"""Shows the findings on a piece: what must be fixed, remarks, and scores."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import safe
from ui.language import _, ngettext
from ui.views.piece import LONGEST_MARK

Plain = dict[str, Any]

GROUPS = {
    "platform": N_("Platform"),
    "structure": N_("Structure"),
    "readability": N_("Readability"),
    "seo": N_("Search"),
    "tone": N_("Brand voice"),
    "figures": N_("Figures"),
    "personal": N_("Personal data"),
}
PARTS = {
    "meta_description": N_("Meta description"),
    "alt": N_("Text for people who cannot see the picture"),
    "ratio": N_("Ratio"),
}
FULL = 100
MOST_SHOWN = 3


def draw(report: Plain, blocking: Sequence[str] = (), *, key: str = "") -> None:
    """All of it: why it cannot be approved, every finding with its place, every score.

    With a key, remarks can be ignored.
    """
    listed = {finding["sentence"] for finding in report["findings"]}
    draw_blocking(blocking, report, left_out=listed)
    _findings(report["findings"], key)
    scores = _telling(report)
    if scores:
        st.markdown("**" + _("Scores") + "**")
    for score in scores:
        with st.container(gap="xxsmall"):
            points = score["points"]
            st.progress(points / 100, text=f"**{group_name(score['group'])}** {points} / 100")
            st.caption(safe.plain(score["explained"]))


def draw_blocking(
    blocking: Sequence[str], report: Plain, *, left_out: Collection[str] = ()
) -> None:
    """Each with the number that it has in the text and among all that was found."""
    if not blocking:
        return
    numbers: dict[str, str] = {}
    for number, finding in enumerate(report["findings"], start=1):
        numbers.setdefault(finding["sentence"], f"**{number}** ")
    lines = [
        f"- {numbers.get(sentence, '')}{safe.plain(sentence)}"
        for sentence in blocking
        if sentence not in left_out
    ]
    said = ngettext(
        "{count} problem keeps this from being approved.",
        "{count} problems keep this from being approved.",
        len(blocking),
    )
    st.error(
        "\n".join(["**" + _("Approve is off:") + f"** {said}", "", *lines]).strip(),
        icon=":material/block:",
    )


def without_ignored(report: Plain, key: str) -> Plain:
    """The findings that the user of this page has not dismissed."""
    ignored = st.session_state.get(f"ignored-{key}", ())
    return {
        **report,
        "findings": [each for each in report["findings"] if _name(each) not in ignored],
    }


def _ignore(finding: Plain, key: str) -> None:
    ignored = st.session_state.get(f"ignored-{key}", ())
    st.session_state[f"ignored-{key}"] = (*ignored, _name(finding))


def _name(finding: Plain) -> tuple[str, int]:
    return finding["sentence"], finding["start"]


def _findings(findings: Sequence[Plain], key: str) -> None:
    if not findings:
        st.markdown(":material/check_circle: " + _("No remarks."))
        return
    st.markdown("**" + _("Remarks") + f"** :gray[{len(findings)}]")
    for number, finding in enumerate(findings, start=1):
        with st.container(horizontal=True, gap="small", wrap=False):
            st.markdown(_finding(finding, number), width="stretch")
            if key and finding["level"] != "blocks":
                st.button(
                    _("Ignore"),
                    key=f"ignore-{number}-{key}",
                    type="tertiary",
                    on_click=partial(_ignore, finding, key),
                )


def _finding(finding: Plain, number: int) -> str:
    blocks = finding["level"] == "blocks"
    must, remark = _("must fix"), _("remark")
    badge = f":red-badge[:material/block: {must}]" if blocks else f":orange-badge[{remark}]"
    part = PARTS.get(finding["part"])
    where = _(part) if part else ""
    quote = " ".join(finding["quote"].split())
    if len(quote) > LONGEST_MARK:
        quote = quote[:LONGEST_MARK].rstrip() + " …"
    said = f"**{number}** {badge} {safe.plain(finding['sentence'])}"
    at = " · ".join(filter(None, (group_name(finding["group"]), where)))
    place = f":material/format_quote: *{safe.plain(quote)}*" if quote else ""
    return f"{said}  \n:small[{at}]" + (f"  \n{place}" if place else "")


def draw_remarks(report: Plain) -> None:
    """Draw a few lines on what could be better; what must be fixed is drawn elsewhere."""
    remarks = [each["sentence"] for each in report["findings"] if each["level"] != "blocks"]
    shown = list(dict.fromkeys(remarks))
    for remark in shown[:MOST_SHOWN]:
        st.caption(f":material/rate_review: {safe.plain(remark)}")
    if (more := len(shown) - MOST_SHOWN) > 0:
        st.caption(ngettext("{count} more remark", "{count} more remarks", more))


def _telling(report: Plain) -> list[Plain]:
    """A full score says nothing that the absence of remarks does not."""
    return [score for score in report["scores"] if score["points"] < FULL]


def group_name(group: str) -> str:
    return _(GROUPS[group]) if group in GROUPS else safe.plain(group.replace("_", " ").capitalize())
