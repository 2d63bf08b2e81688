"""Plain words to a tracked issue, an explained maturity score and a wiki page."""
