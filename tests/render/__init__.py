"""Tests of embcalc.render."""
