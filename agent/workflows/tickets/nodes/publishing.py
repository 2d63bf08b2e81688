"""The issue's page in the wiki: previewed, approved, written once, linked both ways."""

import json

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, task_of
from agent.errors import AgentError, NotApproved, OutcomeUnknown, Refused
from agent.exchange.wiki_markup import markdown, storage
from agent.language.catalogs import N_
from agent.ports import Context, Issue, Page, Wiki
from agent.questions import Approval, Field, Option, expiry
from agent.questions import to_json as stored
from agent.workflows.tickets import finding, page, steps
from agent.workflows.tickets.binding import content_of, digest_of, mark_of, page_in
from agent.workflows.tickets.contracts import Understood, Written
from agent.workflows.tickets.forms import BEYOND, asked
from agent.workflows.tickets.issues import describe, known_issues, linked
from agent.workflows.tickets.needed import (
    in_words,
    perform,
    place_of,
    show,
    tell,
    tracker_of,
    warn,
    wiki_of,
)
from agent.workflows.tickets.nodes.waiting import take_back
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import asked_now, conversation_so_far, keys_in

GAP = N_(
    "The wiki's tool takes no version number, so a change that someone makes at the very moment of"
    " writing would be overwritten; Confluence keeps it in the page's history."
)
LOSS = N_(
    "The page that is there holds more than can be read here, such as panels, mentions or pictures."
    " To replace it would lose that, so change it in {where}, or rename it there for a new page."
)


