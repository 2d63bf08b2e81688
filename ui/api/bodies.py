"""The requests of clients. Anything else is refused: no key and no address comes this way."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

LONGEST_TEXT = 20_000
USUAL_WAIT = 60.0
LONGEST_WAIT = 120.0


def _something(text: str) -> str:
    if not text.strip():
        raise ValueError("There is nothing in it.")
    return text


Text = Annotated[str, Field(max_length=LONGEST_TEXT, min_length=1), AfterValidator(_something)]
Name = Annotated[str, Field(max_length=200, min_length=1), AfterValidator(_something)]
Scalar = str | int | float | bool | None
Wait = Annotated[
    float,
    Field(ge=0, le=LONGEST_WAIT, description="Seconds to wait for the end; then 202."),
]
Provider = Annotated[
    str | None,
    Field(
        max_length=200,
        description="A model provider of this server; its own first one when left out.",
    ),
]
Inputs = Annotated[
    dict[str, JsonValue],
    Field(max_length=50, description="Inputs of the workflow: GET /api/workflows lists them."),
]
Asignatura = Annotated[
    str | None,
    Field(
        max_length=200,
        description="The subject. A conversation keeps its own; a new one begins with the first.",
    ),
]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Going(Body):
    """Options for how a run is carried out."""

    provider: Provider = None
    wait: Wait = USUAL_WAIT


class Message(Going):
    """A message in a thread."""

    query: Text
    asignatura: Asignatura = None
    inputs: Inputs = Field(default_factory=dict)


class Chat(Message):
    """A message in a conversation that the client calls `id`; the first one begins it."""

    id: Name
    workflow: Annotated[
        str | None, Field(max_length=200, description="Of a new conversation: tutor.")
    ] = None


class Resume(Going):
    """The answer to what a conversation asks."""

    id: Name
    user_response: Annotated[
        str,
        Field(
            max_length=LONGEST_TEXT,
            description="The id, letter or whole text of an option, or a free text.",
        ),
    ]
    question_id: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Which question is meant. Left out, exactly one must be open; given, a"
            " repeated request cannot answer the next one.",
        ),
    ] = None
    confidence: Annotated[int | None, Field(ge=1, le=3)] = None
    comment: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""


class Answer(Going):
    """An answer to a question of any kind; the question says which member it needs."""

    option: Annotated[str, Field(max_length=200)] = ""
    decision: Literal["approve", "edit", "reject", ""] = ""
    values: Annotated[dict[str, Scalar], Field(max_length=200)] = Field(default_factory=dict)
    text: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    comment: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    confidence: Annotated[int | None, Field(ge=1, le=3)] = None
    typed: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""


class Nothing(Body):
    """An empty object."""
