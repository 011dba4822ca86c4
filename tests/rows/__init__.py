"""Tests of embcalc.rows."""
