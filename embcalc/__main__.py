"""`python -m embcalc`, and the `embcalc` command."""

from __future__ import annotations

import gc


def main() -> None:
    """Run the command line."""
    # a short command makes objects that live to its end: to look for garbage among them costs 5 % of its time
    gc.set_threshold(100_000, 50, 50)

    from embcalc.cli import main as run

    run()


if __name__ == "__main__":
    main()
