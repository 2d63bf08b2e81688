"""A secret whose value the engine makes: nobody types it, nobody sees it here."""

import re
from collections.abc import Iterator

from pydantic import Field

from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_LENGTH = 32


class SecretOptions(Options):
    description: str | None = Field(None, max_length=200)
    length: int | None = Field(None, ge=16, le=128)


class Secret(Pattern):
    id, title, suffix = "secret", "Secrets Manager secret", "Secret"
    main = "AWS::SecretsManager::Secret"
    example = "Create a secret for the database password with 40 characters"
    words = re.compile(r"\bsecrets?\b(?! key)|\bsecrets manager\b|\bsecretos?\b|密钥管理|机密")
    options = SecretOptions
    rollback = "A deleted secret can be brought back for some days, under the same name only then."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        if (
            purpose := re.search(
                r"\b(?:described as|description)\s+[\"'“]?([^\"'”,;.]+)", text, re.IGNORECASE
            )
        ) or (
            purpose := re.search(
                r"\bfor (?:the |an? )?([\w -]+?)(?= with\b| of\b| that\b|[,.;]|$)",
                text,
                re.IGNORECASE,
            )
        ):
            found["description"] = purpose[1].strip()
        if length := reading.number(text, r"(\d+)[ -]*(?:characters?|chars?|caracteres)"):
            found["length"] = length
        return found

    def draft(self, options: SecretOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        generated = {"PasswordLength": options.length or USUAL_LENGTH, "ExcludePunctuation": True}
        properties = {
            "Name": options.name,
            "Description": options.description,
            "GenerateSecretString": generated,
        }
        draft.add(name, self.main, properties)
        draft.output(f"{name}Arn", {"Ref": name}, about="ARN of the secret, not its value")
        return draft

    def wants(self, options: SecretOptions, place: Place) -> Iterator[Want]:
        yield Want(
            "The secret is there.",
            check("secret_exists", place.main),
            "security",
            "high",
            ("IA-5",),
        )
        if options.description:
            proof = check("secret_description", place.main, description=options.description)
            yield Want("It says what it is for.", proof)


PATTERN = Secret()
