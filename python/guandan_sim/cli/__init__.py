"""The command line: `guandan-sim`.

Exit codes: 0 done; 2 the command cannot be carried out as it was given, and nothing has been written; 1 it was begun
and failed, or has found faults; 130 interrupted. A command whose standard output nobody reads any more ends by SIGPIPE,
as others do.
"""

import os
import signal
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from guandan_sim.cli.stderr import say
from guandan_sim.errors import GuandanError, IllegalPlay, NotationError, PathError, PlanError, RulesError, shown

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class Interrupted(Exception):  # noqa: N818 - a state, not an error
    """A command was stopped by the user; the message says how to continue."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs one command and ends the process with its exit code."""
    # Being asked to end is being interrupted: what was done is kept, and how to go on is said. So is a terminal that
    # closes, but for who asked by `nohup` not to hear of it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, signal.default_int_handler)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It has been closed.
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Where a console has no letter for it, a card or a name is shown by its number and not by an error.
            stream.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else arguments
    strange = next((argument for argument in given if not _is_text(argument)), None)
    code = _run(given) if strange is None else _say(_not_text(strange), BAD_INPUT)
    # Threads that a second Ctrl-C left behind must not hold the process up.
    sys.exit(code)


def _is_text(argument: str) -> bool:
    """Whether an argument is text: Python keeps bytes that are not UTF-8 as halves of letters."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _not_text(argument: str) -> str:
    """What is said of an argument that is no text in the encoding that Python found on this system."""
    encoding = sys.getfilesystemencoding()
    hint = "" if encoding == "utf-8" else " (with PYTHONUTF8=1 it is utf-8)"
    return f"argument {shown(os.fsencode(argument))}: expected text in {encoding}{hint}"


def _run(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    from guandan_sim.cli.app import BEGIN, app
    from guandan_sim.report.text import console

    try:
        app(arguments, console=console(), exit_on_error=False, print_error=False, result_action="return_value")
        if not arguments:
            print(BEGIN, end="")
        sys.stdout.flush()
    except CycloptsError as error:
        return _say(str(error), BAD_INPUT)
    except (NotationError, RulesError, PlanError, PathError, IllegalPlay) as error:
        return _say(str(error), BAD_INPUT)
    except GuandanError as error:
        return _say(str(error), FAILED)
    except Interrupted as stopped:
        return _interrupted(str(stopped))
    except KeyboardInterrupt:
        return _interrupted("interrupted")
    except BrokenPipeError:
        return _end_unread()
    except SystemExit as ended:
        # How rich ends a process whose output nobody reads.
        if isinstance(ended.__context__, BrokenPipeError):
            return _end_unread()
        raise
    except OSError as error:
        return _say(f"{error.filename or 'standard output'}: {error.strerror or error}", FAILED)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _say(_unforeseen(error), FAILED)
    return DONE


def _unforeseen(error: Exception) -> str:
    """An error of the program and not of its user, in a line; the traceback is shown by `python -X dev`."""
    from traceback import extract_tb

    last = extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"internal error, please report it with the command: {type(error).__name__}: {error} ({place})"


def _end_unread() -> int:
    """Ends the process since the reader of standard output has gone, as `head` does when it has seen enough."""
    # Python would complain once more when it closes standard output.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    return DONE


def _interrupted(message: str) -> int:
    """Says that the command was interrupted. Being asked to end twice, as `timeout` does, does not cut that short."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, signal.SIG_IGN)
    try:
        return _say(message, INTERRUPTED)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say(message: str, code: int) -> int:
    say("guandan-sim: " + " ".join(message.split()))
    return code
