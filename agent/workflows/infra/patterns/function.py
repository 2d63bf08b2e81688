"""A function with the role that it acts as."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Like, Options, Pattern, Place, Plain, Want, check
from agent.workflows.infra.patterns.role import statement, trust

USUAL_RUNTIME, USUAL_HANDLER = "python3.12", "index.handler"
CODES = {
    "python": 'def handler(event, context):\n    return {"statusCode": 200, "body": "ok"}\n',
    "nodejs": 'exports.handler = async () => ({ statusCode: 200, body: "ok" });\n',
}


class FunctionOptions(Options):
    runtime: Annotated[str | None, Like(r"\b(?:python3\.\d+|nodejs\d+\.x)\b")] = Field(
        None,
        pattern=r"^(python3\.\d+|nodejs\d+\.x)$",
        title=N_("Runtime"),
        description=USUAL_RUNTIME,
    )
    timeout: int | None = Field(None, gt=0, le=900, title=N_("Time limit (seconds)"))
    memory: int | None = Field(None, ge=128, le=10240, title=N_("Memory (MB)"))
    variables: Annotated[dict[str, str] | None, Like(r"\b[A-Z][A-Z0-9_]{2,}=[^\s,;\"'`]+")] = Field(
        None, title=N_("Environment variables"), description=N_("One per line: NAME=value")
    )


class Function(Pattern):
    id, title, suffix = "function", "Lambda function with its role", "Function"
    main = "AWS::Lambda::Function"
    example = "Create a Lambda function for resizing images with 512 MB and a 30 second timeout"
    words = ("lambda", "lambdas", "function", "functions", "función", "funciones", "函数")
    nist = ("CM-7",)
    options = FunctionOptions

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
