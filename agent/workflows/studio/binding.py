"""What an approval binds."""

import hashlib


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
