"""`python -m embcalc`, and the `embcalc` command."""

from __future__ import annotations

from embcalc.cli import main

if __name__ == "__main__":
    main()
