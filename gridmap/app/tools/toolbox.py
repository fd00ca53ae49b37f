"""All tools, in the order of the tool bar."""

from __future__ import annotations

from gridmap.app.tools.area import AreaTool
from gridmap.app.tools.at_target import PushTool, TargetTool
from gridmap.app.tools.creature import CreatureTool
from gridmap.app.tools.eyedropper import EyedropperTool
from gridmap.app.tools.fit_grid import FitGridTool
from gridmap.app.tools.fog import FogBrushTool, FogPolygonTool, FogRectangleTool, FogRoomTool
from gridmap.app.tools.measure import MeasureTool
from gridmap.app.tools.note import NoteTool
from gridmap.app.tools.paint import BrushTool, EraserTool
from gridmap.app.tools.pan import PanTool
from gridmap.app.tools.picture import PictureTool
from gridmap.app.tools.region import FillTool, RectangleTool
from gridmap.app.tools.region_select import RegionTool
from gridmap.app.tools.select import SelectTool
from gridmap.app.tools.shapes import EllipseTool, LassoTool, LineTool, PolygonTool
from gridmap.app.tools.stamp import StampTool
from gridmap.app.tools.tool import Tool
from gridmap.app.tools.wall import WallTool
from gridmap.app.tools.wall_points import WallPointsTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    RegionTool,
    BrushTool,
    RectangleTool,
    EllipseTool,
    LineTool,
    PolygonTool,
    LassoTool,
    FillTool,
    EraserTool,
    EyedropperTool,
    WallTool,
    WallPointsTool,
    CreatureTool,
    AreaTool,
    MeasureTool,
    PushTool,
    TargetTool,
    FogRoomTool,
    FogBrushTool,
    FogRectangleTool,
    FogPolygonTool,
    NoteTool,
    StampTool,
    PictureTool,
    FitGridTool,
    PanTool,
)
