"""The Brands port: one profile a user, in the ledger's file."""

from agent.ports.brand import NO_BRAND, BrandProfile
from agent.store.database import Database


class SqliteBrands:
    def __init__(self, database: Database) -> None:
        self._db = database

    def profile(self, user: str) -> BrandProfile:
        row = self._db.one("select profile from brands where owner = ?", user)
        return NO_BRAND if row is None else BrandProfile.model_validate_json(row["profile"])

    def is_known(self, user: str) -> bool:
        return self._db.one("select 1 from brands where owner = ?", user) is not None

    def put(self, user: str, profile: BrandProfile) -> None:
        self._db.put("brands", owner=user, profile=profile.model_dump_json())

    def reset(self, user: str) -> None:
        self._db.run("delete from brands where owner = ?", user)
