"""The terminal client and the operator's commands."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args, get_type_hints

from agent.bootstrap import open_agent
from agent.engine.workflow import known_workflows
from agent.errors import AgentError
from agent.settings import Settings, describe
from agent.store import backup
from agent.store.folder import last_hash
from agent.terminal import USER, Terminal

Command = Callable[[argparse.Namespace], int]


def parser(prog: str = "python -m agent") -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=prog, description=__doc__)
    commands = top.add_subparsers(required=True, metavar="command")

    def add(name: str, command: Command, purpose: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=purpose, description=purpose)
        added.set_defaults(command=command)
        return added

    chat = add("chat", _chat, "Talk to a workflow, and answer what it asks.")
    chat.add_argument("--workflow", default="tutor", choices=known_workflows())
    chat.add_argument("--thread", metavar="ID", help="continue this conversation")
    for name, workflow in known_workflows().items():
        _add_inputs(add(name, _talk, f"{workflow.title}: {workflow.summary}"), name)
    graph = add("graph", _graph, "Print the drawing of a workflow, as Mermaid.")
    graph.add_argument("workflow", choices=known_workflows())
    add("threads", _threads, "List the conversations.")
    add("settings", _settings, "Print all settings, as Markdown.")
    back_up = add("backup", _back_up, "Copy the data folder; the server may run meanwhile.")
    back_up.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    restore = add("restore", _restore, "Replace the data folder by a backup.")
    restore.add_argument("folder", type=Path, metavar="DIR", help="what `backup` has written")
    restore.add_argument("--force", action="store_true", help="move the present data aside")
    verify = add("verify", _verify, "Check the data files and that the ledger's rows agree.")
    verify.add_argument("--anchor", default="", metavar="HASH", help="what `backup` has printed")
    add("repair", _repair, "Continue without a lost data file; open turns end then.")
    return top


def main(argv: Sequence[str] | None = None, *, prog: str = "python -m agent") -> int:
    """Run one command; return 0, or 1 with a sentence on stderr."""
    if prog == "interlude" and (argv or sys.argv[1:])[:1] in (["--help"], ["-h"]):
        print("interlude run [--port PORT] serves the app in the browser.\n")
    arguments = parser(prog).parse_args(argv)
    command: Command = arguments.command
    try:
        code = command(arguments)
        sys.stdout.flush()
    except AgentError as error:
        print(f"{error.message} {error.hint}".strip(), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader closed the pipe early, as `head` does. Python would try to flush once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _chat(arguments: argparse.Namespace) -> int:
    with closing(open_agent(Settings())) as agent:
        Terminal(agent, workflow=arguments.workflow, thread=arguments.thread).talk()
    return 0


def _add_inputs(command: argparse.ArgumentParser, workflow: str) -> None:
    """Options for the inputs that a page sends with a message: texts and switches."""
    command.set_defaults(workflow=workflow)
    command.add_argument("--thread", metavar="ID", help="continue this conversation")
    kinds = get_type_hints(known_workflows()[workflow].state)
    for name in known_workflows()[workflow].inputs:
        option = f"--{name.replace('_', '-')}"
        if bool in get_args(kinds[name]):
            command.add_argument(option, action="store_true", default=None)
        elif str in get_args(kinds[name]):
            command.add_argument(option)


def _talk(arguments: argparse.Namespace) -> int:
    names = known_workflows()[arguments.workflow].inputs
    given = {name: getattr(arguments, name, None) for name in names}
    inputs = {name: value for name, value in given.items() if value is not None}
    with closing(open_agent(Settings())) as agent:
        Terminal(agent, workflow=arguments.workflow, thread=arguments.thread, inputs=inputs).talk()
    return 0


def _graph(arguments: argparse.Namespace) -> int:
    with closing(open_agent(Settings())) as agent:
        print(agent.for_user(USER).drawing(arguments.workflow))
    return 0


def _settings(_arguments: argparse.Namespace) -> int:
    print(describe(), end="")
    return 0


def _threads(_arguments: argparse.Namespace) -> int:
    with closing(open_agent(Settings())) as agent:
        for thread in agent.for_user(USER).threads():
            when = thread.updated[:16].replace("T", " ")
            print(f"{thread.id}  {thread.workflow:8}  {thread.status:8}  {when}  {thread.title}")
    return 0


def _back_up(arguments: argparse.Namespace) -> int:
    for path in backup.back_up(_data_folder(), arguments.folder):
        print(f"{path.stat().st_size / 1e6:10.1f} MB  {path}")
    print(f"Last audit entry: {last_hash(arguments.folder)}")
    print("Keep it: `verify --anchor` with it shows that nothing up to then was changed.")
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    folder = _data_folder()
    aside = backup.restore(arguments.folder, folder, force=arguments.force)
    if aside:
        print(f"What was in {folder} is now in {aside}.")
    print(f"Restored into {folder}.")
    return 0


def _repair(_arguments: argparse.Namespace) -> int:
    folder = _data_folder()
    for done in backup.repair(folder) or [f"Nothing is lost in {folder}."]:
        print(done)
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    folder = _data_folder()
    found = backup.problems(folder, anchor=arguments.anchor)
    for problem in found:
        print(problem)
    if not found:
        print(f"{folder} is sound.")
    return 1 if found else 0


def _data_folder() -> Path:
    return Settings().interlude_data.expanduser()


if __name__ == "__main__":
    sys.exit(main())
