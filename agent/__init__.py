"""LLM agents that stop and ask. Public names: GraphAgent, open_agent, events, questions."""
