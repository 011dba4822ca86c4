"""Exact parameter and shape counts for language models, from a config alone."""

__version__ = "0.1.0"
