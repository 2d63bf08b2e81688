"""The stack itself, and the tags of its resources."""

from agent.adapters.cloud.checks.kinds import (
    Arguments,
    Look,
    OnResource,
    Reading,
    equal,
    kind,
    shown,
)
from agent.adapters.cloud.checks.rows import ANYTHING, table, tags_of
from agent.language.catalogs import N_

GONE = N_("gone")
WHOLE = ("CREATE_COMPLETE", "UPDATE_COMPLETE")


class Output(Arguments):
    name: str
    value: str = ""


class Whole(Arguments):
    status: str = ""
    """Status in plans of an older release; not used, since a repair updates what was created."""


class Named(OnResource):
    name: str


class ResourceTag(OnResource):
    key: str
    value: str


@kind(
    "stack_output",
    "The stack gives an output.",
    said=N_("The stack gives the output {name} {value}."),
    arguments=Output,
)
def stack_output(look: Look, asked: Output) -> Reading:
    found = look.stack.outputs.get(asked.name)
    if asked.value:
        return equal(asked.value, found)
    return Reading(ANYTHING, shown(found), passed=bool(found))


@kind(
    "stack_status",
    "The stack is deployed as a whole.",
    said=N_("The stack is deployed as a whole."),
    arguments=Whole,
)
def stack_status(look: Look, asked: Whole) -> Reading:
    del asked
    return Reading(" / ".join(WHOLE), look.stack.status, passed=look.stack.status in WHOLE)


@kind(
    "resource_gone",
    "A resource is no longer in the stack.",
    said=N_("{resource} is no longer in the stack."),
    arguments=OnResource,
)
def resource_gone(look: Look, asked: OnResource) -> Reading:
    held = look.resources.get(asked.resource)
    is_gone = held is None or held.status == "DELETE_COMPLETE"
    return Reading(GONE, GONE if is_gone else held.status if held else "", passed=is_gone)


@kind(
    "resource_name",
    "A resource has this physical name.",
    said=N_("The name of {resource} is {name}."),
    arguments=Named,
)
def resource_name(look: Look, asked: Named) -> Reading:
    """Check the physical id, which is the name, or an address or ARN that ends with it."""
    found = look.physical(asked.resource)
    if found.startswith("arn:") and ":secret:" in found:
        # The engine puts a hyphen and six characters behind the name.
        found = found[:-7]
    is_address = found.startswith("arn:") or "://" in found
    if is_address and found.endswith((f":{asked.name}", f"/{asked.name}")):
        found = asked.name
    return equal(asked.name, found)


@kind(
    "resource_tag",
    "A resource has a tag.",
    said=N_("The tag {key} of {resource} is {value}."),
    arguments=ResourceTag,
    types=tuple(table().tags),
    proves=tuple((name, "Tags") for name in table().tags),
)
def resource_tag(look: Look, asked: ResourceTag) -> Reading:
    return equal(asked.value, tags_of(look, asked.resource).get(asked.key))
