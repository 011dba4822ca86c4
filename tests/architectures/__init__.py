"""Tests of embcalc.architectures."""
