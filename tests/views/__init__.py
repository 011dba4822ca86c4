"""Tests of embcalc.views."""
