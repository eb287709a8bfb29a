"""Tasks for programs with an event loop. The module ``tasks`` is made from this one, without the waiting."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from typing import Any, Unpack

from .async_session import AsyncSession, ignore
from .documents import Features, Generation, Space, Webhook
from .problems import JobEnded
from .puzzles import LimitKeywords, limits_of, segment


class AsyncTasks(AsyncSession):
    """The tasks of :class:`AsyncFewest`: whole spaces, levels, features.

    A task is a dictionary, as docs/04-http-api.md has it, without ``limits`` and ``webhook``. What becomes of it is a
    document, which has the fields of its result once it has ended. :meth:`explore`, :meth:`generate` and
    :meth:`measure` wait for that: ``finished``, ``stopped`` by a limit, or ``refused`` with a reason.
    """

    async def explore(
        self,
        space: dict[str, Any],
        wait: float = 600.0,
        progress: Callable[[Space], object] = ignore,
        **limits: Unpack[LimitKeywords],
    ) -> Space:
        """All positions of a space, by depth. Raises what :meth:`wait_for_task` does; then it is cancelled."""
        return await self._carry_out(await self.submit_space(space, **limits), wait, progress)

    async def submit_space(
        self, space: dict[str, Any], wait: int = 0, *, webhook: Webhook | None = None, **limits: Unpack[LimitKeywords]
    ) -> Space:
        """Submit a space, wait at most ``wait`` seconds, and return it in its state then."""
        return await self._submit_task("spaces", space, wait, webhook, limits)

    async def put_space(
        self,
        task_id: str,
        space: dict[str, Any],
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Space:
        """Submit a space under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless."""
        return await self._put_task("spaces", task_id, space, wait, webhook, limits)

    async def space(self, task_id: str | Space, wait: int = 0) -> Space:
        """Return the state of a space, after waiting at most ``wait`` seconds for its end."""
        return await self.request("GET", address("spaces", task_id), wait=wait)

    async def cancel_space(self, space: Space | str) -> Space:
        """Cancel a space."""
        return await self.request("DELETE", address("spaces", space))

    def space_events(self, space: Space | str) -> AsyncIterator[Space]:
        """Iterate over the states of a space until its end. Reconnects if the stream breaks."""
        return self._states(f"{address('spaces', space)}/events")

    async def space_picture(self, task_id: str) -> str:
        """The depths of a space as a chart, as SVG text."""
        return (await self._read("GET", f"{address('spaces', task_id)}/picture.svg")).decode()

    async def generate(
        self,
        generation: dict[str, Any],
        wait: float = 600.0,
        progress: Callable[[Generation], object] = ignore,
        **limits: Unpack[LimitKeywords],
    ) -> Generation:
        """Make levels. Raises what :meth:`wait_for_task` does; then it is cancelled."""
        return await self._carry_out(await self.submit_generation(generation, **limits), wait, progress)

    async def submit_generation(
        self,
        generation: dict[str, Any],
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Generation:
        """Submit levels, wait at most ``wait`` seconds, and return the task in its state then."""
        return await self._submit_task("generations", generation, wait, webhook, limits)

    async def put_generation(
        self,
        task_id: str,
        generation: dict[str, Any],
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Generation:
        """Submit levels under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless."""
        return await self._put_task("generations", task_id, generation, wait, webhook, limits)

    async def generation(self, task_id: str | Generation, wait: int = 0) -> Generation:
        """Return the state of generated levels, after waiting at most ``wait`` seconds for their end."""
        return await self.request("GET", address("generations", task_id), wait=wait)

    async def cancel_generation(self, generation: Generation | str) -> Generation:
        """Cancel generated levels."""
        return await self.request("DELETE", address("generations", generation))

    def generation_events(self, generation: Generation | str) -> AsyncIterator[Generation]:
        """Iterate over the states of generated levels until their end. Reconnects if the stream breaks."""
        return self._states(f"{address('generations', generation)}/events")

    async def measure(
        self,
        features: dict[str, Any],
        wait: float = 600.0,
        progress: Callable[[Features], object] = ignore,
        **limits: Unpack[LimitKeywords],
    ) -> Features:
        """Find features of a puzzle. Raises what :meth:`wait_for_task` does; then it is cancelled."""
        return await self._carry_out(await self.submit_features(features, **limits), wait, progress)

    async def submit_features(
        self,
        features: dict[str, Any],
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Features:
        """Submit features of a puzzle, wait at most ``wait`` seconds, and return the task in its state then."""
        return await self._submit_task("features", features, wait, webhook, limits)

    async def put_features(
        self,
        task_id: str,
        features: dict[str, Any],
        wait: int = 0,
        *,
        webhook: Webhook | None = None,
        **limits: Unpack[LimitKeywords],
    ) -> Features:
        """Submit features under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless."""
        return await self._put_task("features", task_id, features, wait, webhook, limits)

    async def features(self, task_id: str | Features, wait: int = 0) -> Features:
        """Return the state of features, after waiting at most ``wait`` seconds for their end."""
        return await self.request("GET", address("features", task_id), wait=wait)

    async def cancel_features(self, features: Features | str) -> Features:
        """Cancel features."""
        return await self.request("DELETE", address("features", features))

    def features_events(self, features: Features | str) -> AsyncIterator[Features]:
        """Iterate over the states of features until their end. Reconnects if the stream breaks."""
        return self._states(f"{address('features', features)}/events")

    async def wait_for_task(self, task: Any, seconds: float = 600.0, progress: Callable[[Any], object] = ignore) -> Any:
        """Wait until a task of any kind ends; ``progress`` is called with every state of it.

        Parameters
        ----------
        seconds
            Seconds to wait; ``math.inf`` for as long as it takes.

        Raises
        ------
        JobEnded
            If it failed or was cancelled.
        StillOpen
            If it has not ended in time. It continues.
        """
        task = await self.wait_at(path_of(task), task, seconds, progress)
        if task["status"] in ("failed", "cancelled"):
            raise JobEnded(task)
        return task

    async def _carry_out(self, task: Any, wait: float, progress: Callable[[Any], object]) -> Any:
        """Wait for a task, which is cancelled if waiting ends early."""
        async with self._cancelling(path_of(task)):
            return await self.wait_for_task(task, wait, progress)

    async def _submit_task(
        self, noun: str, task: dict[str, Any], wait: int, webhook: Webhook | None, limits: LimitKeywords
    ) -> Any:
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return await self.request("POST", f"/v1/{noun}", task_body(task, webhook, limits), wait, headers)

    async def _put_task(
        self, noun: str, task_id: str, task: dict[str, Any], wait: int, webhook: Webhook | None, limits: LimitKeywords
    ) -> Any:
        return await self.request("PUT", address(noun, task_id), task_body(task, webhook, limits), wait)


def address(noun: str, task: Any) -> str:
    """The path of a task, by its id or its document."""
    return f"/v1/{noun}/{segment(task)}"


def path_of(task: Any) -> str:
    """The path of a task, from its own link, which begins with the prefix of the service, if it has one."""
    noun, task_id = task["links"]["self"].split("/")[-2:]
    return address(noun, task_id)


def task_body(task: dict[str, Any], webhook: Webhook | None, limits: LimitKeywords) -> dict[str, Any]:
    """The body of a request for a task."""
    return task | {"limits": limits_of(limits)} | ({"webhook": webhook} if webhook else {})
