"""The steps of a change, and the answers without one."""
