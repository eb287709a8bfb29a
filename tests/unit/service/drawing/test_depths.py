"""The chart of the depths of a space."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from service.drawing.depths import HEIGHT, WIDTH, depth_chart

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("depths", [[1], [1, 2, 2, 2, 2, 2, 1], [1, 4, 28_994_876, 5], [9] * 300])
def test_bars(depths: list[int]) -> None:
    """There is a bar for each depth, as high as its number among the others, within the picture."""
    picture = ElementTree.fromstring(depth_chart(depths, "A & B", "depth", None, [1] * len(depths)))
    groups = picture.findall(f"{SVG}g")
    assert [group.findtext(f"{SVG}title") for group in groups] == [f"{d}: {n:,} (1)" for d, n in enumerate(depths)]
    bars = [group.findall(f"{SVG}rect")[0] for group in groups]
    heights = [float(bar.get("height", "")) for bar in bars]
    highest = heights[depths.index(max(depths))]
    for height, number in zip(heights, depths, strict=True):
        assert height == pytest.approx(max(1.0, highest * number / max(depths)), abs=0.06)
    for bar in picture.iter(f"{SVG}rect"):
        x, y, width, tall = (float(bar.get(name, "0")) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + width <= WIDTH
        assert 0 <= y <= y + tall <= HEIGHT


def test_names_and_title() -> None:
    """The title and the axis are written out, and each depth by its name."""
    picture = ElementTree.fromstring(depth_chart([1, 2, 3], "A & B", "pegs <left>", [14, 13, 12]))
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"A & B", "pegs <left>", "14", "13", "12"} <= set(texts)
    assert picture.findtext(f"{SVG}title") == "A & B"
