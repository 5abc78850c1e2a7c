"""Work on a thread, to be awaited: cancelling it ends the work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from fingerpost.core.trace import Step
from fingerpost.core.watching import OnStep, Watch, watched

T = TypeVar("T")

# asyncio is imported where it is used: it would cost every command a tenth of its start.


async def on_thread(work: Callable[[], T], on_step: OnStep | None = None) -> T:
    """Do work on a thread. Cancelling ends what it runs in a database, a process or a model, and what would follow."""
    import asyncio

    watch = Watch(on_step)

    def run() -> T:
        with watched(watch):
            return work()

    try:
        return await asyncio.to_thread(run)
    except asyncio.CancelledError:
        watch.cancel()
        raise


async def in_steps(work: Callable[[], T]) -> AsyncIterator[Step | T]:
    """Each step of work when it has been taken, then what the work gives. Closing the iterator ends the work."""
    import asyncio

    loop = asyncio.get_running_loop()
    steps: asyncio.Queue[Step | None] = asyncio.Queue()

    def tell(step: Step) -> None:
        loop.call_soon_threadsafe(steps.put_nowait, step)

    task = asyncio.ensure_future(on_thread(work, tell))
    task.add_done_callback(lambda _: steps.put_nowait(None))
    try:
        while (step := await steps.get()) is not None:
            yield step
        yield await task
    finally:
        task.cancel()
