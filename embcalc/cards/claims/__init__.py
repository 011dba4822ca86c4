"""What a card claims of its model: from text, tables, lists and keys to statements that can be judged."""
