"""The chart of the depths of a space."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fewest.studio.drawing.depths import HEIGHT, WIDTH, depth_chart

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("depths", [[1], [1, 4, 28_994_876, 5], [9] * 300])
def test_bars(depths: list[int]) -> None:
    """The chart has a bar for each depth, with its name, and a height in proportion to its number of positions."""
    names = [20 - depth for depth in range(len(depths))]
    picture = ElementTree.fromstring(depth_chart(depths, "A & B", "pegs <left>", names, [1] * len(depths)))
    groups = picture.findall(f"{SVG}g")
    titles = [f"{name}: {number:,} (1)" for name, number in zip(names, depths, strict=True)]
    assert [group.findtext(f"{SVG}title") for group in groups] == titles
    bars = [group.findall(f"{SVG}rect")[0] for group in groups]
    heights = [float(bar.get("height", "")) for bar in bars]
    highest = heights[depths.index(max(depths))]
    for height, number in zip(heights, depths, strict=True):
        assert height == pytest.approx(max(1.0, highest * number / max(depths)), abs=0.06)
    for bar in picture.iter(f"{SVG}rect"):
        x, y, width, tall = (float(bar.get(name, "0")) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + width <= WIDTH
        assert 0 <= y <= y + tall <= HEIGHT
    assert {"A & B", "pegs <left>", "20"} <= {text.text for text in picture.iter(f"{SVG}text")}
    assert picture.findtext(f"{SVG}title") == "A & B"
