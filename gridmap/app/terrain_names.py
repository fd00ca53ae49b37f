"""Names of terrain layers and of what a brush can lay, in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gridmap.app.tools.options import TERRAIN_KINDS, TerrainKind
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.model import Layer

_LAYERS = {
    Layer.DIFFICULT: QT_TRANSLATE_NOOP("terrain", "Difficult"),
    Layer.IMPEDED: QT_TRANSLATE_NOOP("terrain", "Impeded"),
    Layer.BLOCKED: QT_TRANSLATE_NOOP("terrain", "Blocked"),
    Layer.HAZARDOUS: QT_TRANSLATE_NOOP("terrain", "Hazardous"),
    Layer.GROUND: QT_TRANSLATE_NOOP("terrain", "Ground"),
}
_KINDS = dict(
    zip(
        TERRAIN_KINDS,
        (
            QT_TRANSLATE_NOOP("terrain", "Difficult ×2"),
            QT_TRANSLATE_NOOP("terrain", "Difficult ×4"),
            QT_TRANSLATE_NOOP("terrain", "Difficult ×8"),
            QT_TRANSLATE_NOOP("terrain", "Impeded"),
            QT_TRANSLATE_NOOP("terrain", "Solid wall"),
            QT_TRANSLATE_NOOP("terrain", "Pillar or tree"),
            QT_TRANSLATE_NOOP("terrain", "Hazardous"),
            QT_TRANSLATE_NOOP("terrain", "Water"),
            QT_TRANSLATE_NOOP("terrain", "Chasm"),
            QT_TRANSLATE_NOOP("terrain", "Cliff"),
            QT_TRANSLATE_NOOP("terrain", "Loose earth"),
        ),
        strict=True,
    )
)
_MEANINGS = dict(
    zip(
        TERRAIN_KINDS,
        (
            QT_TRANSLATE_NOOP("terrain", "Costs twice the movement: undergrowth, rubble, steep stairs."),
            QT_TRANSLATE_NOOP("terrain", "Costs four times the movement: deep bog, dense rubble."),
            QT_TRANSLATE_NOOP("terrain", "Costs eight times the movement."),
            QT_TRANSLATE_NOOP(
                "terrain", "A whole round's action for 5 ft, and no charge, run or 5-foot step."
            ),
            QT_TRANSLATE_NOOP("terrain", "Cannot be entered and fills its square: nobody cuts its corners."),
            QT_TRANSLATE_NOOP("terrain", "Cannot be entered, but its corners may be cut."),
            QT_TRANSLATE_NOOP("terrain", "Costs nothing extra, but nobody wants to stand there."),
            QT_TRANSLATE_NOOP("terrain", "Deep enough to swim in; crossed by swimming."),
            QT_TRANSLATE_NOOP("terrain", "A gap with nothing to stand on; crossed by flying."),
            QT_TRANSLATE_NOOP("terrain", "A steep face; crossed by climbing."),
            QT_TRANSLATE_NOOP("terrain", "Loose ground that is burrowed through."),
        ),
        strict=True,
    )
)


def layer_name(layer: Layer) -> str:
    """A terrain layer's name."""
    return QCoreApplication.translate("terrain", _LAYERS[layer])


def kind_name(kind: TerrainKind) -> str:
    """The name of what a brush lays."""
    return QCoreApplication.translate("terrain", _KINDS[kind])


def kind_meaning(kind: TerrainKind) -> str:
    """What it does, in one sentence."""
    return QCoreApplication.translate("terrain", _MEANINGS[kind])
