"""Tests of embcalc.cards.judging."""
