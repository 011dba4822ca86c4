"""Tests of embcalc.cards.markup."""
