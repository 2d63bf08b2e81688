"""A certificate authority of our own, for one name."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True)
class Authority:
    server: ssl.SSLContext
    client: ssl.SSLContext
    """Trusts this authority, and no other."""


def authority(folder, name):
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root = _certificate("Test authority", root_key, issuer="Test authority", by=root_key)
    leaf = _certificate(name, key, issuer="Test authority", by=root_key)
    (folder / "root.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (folder / "leaf.pem").write_bytes(
        leaf.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "leaf.pem")
    return Authority(server, ssl.create_default_context(cafile=folder / "root.pem"))


def _certificate(name, key, *, issuer, by):
    is_root = key is by
    now = datetime.now(UTC)
    day = timedelta(days=1)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .issuer_name(_named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(by, hashes.SHA256())
    )


def _named(name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
