"""What turns a painter's strokes into SVG: shapes as paths, words as outlines, clips as masks.

Qt's own generator leaves clips out, and names fonts that a reader may not have.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QImage,
    QLinearGradient,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
    QTextItem,
    QTransform,
)

from gridmap.render.fonts import letter_outlines
from gridmap.render.title_block import printable

_SHARED_FROM = 120
"""Characters of a path from which on the same one is written once."""
_JPEG_FROM_PIXELS = 128 * 128
_JPEG_QUALITY = 92
_SAMPLE = 256
"""Pixels along a side of the part that tells how an image is written."""
_CAPS = {Qt.PenCapStyle.FlatCap: "butt", Qt.PenCapStyle.SquareCap: "square", Qt.PenCapStyle.RoundCap: "round"}
_JOINS = {
    Qt.PenJoinStyle.MiterJoin: "miter",
    Qt.PenJoinStyle.SvgMiterJoin: "miter",
    Qt.PenJoinStyle.BevelJoin: "bevel",
    Qt.PenJoinStyle.RoundJoin: "round",
}
_Clip = tuple[str, ...]
"""The masks in force, outermost first."""


class SvgDevice(QPaintDevice):
    """Something to paint on that becomes an SVG document."""

    def __init__(self, width: int, height: int, dots_per_inch: float) -> None:
        """Of so many user units, each a dot."""
        super().__init__()
        self._width, self._height, self._dots = width, height, dots_per_inch
        self._engine = _SvgEngine(QRectF(0, 0, width, height))

    def paintEngine(self) -> QPaintEngine:
        """What takes the strokes."""
        return self._engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        """Sizes that fonts and painters ask for."""
        known = {
            QPaintDevice.PaintDeviceMetric.PdmWidth: self._width,
            QPaintDevice.PaintDeviceMetric.PdmHeight: self._height,
            QPaintDevice.PaintDeviceMetric.PdmDpiX: 96,
            QPaintDevice.PaintDeviceMetric.PdmDpiY: 96,
            QPaintDevice.PaintDeviceMetric.PdmPhysicalDpiX: 96,
            QPaintDevice.PaintDeviceMetric.PdmPhysicalDpiY: 96,
            QPaintDevice.PaintDeviceMetric.PdmDevicePixelRatio: 1,
            QPaintDevice.PaintDeviceMetric.PdmDevicePixelRatioScaled: 1 << 16,
            QPaintDevice.PaintDeviceMetric.PdmDepth: 32,
        }
        return known[metric] if metric in known else super().metric(metric)

    def document(self, title: str) -> bytes:
        """The whole document, once painting has ended.

        Args:
            title: in the document's title; it says nothing else of where it is from.
        """
        mm = 25.4 / self._dots
        head = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{_number(self._width * mm)}mm" height="{_number(self._height * mm)}mm" '
            f'viewBox="0 0 {self._width} {self._height}">\n'
        )
        words = escape(printable(title))
        name = f"<title>{words}</title>\n" if words else ""
        return (head + name + self._engine.content() + "</svg>\n").encode()


class _SvgEngine(QPaintEngine):
    """Keeps the painter's state and writes an element for each stroke."""

    def __init__(self, box: QRectF) -> None:
        super().__init__(
            QPaintEngine.PaintEngineFeature.AllFeatures
            & ~QPaintEngine.PaintEngineFeature.PerspectiveTransform
        )
        self._box = box
        self._transform = QTransform()
        self._pen = QPen()
        self._brush = QBrush()
        self._opacity = 1.0
        self._clip: _Clip = ()
        self._open: _Clip = ()
        self._definitions: list[str] = []
        self._names: dict[str, str] = {}
        self._body: list[str] = []

    def content(self) -> str:
        """All elements, what they share first."""
        shared = "".join(self._definitions)
        rest = "".join(self._body) + "</g>\n" * len(self._open)
        return (f"<defs>\n{shared}</defs>\n" if shared else "") + rest

    def begin(self, device: QPaintDevice) -> bool:
        """Painting begins."""
        del device
        return True

    def end(self) -> bool:
        """Painting ends."""
        return True

    def type(self) -> QPaintEngine.Type:
        """The kind of engine."""
        return QPaintEngine.Type.SVG

    def updateState(self, state: QPaintEngineState) -> None:
        """Take in what has changed about the painter."""
        flags = state.state()
        self._transform = QTransform(state.transform())
        flag = QPaintEngine.DirtyFlag
        if flags & flag.DirtyPen:
            self._pen = QPen(state.pen())
        if flags & flag.DirtyBrush:
            self._brush = QBrush(state.brush())
        if flags & flag.DirtyOpacity:
            self._opacity = state.opacity()
        if flags & (flag.DirtyClipPath | flag.DirtyClipRegion):
            self._take_clip(state, is_path=bool(flags & flag.DirtyClipPath))
        elif flags & flag.DirtyClipEnabled and not state.isClipEnabled():
            self._clip = ()

    def _take_clip(self, state: QPaintEngineState, *, is_path: bool) -> None:
        operation = state.clipOperation()
        if operation is Qt.ClipOperation.NoClip:
            self._clip = ()
            return
        path = QPainterPath()
        if is_path:
            path = state.clipPath()
        else:
            path.addRegion(state.clipRegion())
        name = self._mask(self._transform.map(path))
        self._clip = (name,) if operation is Qt.ClipOperation.ReplaceClip else (*self._clip, name)

    def _mask(self, path: QPainterPath) -> str:
        box = path.boundingRect().intersected(self._box)
        place = f'x="{_number(box.x())}" y="{_number(box.y())}"'
        size = f'width="{_number(box.width())}" height="{_number(box.height())}"'
        return self._shared(
            "m",
            f'<mask id="%s" maskUnits="userSpaceOnUse" {place} {size}>'
            f'<path d="{_path_data(path)}" fill="#fff"{_rule(path)}/></mask>\n',
        )

    def drawPath(self, path: QPainterPath) -> None:
        """A path, filled and stroked."""
        self._draw(path, self._brush, self._pen)

    def drawPolygon(self, points: Iterable[Any], mode: QPaintEngine.PolygonDrawMode) -> None:
        """A polygon, or a line of several parts."""
        corners = [QPointF(point) for point in points]
        if not corners:
            return
        path = QPainterPath(corners[0])
        for corner in corners[1:]:
            path.lineTo(corner)
        if mode is QPaintEngine.PolygonDrawMode.PolylineMode:
            self._draw(path, QBrush(), self._pen)
            return
        path.closeSubpath()
        if mode is QPaintEngine.PolygonDrawMode.WindingMode:
            path.setFillRule(Qt.FillRule.WindingFill)
        self._draw(path, self._brush, self._pen)

    def drawTextItem(self, at: Any, item: QTextItem) -> None:
        """Words, as the outlines of their letters."""
        font = item.font()
        path = letter_outlines(item.text(), font.pixelSize(), bold=font.bold()).translated(at)
        path.setFillRule(Qt.FillRule.WindingFill)
        self._draw(path, QBrush(self._pen.color()), QPen(Qt.PenStyle.NoPen))

    def drawPixmap(self, target: Any, pixmap: Any, source: Any) -> None:
        """An image."""
        self.drawImage(target, pixmap.toImage(), source)

    def drawImage(
        self,
        target: Any,
        image: QImage,
        source: Any,
        flags: Qt.ImageConversionFlag = Qt.ImageConversionFlag.AutoColor,
    ) -> None:
        """An image, with nothing of the file that it came from."""
        del flags
        place = self._transform
        matrix = " ".join(
            _number(part, 6)
            for part in (place.m11(), place.m12(), place.m21(), place.m22(), place.dx(), place.dy())
        )
        moved = "" if place.isIdentity() else f' transform="matrix({matrix})"'
        seen = "" if self._opacity >= 1 else f' opacity="{_number(self._opacity, 4)}"'
        self._add(
            f'<image x="{_number(target.x())}" y="{_number(target.y())}" width="{_number(target.width())}" '
            f'height="{_number(target.height())}" preserveAspectRatio="none"{moved}{seen} '
            f'xlink:href="{_data_link(image, source)}"/>\n'
        )

    def _draw(self, path: QPainterPath, brush: QBrush, pen: QPen) -> None:
        look = self._fill(brush) + self._stroke(pen)
        if not look or path.isEmpty():
            return
        filled = _rule(path) if brush.style() is not Qt.BrushStyle.NoBrush else ""
        if brush.style() is Qt.BrushStyle.NoBrush:
            look = ' fill="none"' + look
        mapped = self._transform.map(path)
        first = mapped.elementAt(0)
        data = _path_data(mapped.translated(-first.x, -first.y))
        # A gradient would move along with what is put elsewhere.
        if len(data) < _SHARED_FROM or _gradient_of(brush) is not None:
            self._add(f'<path d="{_path_data(mapped)}"{look}{filled}/>\n')
            return
        name = self._shared("p", f'<path id="%s" d="{data}"/>\n')
        place = f'x="{_number(first.x)}" y="{_number(first.y)}"'
        self._add(f'<use xlink:href="#{name}" {place}{look}{filled}/>\n')

    def _fill(self, brush: QBrush) -> str:
        if brush.style() is Qt.BrushStyle.NoBrush:
            return ""
        gradient = _gradient_of(brush)
        if gradient is None:
            return self._ink("fill", brush.color())
        return f' fill="url(#{self._gradient(gradient)})"' + self._seen("fill", self._opacity)

    def _gradient(self, gradient: QGradient) -> str:
        stops = "".join(
            f'<stop offset="{_number(place, 3)}" stop-color="{shade.name()}"'
            + ("" if shade.alpha() == 255 else f' stop-opacity="{_number(shade.alphaF(), 3)}"')
            + "/>"
            for place, shade in gradient.stops()
        )
        if isinstance(gradient, QLinearGradient):
            begin, end = self._transform.map(gradient.start()), self._transform.map(gradient.finalStop())
            where = (
                f'x1="{_number(begin.x())}" y1="{_number(begin.y())}" '
                f'x2="{_number(end.x())}" y2="{_number(end.y())}"'
            )
            kind = "linearGradient"
        else:
            assert isinstance(gradient, QRadialGradient)
            middle, focus = self._transform.map(gradient.center()), self._transform.map(gradient.focalPoint())
            radius = gradient.radius() * self._magnified()
            where = (
                f'cx="{_number(middle.x())}" cy="{_number(middle.y())}" r="{_number(radius)}" '
                f'fx="{_number(focus.x())}" fy="{_number(focus.y())}"'
            )
            kind = "radialGradient"
        return self._shared("g", f'<{kind} id="%s" gradientUnits="userSpaceOnUse" {where}>{stops}</{kind}>\n')

    def _stroke(self, pen: QPen) -> str:
        if pen.style() is Qt.PenStyle.NoPen:
            return ""
        width = (pen.widthF() or 1.0) * (1.0 if pen.isCosmetic() else self._magnified())
        look = self._ink("stroke", pen.color()) + f' stroke-width="{_number(width)}"'
        if pen.capStyle() is not Qt.PenCapStyle.FlatCap:
            look += f' stroke-linecap="{_CAPS[pen.capStyle()]}"'
        if _JOINS[pen.joinStyle()] != "miter":
            look += f' stroke-linejoin="{_JOINS[pen.joinStyle()]}"'
        if pen.style() is not Qt.PenStyle.SolidLine:
            dashes = " ".join(_number(part * width) for part in pen.dashPattern())
            look += f' stroke-dasharray="{dashes}"'
            if pen.dashOffset():
                look += f' stroke-dashoffset="{_number(pen.dashOffset() * width)}"'
        return look

    def _ink(self, what: str, shade: QColor) -> str:
        return f' {what}="{shade.name()}"' + self._seen(what, shade.alphaF() * self._opacity)

    @staticmethod
    def _seen(what: str, share: float) -> str:
        return "" if share >= 0.9999 else f' {what}-opacity="{_number(share, 3)}"'

    def _magnified(self) -> float:
        return sqrt(abs(self._transform.determinant()))

    def _shared(self, letter: str, definition: str) -> str:
        """The name of something written once; `%s` stands for it."""
        name = self._names.get(definition)
        if name is None:
            name = f"{letter}{len(self._names) + 1}"
            self._names[definition] = name
            self._definitions.append(definition.replace("%s", name, 1))
        return name

    def _add(self, element: str) -> None:
        """Write an element inside the masks in force."""
        same = 0
        for open_mask, mask in zip(self._open, self._clip, strict=False):
            if open_mask != mask:
                break
            same += 1
        self._body.append("</g>\n" * (len(self._open) - same))
        self._body.extend(f'<g mask="url(#{mask})">\n' for mask in self._clip[same:])
        self._open = self._clip
        self._body.append(element)


