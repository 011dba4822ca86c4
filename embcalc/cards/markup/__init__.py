"""The Markdown and HTML of a card: headings, sentences, lists and tables, each with its offset in the file."""
