"""Renderers: a report in, text or a rich renderable out. They return; they never print."""
