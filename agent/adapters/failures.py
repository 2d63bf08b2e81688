"""Failures of other systems: their sentences and signs are one table, `agent/data/failures.yaml`.

A vendor's own text is searched for signs. It gets into a message only where an
adapter passes it on as `detail` or as a value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import yaml  # type: ignore[import-untyped]
from pydantic import BaseModel, ConfigDict, TypeAdapter

from agent.errors import AgentError, CloudError, ProviderError
from agent.language.catalogs import N_

E = TypeVar("E", bound=AgentError)

TABLE = Path(__file__).parents[1] / "data" / "failures.yaml"
LONGEST_WAIT = 3_600
_WAIT = N_("Wait {wait:.0f} seconds and try again.")


class Problem(BaseModel):
    """A way in which a vendor fails; the head of the table says what each field means."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: str
    hint: str
    retryable: bool = False
    kind: str = ""
    statuses: tuple[int, ...] = ()
    codes: tuple[int | str, ...] = ()
    texts: tuple[str, ...] = ()
    last_texts: tuple[str, ...] = ()


@cache
def read_table() -> Mapping[str, Mapping[str, Problem]]:
    table = TypeAdapter(dict[str, dict[str, Problem]])
    return table.validate_python(yaml.safe_load(TABLE.read_text("utf-8")))


@dataclass(frozen=True)
class Vendor(Generic[E]):
    """One part of the table, with the class of its errors."""

    name: str
    error: Callable[..., E]

    @property
    def problems(self) -> Mapping[str, Problem]:
        return read_table()[self.name]

    def failure(
        self,
        problem: str,
        *,
        about: str = "",
        says: str = "",
        detail: str = "",
        wait: float = 0,
        **values: object,
    ) -> E:
        """Build the error of a problem.

        `says` is a more exact sentence than the table's, `detail` is added to it as it is,
        and `wait` is the number of seconds that the vendor asked for.
        """
        known = self.problems[problem]
        more: dict[str, Any] = {}
        if self.error in {ProviderError, CloudError}:
            more["problem"] = known.kind or problem
        if self.error is ProviderError:
            more["wait"] = min(wait, LONGEST_WAIT)
        return self.error(
            says or known.says,
            hint=_WAIT if wait >= 1 else known.hint,
            retryable=known.retryable,
            about=about,
            detail=detail,
            values={**values, "wait": wait} if wait >= 1 else values,
            **more,
        )

    def find(self, *, code: int | str = "", text: str = "", status: int = 0) -> str | None:
        """Find the problem by the vendor's code, else by its words, else by the status."""
        return self._find_code(code) or self._find_text(text) or self._find_status(status)

    def _find_code(self, code: int | str) -> str | None:
        return next((name for name, known in self.problems.items() if code in known.codes), None)

    def _find_text(self, text: str) -> str | None:
        said, problems = text.casefold(), self.problems.items()
        signs = [(sign, name) for name, known in problems for sign in known.texts]
        signs += [(sign, name) for name, known in problems for sign in known.last_texts]
        return next((name for sign, name in signs if fnmatchcase(said, f"*{sign}*")), None)

    def _find_status(self, status: int) -> str | None:
        by_status = {each: name for name, known in self.problems.items() for each in known.statuses}
        return by_status.get(status) or (by_status.get(500) if status >= 500 else None)


ATLASSIAN = Vendor("atlassian", AgentError)
BOT = Vendor("bot", ProviderError)
CLOUD = Vendor("cloud", CloudError)
COURSES = Vendor("courses", ProviderError)
LLM = Vendor("llm", ProviderError)
PAGES = Vendor("pages", AgentError)
SEARCH = Vendor("search", ProviderError)
