"""`python -m embcalc`, and the `embcalc` command."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130  # 128 and the number of the signal


def main() -> None:
    """Run the command line; an interrupt ends it without a word, even while the commands are being imported."""
    # a short command makes objects that live to its end: to look for garbage among them costs 5 % of its time
    gc.set_threshold(100_000, 50, 50)

    try:
        from embcalc.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
