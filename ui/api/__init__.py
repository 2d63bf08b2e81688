"""The HTTP door: the same agent, threads and questions as on the pages, for programs."""
