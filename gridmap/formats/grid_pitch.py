"""Finds the grid that is printed on a picture of a map.

A printed line is a thin ridge, darker or lighter than both sides of it, that runs the whole height or width
of the picture, however faint. Each pixel's say is limited, so that a faint line that goes on counts for more
than a bold drawing here and there. The sums over columns and rows are then searched for the comb of equal
spacing that fits both best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LEAST_PITCH, MOST_PITCH = 20.0, 600.0
"""Pixels a square that are looked for."""
LEAST_LINES = 4
"""A grid has at least so many lines each way."""
CLEAR = 13.0
"""From this strength on a grid is there beyond doubt; walls and planks alone have given up to 11."""
_MOST_SAY = 24
_MOST_ROWS = 800
_BAND = 40
_HARDLY = 0.6
"""Lines less than so strong next to the others are none."""
_NEARLY_AS_WELL = 0.6
_NEAR_EDGE = 0.03
_HAIR = 1.5
"""Pixels: a line so near the edge is the edge."""
_LOUD = 4.0
"""Above so many standard deviations a line hardly counts for more."""
_REFINED = 4
"""So many rough guesses are looked at closely."""
_BLOCK = 16
"""Pixels a side of the blocks that lossy pictures are packed in; their borders show a little."""
_FINE = 0.02
"""How finely the last line's place is tried, in pixels."""

Profile = npt.NDArray[np.float64]


class PictureGrid(NamedTuple):
    """A grid on a picture.

    Attributes:
        pitch: pixels a square.
        left: the first grid line's pixels from the left edge, less than a pitch.
        top: the first grid line's pixels from the top edge, less than a pitch.
        strength: how far it stands out from what chance would give, in standard deviations; `CLEAR` is clear.
    """

    pitch: float
    left: float
    top: float
    strength: float


def find_grid(luminance: npt.NDArray[np.uint8]) -> PictureGrid | None:
    """The printed grid of a picture, None where no comb of lines stands out at all.

    Args:
        luminance: ``(height, width) uint8``, the picture in grey.
    """
    height, width = luminance.shape
    if min(height, width) < LEAST_PITCH * LEAST_LINES:
        return None
    columns = _profile(luminance)
    rows = _profile(luminance.T)
    most = min(MOST_PITCH, max(height, width) / LEAST_LINES)
    side = max(height, width)
    # By steps that move the last line by a pixel.
    rough = [
        _fitted(columns, rows, pitch, 0.6, pitch / side) for pitch in _likely_pitches(columns, rows, most)
    ]
    rough.sort(key=lambda grid: grid.strength, reverse=True)
    found = [_refined(columns, rows, grid) for grid in rough[:_REFINED]]
    if not found:
        return None
    best = _without_lines_between(columns, rows, max(found, key=lambda grid: grid.strength), most)
    if best.strength < CLEAR / 2:
        return None
    return _in_whole_squares(_through_lines(columns, rows, best), width, height)


def _in_whole_squares(grid: PictureGrid, width: int, height: int) -> PictureGrid:
    """The exact grid of a picture that was drawn in whole squares, where this one is nearly so."""
    across, down = round(width / grid.pitch), round(height / grid.pitch)
    exact = (width + height) / (across + down)
    edge = _NEAR_EDGE * grid.pitch
    whole = abs(across * exact - width) < 0.5 and abs(down * exact - height) < 0.5
    near = max(abs(width - across * grid.pitch), abs(height - down * grid.pitch)) < edge
    if not (whole and near and abs(grid.left) < edge and abs(grid.top) < edge):
        return grid
    return PictureGrid(exact, 0.0, 0.0, grid.strength)


def _through_lines(columns: Profile, rows: Profile, grid: PictureGrid) -> PictureGrid:
    """The same grid laid through the middles of its lines, both ways with one pitch."""
    left = _first_line(columns, grid.pitch, grid.left)
    top = _first_line(rows, grid.pitch, grid.top)
    pitch = grid.pitch
    for _ in range(3):
        across, down = _line_places(columns, pitch, left), _line_places(rows, pitch, top)
        # Least squares for three unknowns: where the first lines are, and the pitch between all.
        counts = np.concatenate([across[0], down[0]])
        one = np.concatenate([np.ones(len(across[0])), np.zeros(len(down[0]))])
        system = np.stack([counts, one, 1 - one], axis=1)
        weights = np.sqrt(np.concatenate([across[2], down[2]]))
        places = np.concatenate([across[1], down[1]])
        if len(places) < LEAST_LINES or not one.any() or one.all():
            break
        solved = np.linalg.lstsq(system * weights[:, None], places * weights, rcond=None)[0]
        pitch, left, top = (float(value) for value in solved)
    return grid._replace(pitch=pitch, left=_phase(left, pitch), top=_phase(top, pitch))


