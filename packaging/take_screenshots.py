"""Draw the README's picture of the editor: `python packaging/take_screenshots.py [MAP [OUT.png]]`.

Needs no display. The window, the map and the font are the program's own, so the same source gives the same
picture everywhere.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "maps" / "goblin-ford.gridmap"
PICTURE = ROOT / "docs" / "images" / "editor.png"
WIDTH, HEIGHT = 1680, 1050

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "1"
for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
    os.environ[variable] = tempfile.mkdtemp(prefix="gridmap-screenshot-")
sys.path.insert(0, str(ROOT))


def take(map_path: Path, picture: Path, theme: str = "light") -> None:
    """Open a map, select its ogre, else its largest creature, and point at a square near it."""
    from PySide6.QtTest import QTest

    from gridmap.app.main import make_application, make_window
    from gridmap.app.tools.pointer import Pointer
    from gridmap.model import Point

    application = make_application()
    window = make_window(map_path)
    window.set_theme(theme)
    window.resize(WIDTH, HEIGHT)
    window.show()
    QTest.qWait(200)
    window.strip.clear()
    creatures = window.editor.document.battle_map.creatures
    if creatures:
        chosen = max(creatures, key=lambda creature: (creature.id == "ogre", creature.size.category))
        window.editor.selection.select({chosen.id})
        window.editor.point(Pointer(Point(chosen.at.x - 2.5, chosen.at.y + 0.5)))
    QTest.qWait(800)
    picture.parent.mkdir(parents=True, exist_ok=True)
    if not window.grab().save(str(picture)):
        raise SystemExit(f"{picture} could not be written")
    window.recovery.forget()
    window.hide()
    application.processEvents()
    print(picture)


def main(arguments: list[str]) -> int:
    """Take the picture; 1 where there is no such map."""
    map_path = Path(arguments[0]) if arguments else SAMPLE
    if not map_path.is_file():
        print(f"{map_path}: there is no such map", file=sys.stderr)
        return 1
    take(map_path, Path(arguments[1]) if len(arguments) > 1 else PICTURE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
