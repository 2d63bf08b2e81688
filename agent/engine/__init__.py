"""Runs turns: starts, records, pauses, resumes and recovers them."""
