"""From a topic to claims: what was asked, what was read, what it says, and a report of it."""
