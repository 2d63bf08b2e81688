"""A secret whose value the engine makes: nobody types it, nobody sees it here."""

from collections.abc import Iterator

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Want, check

USUAL_LENGTH = 32


class SecretOptions(Options):
    description: str | None = Field(None, max_length=200, title=N_("What it is for"))
    length: int | None = Field(None, ge=16, le=128, title=N_("Length (characters)"))


class Secret(Pattern):
    id, title, suffix = "secret", "Secrets Manager secret", "Secret"
    main = "AWS::SecretsManager::Secret"
    example = "Create a secret for the database password with 40 characters"
    words = ("secret", "secrets", "secrets manager", "secreto", "机密")
    nist = ("IA-5",)
    options = SecretOptions
    rollback = "A deleted secret can be brought back for some days, under the same name only then."

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
