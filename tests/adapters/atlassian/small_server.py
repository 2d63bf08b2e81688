"""A tool server with a few tools, for what may go wrong on the line to it.

It speaks the protocol itself, since the package that does takes seconds to import.
"""

import json
import os
import sys
import time
from typing import Any

Plain = dict[str, Any]

TAKES = {
    "jira_search": "jql",
    "jira_get_issue": "issue_key",
    "jira_create_issue": "summary",
    "not_for_us": "text",
}
NEW_ISSUE = ("project_key", "issue_type", "description", "additional_fields")


def answer(method, params):
    match method:
        case "initialize":
            about = {"name": "small", "version": "1"}
            version = params["protocolVersion"]
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
        case "tools/list":
            return {"tools": [tool(name, takes) for name, takes in TAKES.items()]}
        case "tools/call":
            return called(params["name"], params["arguments"])
    return {}


def tool(name, takes):
    names = (takes, *(NEW_ISSUE if name == "jira_create_issue" else ()))
    fields = {each: {"type": "string"} for each in names}
    schema = {"type": "object", "properties": fields, "required": [takes]}
    return {"name": name, "description": name, "inputSchema": schema}


def called(name, arguments):
    """It says what it is told, takes its time, or dies."""
    given = arguments.get(TAKES[name])
    if given is None:
        return said(f"Missing argument: {TAKES[name]}", is_error=True)
    match name:
        case "jira_get_issue":
            time.sleep(float(given))
        case "jira_create_issue":
            os._exit(int(given))
    return said(given if name == "jira_search" else "[]")


def said(text, *, is_error=False):
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def serve() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = answer(request["method"], request.get("params") or {})
            reply = {"jsonrpc": "2.0", "id": request["id"], "result": result}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__" and "--die" not in sys.argv:
    serve()
