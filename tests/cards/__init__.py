"""Tests of embcalc.cards."""