def _phase(place: float, pitch: float) -> float:
    """A line's place as that of the first one; a hair before the edge is the edge."""
    phase = place % pitch
    return phase - pitch if pitch - phase < _HAIR else phase


def _first_line(profile: Profile, pitch: float, offset: float) -> float:
    """Where the first line is: at the picture's very edge, as in most, where that fits nearly as well."""
    fit = _comb_strength(profile, pitch, offset)
    at_edge = max(_comb_strength(profile, pitch, place) for place in (-1.0, -0.5, 0.0, 0.5, 1.0))
    return 0.0 if at_edge > _NEARLY_AS_WELL * fit else offset


def _comb_strength(profile: Profile, pitch: float, offset: float) -> float:
    places = np.arange(offset + pitch, len(profile) - 3, pitch).astype(np.int64)
    around = np.max([profile[np.clip(places + by, 0, len(profile) - 1)] for by in (-1, 0, 1)], axis=0)
    return float(around.sum() / np.sqrt(max(1, len(places))))


def _line_places(profile: Profile, pitch: float, offset: float) -> tuple[Profile, Profile, Profile]:
    """(number, place, weight) of the lines that are there where the comb expects them."""
    numbers = np.arange(int(np.ceil(-offset / pitch)), int((len(profile) - offset) / pitch) + 1)
    reach = max(2, min(6, int(pitch / 8)))
    around = np.arange(-reach, reach + 1)
    middles = np.round(offset + numbers * pitch - 0.5).astype(np.int64)
    inside = (middles >= reach) & (middles < len(profile) - reach)
    numbers, middles = numbers[inside], middles[inside]
    seen = np.clip(profile[middles[:, None] + around], 0, None)
    seen[seen < 0.5 * seen.max(1, keepdims=True, initial=0)] = 0
    weight = seen.sum(1)
    there = weight > 1.0
    middle = middles[there] + 0.5 + (seen[there] * around).sum(1) / weight[there]
    return numbers[there].astype(np.float64), middle, np.minimum(weight[there], 2 * _LOUD)


def _without_lines_between(columns: Profile, rows: Profile, grid: PictureGrid, most: float) -> PictureGrid:
    """The grid of twice the pitch where every other line is hardly there, either way."""
    while grid.pitch * 2 <= most:
        shares = [_every_other(profile, grid.pitch) for profile in (columns, rows)]
        if sum(shares) / 2 > _HARDLY:
            break
        grid = _refined(columns, rows, _fitted(columns, rows, grid.pitch * 2, 0.5, 0.05))
    return grid


def _every_other(profile: Profile, pitch: float) -> float:
    """How strong the weaker lines of a comb are, every other one, next to the stronger ones."""
    offset = _best_comb(profile, pitch)[0]
    places = np.arange(offset, len(profile) - 3, pitch).astype(np.int64)
    around = [profile[np.clip(places + by, 0, len(profile) - 1)] for by in (-2, -1, 0, 1, 2)]
    lines = np.clip(np.max(around, axis=0), 0.0, _LOUD)
    # The median: a few bold strokes between lines make no lines.
    weaker, stronger = sorted((float(np.median(lines[::2])), float(np.median(lines[1::2]))))
    return weaker / max(stronger, 0.1)


