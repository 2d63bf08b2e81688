"""A browser's session without a browser: Streamlit's messages over its websocket."""

import time
import zlib
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

import websocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

TIMEOUT = 60
_FINISHED = {
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
}


@dataclass
class Rerun:
    """One rerun as the browser would see it."""

    seconds: float = 0
    """From sending the message to the script's end."""
    awaited: float = 0
    """To the first frame with the text that was awaited."""
    bytes: int = 0
    deflated: int = 0
    """Bytes as `enableWebsocketCompression` would send them."""
    frames: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    """Bytes per kind of message."""
    messages: list[ForwardMsg] = field(default_factory=list)


class Session:
    """One page of one visitor."""

    def __init__(self, url: str, page: str = "", query: str = "") -> None:
        self._query = query
        self._page = page
        self._hash = ""
        self._fragment = ""
        self.widgets: dict[str, WidgetState] = {}
        """The states that go with every message, as a browser sends them."""
        self.ids: dict[str, str] = {}
        """Widget ids by the key they were made with."""
        self._awaited = b""
        self._cached: dict[str, None] = {}
        self._deflate = zlib.compressobj(wbits=-15)
        self._socket = websocket.create_connection(
            f"ws://{urlsplit(url).netloc}/_stcore/stream",
            subprotocols=["streamlit"],
            timeout=TIMEOUT,
            enable_multithread=False,
        )
        self.first = self.rerun()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def rerun(self, *changed: WidgetState, fragment: bool = False) -> Rerun:
        """Send what a browser sends, with these widgets changed; wait for the script's end."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self._query
        if self._hash:
            state.page_script_hash = self._hash
        else:
            state.page_name = self._page
        if fragment:
            assert self._fragment, "no fragment was drawn"
            state.fragment_id = self._fragment
        state.cached_message_hashes.extend(self._cached)
        state.widget_states.widgets.extend([*self.widgets.values(), *changed])
        began = time.perf_counter()
        self._socket.send_binary(message.SerializeToString())
        return self._until_finished(began)

    def await_text(self, text: str) -> None:
        """Note from now on when a frame with this text comes."""
        self._awaited = text.encode()

    def _until_finished(self, began: float) -> Rerun:
        seen = Rerun()
        while True:
            _, data = self._socket.recv_data()
            if self._awaited and not seen.awaited and self._awaited in data:
                seen.awaited = time.perf_counter() - began
            message = ForwardMsg.FromString(data)
            kind = message.WhichOneof("type")
            seen.bytes += len(data)
            packed = self._deflate.compress(data) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            seen.deflated += len(packed) - 4
            seen.frames += 1
            seen.kinds[kind] = seen.kinds.get(kind, 0) + len(data)
            seen.messages.append(message)
            self._learn(kind, message)
            if kind == "script_finished" and message.script_finished in _FINISHED:
                seen.seconds = time.perf_counter() - began
                return seen

    def _learn(self, kind: str, message: ForwardMsg) -> None:
        if message.metadata.cacheable and kind != "ref_hash":
            self._cached[message.hash] = None
        match kind:
            case "navigation":
                # The one of new_session would be Home's.
                self._hash = message.navigation.page_script_hash
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "delta":
                if message.delta.fragment_id:
                    self._fragment = message.delta.fragment_id
                if message.delta.WhichOneof("type") == "new_element":
                    self._learn_widget(message.delta.new_element)
            case "script_finished" | "new_session":
                pass

    def _learn_widget(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        widget = getattr(element, kind) if kind else None
        if (made := getattr(widget, "id", "")) and made.startswith("$$"):
            self.ids[_key_of(made)] = made

    def submit(self, key: str, text: str) -> Rerun:
        """The message of the chat input: a fragment rerun with the text."""
        typed = WidgetState(id=self.ids[key])
        typed.chat_input_value.data = text
        return self.rerun(typed, fragment=True)

    def choose(self, key: str, value: str) -> Rerun:
        """Pick from a selectbox; it stays picked."""
        picked = WidgetState(id=self.ids[key], string_value=value)
        self.widgets[key] = picked
        return self.rerun()


def _key_of(widget: str) -> str:
    """`$$ID-<hash>-<key>`; keys may hold dashes, the hash does not."""
    return widget.split("-", 2)[-1]
