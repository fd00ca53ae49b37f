"""Tokens: a shape and colour for the team, letters for the name, badges for what is on the creature."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from gridmap.model.creature import Creature, Size
from gridmap.model.picture import Asset
from gridmap.model.players import UNKNOWN
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.model.team import TokenShape
from gridmap.render.bounded_cache import BoundedCache, drawn_once
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.fonts import letter_outlines
from gridmap.render.lettering import draw_stamp, elided, stamp_of, stamp_size
from gridmap.render.pictures import picture_near
from gridmap.render.scene import Frame, Scene, whole_pixel
from gridmap.render.theme import CreatureLook, Team, Theme
from gridmap.render.token_look import TokenLooks, token_looks
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side

LEAST_NAME_SCALE = 44.0
LEAST_BADGE_SCALE = 22.0
_LEAST_TWO_BADGES_SCALE = 34
_SMALLER_THAN_A_SQUARE = {Size.TINY: 2, Size.DIMINUTIVE: 5, Size.FINE: 10}
"""How many stand side by side in a square (rules 1.2)."""
_HIDDEN_OPACITY = 0.5


@dataclass(frozen=True)
class _Place:
    """Where a token is drawn, in squares."""

    x: float
    y: float
    side: float


def paint_creatures(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Every creature that the frame sees, big ones first, then selection rings and names over all."""
    seen = token_places(scene).seen_in(frame)
    looks = token_looks(scene.battle_map, theme.creatures)
    for creature, place in seen:
        _paint_token(painter, creature, place, frame, looks)
    for creature, place in seen:
        if creature.id in scene.selection:
            _paint_selection(painter, place, frame, theme.creatures)
    if scene.names and frame.scale >= LEAST_NAME_SCALE:
        for creature, place in seen:
            if (place.side >= 1 or creature.id in scene.selection) and name_shown(creature):
                _paint_name(painter, creature, place, frame, theme.creatures)


class _Places:
    """Where each creature's token is, in the order of drawing (`pairs`): big ones first."""

    def __init__(self, creatures: tuple[Creature, ...], rules: Ruleset) -> None:
        by_id = _worked_out(creatures, rules)
        pairs = [(creature, by_id[creature.id]) for creature in creatures]
        self.pairs = sorted(pairs, key=lambda pair: -pair[1].side)
        boxes = [(place.x, place.y, place.side) for _, place in self.pairs]
        self._x, self._y, self._side = np.array(boxes, np.float64).reshape(-1, 3).T

    def seen_in(self, frame: Frame) -> list[tuple[Creature, _Place]]:
        """Those whose token may reach into the frame."""
        overhang = max(OVERHANG, _FRAME_PIXELS / frame.scale)
        left, top = frame.left / frame.scale - overhang, frame.top / frame.scale - overhang
        right = left + frame.width / frame.scale + 2 * overhang
        bottom = top + frame.height / frame.scale + 2 * overhang
        inside = (self._x < right) & (self._x + self._side > left)
        inside &= (self._y < bottom) & (self._y + self._side > top)
        return [self.pairs[at] for at in np.flatnonzero(inside).tolist()]


OVERHANG = 0.75
"""Squares that a token's shadow, badges and name may reach beyond its place."""
_FRAME_PIXELS = 6
"""The frame round a selected one takes no more beyond it, however small it is."""
_places: IdentityCache[_Places] = IdentityCache(8)


def token_places(scene: Scene) -> _Places:
    """Where each creature's token is: its space, or its share of a square that several small ones fill."""
    creatures, rules = scene.battle_map.creatures, scene.rules
    return _places.get((creatures, rules), lambda: _Places(creatures, rules))


def _worked_out(all_creatures: tuple[Creature, ...], rules: Ruleset) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    crowded: dict[tuple[Square, int], list[Creature]] = defaultdict(list)
    for creature in all_creatures:
        abreast = None if creature.space is not None else _SMALLER_THAN_A_SQUARE.get(creature.size)
        if abreast is None:
            places[creature.id] = _Place(*creature.at, side(creature, rules))
        else:
            crowded[creature.at, abreast].append(creature)
    for (at, abreast), creatures in crowded.items():
        # One alone stands in the middle and is drawn larger than a crowd of its kind.
        columns = max(1, math.ceil(math.sqrt(len(creatures))))
        share = 1 / max(columns, min(abreast, 2))
        inset = (1 - columns * share) / 2
        for number, creature in enumerate(creatures):
            row, column = divmod(number, columns)
            places[creature.id] = _Place(at.x + inset + column * share, at.y + inset + row * share, share)
    return places


