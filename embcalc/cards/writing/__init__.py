"""What is written into a card: the block of figures and the `embcalc:` mapping, with all else left as it was."""
