"""Tests of embcalc.cards.documents."""
