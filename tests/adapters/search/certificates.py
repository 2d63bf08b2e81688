"""A certificate of our own for one name, and a client that trusts it and no other."""

import ssl
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PEM = serialization.Encoding.PEM


def contexts(folder, name):
    """One of a server, and one of a client."""
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now, day = datetime.now(UTC), timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.DNSName(name)])
    builder = x509.CertificateBuilder(own, own, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - day).not_valid_after(now + day)
    certificate = builder.add_extension(names, critical=False).sign(key, hashes.SHA256())
    no_password = serialization.NoEncryption()
    private = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, no_password)
    file = folder / "own.pem"
    file.write_bytes(certificate.public_bytes(PEM) + private)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=file)
