"""One folder per workflow, found by its `graph.WORKFLOW`; docs/extending.md says how to add one."""
