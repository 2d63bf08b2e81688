"""An HTTP API, and its way to the function beside it."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Like, Options, Pattern, Place, Plain, Want, check

USUAL_ROUTE = "GET /"


class ApiOptions(Options):
    routes: Annotated[
        list[str] | None, Like(r"\b(?:GET|POST|PUT|PATCH|DELETE|ANY) /[\w/{}+.-]*")
    ] = Field(None, title=N_("Routes"), description=N_("One per line, such as GET /items"))
    stage: str | None = Field(None, title=N_("Stage"))


class Api(Pattern):
    id, title, suffix = "api", "API Gateway HTTP API", "Api"
    main = "AWS::ApiGatewayV2::Api"
    example = "Create an HTTP API for the shop with the routes GET /items and POST /items"
    words = ("api gateway", "http api", "api", "apis", "接口")
    nist = ("SC-8",)
    options = ApiOptions
    rollback = "Its address is gone when the stack is deleted; a new one has another."

    def draft(self, options: ApiOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        draft.add(
            name,
            self.main,
            {"Name": options.name or {"Fn::Sub": "${AWS::StackName}"}, "ProtocolType": "HTTP"},
        )
        function = place.others.get("function")
        target = None
        if function:
            target = {"Fn::Sub": "integrations/${" + name + "Integration}"}
            draft.add(
                f"{name}Integration", "AWS::ApiGatewayV2::Integration", _integration(name, function)
            )
            draft.add(f"{name}MayCall", "AWS::Lambda::Permission", _may_call(name, function))
        for number, route in enumerate(options.routes or [USUAL_ROUTE], start=1):
            properties = {"ApiId": {"Ref": name}, "RouteKey": route, "Target": target}
            draft.add(f"{name}Route{number}", "AWS::ApiGatewayV2::Route", properties)
        stage = {
            "ApiId": {"Ref": name},
            "StageName": options.stage or "$default",
            "AutoDeploy": True,
        }
        draft.add(f"{name}Stage", "AWS::ApiGatewayV2::Stage", stage)
        draft.output(f"{name}Id", {"Ref": name}, about="Id of the API")
        return draft

    def wants(self, options: ApiOptions, place: Place) -> Iterator[Want]:
        routes = options.routes or [USUAL_ROUTE]
        yield Want(
            f"It answers {', '.join(routes)}.",
            check("http_api_routes", place.main, routes=routes),
            priority="high",
        )
        proof = check("http_api_stage", place.main, stage=options.stage or "$default")
        yield Want("Changes of it are published at once.", proof)


def _integration(api: str, function: str) -> Plain:
    return {
        "ApiId": {"Ref": api},
        "IntegrationType": "AWS_PROXY",
        "IntegrationUri": {"Fn::GetAtt": [function, "Arn"]},
        "PayloadFormatVersion": "2.0",
    }


def _may_call(api: str, function: str) -> Plain:
    source = "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${" + api + "}/*"
    return {
        "FunctionName": {"Ref": function},
        "Action": "lambda:InvokeFunction",
        "Principal": "apigateway.amazonaws.com",
        "SourceArn": {"Fn::Sub": source},
    }


PATTERN = Api()
