"""A function with the role that it acts as."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check
from agent.workflows.infra.patterns.role import statement, trust

USUAL_RUNTIME, USUAL_HANDLER = "python3.12", "index.handler"
CODES = {
    "python": 'def handler(event, context):\n    return {"statusCode": 200, "body": "ok"}\n',
    "nodejs": 'exports.handler = async () => ({ statusCode: 200, body: "ok" });\n',
}
_RUNTIME = re.compile(r"\b(python|node(?:\.?js)?)\s?(\d+(?:\.\d+)?)")
_VARIABLE = re.compile(r"\b([A-Z][A-Z0-9_]{2,})\s*=\s*[\"'`]?([^\s,;\"'`]+)")


class FunctionOptions(Options):
    runtime: str | None = Field(None, pattern=r"^(python3\.\d+|nodejs\d+\.x)$")
    timeout: int | None = Field(None, gt=0, le=900)
    memory: int | None = Field(None, ge=128, le=10240)
    variables: dict[str, str] | None = None


class Function(Pattern):
    id, title, suffix = "function", "Lambda function with its role", "Function"
    main = "AWS::Lambda::Function"
    example = "Create a Lambda function for resizing images with 512 MB and a 30 second timeout"
    words = re.compile(r"\blambdas?\b|\bfunctions?\b|\bfunci(?:on|ones)\b|函数")
    options = FunctionOptions

    def read(self, text: str) -> Plain:
        found: Plain = {}
        if runtime := _RUNTIME.search(fold(text)):
            is_python = runtime[1] == "python"
            found["runtime"] = (
                f"python{runtime[2]}" if is_python else f"nodejs{runtime[2].split('.')[0]}.x"
            )
        if seconds := reading.seconds(
            reading.near(text, r"timeout", r"time limit", r"tiempo", "超时", reach=60)
        ):
            found["timeout"] = seconds
        if (megabytes := reading.megabytes(text)) is not None:
            found["memory"] = megabytes
        if variables := dict(_VARIABLE.findall(text)):
            found["variables"] = variables
        return found

    def draft(self, options: FunctionOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        runtime = options.runtime or USUAL_RUNTIME
        role = f"{name}Role"
        draft.add(
            role,
            "AWS::IAM::Role",
            {"AssumeRolePolicyDocument": trust("lambda.amazonaws.com"), "Policies": [_logs()]},
        )
        variables = {"Variables": options.variables} if options.variables else None
        draft.add(
            name,
            self.main,
            {
                "FunctionName": options.name,
                "Runtime": runtime,
                "Handler": USUAL_HANDLER,
                "Role": {"Fn::GetAtt": [role, "Arn"]},
                "Code": {"ZipFile": CODES["nodejs" if runtime.startswith("nodejs") else "python"]},
                "Timeout": draft.parameter(
                    f"{name}Timeout", options.timeout, about="Seconds after which it is ended"
                ),
                "MemorySize": draft.parameter(
                    f"{name}Memory", options.memory, about="Megabytes of memory"
                ),
                "Environment": variables,
            },
        )
        draft.output(f"{name}Arn", {"Fn::GetAtt": [name, "Arn"]}, about="ARN of the function")
        return draft

    def wants(self, options: FunctionOptions, place: Place) -> Iterator[Want]:
        name = place.main
        yield Want(
            "It acts as a role of its own.",
            check("function_role", name, role=f"{name}Role"),
            "security",
            "high",
            ("AC-6",),
        )
        yield Want(
            "The role allows nothing but its own logs.",
            check("role_no_wildcard", f"{name}Role"),
            "security",
            "high",
            ("AC-6",),
        )
        if options.runtime:
            yield Want(
                f"It runs in {options.runtime}.",
                check("function_runtime", name, runtime=options.runtime),
            )
        if options.timeout:
            yield Want(
                f"It is ended after {options.timeout} seconds.",
                check("function_timeout", name, seconds=options.timeout),
            )
        if options.memory:
            yield Want(
                f"It has {options.memory} MB.",
                check("function_memory", name, megabytes=options.memory),
            )
        for key, value in (options.variables or {}).items():
            yield Want(
                f"It is told {key}.", check("function_variable", name, name=key, value=value)
            )


def _logs() -> Plain:
    group: Any = {
        "Fn::Sub": "arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:/aws/lambda/${AWS::StackName}-*"
    }
    actions = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"]
    return {"PolicyName": "logs", "PolicyDocument": statement(actions, group)}


PATTERN = Function()
