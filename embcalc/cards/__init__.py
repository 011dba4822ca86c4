"""Model cards: what they state, whether it is true, and the block of figures that embcalc writes into them."""
