"""Tests of embcalc.cards.writing."""
