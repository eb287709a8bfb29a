"""The part of PromQL that alerts and dashboards use, evaluated on what the service has served.

Prometheus itself is one program more that tests would need. What is here does as its version 3 does: samples of a
range are extrapolated to its ends, a counter that falls was reset, a series that is missing from a scrape has ended.
"""

from __future__ import annotations

import math
import operator
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from prometheus_client.parser import text_string_to_metric_families
from ruamel.yaml import YAML

ALERTS = Path(__file__).parents[1] / "deploy" / "alerts.yml"

Labels: TypeAlias = frozenset[tuple[str, str]]
Vector: TypeAlias = dict[Labels, float]
Points: TypeAlias = list[tuple[float, float]]

TOKEN = re.compile(r'\s*([A-Za-z_:][\w:]*|"[^"]*"|\[\d+[smh]\]|\d+(?:\.\d+)?|==|!=|=~|!~|[-+*/(){},=<>])')
SECONDS = {"s": 1, "m": 60, "h": 3600}
MARGIN = 1.1
"""A range is extrapolated to its end if the last sample is not further from it than this many intervals."""

MATCHES: dict[str, Callable[[str, str], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "=~": lambda value, pattern: re.fullmatch(pattern, value) is not None,
    "!~": lambda value, pattern: re.fullmatch(pattern, value) is None,
}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {"==": operator.eq, ">": operator.gt, "<": operator.lt}
AGGREGATIONS: dict[str, Callable[[list[float]], float]] = {"max": max, "min": min, "sum": math.fsum, "count": len}


class History:
    """What was scraped, by series."""

    def __init__(self) -> None:
        self.series: dict[Labels, Points] = defaultdict(list)
        self._scrapes: dict[str, list[float]] = defaultdict(list)

    def scrape(self, at: float, text: str | None, instance: str = "web", job: str = "fewest") -> None:
        """Note what an instance has served at a time, in seconds; None if it has not answered."""
        self._scrapes[instance].append(at)
        own = {"job": job, "instance": instance}
        self.series[frozenset({"__name__": "up", **own}.items())].append((at, float(text is not None)))
        for family in text_string_to_metric_families(text or ""):
            for sample in family.samples:
                labels = {"__name__": sample.name, **own, **sample.labels}
                self.series[frozenset(labels.items())].append((at, sample.value))

    def last_scrape(self, labels: Labels, at: float) -> float | None:
        """When the instance of a series was scraped last."""
        times = self._scrapes[dict(labels)["instance"]]
        index = bisect_right(times, at)
        return times[index - 1] if index else None


def rules() -> list[dict[str, Any]]:
    """The alerts."""
    return [rule for group in YAML(typ="safe").load(ALERTS)["groups"] for rule in group["rules"]]


def evaluate(text: str, history: History, at: float) -> Vector:
    """What an expression is at a time: its series with their values; without labels, if it is one number.

    Raises
    ------
    ValueError, TypeError
        If the expression is not understood.
    """
    expression = _Expression(text, history, at)
    found = expression.comparison()
    expression.expect("")
    return found if isinstance(found, dict) else {frozenset(): found}


class _Expression:
    """An expression that is evaluated while it is read."""

    def __init__(self, text: str, history: History, at: float) -> None:
        self._tokens = TOKEN.findall(text)
        if TOKEN.sub("", text).strip():
            raise ValueError(f"not understood: {text}")
        self._history, self._at = history, at

    def comparison(self) -> Vector | float:
        """A quotient, of which only the series are left that compare as they should."""
        left = self._quotient()
        while self._next() in COMPARISONS:
            compare, right = COMPARISONS[self._take()], self._quotient()
            if not isinstance(left, dict) or isinstance(right, dict):
                raise TypeError("only series are compared, and only with numbers")
            left = {labels: value for labels, value in left.items() if compare(value, right)}
        return left

    def expect(self, token: str) -> None:
        """Read a token; the empty string is the end."""
        if self._take() != token:
            raise ValueError(f"{token or 'the end'} is expected")

    def _quotient(self) -> Vector | float:
        left = self._operand()
        while self._next() == "/":
            self._take()
            right = self._operand()
            if not isinstance(left, dict) or not isinstance(right, dict):
                raise TypeError("only series are divided, and only by series")
            left = {labels: _divided(value, right[labels]) for labels, value in left.items() if labels in right}
        return left

    def _operand(self) -> Vector | float:
        token = self._take()
        if token == "(":
            inner = self.comparison()
            self.expect(")")
            return inner
        if token and token[0].isdigit():
            return float(token)
        if token in AGGREGATIONS:
            return self._aggregation(AGGREGATIONS[token])
        if token == "histogram_quantile":
            return self._quantile()
        if token in ("rate", "increase", "delta"):
            return self._change(token)
        return {
            _unnamed(labels): points[-1][1]
            for labels, points in self._selected(token).items()
            if points[-1][0] == self._history.last_scrape(labels, self._at)
        }

    def _aggregation(self, aggregate: Callable[[list[float]], float]) -> Vector:
        by: set[str] = set()
        if self._next() == "by":
            self._take()
            by = set(self._names())
        groups: dict[Labels, list[float]] = defaultdict(list)
        for labels, value in self._argument().items():
            groups[frozenset(pair for pair in labels if pair[0] in by)].append(value)
        return {labels: aggregate(values) for labels, values in groups.items()}

    def _quantile(self) -> Vector:
        self.expect("(")
        share = float(self._take())
        self.expect(",")
        buckets: dict[Labels, Points] = defaultdict(list)
        found = self.comparison()
        self.expect(")")
        assert isinstance(found, dict)
        for labels, value in found.items():
            bound = float(dict(labels)["le"])
            buckets[frozenset(pair for pair in labels if pair[0] != "le")].append((bound, value))
        return {labels: _quantile(share, sorted(counts)) for labels, counts in buckets.items()}

    def _change(self, function: str) -> Vector:
        self.expect("(")
        name = self._take()
        matchers = self._matchers()
        length, unit = int(self._next()[1:-2]), self._take()[-2]
        seconds = length * SECONDS[unit]
        self.expect(")")
        changes = {}
        for labels, points in self._selected(name, matchers).items():
            inside = [point for point in points if point[0] > self._at - seconds]
            if len(inside) > 1:
                change = _extrapolated(inside, self._at - seconds, self._at, is_counter=function != "delta")
                changes[_unnamed(labels)] = change / seconds if function == "rate" else change
        return changes

    def _argument(self) -> Vector:
        self.expect("(")
        found = self.comparison()
        self.expect(")")
        assert isinstance(found, dict)
        return found

    def _selected(self, name: str, matchers: Iterable[tuple[str, str, str]] | None = None) -> Mapping[Labels, Points]:
        """The series of a name with their samples until now, in order; none is empty."""
        wanted = [("__name__", "=", name), *(self._matchers() if matchers is None else matchers)]
        found = {}
        for labels, points in self._history.series.items():
            values = dict(labels)
            if all(MATCHES[how](values.get(label, ""), value) for label, how, value in wanted):
                found[labels] = [point for point in points if point[0] <= self._at]
        return {labels: points for labels, points in found.items() if points}

    def _matchers(self) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        if self._next() == "{":
            while self._take() != "}":
                found.append((self._take(), self._take(), self._take()[1:-1]))
                if self._next() not in (",", "}"):
                    raise ValueError(f"{self._next()!r} after a label")
        return found

    def _names(self) -> list[str]:
        self.expect("(")
        names = [self._take()]
        while self._take() == ",":
            names.append(self._take())
        return names

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self) -> str:
        return self._tokens.pop(0) if self._tokens else ""


