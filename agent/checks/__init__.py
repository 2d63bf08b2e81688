"""Facts that code can decide: citations, limits, guardrails, prices, scores."""
