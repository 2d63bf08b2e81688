"""Artifacts of a turn as plain text: for the terminal, for exports and for programs."""

from collections.abc import Callable, Sequence
from typing import Any

from agent.exchange import review_words
from agent.exchange.field_names import field_name
from agent.language.catalogs import N_, catalog
from agent.ports.work_items import CRITERIA

Plain = dict[str, Any]


def in_words(kind: str, data: Plain, language: str = "en") -> str:
    """Return the words of an artifact; empty for a kind without any, such as a figure."""
    written = IN_WORDS.get(kind)
    return written(data, language) if written else ""


# Tutor


def _citations(data: Plain, _language: str) -> str:
    sources = (f"[{s['mark']}] {s['title']}, {s['heading']}" for s in data["sources"])
    return "\n\n" + "\n".join(sources)


OUTCOMES = {
    "wrong": N_("You answered “{given}”. The answer is **{right}**."),
    "right": N_("You answered **{given}**, and that is right."),
    "skipped": N_("You skipped it. The answer is **{right}**."),
    "unanswered": N_("You did not answer it. The answer is **{right}**."),
    "undecided": N_(
        "You answered “{given}”, which may be right too. The expected answer is **{right}**."
    ),
}
"""Words for the result of an answer to a quiz question."""


def _feedback(data: Plain, language: str) -> str:
    sentence = OUTCOMES[data["outcome"]]
    said = catalog(language).gettext(sentence)
    given, right = (data[key].rstrip(" .。") for key in ("given", "right"))
    judged = [reading["why"] for reading in data.get("readings", [])]
    told = [*judged, data["explanation"], data.get("remark", "")]
    return " ".join(filter(None, (said.format(given=given, right=right), *told))) + "\n"


def _quiz_result(data: Plain, language: str) -> str:
    said = catalog(language).gettext("Result: {score} of {total} right.")
    return said.format(score=data["score"], total=data["total"])


def _outcome(data: Plain, _language: str) -> str:
    return f"\n{data['text']}"


# Infra

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "info": N_("note")}
STATES = {
    "added": N_("added"),
    "changed": N_("changed"),
    "replaced": N_("replaced"),
    "removed": N_("destroyed"),
    "kept": N_("kept"),
    "touched": N_("only refers to what changes"),
}
CHECKS = {
    "passed": N_("passed"),
    "failed": N_("failed"),
    "unknown": N_("unknown"),
    "not modelled by the sandbox": N_("not modelled by the sandbox"),
    "set, not tried": N_("set, not tried"),
}


def _infra_plan(data: Plain, language: str) -> str:
    wanted = "\n".join(f"  {r['id']} {r['description']}" for r in data["requirements"])
    said = catalog(language).gettext("Plan: {summary}").format(summary=data["summary"])
    return f"\n{said}\n{wanted}"


def _infra_review(data: Plain, language: str) -> str:
    _, last = catalog(language).gettext, data["rounds"][-1]
    found = (*last["still_open"], *last["new"])
    lines = [f"\n{review_words.verdict(last['status'], found, language)}"]
    lines += [review_words.round_of(entry, language) for entry in data["rounds"]]
    lines += [f"  {_(SEVERITIES[f['severity']])} {f['rule_id']}: {f['message']}" for f in found]
    return "\n".join(lines)


def _infra_change(data: Plain, language: str) -> str:
    steps = "\n".join(f"  {step}" for step in steps_of(data["actions"], language))
    return f"\n{steps}\n{data['diff']}".rstrip()


def steps_of(actions: Sequence[Plain], language: str) -> list[str]:
    """Of a change, in their order."""
    _ = catalog(language).gettext
    return [
        f"{number}. {_(STATES[each['state']])}: {each['resource']} ({each['type']})"
        for number, each in enumerate(actions, start=1)
    ]


def _infra_deployment(data: Plain, language: str) -> str:
    if not data["is_final"]:
        states = ", ".join(f"{a['resource_name']} {a['status']}" for a in data["actions"])
        return f"  {data['status']}: {states}"
    _ = catalog(language).gettext
    unlike = _("{check} {outcome}: {about} Expected {expected}, found {found}.")
    alike = _("{check} {outcome}: {about} Found {found}.")
    outcomes = {outcome: _(name) for outcome, name in CHECKS.items()}
    return "\n".join(
        "  "
        + (unlike if v["outcome"] in ("failed", "unknown") else alike).format(
            check=v["acceptance_criteria_id"],
            outcome=outcomes[v["outcome"]],
            about=v["description"],
            expected=v["expected_result"].rstrip("."),
            found=v["actual_result"].rstrip("."),
        )
        for v in data["validation"]
    )


# Tickets


