"""Files of others: unpacked within limits, as bytes and as text."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from guandan_sim.errors import NotationError
from guandan_sim.paths import refuse

MOST_BYTES = 1 << 28
"""The most that is read of one file, or of one member of an archive, unpacked."""
_MOST_MEMBERS = 10_000


class Content(NamedTuple):
    """What is in a file, or in one member of an archive."""

    place: str
    data: bytes


def contents(path: Path) -> Iterator[Content]:
    """What is in a file or a pipe: the members of a zip archive, what a gzip file holds, or the file itself.

    Raises `StoreError` for a file that cannot be read and `NotationError` for one that is damaged or too large.
    """
    try:
        with path.open("rb") as opened:
            # An archive is read from its end, which a pipe does not show before it has been read whole.
            file = opened if opened.seekable() else io.BytesIO(_read(opened, str(path)))
            head = file.read(4)
            file.seek(0)
            if head == b"PK\x03\x04":
                yield from _members(path, file)
            elif head[:2] == b"\x1f\x8b":
                with gzip.GzipFile(fileobj=file) as unpacked:
                    yield Content(str(path), _read(unpacked, str(path)))
            else:
                yield Content(str(path), _read(file, str(path)))
    except (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise NotationError(f"{path}: damaged archive: {error}") from None
    except OSError as error:
        refuse(path, "read", error)


def _members(path: Path, file: IO[bytes]) -> Iterator[Content]:
    with zipfile.ZipFile(file) as archive:
        names = [member for member in archive.infolist() if not member.is_dir()]
        if len(names) > _MOST_MEMBERS:
            raise NotationError(f"{path}: {len(names)} files in it, expected {_MOST_MEMBERS} at most")
        for member in names:
            place = f"{path}, {member.filename}"
            with archive.open(member) as unpacked:
                yield Content(place, _read(unpacked, place))


def _read(file: IO[bytes] | io.BufferedIOBase, place: str) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotationError(f"{place}: more than {MOST_BYTES >> 20} MB")
    return data


def text_of(content: Content) -> str:
    """The text, in UTF-8 or, as Chinese Windows writes it, in GBK. Raises `NotationError`."""
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise NotationError(f"{content.place}: expected text in UTF-8 or GBK")
