"""XML of a part, read and written without anything from outside: no entities, no DTD, no network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from lxml import etree

Element: TypeAlias = Any  # the library ships no types


def parsed(data: bytes) -> Element:
    """The root of a part. Raises ValueError for what is no XML, and for XML with a DTD."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"no XML: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise ValueError("a workbook has no DTD")
    return root


def written(root: Element) -> bytes:
    """The part as bytes. Declarations of prefixes stay, whether used or not: `mc:Ignorable` names some of them."""
    return bytes(etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True))


def local(element: Element) -> str:
    """The name of a tag without its vocabulary; blank for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


Prefixes: TypeAlias = "dict[str | None, str] | None"  # to call vocabularies by, where none is declared above


def made(parent: Element, tag: str, attributes: dict[str, str] | None = None, nsmap: Prefixes = None) -> Element:
    """A new last child."""
    return etree.SubElement(parent, tag, attributes or {}, nsmap)


def alone(tag: str, attributes: dict[str, str] | None = None, nsmap: Prefixes = None) -> Element:
    """A new element without a parent."""
    return etree.Element(tag, attributes or {}, nsmap)


def place_in_order(parent: Element, child: Element, order: Sequence[str]) -> None:
    """Put a child where the schema's sequence has it: behind the last one that comes before it, or is of its kind."""
    mine, at = order.index(local(child)), 0
    for number, other in enumerate(parent, start=1):
        rank = _rank(other, order)
        if rank is not None and rank <= mine:
            at = number
    parent.insert(at, child)


def _rank(element: Element, order: Sequence[str]) -> int | None:
    name = local(element)
    if name in order:
        return order.index(name)
    if name == "AlternateContent":  # stands where what it holds would stand
        held = (order.index(local(e)) for e in element.iter() if local(e) in order)
        return next(held, None)
    return None


def child(parent: Element, name: str) -> Element | None:
    """The first child of this local name."""
    return next((e for e in parent if local(e) == name), None)


def children(parent: Element | None, name: str) -> list[Element]:
    """All children of this local name."""
    return [] if parent is None else [e for e in parent if local(e) == name]


def canonical(element: Element | None) -> bytes:
    """Equal for elements that say the same."""
    return b"" if element is None else bytes(etree.tostring(element, method="c14n", exclusive=True, with_tail=False))


def drop(element: Element) -> None:
    """Take an element out, with the text behind it."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