def _draft(data: Plain, language: str) -> str:
    _, content, place = catalog(language).gettext, data["content"], data["where"]
    by_model = _("Draft for {place}, written by the model")
    by_rules = _("Draft for {place}, made by rules")
    title = by_rules if data["origin"] == "rules" else by_model
    priority = content["priority"] or _("no priority")
    changed = ", ".join(field_name(change["field"], _) for change in data["changes"])
    planned = [(_("Due"), content.get("due")), (_("Assignee"), content.get("assignee"))]
    planned += [(_("Links"), " ".join(link)) for link in content.get("links", ())]
    lines = [
        "\n" + title.format(place=_(place)),
        f"  {content['project']}, {content['issue_type']}, {priority}",
        "  " + _("Labels: {labels}").format(labels=", ".join(content["labels"]) or "–"),
        *(f"  {name}: {value}" for name, value in planned if value),
        *(f"  {name}: {value}" for name, value in content["fields"].items()),
        f"\n{content['summary']}\n\n{content['description']}",
        *([_("Changed: {names}").format(names=changed)] if changed else []),
    ]
    return "\n".join(lines)


def _drafts(data: Plain, language: str) -> str:
    return "\n".join(_draft(draft, language) for draft in data["drafts"])


def _created(data: Plain, language: str) -> str:
    said = catalog(language).gettext("{issue} is created").format(issue=data["key"])
    return f"\n{said}: {data['summary']} {data['link']}"


def _maturity(data: Plain, language: str) -> str:
    _ = catalog(language).gettext
    names = {str(criterion): _(name) for criterion, name in CRITERIA.items()}
    said = _("Maturity of {issue}: {score:.0f} of 100")
    lines = ["\n" + said.format(issue=data["issue_key"], score=data["overall"])]
    lines += [
        f"  {each.get('value', each['score']):>3} {names.get(each['criterion'], each['criterion'])}"
        for each in data["scores"]
    ]
    lines += [f"  {each['gain']:+.1f} {each['text']}" for each in data["advice"]]
    return "\n".join(lines)


def _ticket_change(data: Plain, language: str) -> str:
    _ = catalog(language).gettext
    before, after = _("{field}, before:"), _("{field}, after:")
    lines = ["\n" + _("Change of {issue}").format(issue=data["issue"])]
    if data["advice"]:
        lines.append(data["advice"]["text"])
    for change in data["changes"]:
        name = field_name(change["field"], _)
        lines.append(f"{before.format(field=name)}\n{change['before']}\n")
        lines.append(f"{after.format(field=name)}\n{change['after']}")
    return "\n".join(lines)


def _page(data: Plain, language: str) -> str:
    _, place = catalog(language).gettext, data["where"]
    said = _("Page in {place}: {title}").format(place=_(place), title=data["title"])
    if data["replaces"]:
        replaced = _("replaces version {number}").format(number=data["replaces"]["version"])
        said += f" ({replaced})"
    return f"\n{said}\n\n{data['markdown']}"


def _page_done(data: Plain, language: str) -> str:
    said = catalog(language).gettext("Page: {title}").format(title=data["title"])
    return "\n".join([f"\n{said} {data['link']}", *data["notes"]])


def _found(data: Plain, language: str) -> str:
    if issue := data["issue"]:
        _ = catalog(language).gettext
        told = [issue["issue_type"], issue["status"], issue["priority"]]
        assignee, due, unassigned = _("Assignee"), _("Due"), _("unassigned")
        comment = _("Comment: {comment}")
        told.append(f"{assignee}: {issue.get('assignee') or unassigned}")
        told += [f"{due}: {issue['due']}"] if issue.get("due") else []
        told += [" ".join(each) for each in issue.get("relations", [])]
        comments = [comment.format(comment=text) for text in issue.get("comments", [])]
        return "\n".join(
            [
                f"\n{issue['key']}: {issue['summary']} ({', '.join(told)})",
                f"{issue['link']}\n\n{issue['description']}",
                *comments,
            ]
        )
    page = data["page"] or {}
    version = catalog(language).gettext("version {number}").format(number=page["version"])
    return f"\n{page['title']} ({version})\n{page['link']}\n\n{page['text']}"


def _batch(data: Plain, language: str) -> str:
    if not data["is_over"]:
        said = catalog(language).gettext("Scored {count} of {all}")
        return "  " + said.format(count=data["done"], all=data["total"])
    return "\n".join(
        f"  {'  –' if row['score'] is None else format(row['score'], '>4.0f')} {row['key']}"
        f" {row['problem'] or row['summary']}"
        for row in data["rows"]
    )


# Studio


def _guardrails(data: Plain, language: str) -> str:
    said = catalog(language).gettext("Stopped: {reason}")
    return "" if data["passed"] else "\n" + said.format(reason=data["message"])


