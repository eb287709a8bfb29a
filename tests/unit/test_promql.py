"""PromQL as the tests evaluate it: values worked out by hand, which promtool confirms."""

from __future__ import annotations

import math

import pytest

from tests.promql import History, evaluate

COUNTS = [0, 0, 1, 1, 3, 0, 2]
"""A counter, every ten seconds from 0: it is reset at 50."""


@pytest.fixture
def history() -> History:
    """A counter, another one that begins late, a gauge and a histogram, of two instances."""
    made = History()
    for step, count in enumerate(COUNTS):
        late = f'a_total{{status="503"}} {step}\n' if step >= 5 else ""
        buckets = "".join(f'h_bucket{{le="{bound}"}} {step * share}\n' for bound, share in (("1", 2), ("5", 4)))
        endless = f'h_bucket{{le="+Inf"}} {step * 4}\n'
        made.scrape(10.0 * step, f'a_total{{status="200"}} {count}\n{late}g {10 - step}\n{buckets}{endless}', "one")
        made.scrape(10.0 * step, "g 20\n" if step < 6 else None, "two")
    return made


@pytest.mark.parametrize(
    ("expression", "at", "found"),
    [
        ('a_total{status="200"}', 45, [3]),
        ('a_total{status=~"5.."}', 45, []),
        ('a_total{status!~"5.."}', 60, [2]),
        ('increase(a_total{status="200"}[30s])', 45, [2 * 30 / 20]),  # 2 in 20 s, and as many in 5 s at each end
        ('rate(a_total{status="503"}[30s])', 65, [1 * 20 / 10 / 30]),  # at the start, half an interval
        ('increase(a_total{status="503"}[30s])', 55, []),
        ('increase(a_total{status="200"}[25s])', 60, [2 * 25 / 20]),
        ("delta(g[1m])", 62, [-5 * 60 / 50, 0]),
        ("max(g)", 55, [20]),
        ("min(g)", 55, [5]),
        ("sum(g)", 55, [25]),
        ("count(g)", 55, [2]),
        ("max(g)", 60, [4]),
        ("max by (instance) (g)", 55, [5, 20]),
        ("max by (instance) (g) > 5", 55, [20]),
        ("max(g) / sum(g) == 0.8", 55, [0.8]),
        ("up == 0", 60, [0]),
        ("up == 0", 55, []),
        ("histogram_quantile(0.75, sum by (le) (rate(h_bucket[30s])))", 60, [3]),
    ],
)
def test_an_expression(history: History, expression: str, at: float, found: list[float]) -> None:
    """Every expression has the values that Prometheus finds."""
    values = sorted(evaluate(expression, history, at).values())
    assert [math.isclose(*pair) for pair in zip(values, found, strict=True)] == [True] * len(found), values


@pytest.mark.parametrize("expression", ["max(g", "g g", "g + 1", "1 > g", "g{x}", "absent(g)"])
def test_what_is_not_understood(history: History, expression: str) -> None:
    """Nothing is guessed: what is not understood is an error."""
    with pytest.raises((ValueError, TypeError)):
        evaluate(expression, history, 60)
