"""What a turn leaves to look at, in words: for the terminal, for exports and for programs."""

from collections.abc import Callable
from typing import Any

from agent.exchange import review_words
from agent.language.catalogs import catalog

Plain = dict[str, Any]
Gettext = Callable[[str], str]


def in_words(kind: str, data: Plain, *, language: str = "en") -> str:
    """Empty for what has no words, such as a figure."""
    words = IN_WORDS.get(kind)
    return words(data, catalog(language).gettext) if words else ""


def _citations(data: Plain, _: Gettext) -> str:
    sources = (f"[{s['mark']}] {s['title']}, {s['heading']}" for s in data["sources"])
    return "\n\n" + "\n".join(sources)


def _feedback(data: Plain, _: Gettext) -> str:
    outcome = f"{_(data['outcome'].capitalize())}: {data['right']}".rstrip(".")
    return f"{outcome}. {data['explanation']}\n"


def _quiz_result(data: Plain, _: Gettext) -> str:
    return _("Result: {score} of {total} right.").format(**data)


def _outcome(data: Plain, _: Gettext) -> str:
    return f"\n{data['text']}"


# Infra


def _infra_plan(data: Plain, _: Gettext) -> str:
    wanted = "\n".join(f"  {r['id']} {r['description']}" for r in data["requirements"])
    return "\n" + _("Plan: {summary}").format(**data) + f"\n{wanted}"


def _infra_review(data: Plain, _: Gettext) -> str:
    last = data["rounds"][-1]
    found = (*last["still_open"], *last["new"])
    lines = [f"\n{review_words.verdict(last['status'], found)}"]
    lines += [review_words.round_of(entry) for entry in data["rounds"]]
    lines += [f"  {f['severity']} {f['rule_id']}: {f['message']}" for f in found]
    return "\n".join(lines)


def _infra_change(data: Plain, _: Gettext) -> str:
    actions = enumerate(data["actions"], start=1)
    steps = "\n".join(f"  {n}. {a['state']} {a['resource']} ({a['type']})" for n, a in actions)
    return f"\n{steps}\n{data['diff']}".rstrip()


def _infra_deployment(data: Plain, _: Gettext) -> str:
    if not data["is_final"]:
        states = ", ".join(f"{a['resource_name']} {a['status']}" for a in data["actions"])
        return f"  {data['status']}: {states}"
    return "\n".join(
        f"  {v['acceptance_criteria_id']} {v['outcome']}: {v['description']}"
        + _(" Expected {expected_result}, found {actual_result}.").format(**v)
        for v in data["validation"]
    )


# Tickets


def _draft(data: Plain, _: Gettext) -> str:
    content = data["content"]
    labels = ", ".join([*content["labels"], content["mark"]])
    made_by = "a model" if data["origin"] == "model" else "rules"
    fields = [f"  {name}: {value}" for name, value in content["fields"].items()]
    changed = [f"Changed: {change['field']}" for change in data["changes"]]
    lines = [
        f"\nDraft for {data['where']}, made by {made_by}",
        f"  {content['project']}, {content['issue_type']}, {content['priority'] or 'no priority'}",
        f"  labels {labels}",
        *fields,
        f"\n{content['summary']}\n\n{content['description']}",
        *changed,
        *(f"Like {e['key']} ({e['similarity']:.0%}): {e['summary']}" for e in data["similar"]),
    ]
    return "\n".join(lines)


def _created(data: Plain, _: Gettext) -> str:
    return f"\n{data['key']} is created: {data['summary']} {data['link']}"


def _maturity(data: Plain, _: Gettext) -> str:
    lines = [f"\nMaturity of {data['issue_key']}: {data['overall']:g} of 100"]
    lines += [
        f"  {each.get('value', each['score']):>3} {each['criterion'].replace('_', ' ')}"
        for each in data["scores"]
    ]
    lines += [f"  {each['gain']:+.1f} {each['text']}" for each in data["advice"]]
    return "\n".join(lines)


def _ticket_change(data: Plain, _: Gettext) -> str:
    changes = (
        f"{c['field']} was:\n{c['before']}\n\n{c['field']} will be:\n{c['after']}"
        for c in data["changes"]
    )
    why = data["advice"]["text"] if data["advice"] else ""
    return f"\nChange of {data['issue']}: {why}\n" + "\n".join(changes)


def _page(data: Plain, _: Gettext) -> str:
    replaced = f", replaces version {data['replaces']['version']}" if data["replaces"] else ""
    return f"\nPage in {data['where']}{replaced}: {data['title']}\n\n{data['markdown']}"


def _page_done(data: Plain, _: Gettext) -> str:
    return "\n".join([f"\nPage: {data['title']} {data['link']}", *data["notes"]])


