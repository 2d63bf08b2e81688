"""The embedded cloud: one server on loopback per data folder, started when it is first needed."""

from agent.adapters.cloud.sandbox.launcher import PROFILE, Running, Sandbox

__all__ = ["PROFILE", "Running", "Sandbox"]
