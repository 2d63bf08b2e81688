"""Infrastructure changes: planned, written, reviewed, approved, deployed and proven."""
