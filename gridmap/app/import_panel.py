"""How a file was read: what it leaves open, to be chosen, and all that was changed or left out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDoubleSpinBox, QFileDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from gridmap.app.docks.panel import SPACING, Panel
from gridmap.app.files import Files, Imported
from gridmap.app.guarded import guarded
from gridmap.app.steady import ComboBox
from gridmap.app.words import translated
from gridmap.formats.choices import Choice
from gridmap.formats.options import Portal, ReadOptions

_WHOLE, _FRACTIONS = frozenset({"cell_feet"}), frozenset({"pixels_per_square", "snap"})


def with_answer(options: ReadOptions, option: str, value: str) -> ReadOptions:
    """Options with one more answer, given as a `Choice` gives it.

    >>> with_answer(ReadOptions(), "cell_feet", "10").cell_feet
    10
    """
    answer: object = value
    if option == "picture":
        answer = Path(value) if value else None
    elif option in _WHOLE:
        answer = int(value)
    elif option in _FRACTIONS:
        answer = float(value)
    elif option.endswith("_portals"):
        answer = Portal(value)
    return replace(options, **{option: answer})  # type: ignore[arg-type]


class ImportPanel(Panel):
    """The choices read the file again, as steps that can be undone; the report stands below, whole."""

    def __init__(self, files: Files, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Import"), "importPanel", parent)
        self._files = files
        self._name = _line("heading")
        self._summary = _line("dim")
        self._choices = QVBoxLayout()
        self._choices.setSpacing(SPACING)
        self._report = QVBoxLayout()
        self._report.setSpacing(SPACING)
        self._copy = QPushButton(self.tr("Copy report"))
        self._copy.setToolTip(self.tr("Put the whole report on the clipboard as text"))
        self._copy.clicked.connect(self._copy_report)
        self.column.addWidget(self._name)
        self.column.addWidget(self._summary)
        self.column.addLayout(self._choices)
        self.column.addLayout(self._report)
        self.column.addWidget(self._copy)
        self.column.addStretch()
        self.fields: dict[str, ComboBox | QDoubleSpinBox | QPushButton] = {}
        self._dialog: QFileDialog | None = None
        self._lines: list[str] = []
        self.show_import(None)

    @property
    def words(self) -> str:
        """The whole report."""
        return "\n".join(self._lines)

    def show_import(self, imported: Imported | None) -> None:
        """Show how a file was read; None where the map shown came from none."""
        _clear(self._choices)
        _clear(self._report)
        self.fields.clear()
        self._copy.setVisible(imported is not None)
        self._summary.setVisible(imported is not None)
        if imported is None:
            self._lines = []
            self._name.setText(self.tr("The map shown was not imported."))
            return
        report = imported.report
        notices = [translated(notice.template, notice.arguments) for notice in report.notices]
        summary = f"{report.format_name}: {report.summary}" if report.counts else report.format_name
        self._lines = [imported.path.name, summary, *notices]
        self._name.setText(imported.path.name)
        self._summary.setText(summary)
        for choice in report.choices:
            self._add_choice(choice)
        if report.choices:
            hint = _line("dim")
            hint.setText(
                self.tr("A choice reads the file again, over changes made since; undo brings them back.")
            )
            self._choices.addWidget(hint)
        if notices:
            heading = _line("heading")
            heading.setText(self.tr("Remarks"))
            self._report.addWidget(heading)
        for notice in notices:
            line = _line()
            line.setText(notice)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._report.addWidget(line)

    def take(self, option: str) -> None:
        """Show the panel with a choice in hand."""
        self.show()
        self.raise_()
        if option in self.fields:
            self.fields[option].setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_choice(self, choice: Choice) -> None:
        question = translated(choice.question.template, choice.question.arguments)
        label = _line()
        label.setText(f"● {question}" if choice.unasked else question)
        if choice.unasked:
            label.setToolTip(self.tr("The file does not say it: what is usual was taken."))
        field = self._field(choice)
        field.setAccessibleName(question)
        field.setToolTip(question)
        label.setBuddy(field)
        self._choices.addWidget(label)
        self._choices.addWidget(field)
        self.fields[choice.option] = field

    def _field(self, choice: Choice) -> ComboBox | QDoubleSpinBox | QPushButton:
        if choice.is_file:
            return self._file(choice)
        return self._list(choice) if choice.answers else self._number(choice)

    def _file(self, choice: Choice) -> QPushButton:
        button = QPushButton(self.tr("Choose file…") if choice.unasked else choice.taken)
        button.clicked.connect(self.choose_picture)
        return button

    def choose_picture(self) -> None:
        """Ask for the picture's file."""
        last = self._files.last_import
        if last is None:
            return
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = QFileDialog(
            self.window(),
            self.tr("Picture of {name}").format(name=last.path.name),
            str(last.path.parent),
            self.tr("Pictures (*.png *.jpg *.jpeg *.webp);;All files (*)"),
        )
        self._dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._dialog.fileSelected.connect(lambda name: self._answer("picture", name))
        self._dialog.open()

    def _list(self, choice: Choice) -> ComboBox:
        field = ComboBox()
        field.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(12)
        for answer in choice.answers:
            field.addItem(translated(answer.template, answer.arguments), answer.value)
        with QSignalBlocker(field):
            field.setCurrentIndex(max(0, field.findData(choice.taken)))
        field.activated.connect(lambda index: self._answer(choice.option, str(field.itemData(index))))
        return field

    def _number(self, choice: Choice) -> QDoubleSpinBox:
        field = _SteadyNumber()
        field.setRange(*choice.bounds)
        field.setDecimals(2)
        field.setKeyboardTracking(False)
        field.setValue(float(choice.taken))
        field.valueChanged.connect(partial(self._answer_number, choice.option))
        return field

    def _answer_number(self, option: str, value: float) -> None:
        self._answer(option, f"{value:g}")

    def _answer(self, option: str, value: str) -> None:
        if self._files.last_import is not None:
            self._files.read_again(with_answer(self._files.last_import.options, option, value))
            if option in self.fields:
                self.fields[option].setFocus(Qt.FocusReason.OtherFocusReason)

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self.words)


@guarded
class _SteadyNumber(QDoubleSpinBox):
    """A number that the wheel leaves alone: the panel scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: object) -> None:
        """Let the panel scroll."""
        event.ignore()  # type: ignore[attr-defined]


def _line(name: str = "") -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _clear(column: QVBoxLayout) -> None:
    while column.count():
        item = column.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
