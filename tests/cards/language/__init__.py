"""Tests of embcalc.cards.language."""
