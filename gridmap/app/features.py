"""Parts of the window that the first frame does not need.

A feature is an object with a module of its own that is made with the main window: it connects its actions
(`window.actions_.on_trigger`), adds its panels (`window.add_panel`) and listens to the editor. This module is
imported behind the first frame; a new feature is one import and one entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gridmap.app.command_palette import CommandPalette
from gridmap.app.creature_commands import CreatureCommands
from gridmap.app.creature_list import CreatureList
from gridmap.app.disk_watch import DiskWatch
from gridmap.app.earlier_versions import EarlierVersions
from gridmap.app.export_window import ExportCommands
from gridmap.app.fog_commands import FogCommands
from gridmap.app.foreign_copy import ForeignCopy
from gridmap.app.import_questions import ImportQuestions
from gridmap.app.kept_areas import KeptAreas
from gridmap.app.note_writer import NoteWriter
from gridmap.app.overlay_dock import OverlayDock
from gridmap.app.page_commands import PageCommands
from gridmap.app.picture_commands import PictureCommands
from gridmap.app.piece_commands import PieceCommands
from gridmap.app.place_menu import PlaceMenu
from gridmap.app.play import Play
from gridmap.app.play_options import PlayOptions
from gridmap.app.players.feature import Players
from gridmap.app.preferences import Preferences
from gridmap.app.secret_commands import SecretCommands
from gridmap.app.touch import Touch
from gridmap.app.turns import TeamsAndTurns

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

FEATURES: tuple[Callable[[MainWindow], QObject], ...] = (
    Preferences,
    CommandPalette,
    DiskWatch,
    EarlierVersions,
    ImportQuestions,
    ForeignCopy,
    Touch,
    PageCommands,
    PictureCommands,
    PieceCommands,
    ExportCommands,
    CreatureCommands,
    CreatureList,
    NoteWriter,
    FogCommands,
    SecretCommands,
    Players,
    TeamsAndTurns,
    Play,
    PlayOptions,
    OverlayDock,
    KeptAreas,
    PlaceMenu,
)
"""In the order in which they are made."""
