"""A master password that RDS makes itself: AWS has its secret as an attribute, the engine not."""

import json
from typing import Any

from ministack.services import rds, secretsmanager  # type: ignore[import-untyped]
from ministack.services.cloudformation import provisioners  # type: ignore[import-untyped]

Plain = dict[str, Any]
_MANAGED, _SECRET = "_ManageMasterUserPassword", "MasterUserSecret"


def extend() -> None:
    fields, attributes = (
        provisioners._rds_db_instance_fields,  # noqa: SLF001
        provisioners._rds_db_instance_attrs,  # noqa: SLF001
    )

    def fields_with(props: Plain) -> Plain:
        is_managed = str(props.get("ManageMasterUserPassword")).lower() == "true"
        return {**fields(props), _MANAGED: is_managed}

    def attributes_with(instance: Plain) -> Plain:
        if instance.get(_MANAGED) and not instance.get(_SECRET):
            instance[_SECRET] = _make_secret(instance)
        secret = instance.get(_SECRET) or {}
        arn = {f"{_SECRET}.SecretArn": secret["SecretArn"]} if secret else {}
        return {**attributes(instance), **arn}

    provisioners._rds_db_instance_fields = fields_with  # noqa: SLF001
    provisioners._rds_db_instance_attrs = attributes_with  # noqa: SLF001


def _make_secret(instance: Plain) -> Plain:
    password = rds._generate_master_user_password()  # noqa: SLF001
    arn = secretsmanager.create_secret_in_process(
        f"rds!{instance['DbiResourceId'].lower()}",
        json.dumps({"username": instance["MasterUsername"], "password": password}),
        description="Secret managed by RDS",
    )
    return {"SecretArn": arn, "SecretStatus": "active"}