def _paint_token(
    painter: QPainter, creature: Creature, place: _Place, frame: Frame, looks: TokenLooks
) -> None:
    if draws_shapes(painter):
        side, square = max(4, round(place.side * frame.scale)), max(4, round(frame.scale))
        token = _token_of(creature, side, square, looks)
        painter.save()
        painter.translate(
            frame.column_edge(place.x) - _margin(token), frame.row_edge(place.y) - _margin(token)
        )
        _draw_token(painter, token, looks.look)
        painter.restore()
        return
    image = _token_at(creature, place, frame.scale, looks)
    margin = (image.width() - max(4, round(place.side * frame.scale))) // 2
    painter.drawImage(frame.column_edge(place.x) - margin, frame.row_edge(place.y) - margin, image)


_images: BoundedCache[QImage] = BoundedCache(16 * 2**20)


def _token_at(creature: Creature, place: _Place, scale: float, looks: TokenLooks) -> QImage:
    key = _key(creature, place, scale, looks)
    portrait = looks.portrait(creature)
    alive = (creature, looks.look, None if portrait is None else portrait.content)
    return _images.get(key, lambda: _token_image(creature, *key[-2:], looks), alive)


def _key(
    creature: Creature, place: _Place, scale: float, looks: TokenLooks
) -> tuple[int, int, int, int, int]:
    # By identity: working out all that a token depends on takes longer than copying it.
    size, square = max(4, round(place.side * scale)), max(4, round(scale))
    return id(creature), id(looks.look), looks.number(creature), size, square


def prepare_tokens(scene: Scene, frame: Frame, theme: Theme, give_up: float) -> bool:
    """Draw the images of the tokens that the frame sees, ahead of painting.

    Args:
        scene: what is shown.
        frame: which part of it.
        theme: how it looks.
        give_up: when to leave it, by `perf_counter`; one is drawn in any case.

    Returns:
        Whether all are known now. Where squares are so large that few are in sight, none is drawn ahead.
    """
    if frame.scale > _MOST_AHEAD_SCALE:
        return True
    drawn = 0
    looks = token_looks(scene.battle_map, theme.creatures)
    for creature, place in token_places(scene).seen_in(frame):
        if _key(creature, place, frame.scale, looks) in _images:
            continue
        if drawn and perf_counter() > give_up:
            return False
        _token_at(creature, place, frame.scale, looks)
        drawn += 1
    return not drawn or perf_counter() <= give_up


_MOST_AHEAD_SCALE = 100.0


def _token_image(creature: Creature, pixels: int, square: int, looks: TokenLooks) -> QImage:
    return _drawn(_token_of(creature, pixels, square, looks), looks.look)


def _token_of(creature: Creature, pixels: int, square: int, looks: TokenLooks) -> _Token:
    return _Token(
        team=looks.team(creature),
        letters=letters(creature),
        pixels=pixels,
        square=square,
        conditions=tuple(creature.conditions),
        feet_up=creature.altitude * FEET_PER_SQUARE,
        hidden=creature.hidden,
        facing=creature.facing,
        portrait=looks.portrait(creature),
    )


def name_shown(creature: Creature) -> str:
    """The name beside its token: in brackets where players do not know it, and then empty on their map.

    >>> name_shown(Creature("x", Size.SMALL, Square(0, 0), name="Ash", named=False))
    '(Ash)'
    >>> name_shown(Creature("unknown-1", Size.SMALL, Square(0, 0), named=False))
    ''
    """
    if creature.named:
        return creature.title
    numbered = not creature.name and creature.id.startswith(f"{UNKNOWN}-")
    return "" if numbered else f"({creature.title})"


def letters(creature: Creature) -> str:
    """Up to three characters that tell it from its fellows.

    >>> letters(Creature("goblin-3", Size.SMALL, Square(0, 0)))
    'G3'
    >>> letters(Creature("x", Size.SMALL, Square(0, 0), name="Ash the Bold"))
    'AB'
    """
    if creature.letters:
        return creature.letters[:3]
    words: list[str] = re.findall(r"[^\W\d_]+|\d+", creature.title)
    if not words:
        return creature.title[:2]
    number = words[-1] if words[-1].isdigit() and len(words) > 1 else ""
    named = [word for word in words if not word.isdigit()]
    if number:
        return (named[0][0].upper() if named else "") + number[-2:]
    if len(named) > 1:
        return named[0][0].upper() + named[-1][0].upper()
    return words[0][:2].capitalize()


