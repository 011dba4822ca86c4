"""Tests of embcalc.checkpoints."""
