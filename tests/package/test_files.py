"""Where files are written and read: links, modes, pipes, devices, standard output, and `~`."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from conftest import refused

import guandan_sim as gd
import guandan_sim.compare
from guandan_sim.compare.variants import variant
from guandan_sim.experiment import read
from guandan_sim.store.files import UNFINISHED, make_directory, write_file

Simulate = Callable[..., gd.Run]


@pytest.fixture
def run(simulate: Simulate, tmp_path: Path) -> gd.Run:
    return simulate(deals=40, out=tmp_path / "run", log=["records"])


@pytest.fixture
def page(cli: Command, run: gd.Run) -> str:
    """The page of `run` in Markdown."""
    assert cli("report", "run", "-o", "page.md").code == 0
    return Path("page.md").read_text()


def test_a_link_is_followed_and_the_mode_of_a_file_kept(cli: Command, page: str) -> None:
    target = Path("elsewhere") / "there.md"
    target.parent.mkdir()
    target.write_text("before")
    target.chmod(0o600)
    Path("link").symlink_to("second")
    Path("second").symlink_to(target)
    said = cli("report", "run", "--format", "md", "-o", "link")
    assert (said.code, said.out) == (0, "link\n")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == (page, 0o600)
    assert Path("link").readlink() == Path("second")
    assert [entry.name for entry in target.parent.iterdir()] == ["there.md"]


def test_a_link_to_what_is_not_there_yet_makes_it(cli: Command, page: str) -> None:
    Path("link").symlink_to("new.md")
    Path("far").symlink_to("far-directory")
    assert cli("report", "run", "--format", "md", "-o", "link").code == 0
    assert Path("new.md").read_text() == page
    assert cli("run", "--deals", "4", "--seed", "1", "--out", "far").code == 0
    assert gd.Run("far-directory").is_complete
    assert cli("report", "run", "--format", "json", "--charts", "far").code == 0
    assert Path("far-directory/plays.svg").exists()


def test_links_in_a_directory_of_charts_or_a_run_are_followed(cli: Command, page: str, simulate: Simulate) -> None:
    for folder, name in (("charts", "plays.svg"), ("data/deals", "part-00000.parquet"), ("data", "run.log")):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(name).touch(0o640)
        (Path(folder) / name).symlink_to(Path(name).absolute())
    assert cli("report", "run", "--charts", "charts").code == 0
    assert Path("plays.svg").read_text().startswith("<svg")
    whole = simulate(deals=4, out=Path("whole").absolute())
    (whole.path / "manifest.json").rename("data/manifest.json")
    simulate(deals=4, out=Path("data").absolute())
    assert Path("part-00000.parquet").read_bytes() == (whole.path / "deals" / "part-00000.parquet").read_bytes()
    assert "end: all parts" in Path("run.log").read_text()
    assert stat.S_IMODE(Path("part-00000.parquet").stat().st_mode) == 0o640
    assert Path("data/deals/part-00000.parquet").is_symlink()


def test_a_pipe_and_a_device_are_written_into_and_stay(cli: Command, page: str) -> None:
    os.mkfifo("pipe")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(Path("pipe").read_text()))
    reader.start()
    said = cli("report", "run", "--format", "md", "-o", "pipe")
    reader.join(30)
    assert (said.code, said.out, heard) == (0, "", [page])
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    Path("null").symlink_to("/dev/null")
    before = Path("/dev/null").stat()
    assert cli("report", "run", "--format", "md", "-o", "null").code == 0
    assert (Path("/dev/null").stat().st_rdev, Path("/dev/null").stat().st_mode) == (before.st_rdev, before.st_mode)
    said = cli("report", "run", "--format", "md", "-o", "/dev/full")
    assert (said.code, said.err) == (1, "guandan-sim: /dev/full: cannot be written: No space left on device\n")


@pytest.mark.parametrize("out", ["-", "/dev/stdout", "/dev/fd/1"])
def test_a_page_for_standard_output_is_all_there_is_on_it(process: Command, page: str, out: str) -> None:
    said = process("report", "run", "--format", "md", "--out", out, "--charts", "charts")
    assert (said.code, said.out) == (0, page)
    assert "charts/plays.svg" in said.err
    if out == "-":
        assert process("report", "run", "-o", out).out.startswith("<!doctype html>")


def test_standard_output_is_not_replaced_where_it_is_a_file(page: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "guandan_sim", "report", "run", "--format", "md", "-o", "/dev/stdout"]
    with (tmp_path / "both").open("w") as both:
        both.write("before\n")
        both.flush()
        subprocess.run(command, cwd=tmp_path, stdout=both, check=True)
        both.write("after\n")
    assert (tmp_path / "both").read_text() == f"before\n{page}after\n"


def test_what_cannot_be_replaced_is_one_line(cli: Command, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("loop").symlink_to("loop")
    for out, said in (("loop", "Too many levels of symbolic links"), ("/", "Is a directory"), (".", "Is a directory")):
        refusal = cli("report", "run", "--format", "md", "-o", out)
        assert (refusal.code, refusal.err) == (2, f"guandan-sim: {out}: cannot be written: {said}\n")
    # Whoever runs the tests may be allowed everything.
    Path("mine.md").write_text("mine")
    Path("mine.md").chmod(0o400)
    monkeypatch.setattr("os.access", lambda path, mode: Path(path).name != "mine.md")
    assert cli("report", "run", "-o", "mine.md").err == "guandan-sim: mine.md: cannot be written: Permission denied\n"
    assert Path("mine.md").read_text() == "mine"
    assert not Path("mine.md" + UNFINISHED).exists()


def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may give files away")
    file = tmp_path / "file"
    file.touch()
    os.chown(file, 65534, 65534)
    write_file(file, b"new")
    assert (file.stat().st_uid, file.stat().st_gid, file.read_bytes()) == (65534, 65534, b"new")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory of the tests', in another place than the current directory."""
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "home"


