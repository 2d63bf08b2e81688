"""`interlude run` serves the app; every other command is one of `python -m agent`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def find_root() -> Path:
    """Return the folder that holds app.py: this package's own, or the checkout around it."""
    here = Path(__file__).resolve().parent
    return here if (here / "app.py").exists() else here.parent


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    root = find_root()
    if arguments[:1] == ["run"]:
        return serve(root, arguments[1:])
    sys.path.insert(0, str(root))
    from agent.__main__ import main as run_command  # noqa: PLC0415 - importable from here on

    return run_command(arguments, prog="interlude")


def serve(root: Path, argv: Sequence[str]) -> int:
    """Replace this process by the server; options it does not know go to Streamlit."""
    parser = argparse.ArgumentParser(prog="interlude run", description="Serve Interlude.")
    parser.add_argument("--port", default="8501", help="default: 8501")
    parser.add_argument(
        "--address", default="127.0.0.1", help="beyond this machine only with INTERLUDE_SHARED=1"
    )
    options, others = parser.parse_known_args(argv)
    command = [sys.executable, "-m", "streamlit", "run", str(root / "app.py"), *others]
    command += ["--server.port", options.port, "--server.address", options.address]
    os.execv(sys.executable, command)  # noqa: S606 - our own argv, without a shell


if __name__ == "__main__":
    sys.exit(main())
