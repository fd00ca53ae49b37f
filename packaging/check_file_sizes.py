"""Names every written file that has grown past what one sitting can read, and fails if there is one.

A file that must be longer is named in ``EXCEPTIONS`` with its own limit and the reason.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIMIT = 600
WRITTEN = {"", ".py", ".md", ".toml", ".sh", ".yaml", ".yml", ".spec"}
EXCEPTIONS: dict[str, int] = {}


def written_files(root: Path) -> list[str]:
    """The files of a checkout that people write, new ones included."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return sorted(name for name in set(listed.split("\0")) - {""} if Path(name).suffix in WRITTEN)


def too_long(root: Path) -> list[str]:
    """One line for each file over its limit."""
    complaints = []
    for name in written_files(root):
        path = root / name
        if not path.is_file():
            continue
        lines = path.read_bytes().count(b"\n")
        limit = EXCEPTIONS.get(name, LIMIT)
        if lines > limit:
            complaints.append(f"{name} has {lines} lines, {lines - limit} over the limit of {limit}")
    return complaints


def main() -> int:
    """Print the files over the limit; 1 if there are any."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    complaints = too_long(root)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
