"""The files as they were put, named by their digest, for the owner of the process only."""

import hashlib
import os
import tempfile
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from agent.errors import AgentError, NotFound

ORPHANED_SECONDS = 3_600


class Files:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes) -> str:
        """The digest under which it can be had again."""
        digest = hashlib.sha256(data).hexdigest()
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                # Young again, so that a sweep leaves it until its new row is there.
                os.utime(self.path(digest))
            except FileNotFoundError:
                self._write(data, digest)
        except OSError as error:
            raise AgentError(
                "The file cannot be kept: the data folder cannot be written.",
                hint="Check the space on the disk and the permissions of the folder.",
                retryable=True,
            ) from error
        return digest

    def _write(self, data: bytes, digest: str) -> None:
        # mkstemp makes it private to this user, and a half-written file never gets its final name.
        handle, name = tempfile.mkstemp(dir=self._folder, prefix="part-")
        try:
            with os.fdopen(handle, "wb") as part:
                part.write(data)
                part.flush()
                os.fsync(part.fileno())
            Path(name).replace(self.path(digest))
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def path(self, digest: str) -> Path:
        return self._folder / digest

    def read(self, digest: str) -> bytes:
        try:
            return self.path(digest).read_bytes()
        except OSError as error:
            raise NotFound(
                "The file itself is no longer there.", hint="Upload it once more."
            ) from error

    def sweep(self, known: Collection[str]) -> None:
        """Delete files that no row names, except recent ones, which may get a row yet."""
        if not self._folder.is_dir():
            return
        for path in self._folder.iterdir():
            # What is being written this moment may get its name in between.
            with suppress(FileNotFoundError):
                is_old = time.time() - path.stat().st_mtime > ORPHANED_SECONDS
                if path.name not in known and is_old:
                    path.unlink()
