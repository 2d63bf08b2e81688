"""The pane beside Studio's conversation: what was made, its versions, its checks, its preview."""

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from agent import Turn
from agent.language.catalogs import N_
from agent.ports import WHY
from ui import safe, session
from ui.language import _, ngettext
from ui.views import changes, checks, previews, research, studio
from ui.views.piece import draw_made, draw_text, icon_of, name_of

Plain = dict[str, Any]

TURNS = 20
"""The number of turns it looks back."""
TEXT, PREVIEW, CHECKS, CHANGES = N_("Text"), N_("Preview"), N_("Checks"), N_("Changes")
COMPARED = ("title", "meta_description", "alt")


@dataclass(frozen=True)
class State:
    """A version of a piece, with what the rules found of it where that is still known."""

    number: int
    why: str
    piece: Plain
    report: Plain | None = None
    blocking: tuple[str, ...] = ()
    is_partial: bool = False


@dataclass(frozen=True)
class Made:
    """Something of the conversation that can be looked at; `kind` is that of the artefact."""

    id: str
    kind: str
    data: Plain
    drafts: tuple[Plain, ...] = ()
    kept: int | None = None
    """The number of the version that was approved last."""

    @property
    def label(self) -> str:
        match self.kind:
            case "research":
                return _("Research: {topic}").format(topic=self.data["topic"])
            case "studio_outline":
                return _("Outline: {title}").format(title=self.data["title"])
            case "studio_variants":
                return _("Variants to choose from")
            case _:
                piece = self.data["piece"]
                return f"{name_of(piece['kind'])}: {piece['title']}"


def draw(thread: str) -> None:
    agent = session.agent()
    made = made_in(agent.history(thread, limit=TURNS))
    if not made:
        st.caption(
            _(
                "Nothing is written yet. What you ask for appears here, with its versions, its"
                " checks and a preview."
            )
        )
        return
    shown = _chosen(made)
    # A place that is emptied first: of what has more in it, some would stay in what comes next.
    with st.empty().container():
        match shown.kind:
            case "research":
                research.draw_whole(shown.data)
            case "studio_outline":
                _outline(shown.data)
            case "studio_variants":
                _variants(shown)
            case _:
                _piece(shown)


def made_in(turns: list[Turn]) -> list[Made]:
    """The latest last."""
    found: dict[str, Made] = {}
    for turn in turns:
        for entry in turn.entries:
            match entry.kind:
                case "research" | "studio_outline" | "studio_variants":
                    id_ = f"{entry.kind}-{turn.id}"
                    found.pop(id_, None)
                    found[id_] = Made(id_, entry.kind, entry.data)
                case "studio_draft":
                    _add_draft(found, entry.data)
                case "studio_kept" if known := found.get(entry.data["piece_id"]):
                    found[known.id] = replace(known, kept=known.drafts[-1]["number"])
    return list(found.values())


def _add_draft(found: dict[str, Made], data: Plain) -> None:
    id_ = data["piece_id"]
    before = found.pop(id_, None) or Made(id_, "studio_draft", data)
    found[id_] = replace(before, data=data, drafts=(*before.drafts, data))


def _chosen(made: list[Made]) -> Made:
    """The latest, until another is picked; something new is shown again at once."""
    if len(made) == 1:
        return made[0]
    labels = {each.id: safe.text(each.label) for each in made}
    chosen = st.selectbox(
        _("What to look at"),
        list(reversed(labels)),
        format_func=labels.get,
        # Its label may change with a version, which a widget of the same key would not show.
        key=f"document-{made[-1].id}-{len(made[-1].drafts)}",
        label_visibility="collapsed",
    )
    return next(each for each in made if each.id == chosen)


def _outline(data: Plain) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{icon_of('outline')} **{name_of('outline')}**", width="content")
        draw_made(data["origin"], has_quotes=any(each["claims"] for each in data["sections"]))
    st.markdown(f"#### {safe.plain(data['title'])}", anchors=False)
    studio.draw_sections(data)
    if data["origin"] != "rules":
        st.caption(_("The introduction and conclusion are added automatically."))


def _variants(made: Made) -> None:
    pieces = made.data["pieces"]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        kind = pieces[0]["kind"]
        st.markdown(f"{icon_of(kind)} **{name_of(kind)}**", width="content")
        draw_made(pieces[0]["origin"], has_quotes=bool(pieces[0]["claims"]))
    number = st.segmented_control(
        _("Variant"),
        range(len(pieces)),
        default=0,
        required=True,
        format_func=lambda n: _("Variant {number}").format(number=n + 1),
        key=f"variant-{made.id}",
        label_visibility="collapsed",
    )
    previews.draw(pieces[number or 0], key=f"variant-{made.id}-{number}")
    checks.draw(made.data["reports"][number or 0])


