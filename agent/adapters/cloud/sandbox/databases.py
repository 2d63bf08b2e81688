"""A master password that RDS makes itself: AWS has its secret as an attribute, the engine not."""

import json
from typing import Any

from ministack.services import rds, secretsmanager  # type: ignore[import-untyped]
from ministack.services.cloudformation import provisioners  # type: ignore[import-untyped]

Plain = dict[str, Any]
_MANAGED, _SECRET = "_ManageMasterUserPassword", "MasterUserSecret"


def extend() -> None:
    _extend("_rds_db_instance", id_field="DbiResourceId")
    _extend("_rds_db_cluster", id_field="DbClusterResourceId")


def _extend(kind: str, *, id_field: str) -> None:
    """Give what the engine makes of this kind the attribute; `id_field` tells its id."""
    fields, attributes = (getattr(provisioners, f"{kind}_{end}") for end in ("fields", "attrs"))

    def fields_with(props: Plain) -> Plain:
        is_managed = str(props.get("ManageMasterUserPassword")).lower() == "true"
        return {**fields(props), _MANAGED: is_managed}

    def attributes_with(made: Plain) -> Plain:
        if made.get(_MANAGED) and not made.get(_SECRET):
            made[_SECRET] = _make_secret(made["MasterUsername"], made[id_field])
        secret = made.get(_SECRET) or {}
        arn = {f"{_SECRET}.SecretArn": secret["SecretArn"]} if secret else {}
        return {**attributes(made), **arn}

    setattr(provisioners, f"{kind}_fields", fields_with)
    setattr(provisioners, f"{kind}_attrs", attributes_with)


def _make_secret(user: str, resource_id: str) -> Plain:
    password = rds._generate_master_user_password()  # noqa: SLF001
    arn = secretsmanager.create_secret_in_process(
        f"rds!{resource_id.lower()}",
        json.dumps({"username": user, "password": password}),
        description="Secret managed by RDS",
    )
    return {"SecretArn": arn, "SecretStatus": "active"}
