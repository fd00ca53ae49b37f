"""`python -m gridmap` is the `gridmap` command."""

import sys

from gridmap.cli import main

sys.exit(main())
