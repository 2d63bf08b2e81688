"""Clouds: CloudFormation in an account, or in the sandbox that comes with the app."""

from agent.adapters.cloud.cloudformation import CloudFormation
from agent.adapters.cloud.profiles import Profile, Profiles
from agent.adapters.cloud.sandbox import Sandbox
from agent.settings import Settings

__all__ = ["CloudFormation", "Profile", "Profiles", "Sandbox", "open_cloud"]


def open_cloud(settings: Settings) -> CloudFormation:
    """Nothing is started or asked here; `close` ends the sandbox if it was started.

    INTERLUDE_CLOUD_DEV, _TST and _PRD name an AWS profile each (default `sandbox`),
    INTERLUDE_CLOUD_DEV_PREFIX and so on what its stacks' names begin with (default `dev-` and
    so on), INTERLUDE_CLOUD_REGION the region of the sandbox, and INTERLUDE_CLOUD_SECONDS the
    time limit of a call. Profiles other than `sandbox` come from the files that AWS_CONFIG_FILE
    and AWS_SHARED_CREDENTIALS_FILE name, or from the usual place.
    """
    return CloudFormation(
        Profiles(
            {
                "dev": Profile(settings.interlude_cloud_dev, settings.interlude_cloud_dev_prefix),
                "tst": Profile(settings.interlude_cloud_tst, settings.interlude_cloud_tst_prefix),
                "prd": Profile(settings.interlude_cloud_prd, settings.interlude_cloud_prd_prefix),
            },
            sandbox=Sandbox(
                settings.interlude_data / "sandbox", region=settings.interlude_cloud_region
            ),
            seconds=settings.interlude_cloud_seconds,
        )
    )
