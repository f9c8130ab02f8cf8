"""Programs over pipes: many are asked at the same time, each failure has its line, and no process stays behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator

import pytest
from processes import sleep_of_its_own, wait_for, wait_until_gone

from guandan_sim.bots.programs import LARGEST_ANSWER, Program, Question, converse, end
from guandan_sim.errors import ProgramError


def asked(command: list[str], *lines: str, seconds: float = 20) -> Generator[Question, str | None, list[str | None]]:
    """Asks a program line by line, and ends it."""
    program = Program(command)
    answers = []
    try:
        for line in lines:
            answers.append((yield Question(program, seconds, line.encode())))
    finally:
        program.kill()
    return answers


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def shell(code: str) -> list[str]:
    return ["sh", "-c", code]


def test_a_program_answers_line_by_line_whatever_the_length_of_the_lines() -> None:
    long = "x" * (LARGEST_ANSWER - 1)
    assert converse([asked(["cat"], "one", long, "two")]) == [["one", long, "two"]]


def test_many_programs_think_at_the_same_time() -> None:
    begun = time.monotonic()
    answers = converse(asked(shell("read -r line; sleep 0.5; echo $line"), str(number)) for number in range(40))
    assert answers == [[str(number)] for number in range(40)]
    assert time.monotonic() - begun < 10


def test_one_program_can_be_asked_in_one_conversation_after_another() -> None:
    program = Program(["cat"])

    def once(line: str) -> Generator[Question, str | None, str | None]:
        return (yield Question(program, 20, line.encode()))

    assert [converse([once(line)]) for line in ("a", "b", "c")] == [["a"], ["b"], ["c"]]
    assert program.is_running
    end([program])
    assert not program.is_running


def test_blank_lines_are_no_answers() -> None:
    assert converse([asked(shell(r"read -r line; printf '\n  \n%s\n' $line"), "hello")]) == [["hello"]]


def test_a_last_line_without_its_end_is_an_answer() -> None:
    assert converse([asked(shell("printf hello"), "hello")]) == [["hello"]]


FAILURES = {
    "crash at the start": (
        python("1/0"),
        "it ended with exit code 1 instead of answering; its standard error ends with: Z",
    ),
    "exit code": (shell("exit 3"), "it ended with exit code 3 instead of answering"),
    "crash in the middle": (shell("read -r line; exit 4"), "it ended with exit code 4 instead of answering"),
    "signal": (shell("kill -SEGV $$"), "it was ended by SIGSEGV instead of answering"),
    "silence": (shell("sleep 100"), "it gave no answer within 0.5 s"),
    "output closed": (shell("exec 1>&-; sleep 100"), "it closed its standard output instead of answering"),
    "endless line": (shell("yes x | tr -d '\\n'"), "it answered a line of more than 1,048,576 bytes"),
    "endless standard error": (shell("yes >&2"), "it gave no answer within 0.5 s; its standard error ends with: y"),
    "an answer too many": (
        shell(r"while read -r line; do printf '%s\n%s\n' $line $line; done"),
        "it said 'hello' without being asked",
    ),
    "no text": (shell(r"printf '\377\n'"), r"it answered b'\xff': expected text in UTF-8"),
    "a child that holds its pipes": (shell("sleep 100 & exit 5"), "it ended with exit code 5 instead of answering"),
}


@pytest.mark.parametrize("what", FAILURES)
def test_each_failure_has_its_line(what: str) -> None:
    command, message = FAILURES[what]
    begun = time.monotonic()
    (error,) = converse([asked(command, "hello", "hello", seconds=20 if "within" not in message else 0.5)])
    assert isinstance(error, ProgramError)
    assert str(error).startswith(message)
    assert "\n" not in str(error)
    assert time.monotonic() - begun < 15


def test_what_cannot_be_started_says_so() -> None:
    (error,) = converse([asked(["no/such/program"], "hello")])
    assert str(error) == "it cannot be started: No such file or directory"


def test_a_failure_leaves_the_other_conversations_alone() -> None:
    good, bad, slow = converse(
        [asked(["cat"], "a", "b"), asked(shell("exit 1"), "a"), asked(shell("read -r a; sleep 0.3; echo $a"), "c")]
    )
    assert (good, slow) == (["a", "b"], ["c"])
    assert isinstance(bad, ProgramError)


def test_a_program_that_reads_nothing_holds_nobody_up() -> None:
    sleep = sleep_of_its_own()
    program = Program(["sleep", sleep])
    begun = time.monotonic()
    program.send(b"x" * 1_000_000)
    assert time.monotonic() - begun < 5
    program.kill()
    wait_until_gone(sleep)


def test_children_are_ended_with_a_program() -> None:
    sleep = sleep_of_its_own()
    program = Program(shell(f"sleep {sleep} & sleep {sleep} & wait"))
    wait_for(f"sleep {sleep}", 3)
    program.kill()
    program.kill()
    wait_until_gone(sleep)


def test_children_are_ended_that_a_program_leaves_behind() -> None:
    sleep = sleep_of_its_own()
    program = Program(shell(f"sleep {sleep} & exit 0"))
    wait_for(f"sleep {sleep}", 1)
    end([program])
    wait_until_gone(sleep)


def test_a_program_may_end_by_itself_when_its_input_is_closed() -> None:
    program = Program(shell("cat >/dev/null; exit 0"))
    begun = time.monotonic()
    end([program], 30)
    assert time.monotonic() - begun < 20


def test_a_conversation_that_is_broken_off_tidies_up() -> None:
    sleep = sleep_of_its_own()

    def interrupted() -> Generator[Question, str | None, None]:
        program = Program(shell("read -r line; echo go"))
        try:
            yield Question(program, 20, b"hello")
            raise KeyboardInterrupt
        finally:
            program.kill()

    with pytest.raises(KeyboardInterrupt):
        converse([asked(["sleep", sleep], "hello"), interrupted()])
    wait_until_gone(sleep)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_programs_and_their_children_die_with_the_process_that_started_them(number: int) -> None:
    sleep = sleep_of_its_own()
    code = (
        "import time; from guandan_sim.bots.programs import Program; "
        f"programs = [Program(['sh', '-c', 'sleep {sleep} & sleep {sleep} & wait']) for _ in range(3)]; "
        "programs.pop().kill(); print('ready', flush=True); time.sleep(1000)"
    )
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert run.stdout is not None
    assert run.stdout.readline() == b"ready\n"
    wait_for(f"sleep {sleep}", 6)
    run.send_signal(number)
    run.wait()
    run.stdout.close()
    wait_until_gone(sleep)


def children() -> dict[str, str]:
    """The processes that this one has started and that are there, by their numbers."""
    listed = subprocess.run(["ps", "-A", "-o", "ppid=,pid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = (line.split(maxsplit=2) for line in listed.stdout.splitlines() if "ps -A" not in line)
    return {pid: what for parent, pid, what in rows if parent == str(os.getpid())}


def test_nothing_is_left_once_all_programs_have_ended() -> None:
    # A browser of other tests may run.
    before = children()
    converse([asked(["cat"], "a"), asked(shell("exit 1"), "a")])
    end([])
    assert {pid: what for pid, what in children().items() if pid not in before} == {}
