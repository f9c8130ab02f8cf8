"""Ctrl-C at places of one's choosing: in the middle of a thread pool's work it would leave a lock held for ever.

The lock of a `threading.Condition` is taken and given back by lines of Python, and a `KeyboardInterrupt` may come
between them (https://github.com/python/cpython/issues/74174).
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def held_back() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Holds signals that raise `KeyboardInterrupt` back, but for where the context manager it gives lets them through.

    One that was held back raises `KeyboardInterrupt` at the next such place, or at the end; a second one at once.
    """
    if threading.current_thread() is not threading.main_thread():
        # Signals reach the main thread alone.
        yield _let_through
        return
    handled = [number for number in _SIGNALS if signal.getsignal(number) is signal.default_int_handler]
    asked = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            signal.default_int_handler(number, frame)
        asked = True

    def use(handler: Callable[[int, FrameType | None], object]) -> None:
        for number in handled:
            signal.signal(number, handler)

    @contextmanager
    def let_through() -> Iterator[None]:
        nonlocal asked
        try:
            use(signal.default_int_handler)
            if asked:
                asked = False
                raise KeyboardInterrupt
            yield
        finally:
            use(note)

    use(note)
    try:
        yield let_through
    finally:
        use(signal.default_int_handler)
    if asked:
        raise KeyboardInterrupt


@contextmanager
def _let_through() -> Iterator[None]:
    yield