def _gradient_of(brush: QBrush) -> QGradient | None:
    return brush.gradient()


def _rule(path: QPainterPath) -> str:
    return ' fill-rule="evenodd"' if path.fillRule() is Qt.FillRule.OddEvenFill else ""


def _number(value: float, digits: int = 2) -> str:
    """A number as short as it can be written.

    >>> _number(1.50), _number(-0.001), _number(3.0)
    ('1.5', '0', '3')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _path_data(path: QPainterPath) -> str:
    """A path in SVG's words."""
    parts: list[str] = []
    curve = QPainterPath.ElementType.CurveToElement
    start: tuple[float, float] | None = None
    at = (0.0, 0.0)
    elements = [path.elementAt(number) for number in range(path.elementCount())]
    number = 0
    while number < len(elements):
        element = elements[number]
        here = (element.x, element.y)
        if element.type is QPainterPath.ElementType.MoveToElement:
            if start is not None and start == at and parts[-1][0] != "M":
                parts.append("Z")
            parts.append(f"M{_number(here[0])} {_number(here[1])}")
            start = here
        elif element.type is curve:
            two, three = elements[number + 1], elements[number + 2]
            ends = (element.x, element.y, two.x, two.y, three.x, three.y)
            parts.append("C" + " ".join(_number(place) for place in ends))
            here = (three.x, three.y)
            number += 2
        elif start is not None and here == start and _ends_here(elements, number):
            pass  # closing draws this line
        else:
            parts.append(f"L{_number(here[0])} {_number(here[1])}")
        at = here
        number += 1
    if start is not None and start == at and len(parts) > 1 and parts[-1][0] != "M":
        parts.append("Z")
    return "".join(parts)