# A piece


def _piece(made: Made) -> None:
    states = _states(made)
    shown = _version(made.id, states)
    piece, key = shown.piece, f"pane-{made.id}-{shown.number}"
    if shown.report:
        shown = replace(shown, report=checks.without_ignored(shown.report, key))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{icon_of(piece['kind'])} **{name_of(piece['kind'])}**", width="content")
        _standing(shown, is_kept=shown.number == made.kept)
        draw_made(piece["origin"], piece["kind"], has_quotes=bool(piece["claims"]))
    view = st.segmented_control(
        _("View"),
        [TEXT, PREVIEW, CHECKS, *([CHANGES] if len(states) > 1 else [])],
        format_func=_,
        default=PREVIEW if piece["kind"] == "image" else TEXT,
        required=True,
        key=f"view-{made.id}",
        label_visibility="collapsed",
    )
    match view:
        case "Preview":
            previews.draw(piece, piece_id=made.id, key=key)
        case "Checks":
            _checks(shown, key=key)
        case "Changes":
            _changes(shown, states, key=key)
        case _:
            _text(shown, key=key)


def _states(made: Made) -> dict[int, State]:
    """Versions by number, the first one first."""
    agent = session.agent()
    found = {
        version.number: State(version.number, version.why, version.content)
        for version in agent.ports.pieces.versions(agent.user, made.id)
    }
    for draft in made.drafts:
        number = draft["number"]
        found[number] = State(
            number,
            draft["why"],
            draft["piece"],
            report=draft["report"],
            blocking=tuple(draft["blocking"]),
            is_partial=draft["is_partial"],
        )
    return dict(sorted(found.items()))


def _version(piece_id: str, states: dict[int, State]) -> State:
    """The latest, until another is picked."""
    last = max(states)
    if len(states) == 1:
        return states[last]
    named = _("Version {number}, {why}")
    names = {n: named.format(number=n, why=_(WHY[states[n].why])) for n in states}
    chosen = st.selectbox(
        _("Version"),
        sorted(names, reverse=True),
        format_func=names.get,
        key=f"version-{piece_id}-{last}",
        label_visibility="collapsed",
        icon=":material/history:",
    )
    return states[chosen]


def _version_name(number: int) -> str:
    return _("Version {number}").format(number=number)


def _standing(shown: State, *, is_kept: bool) -> None:
    if is_kept:
        st.badge(_("approved"), icon=":material/check_circle:", color="green")
    elif shown.is_partial:
        st.badge(_("stopped half-way"), icon=":material/stop_circle:", color="orange")
    elif shown.blocking:
        said = ngettext("{count} to fix first", "{count} to fix first", len(shown.blocking))
        st.badge(said, icon=":material/block:", color="red")
    elif shown.report:
        st.badge(_("can be approved"), icon=":material/check:", color="green")


def _text(shown: State, *, key: str) -> None:
    piece, report = shown.piece, shown.report
    findings = report["findings"] if report else []
    if any(finding["quote"] and finding["part"] == "text" for finding in findings):
        st.caption(_("A number in the text is that of a remark under “Checks”."))
    draw_text(piece, findings, key=key)
    studio.draw_fields(piece)
    for note in map(_, piece["notes"]):
        st.caption(f":material/info: {safe.plain(note)}")


def _checks(shown: State, *, key: str) -> None:
    if shown.report is None:
        st.caption(_("The checks of this version are not kept in this conversation."))
    else:
        checks.draw(shown.report, shown.blocking, key=key)


def _changes(shown: State, states: dict[int, State], *, key: str) -> None:
    others = [number for number in sorted(states, reverse=True) if number != shown.number]
    earlier = [number for number in others if number < shown.number]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        other = st.selectbox(
            _("Compared with"),
            others,
            index=others.index(earlier[0]) if earlier else 0,
            format_func=_version_name,
            key=f"other-{key}-{len(states)}",
            width=180,
        )
        is_beside = st.toggle(_("Side by side"), key=f"beside-{key}", persist_state="session")
    before, after = sorted((states[other], shown), key=lambda state: state.number)
    st.caption(
        _("From version {before} to {after}. {legend}").format(
            before=before.number, after=after.number, legend=_(changes.LEGEND)
        )
    )
    changes.draw_fields(
        [
            {"field": name, "before": before.piece[name], "after": after.piece[name]}
            for name in COMPARED
            if before.piece[name] != after.piece[name]
        ]
    )
    old, new = before.piece["text"], after.piece["text"]
    if old == new:
        st.caption(_("The text is the same."))
    elif is_beside:
        names = (_version_name(before.number), _version_name(after.number))
        st.markdown(changes.side_by_side(old, new, names=names))
    else:
        st.markdown(changes.marked(old, new))
