"""Golden pictures: kept images that a drawing must look like.

`pytest tests/render --update-golden` draws them anew: look at each of them before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from tests.render.maps import difference

FOLDER = Path(__file__).resolve().parents[1] / "golden"
NOTICEABLE = 24
"""Levels of a channel from which on a pixel counts as different."""
SHARE = 0.002
"""Of the pixels that may be different: letters and smooth edges vary a little between systems."""


def check_golden(image: QImage, name: str, request: pytest.FixtureRequest, scratch: Path) -> None:
    """Fail unless the image looks like the golden picture of that name."""
    path = FOLDER / f"{name}.png"
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        assert image.save(str(path))
        return
    actual = scratch / f"{name}.png"
    image.save(str(actual))
    assert path.is_file(), f"no golden picture {path.name}; the drawing is {actual}"
    golden = QImage(str(path))
    assert (golden.width(), golden.height()) == (image.width(), image.height()), f"see {actual}"
    apart = difference(image, golden)
    share = float((apart > NOTICEABLE).mean())
    if share > SHARE:
        shown = np.ascontiguousarray(np.where(apart > NOTICEABLE, 255, apart).astype(np.uint8))
        where = QImage(
            shown.data, shown.shape[1], shown.shape[0], shown.shape[1], QImage.Format.Format_Grayscale8
        )
        where.save(str(scratch / f"{name}-difference.png"))
        pytest.fail(f"{share:.2%} of the pixels differ from {path.name}; see {actual} and its -difference")