def draft_page(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Lay out the page; a page that the issue has already is replaced, not duplicated."""
    context, task = runtime.context, task_of(runtime)
    wiki, mark, _ = wiki_of(context), mark_of(task), gettext_of(state)
    issue = tracker_of(context).issue(state.get("last_issue") or "")
    known = finding.pages_of(wiki, issue.key, issue.links)
    there = next(iter(known), None) or wiki.titled(page.title(issue, _titled(state)))
    wanted = _as_wanted(state, issue, there, context=context)
    if isinstance(wanted, Written):
        return take_back(wanted, state.get("comment") or "", why="no page")
    title, body, remarks = wanted
    before = finding.without_mark(there.text) if there else ""
    if there and (there.title, before) == (title, markdown(storage(body)).strip()):
        said = _("The page is up to date: {page}.").format(page=linked(there.title, there.link))
        return _as_it_is(state, context, said, status="done")
    replaces = {"id": there.id, "version": there.version} if there else None
    written = {"space": wiki.space, "title": title, "body": storage(f"{body}\n\n---\n\n{mark}")}
    link = {"issue": issue.key, "title": title}
    content = content_of({"page": written, "replaces": replaces, "link": link, "mark": mark})
    try:
        if there:
            wiki.check_update(there, page_in(content))
    except Refused:
        return _as_it_is(state, context, _(LOSS).format(where=_(wiki.name)), status="unchanged")
    shown = {
        "title": title,
        "space": wiki.space,
        "markdown": body,
        "mark": mark,
        **place_of(wiki),
        "replaces": {**replaces, "link": there.link} if there and replaces else None,
        "before": before,
    }
    show(state, context, "wiki_page", shown, of="page", version=mark)
    card = _card(state, context, there, content, remarks, task=task)
    drafted: Plain = {"drafted": stored(card), "sent": content, "next_action": "page_approval"}
    return {**drafted, "approval": None, "edited": None}


def _titled(state: AgentState) -> str:
    """The title that the message gives the page; a number names one that is there."""
    wanted = Understood.of(state).page
    return "" if wanted.isdecimal() else wanted


def _as_wanted(
    state: AgentState, issue: Issue, there: Page | None, *, context: Context
) -> tuple[str, str, list[str]] | Written:
    """Title, body, and what is said beside them, or that no page is wanted any more.

    A button wants what is laid out.
    """
    comment, edited = state.get("comment") or "", state.get("edited")
    shown = page_in(state["sent"] or "") if comment or edited else None
    rejected = finding.without_mark(markdown(shown.body)) if shown else ""
    known = shown or there
    title, _ = known.title if known else page.title(issue, _titled(state)), gettext_of(state)
    keys = {*Understood.of(state).issues, *keys_in(comment)} - {issue.key}
    named, unknown = known_issues(sorted(keys), tracker_of(context), _)
    if edited:
        return page.title(issue, edited["title"]), rejected, unknown
    laid_out = page.markdown(issue, context.ports.scores.latest(context.user).get(issue.key))
    if not (context.llm.is_model and (there or comment or not state.get("picked"))):
        return title, laid_out, unknown
    told = {
        "issue": describe(issue),
        "named": "\n\n".join([*map(describe, named), *unknown]),
        "title": title,
        "laid_out": "" if rejected else laid_out,
        "there": finding.without_mark(there.text) if there else "",
        "conversation": "\n".join(conversation_so_far(state)),
        "request": asked_now(state),
        "rejected": rejected,
        "comment": comment,
    }
    value = steps.PageFor(told=told)
    given = context.llm.run(steps.PAGE, value)
    if given.withdrawn and comment:
        return given
    title = page.title(issue, given.title) if given.title.strip() else title
    beyond = ", ".join(steps.PAGE.remarks(value, given))
    remarks = [_(BEYOND).format(words=beyond)] if beyond else []
    return title, given.text or rejected or laid_out, [*remarks, *unknown]


def _as_it_is(state: AgentState, context: Context, said: str, *, status: str) -> Plain:
    told = tell(state, context, said, status=status)
    return {**told, "ended": "as it is", "drafted": None, "sent": None, "next_action": "end"}


def _card(
    state: AgentState,
    context: Context,
    there: Page | None,
    content: str,
    remarks: list[str],
    *,
    task: str,
) -> Approval:
    _, wiki = gettext_of(state), wiki_of(context)
    title, approve = _("Create this page in {space}?"), _("Approve and create")
    if there:
        title, approve = _("Replace version {version} of this page in {space}?"), _("Replace it")
    body = _("In {wiki}: “{title}”, exactly as previewed above. The issue then links to it.")
    body = body.format(wiki=_(wiki.name), title=page_in(content).title)
    rejects = ("reject",) if context.llm.is_model else ()
    return Approval(
        **asked(state, task, "page_approval"),
        title=title.format(space=wiki.space, version=there.version if there else 1),
        body="\n\n".join([body, *remarks]),
        expires=expiry(context.ports.ticket_rules.approval_minutes),
        digest=digest_of(content),
        risks=(_(GAP),) if there and not wiki.checks_version else (),
        allowed=("approve", "edit", *rejects),
        fields=(Field("title", _("Title"), default=page_in(content).title),),
        comment=_("Comment"),
        labels={"approve": approve},
        others=(Option("skip", _("Leave it unchanged") if there else _("No page")),),
    )


def confluence_creation(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Write the approved page once, then point to it from the issue."""
    context = runtime.context
    wiki, told = wiki_of(context), json.loads(state["sent"] or "")
    try:
        made = _written(wiki, told, state, context)
    except (Refused, NotApproved) as error:
        warn(error, state, context)
        return {"approval": None}
    notes = list[str]()
    try:
        _linked(told, made, state, context)
    except AgentError as error:
        said = gettext_of(state)(N_("The issue does not point to the page yet: {why}"))
        notes.append(said.format(why=in_words(error, state)))
    result = {name: made[name] for name in ("id", "title", "link", "space")}
    shown = {**result, **place_of(wiki), "is_update": bool(told["replaces"]), "notes": notes}
    show(state, context, "wiki_done", shown, of="page done")
    return {"confluence_result": {"success": True, **result}, "next_action": "end"}


def _written(wiki: Wiki, told: Plain, state: AgentState, context: Context) -> Plain:
    new, replaces = page_in(state["sent"] or ""), told["replaces"]

    def act() -> Plain:
        if replaces:
            return _result(wiki.update(replaces["id"], new, version=replaces["version"]))
        return _result(wiki.create(new))

    def find() -> Plain | None:
        there = wiki.page(replaces["id"]) if replaces else wiki.titled(new.title)
        if there and told["mark"] in there.text:
            return _result(there)
        if there is None or (replaces and there.version == replaces["version"]):
            return None
        raise OutcomeUnknown(
            f"“{new.title}” was changed by another person meanwhile.",
            hint="Look at it in the wiki, then ask for the page again.",
        )

    kind = "wiki.update_page" if replaces else "wiki.create_page"
    return perform(kind, wiki.space, state, context, act=act, find=find)


def _linked(told: Plain, made: Plain, state: AgentState, context: Context) -> None:
    """Point to the page; the same address again changes nothing, so in doubt it is set again."""
    key = told["link"]["issue"]

    def act() -> Plain:
        tracker_of(context).link_page(key, title=made["title"], url=made["link"])
        return {"reference": key}

    try:
        perform("tracker.link_page", key, state, context, act=act, find=act)
    except OutcomeUnknown:
        perform("tracker.link_page", key, state, context, act=act, find=act)


def _result(there: Page) -> Plain:
    told = {"id": there.id, "title": there.title, "link": there.link, "space": there.space}
    return {"reference": there.id, **told}
