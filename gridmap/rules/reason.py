"""Why the rules say what they say, in one line with its rule.

A reason is a template and its arguments, so that the windows can translate it while the command line
shows it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reason:
    """One line of explanation.

    Attributes:
        template: English words with ``{names}``, also the key of its translation.
        rule: the rule's number in the rules reference, e.g. ``"5.3"``.
        arguments: values for the names.
    """

    template: str
    rule: str
    arguments: Mapping[str, object] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The line in English, without its rule."""
        return self.template.format(**self.arguments)

    def __str__(self) -> str:
        """The line in English.

        >>> str(Reason("{feet} ft: {steps} steps", "3.3", {"feet": 15, "steps": 3}))
        '15 ft: 3 steps (rules 3.3)'
        """
        return f"{self.words} (rules {self.rule})"