@dataclass(frozen=True)
class _Token:
    """Everything that a token's picture depends on, besides the theme."""

    team: Team
    letters: str
    pixels: int
    square: int
    conditions: tuple[str, ...]
    feet_up: int
    hidden: bool
    facing: int | None = None
    portrait: Asset | None = None


def _margin(token: _Token) -> int:
    """Pixels round the space that shadow and badges may take."""
    return max(3, round(token.square * 0.4))


def _drawn(token: _Token, look: CreatureLook) -> QImage:
    """One token with all that belongs to it, in the middle of an image."""
    margin = _margin(token)
    whole = token.pixels + 2 * margin
    image = QImage(whole, whole, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _draw_token(painter, token, look)
    return image


def _draw_token(painter: QPainter, token: _Token, look: CreatureLook) -> None:
    """The same with the image's corner at (0, 0)."""
    margin = _margin(token)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    if token.hidden:
        painter.setOpacity(_HIDDEN_OPACITY)
    inset = max(1.0, token.square * 0.06)
    box = QRectF(margin + inset, margin + inset, token.pixels - 2 * inset, token.pixels - 2 * inset)
    _draw_body(painter, token, box, look)
    if token.facing is not None and token.pixels >= _LEAST_FACING_PIXELS:
        _draw_facing(painter, token, box, look)
    painter.setOpacity(1.0)
    if token.square >= LEAST_BADGE_SCALE:
        _draw_badges(painter, token, box, look)


def _draw_body(painter: QPainter, token: _Token, box: QRectF, look: CreatureLook) -> None:
    outline = shape_path(token.team.shape, box)
    edge_width = max(1.2, min(token.square * 0.07, token.pixels * 0.08))
    dead = "dead" in token.conditions
    fill, edge = colour(look.dead if dead else token.team.fill), colour(token.team.edge)
    if token.square >= 12 and not token.hidden:
        shift = max(1.0, token.square * 0.05)
        painter.fillPath(outline.translated(shift * 0.6, shift), colour(look.shadow))
    light = QLinearGradient(box.topLeft(), box.bottomLeft())
    light.setColorAt(0, fill.lighter(118))
    light.setColorAt(1, fill.darker(112))
    pen = QPen(edge, edge_width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if token.hidden:
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.setBrush(light)
    painter.drawPath(outline)
    pictured = token.portrait is not None and _draw_portrait(painter, token, box, edge_width)
    if token.pixels >= 26 and not token.hidden and not pictured:
        inner = box.adjusted(edge_width * 1.1, edge_width * 1.1, -edge_width * 1.1, -edge_width * 1.1)
        rim = QColor(token.team.text[:7])
        rim.setAlpha(110)
        painter.setPen(QPen(rim, max(1.0, edge_width * 0.35)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape_path(token.team.shape, inner))
    if token.pixels >= 11 and not pictured:
        _draw_letters(painter, token, box)
    if dead:
        painter.setPen(QPen(edge, edge_width * 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        part = box.adjusted(box.width() * 0.2, box.height() * 0.2, -box.width() * 0.2, -box.height() * 0.2)
        painter.drawLine(part.topLeft(), part.bottomRight())
        painter.drawLine(part.topRight(), part.bottomLeft())


def _draw_portrait(painter: QPainter, token: _Token, box: QRectF, edge_width: float) -> bool:
    """Draw its picture into the team's shape, within a ring of the team's colour; False where it has none."""
    ring = edge_width / 2 + max(1.0, token.pixels * _RING_SHARE)
    inner = box.adjusted(ring, ring, -ring, -ring)
    finer = _FINER_ON_PAPER if draws_shapes(painter) else 1
    size = max(1, round(inner.width() * finer))
    image = None if token.portrait is None else picture_near(token.portrait, QSize(size, size))
    if image is None or image.isNull():
        return False
    cut = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    cut.fill(Qt.GlobalColor.transparent)
    with QPainter(cut) as on_cut:
        on_cut.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        # The whole of its shorter side is seen; of a tall picture the upper part, where faces are.
        scale = size / min(image.width(), image.height())
        left = (size - image.width() * scale) / 2
        top = (size - image.height() * scale) * _FACE_SHARE
        brush = QBrush(image)
        brush.setTransform(QTransform.fromTranslate(left, top).scale(scale, scale))
        on_cut.fillPath(shape_path(token.team.shape, QRectF(0, 0, size, size)), brush)
    opacity = painter.opacity()
    painter.setOpacity(opacity * (_DEAD_OPACITY if "dead" in token.conditions else 1))
    painter.drawImage(inner, cut)
    painter.setOpacity(opacity)
    return True


_RING_SHARE = 0.05
_FACE_SHARE = 0.25
_DEAD_OPACITY = 0.45
_FINER_ON_PAPER = 3
"""A printer shows so many dots to a pixel that the page is laid out in."""


def _draw_facing(painter: QPainter, token: _Token, box: QRectF, look: CreatureLook) -> None:
    """A wedge on its rim that points where it looks."""
    reach, wide = box.width() / 2, max(3.0, min(token.pixels, token.square * 1.3) * 0.14)
    wedge = QPolygonF(
        [
            QPointF(0, -reach - wide * 0.55),
            QPointF(wide, -reach + wide * 0.65),
            QPointF(0, -reach + wide * 0.3),
            QPointF(-wide, -reach + wide * 0.65),
        ]
    )
    painter.save()
    painter.translate(box.center())
    painter.rotate(token.facing or 0)
    pen = QPen(colour(look.badge), max(1.0, wide * 0.22))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(colour(look.badge_text))
    painter.drawPolygon(wedge)
    painter.restore()


_LEAST_FACING_PIXELS = 12


def _draw_letters(painter: QPainter, token: _Token, box: QRectF) -> None:
    size = box.height() * {1: 0.5, 2: 0.42}.get(len(token.letters), 0.34)
    path = letter_outlines(token.letters, max(5, round(size)), bold=True)
    bounds = path.boundingRect()
    middle = box.center() - bounds.center()
    painter.fillPath(path.translated(middle), colour(token.team.text))


def shape_path(shape: TokenShape, box: QRectF) -> QPainterPath:
    """A team's shape inside a box."""
    path = QPainterPath()
    centre, radius = box.center(), box.width() / 2
    if shape is TokenShape.CIRCLE:
        path.addEllipse(box)
    elif shape is TokenShape.SQUARE:
        part = box.adjusted(*(box.width() * inset for inset in (0.04, 0.04, -0.04, -0.04)))
        path.addRoundedRect(part, box.width() * 0.16, box.width() * 0.16)
    elif shape is TokenShape.SHIELD:
        left, top, right = box.left() + radius * 0.1, box.top() + radius * 0.04, box.right() - radius * 0.1
        path.moveTo(left, top + radius * 0.12)
        path.quadTo(centre.x() - radius * 0.4, top + radius * 0.14, centre.x(), top)
        path.quadTo(centre.x() + radius * 0.4, top + radius * 0.14, right, top + radius * 0.12)
        low, waist = box.bottom(), centre.y() + radius * 0.45
        bulge = radius * 0.5
        path.cubicTo(right, waist, centre.x() + bulge, low - radius * 0.2, centre.x(), low)
        path.cubicTo(centre.x() - bulge, low - radius * 0.2, left, waist, left, top + radius * 0.12)
    else:
        corners, turn, size = _POLYGONS[shape]
        path.addPolygon(
            QPolygonF(
                [
                    centre
                    + QPointF(
                        radius * size * math.cos(turn + 2 * math.pi * at / corners),
                        radius * size * math.sin(turn + 2 * math.pi * at / corners),
                    )
                    for at in range(corners)
                ]
            )
        )
        path.closeSubpath()
    return path


_POLYGONS = {
    TokenShape.HEXAGON: (6, math.pi / 6, 1.04),
    TokenShape.DIAMOND: (4, 0.0, 1.04),
    TokenShape.OCTAGON: (8, math.pi / 8, 1.05),
}


def _draw_badges(painter: QPainter, token: _Token, box: QRectF, look: CreatureLook) -> None:
    """Conditions along the top, hiding at the lower left, altitude at the lower right."""
    pixels = max(8, round(token.square * 0.2))
    words = [condition[:2].capitalize() for condition in token.conditions if condition != "dead"]
    # On small squares two badges would hide the token.
    abreast = 2 if token.square >= _LEAST_TWO_BADGES_SCALE else 1
    most = abreast * max(1, round(token.pixels / token.square))
    if len(words) > most:
        words = [*words[: most - 1], f"+{len(words) - most + 1}"]
    right = box.right() + token.square * 0.08
    for word in words:
        width = _draw_badge(painter, word, right, box.top() + pixels * 0.35, pixels, look)
        right -= width + 1
    if token.feet_up:
        arrow = "↑" if token.feet_up > 0 else "↓"
        text = f"{arrow}{abs(token.feet_up)}"
        _draw_badge(
            painter, text, box.right() + token.square * 0.08, box.bottom() - pixels * 0.5, pixels, look
        )
    if token.hidden:
        _draw_badge(painter, "?", box.left() + pixels * 1.1, box.bottom() - pixels * 0.5, pixels, look)


def _draw_badge(
    painter: QPainter, text: str, right: float, middle: float, pixels: int, look: CreatureLook
) -> float:
    words_width, words_height = stamp_size(text, pixels, bold=True)
    width, height = max(words_width + pixels * 0.5, pixels * 1.5), pixels * 1.5
    box = QRectF(right - width, middle - height / 2, width, height)
    painter.setPen(QPen(colour(look.badge_text), max(1.0, pixels * 0.1)))
    painter.setBrush(colour(look.badge))
    painter.drawRoundedRect(box, height / 2, height / 2)
    draw = stamp_of(painter, text, pixels, look.badge_text, bold=True)
    draw(round(box.center().x() - words_width / 2), round(box.center().y() - words_height / 2))
    return width


def _paint_name(
    painter: QPainter, creature: Creature, place: _Place, frame: Frame, look: CreatureLook
) -> None:
    name, square, widest = name_shown(creature), round(frame.scale), max(1.2, place.side)
    if draws_shapes(painter):
        width, height = _plate_size(*_plate_words(name, square, widest))
        left, right = frame.x(place.x), frame.x(place.x + place.side)
        above, below = frame.y(place.y), frame.y(place.y + place.side)
        if below < 1 or right < 1 or above > frame.height - 1 or left > frame.width - 1:
            return  # it stands on another page, and its name too
        painter.save()
        # A page is cut where it ends: names stay on it whole.
        top = min(below - height * 0.6, frame.height - height - 2)
        middle = (left + right) / 2
        left = middle - width / 2
        if 0 <= middle <= frame.width:
            left = max(2.0, min(left, frame.width - width - 2))
        painter.translate(left, top)
        _draw_plate(painter, name, square, widest, look)
        painter.restore()
        return
    plate = _name_plate(name, square, widest, look)
    x = whole_pixel((place.x + place.side / 2) * frame.scale - plate.width() / 2) - frame.left
    y = whole_pixel((place.y + place.side) * frame.scale - plate.height() * 0.6) - frame.top
    painter.drawImage(x, y, plate)


@drawn_once(byte_limit=8 * 2**20)
def _name_plate(name: str, square: int, widest: float, look: CreatureLook) -> QImage:
    """A name on a dark plate, cut short where it is wider than so many squares. Shared."""
    size = _plate_size(*_plate_words(name, square, widest))
    plate = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    plate.fill(Qt.GlobalColor.transparent)
    with QPainter(plate) as painter:
        _draw_plate(painter, name, square, widest, look)
    return plate


def _plate_words(name: str, square: int, widest: float) -> tuple[str, int]:
    """What stands on a plate, and the size of its letters."""
    pixels = max(9, round(min(square, 96) * 0.19))
    return elided(name, pixels, widest * square), pixels


def _plate_size(words: str, pixels: int) -> tuple[int, int]:
    return round(stamp_size(words, pixels)[0] + pixels * 0.7), round(pixels * 1.45)


def _draw_plate(painter: QPainter, name: str, square: int, widest: float, look: CreatureLook) -> None:
    words, pixels = _plate_words(name, square, widest)
    width, height = _plate_size(words, pixels)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    ground = QColor(colour(look.badge))
    ground.setAlpha(215)
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(0, 0, width, height), height * 0.3, height * 0.3)
    draw_stamp(painter, words, width / 2, height / 2, pixels, look.badge_text)


def _paint_selection(painter: QPainter, place: _Place, frame: Frame, look: CreatureLook) -> None:
    """A bright frame round the space with heavy corners: no token has such a thing."""
    width = max(2.0, frame.scale * 0.05)
    grow = width * 0.6
    left, top = frame.column_edge(place.x) - grow, frame.row_edge(place.y) - grow
    size = round(place.side * frame.scale) + 2 * grow
    arm = size * 0.28
    corners = QPainterPath()
    for x, y, dx, dy in (
        (left, top, 1, 1),
        (left + size, top, -1, 1),
        (left + size, top + size, -1, -1),
        (left, top + size, 1, -1),
    ):
        corners.moveTo(x + dx * arm, y)
        corners.lineTo(x, y)
        corners.lineTo(x, y + dy * arm)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    thin = QColor(colour(look.select))
    thin.setAlpha(170)
    painter.setPen(QPen(thin, max(1.0, width / 2)))
    painter.drawRect(QRectF(left, top, size, size))
    for ink, wide in ((look.select_edge, width * 2), (look.select, width)):
        painter.setPen(
            QPen(colour(ink), wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        painter.drawPath(corners)
    painter.restore()
