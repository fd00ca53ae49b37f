"""The one main window of the program's life."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QVBoxLayout, QWidget

from gridmap.app.actions import Actions
from gridmap.app.canvas import Canvas
from gridmap.app.commands import Commands
from gridmap.app.docks.creature import CreaturePanel
from gridmap.app.docks.legend import LegendPanel
from gridmap.app.docks.overlays import OverlaysPanel
from gridmap.app.docks.panel import Panel
from gridmap.app.docks.square import SquarePanel
from gridmap.app.docks.terrain import TerrainPanel
from gridmap.app.editor import Editor
from gridmap.app.file_commands import FileCommands
from gridmap.app.files import Files
from gridmap.app.guarded import guarded
from gridmap.app.look import dress
from gridmap.app.menus import Menus, main_bar
from gridmap.app.message_strip import MessageStrip
from gridmap.app.option_bar import OptionBar
from gridmap.app.recovery import Leftover, Recovery, leftover_beside
from gridmap.app.rulesets import unusable_rulesets
from gridmap.app.settings import Settings
from gridmap.app.status import StatusBar
from gridmap.app.tool_bar import tool_bar
from gridmap.model import BattleMap
from gridmap.render.theme import THEMES, load_theme

if TYPE_CHECKING:
    from gridmap.app.creature_import import CreatureImport
    from gridmap.app.start_page import StartPage

FIRST_SIZE = QSize(1440, 900)


@guarded
class MainWindow(QMainWindow):
    """Canvas in the middle, tools at the left, panels on both sides.

    Attributes:
        features: what was made behind the first frame, by the name of its class.
        ready: whether all of it has been made.
    """

    theme_changed = Signal(object)
    """Everything is shown in another `Theme` now."""

    def __init__(self, settings: Settings, battle_map: BattleMap) -> None:
        super().__init__()
        self.settings = settings
        self.features: dict[str, QObject] = {}
        self.ready = False
        self.panels: tuple[Panel, ...] = ()
        self._closing = False
        self._sheet: QDialog | None = None
        theme = load_theme(settings.theme if settings.theme in THEMES else THEMES[0])
        self.editor = Editor(battle_map, self)
        self.files = Files(self.editor.document, settings, self)
        self.recovery = Recovery(self.editor.document, self)
        self.actions_ = Actions(self)
        self.editor.keys.follow(self.actions_)
        self.addActions(list(self.actions_))
        self.canvas = Canvas(self.editor, theme)
        self.strip = MessageStrip(theme)
        self.options = OptionBar(self.editor, self.actions_, theme, self)
        self.setCentralWidget(self._centre())
        # The icons that the first frame shows; the others come behind it.
        top = main_bar(self, self.actions_)
        self.actions_.draw_icons(theme, (*top.actions(), *self.actions_.group("tool")))
        tool_bar(self, self.actions_)
        self.terrain = TerrainPanel(self.editor, self.actions_, theme, self)
        self.inspector = CreaturePanel(self.editor, self)
        self.overlays = OverlaysPanel(self.editor, self.actions_, self)
        self.legend = LegendPanel(self.editor, theme, self)
        self.square = SquarePanel(self.editor, self)
        self.menus = Menus(self, self.actions_)
        self._lay_out_panels()
        self.status = StatusBar(self.editor, self.canvas, self)
        self.setStatusBar(self.status)
        self.file_commands = FileCommands(self.editor.document, self.files, settings, self.canvas, self.strip)
        self._commands = Commands(self.actions_, self.editor, self.canvas)
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(820, 560)
        self._restore_layout()
        self._show_title()
        self._show_recent()
        self.canvas.setFocus()
        self.canvas.painted.connect(
            self._start_behind_first_frame,
            Qt.ConnectionType(
                Qt.ConnectionType.QueuedConnection.value | Qt.ConnectionType.SingleShotConnection.value
            ),
        )

    # Opening

    def open(self, path: Path) -> None:
        """Open a file, once unsaved work is dealt with."""
        self.file_commands.open_path(path)

    def offer(self, leftover: Leftover) -> None:
        """Offer unsaved work that a crash left behind."""
        title = leftover.title or self.tr("Untitled map")
        kept = QDateTime.fromSecsSinceEpoch(int(leftover.kept_at))
        self.strip.ask(
            self.tr("gridmap ended without saving “{title}”. Its state of {time} was kept.").format(
                title=title, time=self.locale().toString(kept, QLocale.FormatType.ShortFormat)
            ),
            (
                (
                    self.tr("Recover"),
                    lambda: self.file_commands.guard(lambda: self._recover(leftover)),
                ),
                (self.tr("Discard"), leftover.discard),
            ),
        )

    def _recover(self, leftover: Leftover) -> None:
        """Show what was left; its copy goes once there is another."""
        if self.files.recover(leftover):
            self.recovery.keep_now()
            if self.recovery.journal is not None:
                leftover.discard()

    def set_theme(self, name: str) -> None:
        """Show everything in another theme."""
        theme = load_theme(name)
        self.settings.theme = name
        application = QApplication.instance()
        if isinstance(application, QApplication):
            dress(application, theme)
        self.actions_.set_theme(theme)
        self.canvas.set_theme(theme)
        self.strip.set_theme(theme)
        self.options.set_theme(theme)
        for panel in self.panels:
            panel.set_theme(theme)
        self.actions_[f"theme_{name}"].setChecked(True)
        self.theme_changed.emit(theme)

    def add_panel(
        self, panel: Panel, area: Qt.DockWidgetArea, beside: Panel | None = None, *, shown: bool = False
    ) -> None:
        """Add a panel, as a tab beside another where one is given.

        Where it was and whether it was shown is remembered; `shown` says so for the first time.
        """
        known = self.restoreDockWidget(panel)
        if not known:
            self.addDockWidget(area, panel)
            if beside is not None:
                self.tabifyDockWidget(beside, panel)
                beside.raise_()
            panel.setVisible(shown)
        panel.set_theme(self.canvas.theme)
        self.panels = (*self.panels, panel)
        self.menus.panels.addAction(panel.toggleViewAction())

    @cached_property
    def start_page(self) -> StartPage:
        """Recent maps and samples over the canvas; loaded when it is first shown."""
        from gridmap.app.start_page import StartPage

        return StartPage(self)

    def show_start_page(self) -> None:
        """Offer recent maps and samples."""
        self.start_page.open()

    @cached_property
    def creature_import(self) -> CreatureImport:
        """Adds creatures from statblocks and files; loaded with the first one."""
        from gridmap.app.creature_import import CreatureImport

        return CreatureImport(self.editor, self.canvas, self.strip, self.settings)

    def _paste_creatures(self) -> None:
        self.creature_import.paste()

    def _add_creatures(self) -> None:
        self.creature_import.choose_files()

    def _start_behind_first_frame(self) -> None:
        """What the first frame does not need."""
        self.editor.overlays.start()
        self.actions_.set_theme(self.canvas.theme)
        self.options.make_pages()
        self.inspector.make_fields()
        self.terrain.draw_swatches()
        self.overlays.list_rulesets()
        self._tell_of_rulesets()
        QTimer.singleShot(0, self, self._make_features)

    def _make_features(self) -> None:
        # Imported here: what it imports is not for the first frame.
        from gridmap.app.features import FEATURES

        self.features = {made.__class__.__name__: made for made in (feature(self) for feature in FEATURES)}
        self.ready = True

    def _tell_of_rulesets(self) -> None:
        """House rules that cannot be used are missed in the list: say why."""
        troubles = unusable_rulesets()
        if troubles and not self.strip.text:
            self.strip.complain(
                self.tr("House rules that cannot be used: {troubles}").format(troubles="; ".join(troubles))
            )

    # Building

    def _centre(self) -> QWidget:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.options)
        column.addWidget(self.strip)
        column.addWidget(self.canvas, 1)
        return centre

    def _lay_out_panels(self) -> None:
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        panels: tuple[tuple[Panel, Qt.DockWidgetArea], ...] = (
            (self.terrain, left),
            (self.legend, left),
            (self.inspector, right),
            (self.overlays, right),
            (self.square, right),
        )
        self.panels = tuple(panel for panel, _ in panels)
        for panel, area in panels:
            self.addDockWidget(area, panel)
            Panel.set_theme(panel, self.canvas.theme)
            self.menus.panels.addAction(panel.toggleViewAction())
        self.resizeDocks([self.terrain], [232], Qt.Orientation.Horizontal)
        self.resizeDocks([self.inspector], [300], Qt.Orientation.Horizontal)
        self.resizeDocks([self.terrain, self.legend], [440, 380], Qt.Orientation.Vertical)
        self.resizeDocks(
            [self.inspector, self.overlays, self.square], [400, 260, 200], Qt.Orientation.Vertical
        )
        self.setCorner(Qt.Corner.BottomRightCorner, right)

    def _connect(self) -> None:
        commands = self.file_commands
        self.actions_.on_trigger(
            new=commands.new,
            open=commands.open,
            save=commands.save,
            save_as=commands.save_as,
            paste_creatures=self._paste_creatures,
            add_creatures=self._add_creatures,
            forget_recent=self._forget_recent,
            quit=self.close,
            shortcuts=self._show_shortcuts,
            start_page=self.show_start_page,
        )
        for name in THEMES:
            self.actions_[f"theme_{name}"].triggered.connect(lambda _=False, name=name: self.set_theme(name))
        self.actions_[f"theme_{self.canvas.theme.name}"].setChecked(True)
        self.editor.document.changed.connect(self._show_title)
        self.editor.complained.connect(self.strip.complain)
        self.files.complained.connect(self.strip.complain)
        self.files.said.connect(self.strip.note)
        self.files.reported.connect(self.strip.report)
        self.files.opened.connect(self._opened)
        self.files.recent_changed.connect(self._show_recent)

    # Showing

    def _opened(self) -> None:
        self.editor.take("select")
        self.editor.selection.clear()
        self.editor.overlays.place_area(None)
        self.strip.clear()
        self.canvas.fit()
        document = self.editor.document
        leftover = leftover_beside(document.path) if document.path and document.is_saved else None
        if leftover is not None:
            self.offer(leftover)

    def _show_title(self) -> None:
        document = self.editor.document
        self.setWindowTitle(f"{document.title}[*] — gridmap")
        if self.isWindowModified() == document.is_saved:
            self.setWindowModified(not document.is_saved)
        self.setWindowFilePath(str(document.path) if document.path is not None else "")

    def _show_recent(self) -> None:
        menu = self.menus.recent
        menu.clear()
        for number, path in enumerate(self.settings.recent_files, start=1):
            name = str(path).replace("&", "&&")
            action = menu.addAction(f"&{number} {name}" if number < 10 else name)
            action.triggered.connect(lambda _=False, path=path: self.open(path))
        menu.setEnabled(not menu.isEmpty())
        if not menu.isEmpty():
            menu.addSeparator()
            menu.addAction(self.actions_["forget_recent"])

    def _forget_recent(self) -> None:
        self.settings.forget_files()
        self._show_recent()

    def _show_shortcuts(self) -> None:
        from gridmap.app.shortcut_sheet import ShortcutSheet

        if self._sheet is None:
            self._sheet = ShortcutSheet(self.actions_, self.editor.keys, self)
        self._sheet.show()
        self._sheet.raise_()

    def _restore_layout(self) -> None:
        self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize() * 0.95))
        layout = self.settings.layout()
        if layout is not None:
            self.restoreGeometry(layout[0])
            self.restoreState(layout[1])

    # Files dropped on the window, and its end

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped_files(event)
        if not paths:
            return
        event.acceptProposedAction()
        first, others = paths[0], len(paths) - 1
        self.file_commands.open_path(
            first,
            self.tr("One map is shown at a time; {count} more were dropped and not opened.").format(
                count=others
            )
            if others
            else "",
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._closing and not self.editor.document.is_saved:
            event.ignore()
            self.file_commands.ask_before_closing(self._close_anyway)
            return
        self.settings.remember_layout(self.saveGeometry(), self.saveState())
        self.files.keep_view()
        self.files.wait()
        self.recovery.forget()
        event.accept()

    def _close_anyway(self) -> None:
        self._closing = True
        self.close()
        self._closing = False


def _dropped_files(event: QDropEvent) -> list[Path]:
    """The files on this computer among what is dragged."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