def _unnamed(labels: Labels) -> Labels:
    return frozenset(pair for pair in labels if pair[0] != "__name__")


def _divided(value: float, by: float) -> float:
    return value / by if by else math.nan


def _extrapolated(points: Points, start: float, end: float, *, is_counter: bool) -> float:
    """How much a series has changed between two times; a counter is not extrapolated to less than 0."""
    (first_at, first), (last_at, last) = points[0], points[-1]
    change = last - first
    if is_counter:
        change += sum(before for (_, before), (_, value) in pairwise(points) if value < before)
    seconds = last_at - first_at
    interval = seconds / (len(points) - 1)
    to_start, to_end = first_at - start, end - last_at
    to_start = to_start if to_start < MARGIN * interval else interval / 2
    to_end = to_end if to_end < MARGIN * interval else interval / 2
    if is_counter and change > 0:
        to_start = min(to_start, seconds * first / change)
    return change * (seconds + to_start + to_end) / seconds


def _quantile(share: float, buckets: Points) -> float:
    """The value below which a share of what is in the buckets is, by their upper bounds."""
    total = buckets[-1][1]
    if not total:
        return math.nan
    rank = share * total
    index = next(index for index, (_, count) in enumerate(buckets) if count >= rank)
    low, below = buckets[index - 1] if index else (0.0, 0.0)
    bound, count = buckets[index]
    return low if bound == math.inf else low + (bound - low) * (rank - below) / (count - below)
