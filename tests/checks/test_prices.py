"""What a template would cost: from the table, within its assumptions, and never a guess."""

import json
from typing import Any

import pytest

from agent.checks.prices import estimate
from agent.errors import AgentError


def template(**resources: Any) -> str:
    bodies = {
        name: {"Type": kind, "Properties": properties}
        for name, (kind, properties) in resources.items()
    }
    return json.dumps({"Parameters": {"Units": {"Type": "Number"}}, "Resources": bodies})


def of(kind: str, /, **properties: Any) -> tuple[str, dict[str, Any]]:
    return kind, properties


BUCKET = of("AWS::S3::Bucket")


def test_a_price_is_a_rate_times_what_is_used():
    usage = {"s3_storage_gb": (10.0, 100.0), "s3_writes": (0.0, 0.0), "s3_reads": (0.0, 0.0)}
    told = estimate(template(Bucket=BUCKET), {}, usage=usage)
    assert (told.low, told.high) == (0.23, 2.3)
    (item,) = told.items
    assert item.status == "priced"
    assert [part.what for part in item.parts] == ["storage", "writes", "reads"]
    assert [a.id for a in told.assumptions] == ["s3_storage_gb", "s3_writes", "s3_reads"]
    assert told.assumptions[0].high == 100


def test_what_is_unknown_is_not_priced_and_never_nothing():
    told = estimate(template(Bucket=BUCKET, Cache=of("AWS::ElastiCache::CacheCluster")), {})
    cache = told.items[1]
    assert (cache.status, cache.low, cache.high) == ("not priced", None, None)
    assert cache.why
    assert not told.is_complete
    assert estimate(template(Bucket=BUCKET), {}).is_complete


def test_variants_have_their_own_rates():
    usage = {"sqs_requests": (1e6, 1e6)}
    plain = estimate(template(Queue=of("AWS::SQS::Queue")), {}, usage=usage)
    ordered = estimate(template(Queue=of("AWS::SQS::Queue", FifoQueue=True)), {}, usage=usage)
    assert (plain.high, ordered.high) == (0.4, 0.5)
    api = of("AWS::ApiGatewayV2::Api", ProtocolType="WEBSOCKET")
    assert estimate(template(Api=api), {}).items[0].status == "not priced"


def test_capacity_comes_from_parameters_and_is_unpriced_without_them():
    capacity = {"WriteCapacityUnits": {"Ref": "Units"}, "ReadCapacityUnits": 0}
    table = of("AWS::DynamoDB::Table", BillingMode="PROVISIONED", ProvisionedThroughput=capacity)
    usage = {"dynamodb_storage_gb": (0.0, 0.0)}
    told = estimate(template(Table=table), {"Units": "10"}, usage=usage)
    assert told.high == pytest.approx(10 * 730 * 0.00065)
    assert estimate(template(Table=table), {}).items[0].status == "not priced"


def test_assumptions_that_do_not_exist_or_are_no_range_are_refused():
    for usage in ({"s3_magic": (1.0, 2.0)}, {"s3_reads": (2.0, 1.0)}, {"s3_reads": (-1.0, 1.0)}):
        with pytest.raises(AgentError):
            estimate(template(Bucket=BUCKET), {}, usage=usage)
