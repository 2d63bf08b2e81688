"""What a change costs, from the table of prices alone; what is not priced is never zero."""

from collections.abc import Mapping
from dataclasses import asdict

from agent.checks import cfn
from agent.checks.prices import Item, estimate
from agent.language.catalogs import catalog
from agent.workflows.infra.stacks.templates import Written, resources_of
from agent.workflows.infra.state import Gettext, Plain

_NOTHING = "Resources: {}"
_FREE = Item("", "", "free of charge", 0, 0)


def change(
    before: Written,
    after: Written,
    *,
    region: str = "",
    estimates: Mapping[str, float] | None = None,
) -> Plain:
    """Return the change in USD a month from one template to another; either may be empty.

    What is retained goes on costing when it has left the stack. `estimates` are a model's, and
    count only for what has no price.
    """
    kept = cfn.parse(before.text).retained if before.text else set()
    left = kept - resources_of(after.text).keys()
    old = estimate(before.text or _NOTHING, before.parameters, region=region, without=left)
    new = estimate(after.text or _NOTHING, after.parameters, region=region)
    was, now = ({item.resource: item for item in each.items} for each in (old, new))
    low, high = sorted((round(new.low - old.low, 4), round(new.high - old.high, 4)))
    old_bodies, bodies = before.resolved(), after.resolved()
    same = {name for name, body in bodies.items() if body == old_bodies.get(name)}
    # What stays as it is, priced or not, costs nothing more.
    items = [
        _item(old_item, item)
        for name in {**was, **now}
        if (old_item := was.get(name, _FREE)) != (item := now.get(name, _FREE))
        or (item.status == "not priced" and name not in same)
    ]
    open_ = [item["resource"] for item in items if item["status"] == "not priced"]
    return {
        "estimates": {name: usd for name, usd in (estimates or {}).items() if name in open_},
        "monthly_delta": None if open_ else high,
        "low": low,
        "high": high,
        "is_complete": not open_,
        "used": sorted(n for n, item in now.items() if item.parts and n not in same),
        "affected_resources": items,
        "assumptions": [asdict(each) for each in new.assumptions or old.assumptions],
        "notes": f"Public list prices as known on {new.date}, not verified online."
        f" {new.notice}".rstrip(),
    }


def _item(was: Item, now: Item) -> Plain:
    """The difference; nothing is _FREE."""
    item, change = (was, "removed") if now is _FREE else (now, "changed")
    low = high = None
    if item.low is not None and item.high is not None:
        low, high = sorted(((now.low or 0) - (was.low or 0), (now.high or 0) - (was.high or 0)))
    shown = {name: getattr(item, name) for name in ("resource", "type", "status", "why")}
    return {**shown, "change": "added" if was is _FREE else change, "low": low, "high": high}


def describe(cost: Plain | None, language: str = "en") -> str:
    """In words; `cost` as `change` gives it."""
    _ = catalog(language).gettext
    if not cost:
        return _("unknown")
    span = _span(cost["low"], cost["high"], _)
    if cost["is_complete"] and (used := cost.get("used")) and not (cost["low"] or cost["high"]):
        return _("depends on what is stored and used: {resources}").format(
            resources=", ".join(used)
        )
    guessed = cost.get("estimates") or {}
    items = cost["affected_resources"]
    open_ = [item["resource"] for item in items if item["status"] == "not priced"]
    told = []
    if unknown := [name for name in open_ if name not in guessed]:
        told.append(_("unknown for {resources}").format(resources=", ".join(unknown)))
    if paid := [name for name, usd in guessed.items() if usd]:
        about = _("about {usd:,.0f} USD a month for {resources}, as the model estimates")
        told.append(about.format(usd=sum(guessed.values()), resources=", ".join(paid)))
    if len(items) > len(open_) or not told:
        rest = _("{span} a month for the rest") if told else _("{span} a month")
        told.append(rest.format(span=span))
    return "; ".join(told)


def _span(low: float, high: float, _: Gettext) -> str:
    # What is left of a rounded -0.001 has no sign.
    low, high = round(low, 2) + 0.0, round(high, 2) + 0.0
    if low == high:
        return f"{low:+,.2f} USD"
    return _("{low:+,.2f} to {high:+,.2f} USD").format(low=low, high=high)
