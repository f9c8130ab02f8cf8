"""Files of JSON that this package writes: what they say, or `ValueError`, whatever stands in them."""

import json
from typing import Any, TypeVar

T = TypeVar("T")


def read_json(content: bytes) -> Any:
    """What a file says. Raises `ValueError` for what is no JSON."""
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("brackets within brackets without end") from None


def in_form(found: object, form: type[T]) -> T:
    """What a file says as a value of the type `form`. Raises `ValueError` where it is none.

    >>> in_form([1, 2], list[int])
    [1, 2]
    >>> in_form([1, None], list[int])
    Traceback (most recent call last):
    ValueError: Expected `int`, got `null` - at `$[1]`
    """
    import msgspec

    try:
        return msgspec.convert(found, form)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        # The latter is what text with half a letter in it raises.
        raise ValueError(str(error)) from None