def _found(data: Plain, _: Gettext) -> str:
    if issue := data["issue"]:
        return (
            f"\n{issue['key']}: {issue['summary']} ({issue['issue_type']}, {issue['status']})"
            f"\n{issue['link']}\n\n{issue['description']}"
        )
    page = data["page"] or {}
    return f"\n{page['title']} (version {page['version']})\n{page['link']}\n\n{page['text']}"


def _batch(data: Plain, _: Gettext) -> str:
    if not data["is_over"]:
        return f"  {data['done']} of {data['total']} scored"
    return "\n".join(
        f"  {'  –' if row['score'] is None else format(row['score'], '>6g')} {row['key']}"
        f" {row['problem'] or row['summary']}"
        for row in data["rows"]
    )


# Studio


def _guardrails(data: Plain, _: Gettext) -> str:
    return "" if data["passed"] else "\n" + _("Stopped: {message}").format(**data)


def _research(data: Plain, _: Gettext) -> str:
    findings = [f"  - {finding}" for finding in data["key_findings"]]
    sources = [f"  {s['id']}: {s['title']} {s['url']}".rstrip() for s in data["sources"]]
    notices = [f"  ! {notice}" for notice in data["notices"]]
    return "\n".join([f"\n{data['topic']}: {data['summary']}", *findings, *sources, *notices])


def _outline(data: Plain, _: Gettext) -> str:
    lines = [f"\n{data['title']}"]
    for number, section in enumerate(data["sections"], start=1):
        lines.append(f"  {number}. {section['heading']}: {section['gist']}".rstrip(": "))
    return "\n".join([*lines, *(f"  * {change}" for change in data["changes"])])


def _variants(data: Plain, _: Gettext) -> str:
    label = _("Variant {number}")
    texts = (
        f"{label.format(number=n)}\n\n{piece['text']}"
        for n, piece in enumerate(data["pieces"], start=1)
    )
    return "\n" + "\n\n".join(texts)


def _piece(data: Plain, _: Gettext) -> str:
    piece = data["piece"]
    version = _("Version {number}: {title}").format(number=data["number"], title=piece["title"])
    beside = {
        _("Meta description"): piece["meta_description"],
        _("Alternative text"): piece["alt"],
    }
    parts = [f"\n{version}", piece["text"]]
    parts += [f"{label}: {text}" for label, text in beside.items() if text]
    told = [f"  ! {sentence}" for sentence in data["blocking"]]
    told += [f"  {_(note)}" for note in piece["notes"]]
    return "\n\n".join(filter(None, [*parts, "\n".join(told)]))


def _picture(data: Plain, _: Gettext) -> str:
    made = _("Card made here, without an image model")
    if not data["is_card"]:
        made = _("Picture by {model}").format(model=data["model"])
    return f"{made}, {data['width']} × {data['height']}: {data['alt']}"


def _kept(data: Plain, _: Gettext) -> str:
    return _("Kept: {title}").format(**data)


# Coach


def _gaps(data: Plain, _: Gettext) -> str:
    return "\n".join(
        f"  {gap['name']}: {gap['held']} of {gap['required']}. {gap['reason']} {gap['evidence']}"
        for gap in data["gaps"]
    )


def _courses(data: Plain, _: Gettext) -> str:
    return "\n".join(
        f"\n{number}. {course['title']} {course['url']}\n   {course['reason']}"
        for number, course in enumerate(data["courses"], start=1)
    )


def _learning_plan(data: Plain, _: Gettext) -> str:
    plan = data["plan"]
    lines = [f"\nPlan: {plan['goal']['text']} ({plan['estimated_duration']})"]
    lines += [
        f"  {'x' if m['done'] else ' '} {m['id']} {m['start']} to {m['due']}: {m['title']}"
        for m in plan["milestones"]
    ]
    lines += [
        f"  {c['milestone']} {c['field']}: {c['before']} → {c['after']}" for c in data["changes"]
    ]
    lines += [f"  ! {finding['sentence']}" for finding in plan["findings"]]
    return "\n".join(lines)


def _progress(data: Plain, _: Gettext) -> str:
    hours = f"{data['hours']:g} of {data['hours_planned']:g} h"
    return f"  {data['done']} of {data['of']} milestones done, {hours}"


IN_WORDS: dict[str, Callable[[Plain, Gettext], str]] = {
    "citations": _citations,
    "feedback": _feedback,
    "quiz_result": _quiz_result,
    "outcome": _outcome,
    "infra_plan": _infra_plan,
    "infra_review": _infra_review,
    "infra_change": _infra_change,
    "infra_deployment": _infra_deployment,
    "ticket_draft": _draft,
    "ticket_drafts": lambda data, _: "\n".join(_draft(draft, _) for draft in data["drafts"]),
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
