"""A cloud that takes its time: a relay before one that is done at once."""

import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

from tests.servers.http import Handler, served

PASSED_ON = ("Content-Type", "Authorization", "X-Amz-Date", "X-Amz-Target", "User-Agent")


class SlowCloud:
    """While `is_busy` is set, what is complete is still told to be in progress."""

    def __init__(self, endpoint) -> None:
        self.endpoint = endpoint
        self.is_busy = threading.Event()
        self.url = ""

    def answer(self, method, path, headers, body):
        request = urllib.request.Request(  # noqa: S310 - ours
            self.endpoint + path, data=body or None, headers=headers, method=method
        )
        with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - ours
            said = reply.read()
        if not self.is_busy.is_set():
            return said
        for word in (b"CREATE", b"EXECUTE"):
            said = said.replace(word + b"_COMPLETE<", word + b"_IN_PROGRESS<")
        return said


class _Relay(Handler):
    protocol_version = "HTTP/1.1"
    cloud: SlowCloud

    def get(self) -> None:
        headers = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
        try:
            status, said = 200, self.cloud.answer(self.command, self.path, headers, self.body())
        except urllib.error.HTTPError as error:
            status, said = error.code, error.read()
        self.send(status, said, Content_Type="text/xml")


@contextmanager
def slow_cloud(endpoint):
    """Speaks CloudFormation's own protocol, which is all forms and XML."""
    cloud = SlowCloud(endpoint)
    with served(_Relay, cloud=cloud) as cloud.url:
        yield cloud
