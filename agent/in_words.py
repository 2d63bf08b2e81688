"""What a turn leaves to look at, in words: for the terminal and for exports."""

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]


def in_words(kind: str, data: Plain) -> str:
    """Empty for what has no words, such as a figure."""
    words = IN_WORDS.get(kind)
    return words(data) if words else ""


def _citations(data: Plain) -> str:
    sources = (f"[{s['mark']}] {s['title']}, {s['heading']}" for s in data["sources"])
    return "\n\n" + "\n".join(sources)


def _feedback(data: Plain) -> str:
    return f"{data['outcome'].capitalize()}: {data['right']}. {data['explanation']}\n"


def _quiz_result(data: Plain) -> str:
    return f"Result: {data['score']} of {data['total']} right."


def _outcome(data: Plain) -> str:
    return f"\n{data['text']}"


# Infra


def _infra_plan(data: Plain) -> str:
    wanted = "\n".join(f"  {r['id']} {r['description']}" for r in data["requirements"])
    return f"\nPlan: {data['summary']}\n{wanted}"


def _infra_review(data: Plain) -> str:
    last = data["rounds"][-1]
    counted = f"{len(last['fixed'])} fixed, {len(last['still_open'])} still open"
    lines = [
        f"\nReview, round {last['round']}: {last['status']}, {counted}, {len(last['new'])} new"
    ]
    found = (*last["still_open"], *last["new"])
    lines += [f"  {f['severity']} {f['rule_id']}: {f['message']}" for f in found]
    return "\n".join(lines)


def _infra_change(data: Plain) -> str:
    actions = enumerate(data["actions"], start=1)
    steps = "\n".join(f"  {n}. {a['state']} {a['resource']} ({a['type']})" for n, a in actions)
    return f"\n{steps}\n{data['diff']}".rstrip()


def _infra_deployment(data: Plain) -> str:
    if not data["is_final"]:
        states = ", ".join(f"{a['resource_name']} {a['status']}" for a in data["actions"])
        return f"  {data['status']}: {states}"
    return "\n".join(
        f"  {v['acceptance_criteria_id']} {v['outcome']}: {v['description']}"
        f" Expected {v['expected_result']}, found {v['actual_result']}."
        for v in data["validation"]
    )


# Tickets


def _draft(data: Plain) -> str:
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


def _created(data: Plain) -> str:
    return f"\n{data['key']} is created: {data['summary']} {data['link']}"


def _maturity(data: Plain) -> str:
    lines = [f"\nMaturity of {data['issue_key']}: {data['overall']:g} of 100"]
    lines += [
        f"  {each['score']:>3} {each['criterion'].replace('_', ' ')}" for each in data["scores"]
    ]
    lines += [f"  {each['gain']:+.1f} {each['text']}" for each in data["advice"]]
    return "\n".join(lines)


def _ticket_change(data: Plain) -> str:
    changes = (
        f"{c['field']} was:\n{c['before']}\n\n{c['field']} will be:\n{c['after']}"
        for c in data["changes"]
    )
    return f"\nChange of {data['issue']}: {data['advice']['text']}\n" + "\n".join(changes)


def _page(data: Plain) -> str:
    replaced = f", replaces version {data['replaces']['version']}" if data["replaces"] else ""
    return f"\nPage in {data['where']}{replaced}: {data['title']}\n\n{data['markdown']}"


def _page_done(data: Plain) -> str:
    return "\n".join([f"\nPage: {data['title']} {data['link']}", *data["notes"]])


def _found(data: Plain) -> str:
    if issue := data["issue"]:
        return (
            f"\n{issue['key']}: {issue['summary']} ({issue['issue_type']}, {issue['status']})"
            f"\n{issue['link']}\n\n{issue['description']}"
        )
    page = data["page"] or {}
    return f"\n{page['title']} (version {page['version']})\n{page['link']}\n\n{page['text']}"


def _batch(data: Plain) -> str:
    if not data["is_over"]:
        return f"  {data['done']} of {data['total']} scored"
    return "\n".join(
        f"  {'  –' if row['score'] is None else format(row['score'], '>6g')} {row['key']}"
        f" {row['problem'] or row['summary']}"
        for row in data["rows"]
    )


IN_WORDS: dict[str, Callable[[Plain], str]] = {
    "citations": _citations,
    "feedback": _feedback,
    "quiz_result": _quiz_result,
    "outcome": _outcome,
    "infra_plan": _infra_plan,
    "infra_review": _infra_review,
    "infra_change": _infra_change,
    "infra_deployment": _infra_deployment,
    "ticket_draft": _draft,
    "ticket_created": _created,
    "maturity": _maturity,
    "ticket_change": _ticket_change,
    "wiki_page": _page,
    "wiki_done": _page_done,
    "ticket_found": _found,
    "ticket_batch": _batch,
}
