"""Local servers that speak the vendors' protocols, and refuse what the vendors refuse.

`with openai_server([Says(text="Hello.")]) as server:` gives `server.url` and, afterwards,
`server.requests`, `server.refusals` and how many replies are `left`.
"""

import os

from tests.servers.gemini_server import gemini_server
from tests.servers.mistral_server import mistral_server
from tests.servers.openai_server import openai_server
from tests.servers.scripted import Calls, Fails, Says, Server, refusing_url

# A proxy in the environment would be asked for the loopback address.
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"

__all__ = [
    "Calls",
    "Fails",
    "Says",
    "Server",
    "gemini_server",
    "mistral_server",
    "openai_server",
    "refusing_url",
]
