"""Pictures of answers: of a solution, as SVG and as a film, of a space and of a survey."""

from __future__ import annotations

from collections.abc import Sequence

from fewest.notation import JsonObject
from fewest.service.http.computing import Computing
from fewest.service.http.problems import Problem
from fewest.service.limits import MAX_FILM_MOVES
from fewest.solver.errors import Message
from fewest.studio.drawing.depths import depth_chart
from fewest.studio.drawing.frames import film
from fewest.studio.drawing.raster import gif
from fewest.studio.drawing.scene import scene_of
from fewest.studio.drawing.survey import survey_picture
from fewest.studio.drawing.svg import animated_picture, position_picture
from fewest.studio.rasters import Rasters
from fewest.studio.routes.sets import Sets


class Pictures:
    """Draws answers (see :class:`fewest.service.routes.pictures.Pictures`)."""

    def __init__(self, computing: Computing, rasters: Rasters, sets: Sets) -> None:
        self._computing = computing
        self._rasters = rasters
        self.sheet = sets.chosen

    def solution(self, document: bytes, move: int, *, animated: bool) -> bytes:
        """The position after a number of moves, or the whole solution as an animation, as SVG."""
        with self._computing.slot():
            scene = scene_of(document)
            if move > len(scene.moves):
                text = "There is no move {move}: the solution has {moves|# move|# moves}."
                raise Problem("not-found", Message(text, move=move, moves=len(scene.moves)))
            return (animated_picture(scene) if animated else position_picture(scene, move)).encode()

    def film(self, solution_id: str, document: bytes) -> bytes:
        """All positions of a solution one after the other, as an animated GIF."""
        with self._computing.slot():
            scene = scene_of(document)
        # Refused before any frame is drawn, and without a place among the rasterizers.
        if len(scene.moves) > MAX_FILM_MOVES:
            raise Problem(
                "not-found",
                Message("A film can show at most {most} moves; this solution has more.", most=MAX_FILM_MOVES),
            )

        def made() -> bytes:
            with self._computing.slot():
                frames = film(scene)
            return gif(*frames)

        return self._rasters.get(f"{solution_id}.gif", made)

    def space(self, document: JsonObject) -> str:
        """The depths of a space as a bar chart, as SVG."""
        pegs, depths = document.get("pegs"), document["depths"]
        axis = "moves" if pegs is None else "pegs left"
        total = "1 position" if sum(depths) == 1 else f"{sum(depths):,} positions"
        return depth_chart(depths, total, axis, pegs, document.get("dead_ends") or ())

    def survey(self, survey: JsonObject, problems: Sequence[JsonObject]) -> str:
        """The fewest moves of every problem of a stored survey, as SVG."""
        with self._computing.slot():
            return survey_picture(survey, problems)
