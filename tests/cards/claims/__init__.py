"""Tests of embcalc.cards.claims."""