@pytest.mark.parametrize("path", ["~/x", Path("~/x")])
def test_a_tilde_is_the_home_directory_for_every_function(home: Path, path: str | Path) -> None:
    run = gd.simulate(deals=7, seed=1, out=path)
    assert (run.path, run.deals.collect().height, gd.Run(path).path) == (home / "x", 7, home / "x")
    assert run.report("~/page.json") == home / "page.json"
    assert (home / "page.json").exists()
    (home / "house.toml").write_text('base = "pagat"\nmax_bomb = 8\n')
    rules = [gd.Rules("~/house.toml"), gd.Rules(Path("~/house.toml")), gd.Rules.from_toml("~/house.toml")]
    assert {one.fingerprint for one in rules} == {gd.Rules("pagat").replace(max_bomb=8).fingerprint}
    (home / "a:b.toml").write_text('base = "pagat"\n')
    assert variant("~/a:b.toml").rules == variant("~/a:b.toml:max_bomb=10").rules == gd.Rules("pagat")
    found = gd.compare_strategies("lowest", "random", deals=40, seed=1, out="~/c")
    assert found.directory == home / "c" == gd.compare.open("~/c").directory
    assert list(Path().iterdir()) == []


def test_a_tilde_is_the_home_directory_for_every_command_and_in_experiment_files(home: Path, cli: Command) -> None:
    os.chdir("work")
    (home / "house.toml").write_text('base = "pagat"\n')
    Path("e.toml").write_text('deals = 4\nseed = 1\nrules = "~/house.toml"\nout = "~/x"\n')
    assert cli("run", "e.toml").code == 0
    assert gd.Run(home / "x").plan.rules.label == "pagat"
    assert cli("run", "--resume", "~/x").code == 0
    assert cli("report", "~/x", "--out", "~/page.md", "--charts", "~/charts").code == 0
    assert cli("replay", "~/x", "--match", "1", "--json").json()[0]["match"] == 1
    assert cli("verify", "~/x").code == 0
    assert cli("rules", "check", "~/house.toml").code == 0
    assert cli("compare", "rules", "institute", "~/house.toml", "--deals", "40", "--out", "~/c").code == 0
    assert cli("report", "~/c").out == f"{home}/c/report.html\n"
    assert [entry.name for entry in Path().iterdir()] == ["e.toml"]


