"""What a way costs, item by item: how many steps of which kind, what they come to, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridmap.model.square import Square
from gridmap.rules.modes import ModesField
from gridmap.rules.movement_path import Taken, cheapest_path
from gridmap.rules.mover import Mover
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency
from gridmap.rules.step import StepKind
from gridmap.rules.walk import Leg

if TYPE_CHECKING:
    from gridmap.rules.movement import CostField


class PaidStep(NamedTuple):
    """One step of a way.

    Attributes:
        to: the position that it ends at.
        is_diagonal: whether it goes aslant.
        weight: what it weighs (see `tariff`).
        kind: what it pays for.
        mode: the mode of movement, empty where modes are not asked about.
    """

    to: Square
    is_diagonal: bool
    weight: int
    kind: StepKind
    mode: str = ""


@dataclass(frozen=True)
class Item:
    """Steps of one kind.

    Attributes:
        words: an English template of the kind, also the key of its translation.
        arguments: values for its names.
        costs: what each of the steps costs, in feet (soulweaver: Movement), in the way's order.
        rule: the rules' numbers.
        steps: (from, to) of each, as positions.
    """

    words: str
    arguments: Mapping[str, object]
    costs: tuple[int, ...]
    rule: str
    steps: tuple[tuple[Square, Square], ...]

    @property
    def spent(self) -> int:
        """What they come to together."""
        return sum(self.costs)


@dataclass(frozen=True)
class Receipt:
    """What a way costs. The items come to the total, however halves are dropped on the way.

    Attributes:
        total: feet, Movement in soulweaver.
        currency: which of the two.
        items: in the order in which the way first pays for them.
        path: positions, the mover's own first.
        spent: what has been spent at each of them.
    """

    total: int
    currency: Currency
    items: tuple[Item, ...]
    path: tuple[Square, ...]
    spent: tuple[int, ...]

    @property
    def reason(self) -> Reason:
        """All of it in one line."""
        movement = self.currency is Currency.MOVEMENT
        rule = "10" if movement else "3.3"
        if not self.items:
            return Reason("0: it stands here", rule)
        items = ", ".join(
            f"{len(item.costs)} {item.words.format(**item.arguments)} {item.spent}" for item in self.items
        )
        template = "{spent} Movement: {items}" if movement else "{spent} ft: {items}"
        return Reason(template, rule, {"spent": self.total, "items": items})


def receipt_of(mover: Mover, steps: Iterable[PaidStep]) -> Receipt:
    """The receipt of a way that begins where the mover stands."""
    taken = tuple(steps)
    path = (mover.creature.at, *(step.to for step in taken))
    weight, spent = 0, [0]
    for step in taken:
        weight += step.weight
        spent.append(mover.price.spent(weight))
    groups: dict[tuple[str, str, str], list[int]] = {}
    for number, step in enumerate(taken):
        words, rule = _words(mover, step)
        groups.setdefault((words, step.mode, rule), []).append(number)
    costs = [after - before for before, after in pairwise(spent)]
    items = tuple(
        Item(
            words,
            {"mode": mode, "factor": taken[numbers[0]].kind.factor},
            tuple(costs[number] for number in numbers),
            rule,
            tuple((path[number], path[number + 1]) for number in numbers),
        )
        for (words, mode, rule), numbers in groups.items()
    )
    return Receipt(spent[-1], mover.ruleset.movement.currency, items, path, tuple(spent))


def receipt_to(field: CostField | ModesField, square: Square) -> Receipt | None:
    """The receipt of a field's way to a position; None where there is none."""
    steps = steps_to(field, square)
    return None if steps is None else receipt_of(mover_of(field), steps)


def steps_to(
    field: CostField | ModesField, square: Square, before: int | None = 0
) -> tuple[PaidStep, ...] | None:
    """The steps of a field's way to a position, None where it is not reached.

    `before` is the weight spent before the way begins, where it goes on from another; None for a way that
    another one follows.
    """
    if isinstance(field, ModesField):
        legs = field.walk.legs(square, before) if field.walk.frame.contains(square) else None
        return None if legs is None else tuple(paid_leg(leg) for leg in legs)
    if square == field.mover.creature.at:
        return ()
    taken = cheapest_path(field, square, before)
    return None if taken is None else paid(taken)


def mover_of(field: CostField | ModesField) -> Mover:
    """Whose field it is."""
    return field.walk.mover if isinstance(field, ModesField) else field.mover


def paid(steps: Iterable[Taken]) -> tuple[PaidStep, ...]:
    """The steps of a cost field's way."""
    return tuple(PaidStep(step.to, step.direction.is_diagonal, step.weight, step.kind) for step in steps)


def paid_leg(leg: Leg) -> PaidStep:
    """A step of a walk."""
    passage = leg.passage
    return PaidStep(leg.to, passage.direction.is_diagonal, passage.weight, passage.kind, passage.mode)


def _words(mover: Mover, step: PaidStep) -> tuple[str, str]:
    """A kind of step as a template, e.g. ``squeezed difficult diagonal``, and the rules it pays by."""
    kind = step.kind
    movement = mover.ruleset.movement.currency is Currency.MOVEMENT
    rules = ["10"] if movement else []
    words = []
    if mover.price.lightest and not step.weight:
        words.append("carried")
    if kind.obstacle:
        words.append("over an obstacle,")
        rules.append("3.5")
    if kind.squeezed:
        words.append("squeezed")
        rules.append("3.8")
    if kind.factor == 2:
        words.append("difficult")
    elif kind.factor > 2:
        words.append("difficult ×{factor}")
    if kind.factor > 1:
        rules.append("3.2")
    words.append("diagonal" if step.is_diagonal else "straight")
    if step.mode:
        words.append("({mode})")
        rules.append("3.10")
    if not movement:
        rules.append("3.3")
    return " ".join(words), ", ".join(dict.fromkeys(rules))