def _research(data: Plain, language: str) -> str:
    findings = [f"  - {finding}" for finding in data["key_findings"]]
    sources = [f"  {s['id']}: {s['title']} {s['url']}".rstrip() for s in data["sources"]]
    notices = [f"  ! {notice}" for notice in data["notices"]]
    _ = catalog(language).gettext
    said = f"{data['topic']}: {data['summary']}"
    if not data["claims"]:
        said = _("I found nothing to quote about “{topic}”.").format(topic=data["topic"])
    return "\n".join([f"\n{said}", *findings, *sources, *notices])


def _outline(data: Plain, _language: str) -> str:
    lines = [f"\n{data['title']}"]
    for number, section in enumerate(data["sections"], start=1):
        lines.append(f"  {number}. {section['heading']}: {section['gist']}".rstrip(": "))
    return "\n".join([*lines, *(f"  * {change}" for change in data["changes"])])


def _variants(data: Plain, language: str) -> str:
    texts = [piece["text"] for piece in data["pieces"]]
    if len(texts) > 1:
        heading = catalog(language).gettext("Variant {number}")
        texts = [f"{heading.format(number=n)}\n\n{text}" for n, text in enumerate(texts, start=1)]
    return "\n" + "\n\n".join(texts)


def _piece(data: Plain, language: str) -> str:
    _, piece = catalog(language).gettext, data["piece"]
    parts = [
        "\n" + _("Version {number}: {title}").format(number=data["number"], title=piece["title"])
    ]
    parts.append(piece["text"])
    if piece["meta_description"]:
        parts.append(_("Meta description: {text}").format(text=piece["meta_description"]))
    if piece["alt"]:
        parts.append(_("Alt text: {text}").format(text=piece["alt"]))
    told = [f"  ! {sentence}" for sentence in data["blocking"]]
    told += [f"  {_(note)}" for note in piece.get("notes", [])]
    return "\n\n".join(filter(None, [*parts, "\n".join(told)]))


def _picture(data: Plain, language: str) -> str:
    made = catalog(language).gettext("Card made here")
    if not data["is_card"]:
        made = catalog(language).gettext("Picture by {model}").format(model=data["model"])
    return f"{made}, {data['width']} × {data['height']}: {data['alt']}"


def _kept(data: Plain, language: str) -> str:
    return catalog(language).gettext("Kept: {title}").format(title=data["title"])


# Coach


def _gaps(data: Plain, language: str) -> str:
    said = catalog(language).gettext("{skill}: level {held} of {required}.")
    return "\n".join(
        f"  {said.format(skill=gap['name'], held=gap['held'], required=gap['required'])}"
        f" {gap['reason']} {gap['evidence']}".rstrip()
        for gap in data["gaps"]
    )


def _courses(data: Plain, _language: str) -> str:
    return "\n".join(
        f"\n{number}. {course['title']} {course['url']}\n   {course['reason']}"
        for number, course in enumerate(data["courses"], start=1)
    )


def _learning_plan(data: Plain, language: str) -> str:
    _, plan = catalog(language).gettext, data["plan"]
    said = _("Plan: {summary}").format(summary=plan["goal"]["text"])
    span = _("{start} to {end}")
    lines = [f"\n{said} ({plan['estimated_duration']})"]
    lines += [
        f"  {'x' if m['done'] else ' '} {m['id']} {span.format(start=m['start'], end=m['due'])}:"
        f" {m['title']}"
        for m in plan["milestones"]
    ]
    lines += [
        f"  {c['milestone']} {field_name(c['field'], _)}: {c['before']} → {c['after']}"
        for c in data["changes"]
    ]
    lines += [f"  ! {finding['sentence']}" for finding in plan["findings"]]
    return "\n".join(lines)


def _progress(data: Plain, language: str) -> str:
    said = catalog(language).gettext("{done} of {all} milestones done, {hours:g} of {planned:g} h")
    return "  " + said.format(
        done=data["done"], all=data["of"], hours=data["hours"], planned=data["hours_planned"]
    )


IN_WORDS: dict[str, Callable[[Plain, str], str]] = {
    "citations": _citations,
    "feedback": _feedback,
    "quiz_result": _quiz_result,
    "outcome": _outcome,
    "infra_plan": _infra_plan,
    "infra_review": _infra_review,
    "infra_change": _infra_change,
    "infra_deployment": _infra_deployment,
    "ticket_draft": _draft,
    "ticket_drafts": _drafts,
    "ticket_created": _created,
    "maturity": _maturity,
    "ticket_change": _ticket_change,
    "wiki_page": _page,
    "wiki_done": _page_done,
    "ticket_found": _found,
    "ticket_batch": _batch,
    "guardrails": _guardrails,
    "research": _research,
    "studio_outline": _outline,
    "studio_variants": _variants,
    "studio_draft": _piece,
    "studio_picture": _picture,
    "studio_kept": _kept,
    "coach_gaps": _gaps,
    "coach_courses": _courses,
    "coach_plan": _learning_plan,
    "coach_progress": _progress,
}
