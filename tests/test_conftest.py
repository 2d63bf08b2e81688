"""The guards that every other test relies on."""

import os
import socket
import urllib.request

import pytest

from agent import Settings
from tests import conftest
from tests.fakes import Script


@pytest.mark.parametrize("host", ["192.0.2.1", "example.com", "::ffff:192.0.2.1"])
def test_other_machines_are_out_of_reach(host):
    with pytest.raises(RuntimeError, match="this machine only"):
        socket.create_connection((host, 9), timeout=0.1)
    with pytest.raises(RuntimeError, match="this machine only"):
        urllib.request.urlopen(f"http://{host if ':' not in host else f'[{host}]'}/")
    assert len(conftest.refused) == 2
    conftest.refused.clear()


def test_this_machine_is_within_reach():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1]), timeout=5).close()


def test_more_than_a_script_holds_is_a_failure():
    script = Script()
    with pytest.raises(AssertionError):
        script.cue("a reply")
    with pytest.raises(AssertionError, match="beyond the script"):
        script.finish()


def test_nobody_s_keys_and_settings_are_here():
    # Trying links of courses would leave this machine; model servers may run on it; an embedder
    # is slow to load.
    switched_off = {"INTERLUDE_COACH_LINKS", "INTERLUDE_MODEL_PORTS", "INTERLUDE_EMBEDDER"}
    names = {name.upper() for name in Settings.model_fields} - switched_off
    assert not {name for name in os.environ if name in names or name.endswith("_API_KEY")}
    assert Settings() == Settings(_env_file=None)