def _profile(luminance: npt.NDArray[np.uint8]) -> Profile:
    """How much of a line runs down each column, its slow changes and its scale taken out."""
    height, width = luminance.shape
    dark = np.zeros(width)
    light = np.zeros(width)
    # Some rows tell as much as all. They are taken in bands: single ones may all miss the dots of a line.
    for first in range(0, height, _BAND * max(1, height // _MOST_ROWS)):
        band = luminance[first : first + _BAND].astype(np.int16)
        for reach in (1, 2, 3):
            left, middle, right = band[:, : -2 * reach], band[:, reach:-reach], band[:, 2 * reach :]
            deeper = np.clip(np.minimum(left, right) - middle, 0, _MOST_SAY)
            higher = np.clip(middle - np.maximum(left, right), 0, _MOST_SAY)
            dark[reach:-reach] += deeper.sum(0)
            light[reach:-reach] += higher.sum(0)
    profiles = [_standard(each) for each in (dark, light)]
    # The lines are dark or light: whichever has the sharper peaks.
    return max(profiles, key=lambda profile: float(np.sort(profile)[-max(4, width // 100) :].mean()))


def _standard(profile: Profile) -> Profile:
    """Without its slow changes, in standard deviations, and no column above all others."""
    window = 31
    padded = np.pad(profile, window // 2, mode="edge")
    trend = np.convolve(padded, np.full(window, 1 / window), mode="valid")
    level = profile - trend
    for phase in range(_BLOCK):
        level[phase::_BLOCK] -= np.median(level[phase::_BLOCK])
    spread = float(level.std()) or 1.0
    level = np.maximum(level / spread, -2.0)
    return np.where(level > _LOUD, _LOUD + (level - _LOUD) / 20, level)


def _likely_pitches(columns: Profile, rows: Profile, most: float) -> list[float]:
    """Pitches at which a profile is like itself, the likeliest first."""
    length = max(len(columns), len(rows))
    echo = _echo(columns, length) + _echo(rows, length)
    least, last = int(LEAST_PITCH), min(int(most) + 1, length - 2)
    # An echo a few pixels wide still counts where lines do not fall on whole pixels.
    smooth = np.convolve(echo, [0.5, 1.0, 0.5], mode="same")
    peaks = [
        pitch
        for pitch in range(least, last)
        if smooth[pitch] >= smooth[pitch - 1] and smooth[pitch] > smooth[pitch + 1] and smooth[pitch] > 0
    ]
    peaks.sort(key=lambda pitch: float(smooth[pitch]), reverse=True)
    likely: list[float] = []
    for peak in peaks[:20]:
        for part in (1, 2, 3):
            pitch = peak / part
            if pitch >= LEAST_PITCH and all(abs(pitch - known) > 0.4 for known in likely):
                likely.append(pitch)
    return likely


def _echo(profile: Profile, length: int) -> Profile:
    """Autocorrelation, ``(length,)``: how much the profile is like itself that many pixels on."""
    size = 1 << (2 * len(profile)).bit_length()
    power = np.abs(np.fft.rfft(profile, size)) ** 2
    echo = np.fft.irfft(power, size)[: len(profile)]
    count = np.maximum(len(profile) - np.arange(len(profile)), 1)
    result = np.zeros(length)
    result[: len(profile)] = echo / np.sqrt(count)
    return result


def _refined(columns: Profile, rows: Profile, grid: PictureGrid) -> PictureGrid:
    """The same grid with its pitch as fine as the last line's place can tell."""
    lines = max(len(columns), len(rows)) / grid.pitch
    step = 1 / lines
    while step > _FINE / lines:
        grid = _fitted(columns, rows, grid.pitch, 2 * step, step / 2)
        step /= 4
    return grid


def _fitted(columns: Profile, rows: Profile, pitch: float, span: float, step: float) -> PictureGrid:
    """The grid within `span` of a pitch that fits both profiles best, tried by steps."""
    best = PictureGrid(pitch, 0.0, 0.0, -np.inf)
    for tried in np.arange(max(LEAST_PITCH, pitch - span), pitch + span + step / 2, step):
        left, across = _best_comb(columns, float(tried))
        top, down = _best_comb(rows, float(tried))
        strength = (across + down) / 2**0.5
        if strength > best.strength:
            best = PictureGrid(float(tried), left, top, strength)
    return best


def _best_comb(profile: Profile, pitch: float) -> tuple[float, float]:
    """(offset, strength) of the comb of that pitch that the profile fits best."""
    length = len(profile)
    count = int(length / pitch)
    if count < LEAST_LINES:
        return 0.0, 0.0
    places = np.arange(length)
    phase = places % pitch
    bins = np.minimum(phase.astype(np.int64), int(pitch))
    sums = np.bincount(bins, profile, int(pitch) + 1)
    counts = np.bincount(bins, minlength=int(pitch) + 1)
    strength = sums / np.sqrt(np.maximum(counts, 1))
    strength[counts < count / 2] = -np.inf
    at = int(strength.argmax())
    return at + 0.5, float(strength[at])