def test_a_directory_called_tilde_and_one_called_like_an_address_are_what_they_are(home: Path) -> None:
    gd.simulate(deals=7, seed=1, out="~/x")
    for path, deals in (("./~/x", 8), ("file:x", 9)):
        run = gd.simulate(deals=deals, seed=1, out=path)
        assert run.path.absolute() == Path.cwd() / path
        assert (run.deals.collect().height, gd.Run(run.path).matches.collect().height) == (deals, deals)
    assert gd.Run("~/x").deals.collect().height == 7
    found = gd.compare_strategies("lowest", "random", deals=40, seed=1, out="./~/c")
    assert found.directory == Path.cwd() / "~" / "c"
    assert gd.compare.open("./~/c").directory == gd.compare.open(found.directory).directory == found.directory
    Path("~/house.toml").write_text('base = "pagat"\n')
    Path("e.toml").write_text('deals = 4\nrules = "./~/house.toml"\n')
    assert read("e.toml")["rules"] == read("./e.toml")["rules"] == gd.Rules("pagat")


@pytest.mark.parametrize("path", ["", "a\0.md", "a\udcff.md", b"a.md", 5])
def test_what_is_no_path_is_refused_by_every_function(home: Path, simulate: Simulate, path: Any) -> None:
    run = simulate(deals=4)
    for call in (
        lambda: run.report(path),
        lambda: gd.Run(path),
        lambda: gd.simulate(deals=4, seed=1, out=path),
        lambda: gd.compare.open(path),
        lambda: gd.compare_strategies("lowest", "random", deals=4, seed=1, out=path),
        lambda: gd.Rules.from_toml(path),
        lambda: read(path),
    ):
        refused(call, "expected a path")
    assert list(Path().iterdir()) == []


def test_what_an_editor_saved_behind_a_byte_order_mark_is_read(tmp_path: Path, simulate: Simulate) -> None:
    simulate(deals=4, out=tmp_path / "run")
    gd.compare_strategies("lowest", "random", deals=40, seed=1, out=tmp_path / "c")
    for name in ("run/manifest.json", "run/parts/part-00000.json", "c/comparison.json"):
        (tmp_path / name).write_text((tmp_path / name).read_text(), "utf-8-sig")
    assert gd.Run(tmp_path / "run").scores().total() == 4
    assert gd.compare.open(tmp_path / "c").seed == 1


def test_a_name_is_shown_as_it_stands(cli: Command) -> None:
    assert "file:x: " in cli("run", "--deals", "4", "--seed", "1", "--out", "file:x").out


def test_the_home_of_a_user_who_is_not_there_is_refused(home: Path) -> None:
    for call in (
        lambda: gd.simulate(deals=4, out="~no-such-user/x"),
        lambda: gd.Run(Path("~no-such-user/x")),
        lambda: gd.Rules("~no-such-user/x"),
        lambda: gd.compare.open("~no-such-user/x"),
        lambda: read("~no-such-user/x"),
    ):
        refused(call, "no home directory of ~no-such-user is known", "./~no-such-user/x")
    assert list(Path().iterdir()) == []


def test_a_directory_is_made_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a" / "b")
    make_directory(tmp_path / "link" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()


@pytest.mark.parametrize(
    "command", ["rules check {}", "rules show {} --json", "run --deals 4 --seed 1 --rules {} --out x"]
)
def test_rules_are_read_from_a_pipe(tmp_path: Path, command: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "guandan_sim", *command.format("/dev/stdin").split()],
        input='base = "pagat"\nmax_bomb = 8\n',
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, "")
    if command.startswith("run"):
        assert gd.Run(tmp_path / "x").plan.rules == gd.Rules("pagat").replace(max_bomb=8)
    else:
        assert gd.Rules("pagat").replace(max_bomb=8).fingerprint in said.stdout


def test_an_experiment_is_read_from_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "guandan_sim", "run", "/dev/stdin"]
    subprocess.run(command, input=b'deals = 4\nseed = 1\nout = "x"\n', cwd=tmp_path, check=True)
    assert gd.Run(tmp_path / "x").plan.count == 4
