"""Tests of where a config comes from."""
