"""The policy pack: rules of our own on the parsed template, per environment."""
