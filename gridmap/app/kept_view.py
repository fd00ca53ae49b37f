"""How the editor shows a map, remembered with it: layers, locks, overlays, pins.

It stands in `BattleMap.view`. What is as it is for a new map is left out, so that looking at a map changes
nothing in its file. What another program wrote there, or a value that means nothing, counts as left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from PySide6.QtCore import QObject

from gridmap.app.document import Document
from gridmap.app.live_overlays import LiveOverlays, OverlayChoice
from gridmap.app.questions import MOST_PINS, OF_ONE, PINNED_KINDS, Asked
from gridmap.app.view_options import ViewOptions, Visible
from gridmap.edits.parts import PICTURES
from gridmap.model import BattleMap, Layer
from gridmap.model.piece import PARTS
from gridmap.render.scene import GROUND_ORDER

HIDDEN, LOCKED, OPACITY, ORDER = "hidden", "locked", "opacity", "order"
OVERLAYS, ASKED, PINS = "overlays", "asked", "pins"
KEYS = (HIDDEN, LOCKED, OPACITY, ORDER, OVERLAYS, ASKED, PINS)
"""Of `BattleMap.view`; other keys belong to others."""
_SWITCHED = ("grid", "elevation", "notes", "pictures", "names")
"""What of `Visible` is shown or not, beside the terrain layers."""
_LEAST_OPACITY = 10
_LONGEST_NAME = 1000
"""Letters of a pinned question."""


@dataclass(frozen=True)
class KeptView:
    """How a map is shown.

    Attributes:
        visible: layers and what else is drawn.
        locked: names of the parts that no edit may change.
        choice: the overlays switched on.
        asked: for whom, compared with which ruleset, and what is pinned.
    """

    visible: Visible = field(default_factory=Visible)
    locked: frozenset[str] = frozenset()
    choice: OverlayChoice = field(default_factory=OverlayChoice)
    asked: Asked = field(default_factory=Asked)


def view_of(battle_map: BattleMap) -> KeptView:
    """How a map wants to be shown; as a new one is where it does not say."""
    view = battle_map.view
    names = _names(view.get(OVERLAYS))
    return KeptView(
        _visible(view),
        frozenset(_names(view.get(LOCKED)) or ()) & {*PARTS, PICTURES},
        OverlayChoice()
        if names is None
        else OverlayChoice(**{name: name in names for name in asdict(OverlayChoice())}),
        _asked(view, frozenset(names or ()) & set(OF_ONE), battle_map),
    )


def with_view(battle_map: BattleMap, kept: KeptView) -> BattleMap:
    """The map with how it is shown; the very same one where it says so already."""
    others = {name: value for name, value in battle_map.view.items() if name not in KEYS}
    view = {**others, **_written(kept)}
    return battle_map if view == battle_map.view else battle_map.with_changes(view=view)


def with_view_remembered(battle_map: BattleMap, view: Mapping[str, Any] | None) -> BattleMap:
    """The map with how it is shown taken from another `BattleMap.view`; None leaves it alone."""
    if view is None:
        return battle_map
    own = {name: value for name, value in view.items() if name in KEYS}
    others = {name: value for name, value in battle_map.view.items() if name not in KEYS}
    return battle_map.with_changes(view={**others, **own})


def _written(kept: KeptView) -> dict[str, Any]:
    visible, asked, usual = kept.visible, kept.asked, KeptView()
    shown = {str(layer): layer in visible.layers for layer in Layer}
    shown |= {name: getattr(visible, name) for name in _SWITCHED}
    choice = asdict(kept.choice)
    options = asdict(asked)
    written: dict[str, Any] = {
        HIDDEN: [name for name, on in shown.items() if not on],
        LOCKED: sorted(kept.locked),
        OPACITY: {str(layer): share for layer, share in sorted(visible.faint)},
        ORDER: [str(layer) for layer in visible.order] if visible.order != GROUND_ORDER else [],
        ASKED: {
            name: options[name]
            for name in ("team", "mode", "melee", "compared", "kept_areas")
            if options[name] != getattr(usual.asked, name)
        },
        PINS: list(asked.pins),
    }
    written = {name: value for name, value in written.items() if value}
    if kept.choice != usual.choice or asked.more:
        written[OVERLAYS] = [
            *(name for name, on in choice.items() if on),
            *(kind for kind in OF_ONE if kind in asked.more),
        ]
    return written


def _visible(view: Mapping[str, Any]) -> Visible:
    hidden = set(_names(view.get(HIDDEN)) or ())
    order = tuple(_names(view.get(ORDER)) or ())
    shares = view.get(OPACITY)
    faint = shares.items() if isinstance(shares, Mapping) else ()
    return Visible(
        layers=frozenset(layer for layer in Layer if layer not in hidden),
        order=tuple(Layer(name) for name in order) if sorted(order) == sorted(GROUND_ORDER) else GROUND_ORDER,
        faint=frozenset(
            (layer, share)
            for layer in GROUND_ORDER
            for name, share in faint
            if name == layer and type(share) is int and _LEAST_OPACITY <= share < 100
        ),
        **{name: name not in hidden for name in _SWITCHED},
    )


def _asked(view: Mapping[str, Any], more: frozenset[str], battle_map: BattleMap) -> Asked:
    found = view.get(ASKED)
    options = found if isinstance(found, Mapping) else {}
    team, mode, compared = options.get("team"), options.get("mode"), options.get("compared")
    melee, kept_areas = options.get("melee"), options.get("kept_areas")
    pins = _names(view.get(PINS)) or ()
    return Asked(
        team=team if any(creature.team == team for creature in battle_map.creatures) else None,
        more=more,
        melee=melee is True,
        mode=mode if isinstance(mode, str) and _is_mode(mode) else "",
        compared=compared if isinstance(compared, str) and _is_ruleset(compared) else "",
        pins=tuple(dict.fromkeys(name for name in pins if _may_be_pinned(name)))[-MOST_PINS:],
        kept_areas=kept_areas is not False,
    )


def _is_ruleset(name: str) -> bool:
    if not name:
        return False
    # Imported with the first map that compares: there are several files to read.
    from gridmap.app.rulesets import available_rulesets

    return name in available_rulesets()


def _is_mode(name: str) -> bool:
    if not name:
        return False
    # Imported late as well: no start waits for the rules of movement.
    from gridmap.rules.modes import Mode

    return name in set(Mode)


def _may_be_pinned(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and name.partition(":")[0] in PINNED_KINDS


def _names(value: object) -> list[str] | None:
    """A list's texts; None where it is no list."""
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else None


class ViewMemory(QObject):
    """Shows each map as it is remembered, and has files carry along how it is shown."""

    def __init__(
        self, document: Document, view: ViewOptions, overlays: LiveOverlays, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._view, self._overlays = document, view, overlays
        document.remember(lambda battle_map: with_view(battle_map, self.now))
        document.replaced.connect(lambda: self.show(view_of(document.battle_map)))

    @property
    def now(self) -> KeptView:
        """How the map is shown."""
        overlays = self._overlays
        return KeptView(self._view.visible, self._document.locked, overlays.choice, overlays.questions.asked)

    def show(self, kept: KeptView) -> None:
        """Show the map so."""
        self._view.show(**vars(kept.visible))
        self._document.lock_only(kept.locked)
        self._overlays.choose(**vars(kept.choice))
        self._overlays.questions.choose(**vars(kept.asked))
