"""Notes at cells: the list of them, and the drawing that shows each; both grow together."""

from __future__ import annotations

from copy import deepcopy

from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.space import WORKSHEET
from sync.backends.ooxml.xml import Element, alone, child, children, local, made, place_in_order

_EXCEL = "{urn:schemas-microsoft-com:office:excel}"
_SHAPE_ID = "_x0000_s"


def add_notes(package: Package, sheet: Sheet, notes: Element, shapes: Element) -> None:
    """Put the notes of one list, with their shapes, onto a tab; a note that a cell has already stays."""
    there = package.leads(sheet.path, "comments")
    drawn = package.leads(sheet.path, "vmlDrawing")
    holder = child(sheet.root, "legacyDrawing")
    if not there or holder is None or not drawn:
        if not there and holder is None:
            _start(package, sheet, notes, shapes)
        return  # notes without a drawing, or a drawing of something else: headings do without notes of ours
    path = there[0].target
    drawing = next((r.target for r in drawn if r.id == holder.get(sheet.space.id)), "")
    try:
        listed, picture = package.tree(path), package.tree(drawing)
    except (KeyError, ValueError):
        return  # drawings of notes are not always well formed
    if _extend(listed, notes):
        _draw(picture, shapes)
        package.touch(path)
        package.touch(drawing)


def _start(package: Package, sheet: Sheet, notes: Element, shapes: Element) -> None:
    path = package.free_name("xl/comments1.xml")
    package.put_tree(path, deepcopy(notes))
    package.declare(path, "comments")
    package.lead(sheet.path, sheet.space, "comments", path)
    drawing = package.free_name("xl/drawings/vmlDrawing1.vml")
    package.put_tree(drawing, deepcopy(shapes))
    package.declare(drawing, "vmlDrawing")
    relation = package.lead(sheet.path, sheet.space, "vmlDrawing", drawing)
    node = alone(sheet.space.tag("legacyDrawing"), {sheet.space.id: relation}, {"r": sheet.space.relation})
    place_in_order(sheet.root, node, WORKSHEET)


def _extend(listed: Element, notes: Element) -> bool:
    authors, mine = child(listed, "authors"), children(child(notes, "authors"), "author")
    holder = child(listed, "commentList")
    if authors is None or holder is None:
        return False
    names = [a.text for a in children(authors, "author")]
    taken = {n.get("ref") for n in children(holder, "comment")}
    for note in children(child(notes, "commentList"), "comment"):
        if note.get("ref") in taken:
            continue
        name = mine[int(note.get("authorId") or 0)].text
        if name not in names:
            made(authors, authors.tag[: -len("authors")] + "author").text = name
            names.append(name)
        again = deepcopy(note)
        again.set("authorId", str(names.index(name)))
        holder.append(again)
    return True


def _draw(picture: Element, shapes: Element) -> None:
    there = {_place(s) for s in picture if local(s) == "shape"}
    numbers = [
        int(s.get("id")[len(_SHAPE_ID) :])
        for s in picture
        if (s.get("id") or "").startswith(_SHAPE_ID) and s.get("id")[len(_SHAPE_ID) :].isdecimal()
    ]
    number = max(numbers, default=1024)
    if not any(local(s) == "shapetype" and s.get("id") == "_x0000_t202" for s in picture):
        picture.extend(deepcopy(s) for s in shapes if local(s) == "shapetype")
    for shape in shapes:
        if local(shape) == "shape" and _place(shape) not in there:
            number += 1
            again = deepcopy(shape)
            again.set("id", f"{_SHAPE_ID}{number}")
            picture.append(again)


def _place(shape: Element) -> tuple[str, str]:
    row = next((e.text or "" for e in shape.iter(f"{_EXCEL}Row")), "")
    column = next((e.text or "" for e in shape.iter(f"{_EXCEL}Column")), "")
    return row.strip(), column.strip()
