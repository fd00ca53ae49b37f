"""The bar of the tool in hand: its size, kind or shape."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.app.icons import ICON_SIZE, icon
from gridmap.app.key_words import share_tip
from gridmap.app.look import text_colour
from gridmap.app.rulesets import ruleset_of
from gridmap.app.sliding_row import Hint, SlidingRow
from gridmap.app.tools.area_place import AREA_SHAPES, shape_meaning, shape_name
from gridmap.app.tools.options import LARGEST_BRUSH, MOST_CREATURES
from gridmap.app.words import size_name, wall_meaning, wall_name
from gridmap.model import Size, WallKind
from gridmap.render.theme import Theme
from gridmap.rules.ruleset import AreaRule

_TEAMS = ("party", "foes", "neutral")
_MOST_AREA_FEET = 120


@guarded
class OptionBar(QFrame):
    """A page of controls for each tool that has something to choose."""

    def __init__(self, editor: Editor, actions: Actions, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("optionBar")
        self.setAccessibleName(self.tr("Tool options"))
        self._editor = editor
        self._actions = actions
        self._filling = False
        self._theme = theme
        self._drawings: list[tuple[QToolButton, str]] = []
        self._snap_fields: list[QComboBox] = []
        self._title = QLabel()
        self._title.setObjectName("heading")
        self._title.setContentsMargins(6, 0, 14, 0)
        self._pages = QStackedWidget()
        self._by_tool: dict[str, int] = {}
        self._hint = Hint()
        self._has_pages = False
        self.add_page((), page_of(self._hint))
        # The bar never asks for more width than the map has.
        self.sliding = SlidingRow(self._pages)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 3, 6, 3)
        row.setSpacing(0)
        row.addWidget(self._title)
        row.addWidget(self.sliding, 1)
        editor.tool_changed.connect(self._show_tool)
        editor.keys.changed.connect(lambda: self._hint.say(editor.tool.hint()))
        editor.options.changed.connect(self._show_choices)
        self._show_tool()
        self._keep_height()

    def make_pages(self) -> None:
        """Make the controls of tools, which the first frame does not show."""
        if self._has_pages:
            return
        self._has_pages = True
        self.add_page(("brush", "eraser", "line"), self._brush_page())
        self.add_page(("wall",), self._wall_page())
        self.add_page(("wall_points",), page_of(QLabel(self.tr("Snap")), self._snap_field()))
        self.add_page(("creature",), self._creature_page())
        self.add_page(("area",), self._area_page())
        self._show_choices()

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        for button, _ in self._drawings:
            button.setIcon(QIcon())
        self._draw_icons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        """Where the page in sight is wider than its room, its buttons show their icons alone."""
        page = self._pages.currentWidget()
        if page is None:
            return
        room = self.contentsRect().width() - self._title.sizeHint().width() - 12
        for style in (Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly):
            for button, _ in self._drawings:
                if page.isAncestorOf(button):
                    button.setToolButtonStyle(style)
            layout = page.layout()
            if layout is not None:
                layout.invalidate()
            if page.minimumSizeHint().width() <= room:
                return

    def _keep_height(self) -> None:
        """As high as with the controls, which come with their page: the map must not move with the tool."""
        tallest = QWidget(self)
        tallest.hide()  # it is not shown with the bar before it is gone
        row = QHBoxLayout(tallest)
        row.setContentsMargins(0, 0, 0, 0)
        button = QToolButton()
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIcon(icon("wall", text_colour(self._theme)))
        for control in (button, QSpinBox(), QComboBox()):
            row.addWidget(control)
        tallest.ensurePolished()
        self._pages.setMinimumHeight(tallest.sizeHint().height())
        tallest.deleteLater()

    def _draw_icons(self) -> None:
        """The icons of the page in sight; the others wait until theirs is."""
        page = self._pages.currentWidget()
        for button, drawing in self._drawings:
            if button.icon().isNull() and page is not None and page.isAncestorOf(button):
                button.setIcon(icon(drawing, text_colour(self._theme)))

    def add_page(self, tools: tuple[str, ...], page: QWidget) -> None:
        """Show some controls while one of these tools is in hand."""
        index = self._pages.addWidget(page)
        for name in tools:
            self._by_tool[name] = index
        if self.isVisible() and self._editor.tool.name in tools:
            self._show_tool()

    def _brush_page(self) -> QWidget:
        self.brush_size = QSpinBox()
        self.brush_size.setRange(1, LARGEST_BRUSH)
        self.brush_size.setAccessibleName(self.tr("Brush size"))
        keys, tip = self._editor.keys, self.tr("Squares along a side of the brush")
        others = (self.tr("Alt+wheel"),)
        keys.keep(lambda: self.brush_size.setToolTip(keys.behind(tip, "smaller", "larger", others=others)))
        self.brush_size.valueChanged.connect(lambda value: self._choose(brush_size=value))
        self.all_layers = QCheckBox(self.tr("Every layer"))
        self.all_layers.setToolTip(self.tr("Erase all terrain, not only the layer chosen in the palette."))
        self.all_layers.toggled.connect(lambda on: self._choose(erase_all_layers=on))
        self.round_brush = QCheckBox(self.tr("Round"))
        self.round_brush.setToolTip(self.tr("A round brush, from three squares on."))
        self.round_brush.toggled.connect(lambda on: self._choose(brush_round=on))
        return page_of(QLabel(self.tr("Size")), self.brush_size, self.round_brush, self.all_layers)

    def _wall_page(self) -> QWidget:
        self.wall_kinds = QButtonGroup(self)
        kinds: tuple[WallKind | None, ...] = (*WallKind, None)
        buttons: list[QWidget] = []
        for index, kind in enumerate(kinds):
            name = self.tr("Remove") if kind is None else wall_name(kind)
            meaning = self.tr("Takes walls and doors away.") if kind is None else wall_meaning(kind)
            button = self.choice_button(name, "remove" if kind is None else str(kind), meaning)
            self.wall_kinds.addButton(button, index)
            buttons.append(button)
        self._kinds = kinds
        self.wall_kinds.idClicked.connect(lambda index: self._choose(wall=kinds[index]))
        self.secret_door = QCheckBox(self.tr("Secret"))
        tip = self.tr("Players take the doors you draw for walls, until you open them.")
        self.secret_door.setToolTip(tip)
        self.secret_door.toggled.connect(lambda on: self._choose(wall_secret=on))
        return page_of(*buttons, self.secret_door, QLabel(self.tr("Snap")), self._snap_field())

    def _snap_field(self) -> QComboBox:
        """What the ends of walls snap to; one for each page that has it."""
        field = QComboBox()
        field.setAccessibleName(self.tr("Snap wall ends to"))
        field.setToolTip(self.tr("Where the ends of walls snap to; Ctrl is free of the grid at any time."))
        for words, snap in (
            (self.tr("Grid lines"), 1.0),
            (self.tr("Half squares"), 0.5),
            (self.tr("Nothing"), 0.0),
        ):
            field.addItem(words, snap)
        field.activated.connect(lambda _: self._choose(wall_snap=field.currentData()))
        self._snap_fields.append(field)
        return field

    def _creature_page(self) -> QWidget:
        self.creature_size = QComboBox()
        self.creature_size.setAccessibleName(self.tr("Size"))
        self.creature_size.setToolTip(self.tr("Its size category: its space and reach follow from it."))
        for size in Size:
            self.creature_size.addItem(size_name(size))
        self.creature_size.activated.connect(lambda index: self._choose(creature_size=list(Size)[index]))
        self.creature_team = QComboBox()
        self.creature_team.setEditable(True)
        self.creature_team.setAccessibleName(self.tr("Team"))
        if (line := self.creature_team.lineEdit()) is not None:  # that has the focus
            line.setAccessibleName(self.tr("Team"))
        self.creature_team.setToolTip(self.tr("Creatures of one team are allies, all others opponents."))
        self.creature_team.addItems(_TEAMS)
        self.creature_team.setMinimumContentsLength(7)
        self.creature_team.currentTextChanged.connect(lambda text: self._choose(creature_team=text))
        self.creature_name = QLineEdit()
        self.creature_name.setAccessibleName(self.tr("Name"))
        self.creature_name.setToolTip(self.tr("Of the next creature; its first letters stand on it."))
        self.creature_name.setPlaceholderText(self.tr("Name, e.g. Ogre"))
        self.creature_name.setMinimumWidth(60)
        self.creature_name.setMaximumWidth(180)
        self.creature_name.textChanged.connect(lambda text: self._choose(creature_name=text))
        self.creature_count = QSpinBox()
        self.creature_count.setRange(1, MOST_CREATURES)
        self.creature_count.setPrefix("× ")
        self.creature_count.setAccessibleName(self.tr("How many"))
        self.creature_count.setToolTip(
            self.tr("So many are put down at once, numbered, in the nearest free squares.")
        )
        self.creature_count.valueChanged.connect(lambda count: self._choose(creature_count=count))
        return page_of(
            QLabel(self.tr("Name")),
            self.creature_name,
            self.creature_count,
            self._list_button(),
            QLabel(self.tr("Size")),
            self.creature_size,
            QLabel(self.tr("Team")),
            self.creature_team,
        )

    def _list_button(self) -> QToolButton:
        """Opens the list of creatures."""
        button = QToolButton()
        button.setText(self.tr("From the list…"))
        action = self._actions["find_creature"]
        share_tip(button, action)
        button.clicked.connect(action.trigger)
        return button

    def _area_page(self) -> QWidget:
        self.area_shapes = QButtonGroup(self)
        buttons: list[QWidget] = []
        for index, shape in enumerate(AREA_SHAPES):
            button = self.choice_button(shape_name(shape), shape, shape_meaning(shape))
            self.area_shapes.addButton(button, index)
            buttons.append(button)
        self.area_shapes.idClicked.connect(lambda index: self._choose(area_shape=AREA_SHAPES[index]))
        self.area_feet = QSpinBox()
        self.area_feet.setRange(5, _MOST_AREA_FEET)
        self.area_feet.setSingleStep(5)
        self.area_feet.setSuffix(self.tr(" ft"))
        self.area_feet.setAccessibleName(self.tr("Size of the area"))
        self.area_feet.setToolTip(self.tr("Radius of a burst, length of a cone or line."))
        self.area_feet.valueChanged.connect(lambda feet: self._choose(area_feet=feet))
        self.area_widened = QCheckBox(self.tr("Widened"))
        self.area_widened.setToolTip(
            self.tr("Twice as many squares along a side, in rules that have square areas.")
        )
        self.area_widened.toggled.connect(lambda on: self._choose(area_widened=on))
        self._editor.document.changed.connect(self._show_widened)
        self._show_widened()
        clear = QToolButton()
        clear.setDefaultAction(self._actions["clear_area"])
        return page_of(*buttons, self.area_feet, self.area_widened, clear)

    def _show_widened(self) -> None:
        """Only rules with square areas know a widened one."""
        areas = ruleset_of(self._editor.document.shown).areas
        self.area_widened.setVisible(areas.rule is AreaRule.SQUARES)

    def choice_button(self, name: str, drawing: str, meaning: str) -> QToolButton:
        """A button that is one of several choices, with a drawing in the theme's colours."""
        button = QToolButton()
        button.setToolTip(f"<b>{name}</b><br>{meaning}")
        button.setText(name)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setAccessibleName(name)
        self._drawings.append((button, drawing))
        return button

    def _choose(self, **changes: object) -> None:
        if not self._filling:
            self._editor.options.choose(**changes)

    def _show_tool(self) -> None:
        name = self._editor.tool.name
        if name != "select":
            self.make_pages()
        action = self._actions[f"tool_{name}"]
        self._title.setText(action.text().replace("&", ""))
        self._pages.setCurrentIndex(self._by_tool.get(name, 0))
        if self._has_pages:
            self.all_layers.setVisible(name == "eraser")
            self.round_brush.setVisible(name != "line")
        self._draw_icons()
        self._shorten()
        self._hint.say(self._editor.tool.hint())

    def _show_choices(self) -> None:
        if not self._has_pages:
            return
        self._filling = True
        choices = self._editor.options.choices
        self.brush_size.setValue(choices.brush_size)
        self.all_layers.setChecked(choices.erase_all_layers)
        self.round_brush.setChecked(choices.brush_round)
        for field in self._snap_fields:
            field.setCurrentIndex(field.findData(choices.wall_snap))
        self.wall_kinds.button(self._kinds.index(choices.wall)).setChecked(True)
        self.secret_door.setEnabled(choices.wall is WallKind.DOOR)
        self.secret_door.setChecked(choices.wall_secret)
        self.creature_size.setCurrentIndex(list(Size).index(choices.creature_size))
        if self.creature_team.currentText() != choices.creature_team:
            self.creature_team.setCurrentText(choices.creature_team)
        if self.creature_name.text() != choices.creature_name:
            self.creature_name.setText(choices.creature_name)
        self.creature_count.setValue(choices.creature_count)
        self.area_shapes.button(AREA_SHAPES.index(choices.area_shape)).setChecked(True)
        self.area_feet.setValue(choices.area_feet)
        self.area_feet.setEnabled(choices.area_shape != "splash")
        self.area_widened.setChecked(choices.area_widened)
        self._filling = False


def page_of(*widgets: QWidget) -> QWidget:
    """Controls side by side."""
    page = QWidget()
    row = QHBoxLayout(page)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    for widget in widgets:
        if isinstance(widget, QLabel) and row.count():
            row.addSpacing(10)
        row.addWidget(widget)
    row.addStretch()

    return page