def _ends_here(elements: Sequence[QPainterPath.Element], number: int) -> bool:
    """Whether a part of a path ends with an element."""
    return number + 1 == len(elements) or elements[number + 1].type is QPainterPath.ElementType.MoveToElement


def _data_link(image: QImage, source: QRectF) -> str:
    """The pixels of an image alone, as PNG or, where nobody sees the difference, JPEG."""
    part = source.toAlignedRect().intersected(image.rect())
    clear = image.hasAlphaChannel()
    form = QImage.Format.Format_ARGB32 if clear else QImage.Format.Format_RGB32
    # Painted anew, since a copy would keep the words that a picture's file may carry.
    plain = QImage(part.size(), QImage.Format.Format_ARGB32_Premultiplied if clear else form)
    plain.fill(Qt.GlobalColor.transparent if clear else Qt.GlobalColor.white)
    with QPainter(plain) as painter:
        painter.drawImage(QPointF(0, 0), image, QRectF(part))
    kind, quality = ("jpg", _JPEG_QUALITY) if _is_a_photo(plain) else ("png", -1)
    content = _encoded(plain.convertToFormat(form), kind, quality)
    return f"data:image/{'jpeg' if kind == 'jpg' else kind};base64,{base64.b64encode(content).decode()}"


def _is_a_photo(image: QImage) -> bool:
    """Whether an image is much smaller as JPEG, told by a part from its middle; encoding all is slow."""
    if image.width() * image.height() < _JPEG_FROM_PIXELS or _lets_through(image):
        return False
    middle = QRect(0, 0, min(image.width(), _SAMPLE), min(image.height(), _SAMPLE))
    middle.moveCenter(image.rect().center())
    part = image.copy(middle)
    return len(_encoded(part, "jpg", _JPEG_QUALITY)) < 0.6 * len(_encoded(part, "png", -1))


def _lets_through(image: QImage) -> bool:
    """Whether any pixel is not opaque."""
    if not image.hasAlphaChannel():
        return False
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return bool((pixels < 0xFF000000).any())


def _encoded(image: QImage, kind: str, quality: int) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind, quality)  # type: ignore[call-overload]
    buffer.close()
    return bytes(content.data())
