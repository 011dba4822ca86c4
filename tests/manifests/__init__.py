"""Recorded truths: what transformers builds for a config, one file a model type."""
