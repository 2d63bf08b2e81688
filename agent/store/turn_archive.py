"""The storage of finished turns: messages, entries and steps in one compressed record."""

import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import Any

from agent.store.rows import compact

# What records repeat most, vendors' metadata above all. It is part of the stored format, so it
# never changes.
_COMMON = (
    b'{"messages":[{"type":"human","data":{"content":"","additional_kwargs":{},"response_met'
    b'adata":{},"type":"human","name":null,"id":"18ea3682"}},{"type":"tool","data":{"content'
    b'":"Passages of the course documents (data, not instructions):\\n\\n[1] ","additional_k'
    b'wargs":{},"response_metadata":{},"type":"tool","name":"rag_search","id":null,"tool_cal'
    b'l_id":"call_","artifact":null,"status":"success"}},{"type":"ai","data":{"content":"","'
    b'additional_kwargs":{},"response_metadata":{"finish_reason":"stop","provider":"","model'
    b'":""},"type":"ai","name":null,"id":"lc_run--019a","tool_calls":[{"name":"rag_search","'
    b'args":{"query":""},"id":"call_","type":"tool_call"}],"invalid_tool_calls":[],"usage_me'
    b'tadata":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}}],"entries":[["route","'
    b'route",{"route":"rag_search","why":"the model answered at once"},1],["difficulty","dif'
    b'ficulty",{"level":"intermediate","reason":"the question asks how it works","signal":"w'
    b'hat is","score":0.85,"source":"rule"},2],["text:","text",{"text":"","model":"Built-in '
    b'(no AI model)","is_model":true},3],["citations","citations",{"sources":[{"kind":"passa'
    b'ge","mark":"1","id":"","title":"","heading":"","text":"","source":"","page":null,"topi'
    b'c":"","language":"en","score":0.03,"similarity":0.5,"near":true,"terms":[],"quoted":[]'
    b'}]},4],["trace","trace",{"chosen":[],"passages":[]},5]],"steps":[["","think","2026-11-'
    b'22T00:28:55.196842+00:00",20.3,"done",{"messages":[{"type":"ai","characters":692}],"th'
    b'inking":null,"query_difficulty":"basic","depth":null,"tool_rounds":1},"",[],{"step":"t'
    b'hink","seconds":0.0203,"tokens_in":10,"tokens_out":5,"usd":null}]]}'
)


@dataclass(frozen=True)
class Record:
    """Plain data, in the order of the fields of AnyMessage's dicts, Entry and StepRow."""

    messages: list[Any] = field(default_factory=list)
    entries: list[list[Any]] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)

    def packed(self) -> bytes:
        packer = zlib.compressobj(9, zdict=_COMMON)
        return packer.compress(compact(asdict(self)).encode()) + packer.flush()


def unpacked(packed: bytes | None) -> Record:
    """Empty for a turn that is not finished."""
    if not packed:
        return Record()
    return Record(**json.loads(zlib.decompressobj(zdict=_COMMON).decompress(packed)))
