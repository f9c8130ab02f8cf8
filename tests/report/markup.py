"""HTML read strictly: what is opened is closed, ids are unique, and nothing points out of the file."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "wbr", "br", "hr", "img", "link", "input"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: "list[Element | str]" = field(default_factory=list)

    def all(self, tag: str) -> "list[Element]":
        found = []
        for child in self.children:
            if isinstance(child, Element):
                found += ([child] if child.tag == tag else []) + child.all(tag)
        return found

    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)


class Reader(HTMLParser):
    """Builds the tree; raises `AssertionError` where a browser would have to guess."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(text: str) -> Element:
    """The tree of a file that is well formed, self-contained and without scripts."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, [element.tag for element in reader.open]
    root = reader.root
    for tag in ("script", "link", "img", "iframe", "object", "embed", "base", "use", "image", "foreignobject"):
        assert root.all(tag) == [], tag
    ids = []
    for element in _every(root):
        ids += [element.attributes["id"]] if "id" in element.attributes else []
        for name, value in element.attributes.items():
            assert not name.startswith("on"), (element.tag, name)
            assert name not in ("src", "href", "xlink:href", "action", "srcset"), (element.tag, name, value)
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.startswith("#")
    assert len(ids) == len(set(ids))
    [style] = root.all("style")
    assert not re.search(r"@import|url\(|expression", style.text())
    return root


def _every(element: Element) -> list[Element]:
    found = []
    for child in element.children:
        if isinstance(child, Element):
            found += [child, *_every(child)]
    return found
