"""The page in a real browser, where this machine has one: nothing asked of the network, nothing on the console."""

from collections.abc import Callable
from pathlib import Path

import pytest
from browser import VIEWS, Browser


# Every page wide and narrow; every view of one.
@pytest.mark.parametrize(
    ("name", "language", "view"),
    [
        *(("matches", "en", view) for view in VIEWS),
        ("rules", "zh", "desktop-light"),
        ("rules", "zh", "phone-dark"),
        ("tournament", "en", "desktop-dark"),
        ("tournament", "en", "phone-light"),
    ],
)
def test_a_page_opens_offline_without_complaint_and_fits(
    browser: Browser, page: Callable[[str, str], Path], name: str, language: str, view: str
) -> None:
    file = page(name, language)
    seen = browser.look(file, view)
    assert seen.requests == [file.resolve().as_uri()]
    assert seen.complaints == []
    assert 0 < seen.width <= VIEWS[view][0]
    assert len(seen.picture) > 50_000


def test_the_check_sees_requests_complaints_and_pages_too_wide(browser: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<img src='missing.png'><script>console.error('oh')</script><p style='width:2000px'>wide")
    seen = browser.look(bad, "phone-light")
    assert len(seen.requests) == 2
    assert seen.complaints
    assert seen.width > 390
