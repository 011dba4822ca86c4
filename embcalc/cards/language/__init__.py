"""How publishers write: numbers, labels, phrases, names of models, and whose figure a sentence states."""
