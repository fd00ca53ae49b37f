"""``gridmap creature``: what can be read of creatures in a file or a pasted text."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def print_creatures(source: str, *, as_json: bool) -> int:
    """Print each creature of a file, or of standard input for ``-``; the exit status.

    Raises:
        FormatError: one sentence that names the file and what is wrong with it.
    """
    from gridmap.formats.creature_files import MAX_FILE_BYTES, open_creatures, read_creatures
    from gridmap.formats.errors import FormatError

    if source == "-":
        try:
            content = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
            if len(content) > MAX_FILE_BYTES:
                raise FormatError(f"it has more than {MAX_FILE_BYTES / 1e6:,.0f} MB")
            sheets, report = read_creatures(content)
        except FormatError as error:
            raise error.within("standard input") from None
    else:
        sheets, report = open_creatures(Path(source))
    if as_json:
        answer = {"creatures": [sheet.as_json() for sheet in sheets], "report": report.as_json()}
        print(json.dumps(answer, ensure_ascii=False))
        return 0
    blocks = ["\n".join(sheet.lines()) for sheet in sheets]
    print("\n\n".join([*blocks, "\n".join(report.lines())]))
    return 0
