"""`python -m litmus`."""

import sys

from litmus.cli import main

sys.exit(main())
