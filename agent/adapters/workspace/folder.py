"""A folder per thread. Every step of a path is opened by itself, and a link is never followed."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from agent.errors import AgentError, NotFound

_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
_THREAD = re.compile(r"[A-Za-z0-9_-]{1,120}")
"""Threads have random ids: some begin with a hyphen or an underscore."""
_MOST_BYTES = 2**20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


class FolderWorkspace:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, thread: str, path: str, text: str) -> None:
        data = text.encode()
        if len(data) > _MOST_BYTES:
            raise AgentError(f"{path} is larger than a megabyte.", hint="Ask for less at once.")
        *above, name = _parts(thread, path)
        try:
            with self._open_folder(above, make=True) as folder:
                _put(data, name, folder)
        except OSError as error:
            raise AgentError(
                f"{path} cannot be written to the working folder.",
                hint="Check the space on the disk and the permissions of the data folder.",
                retryable=True,
            ) from error

    def read(self, thread: str, path: str) -> str:
        *above, name = _parts(thread, path)
        try:
            with self._open_folder(above, make=False) as folder:
                opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder)
                with os.fdopen(opened, encoding="utf-8") as file:
                    return file.read()
        except FileNotFoundError as error:
            raise NotFound(f"There is no file {path}.", hint="Look which there are.") from error
        except OSError as error:
            raise _leads_elsewhere(path) from error

    def files(self, thread: str) -> list[str]:
        (name,) = _parts(thread, "")
        root = self._folder / name
        # Of a process that was killed while it wrote there is half a file, under a hidden name.
        named = [p for p in root.rglob("*") if not p.name.startswith(".")]
        found = [p for p in named if p.is_file() and not p.is_symlink()]
        return sorted(str(p.relative_to(root)) for p in found)

    def forget(self, thread: str) -> None:
        (name,) = _parts(thread, "")
        shutil.rmtree(self._folder / name, ignore_errors=True)

    @contextmanager
    def _open_folder(self, parts: list[str], *, make: bool) -> Iterator[int]:
        """The folder at the end of the parts, reached from ours without following a link."""
        if make:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(part, 0o700, dir_fd=folder)
                folder = _entered(folder, part)
            yield folder
        finally:
            os.close(folder)


def _put(data: bytes, name: str, folder: int) -> None:
    """All of it, or what was there before."""
    new = f".{name}.new"
    with suppress(FileNotFoundError):
        os.unlink(new, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(new, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(data)
    os.replace(new, name, src_dir_fd=folder, dst_dir_fd=folder)


def _entered(folder: int, part: str) -> int:
    try:
        inner = os.open(part, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _leads_elsewhere(part) from error
    os.close(folder)
    return inner


def _parts(thread: str, path: str) -> list[str]:
    parts = path.split("/") if path else []
    if not _THREAD.fullmatch(thread) or not all(_PART.fullmatch(part) for part in parts):
        raise _leads_elsewhere(path)
    return [thread, *parts]


def _leads_elsewhere(path: str) -> AgentError:
    return AgentError(
        f"The path {path[:80]} leads out of the working folder, so nothing was written.",
        hint="Use a plain relative path.",
    )
