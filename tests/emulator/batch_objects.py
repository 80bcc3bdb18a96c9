"""Requests about objects on the grid: named and protected ranges, conditional formats, charts, banding, filters."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from tests.emulator.a1 import looks_like_cell
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_sheets import needed_mask
from tests.emulator.cells import is_place, shown, tidy
from tests.emulator.entry import typed
from tests.emulator.errors import ApiError, invalid
from tests.emulator.guards import may_edit
from tests.emulator.masks import assign
from tests.emulator.numerals import DATE_KINDS
from tests.emulator.sheet import Json, Sheet


def anchored(message: Any) -> Any:
    """A message whose places all name their tab (0 when the sender left it out)."""
    if isinstance(message, list):
        return [anchored(item) for item in message]
    if not isinstance(message, dict):
        return message
    keys = set(message)
    known = ("startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex", "rowIndex", "columnIndex")
    if keys and keys & set(known) and is_place({**message, "sheetId": 0}):
        return {"sheetId": 0, **message}
    return {name: anchored(value) for name, value in message.items()}


def object_view(item: Json) -> Json:
    out: Json = shown(item)
    return out


# Named ranges ---------------------------------------------------------------------------------------------------------

_NAME = re.compile(r"^[A-Za-z_][A-Za-z0-9_.]*$", re.UNICODE)


def _check_name(batch: Batch, name: str, own_id: str) -> None:
    if not re.match(r"^[^\W\d][\w.]*$", name) or looks_like_cell(name) or name.upper() in ("TRUE", "FALSE"):
        raise invalid("The name given to this range is invalid.")
    other = batch.book.named_range(name)
    if (
        other is not None
        and other["namedRangeId"] != own_id
        and batch.setting.switches.duplicate_named_range_name_refused
    ):
        raise invalid(f"Cannot add named range with name {name}, a named range with that name already exists.")


@kind("addNamedRange")
def add_named_range(batch: Batch, body: Json) -> Json:
    """A name for a range; an id may be chosen and must then be free."""
    given = body.get("namedRange") or {}
    book = batch.book
    key = given.get("namedRangeId")
    if not key:
        key = str(book.fresh_id(lambda number: str(number) in book.named))
    elif key in book.named and batch.setting.switches.duplicate_named_range_id_refused:
        raise invalid(f"Cannot add named range with ID {key}, a named range with that ID already exists.")
    _check_name(batch, given.get("name") or "", key)
    item = {"namedRangeId": key, "name": given.get("name") or "", "range": batch.place(given.get("range"))}
    book.named[key] = item
    return {"namedRange": object_view(item)}


@kind("updateNamedRange")
def update_named_range(batch: Batch, body: Json) -> None:
    """Another name or another range."""
    given = body.get("namedRange") or {}
    key = given.get("namedRangeId") or ""
    if key not in batch.book.named:
        raise invalid(f"Cannot find named range with ID: {key}")
    new = dict(batch.book.named[key])
    assign(new, given, needed_mask(body))
    new["namedRangeId"] = key
    new["range"] = batch.place(new.get("range"))
    _check_name(batch, new.get("name") or "", key)
    batch.book.named[key] = new


@kind("deleteNamedRange")
def delete_named_range(batch: Batch, body: Json) -> None:
    """A name goes. Whether an unknown id is refused is a switch."""
    key = body.get("namedRangeId") or ""
    if key not in batch.book.named:
        if batch.setting.switches.unknown_named_range_delete_refused:
            raise invalid(f"Cannot find named range with ID: {key}")
        return
    del batch.book.named[key]


# Objects of a tab, by number ------------------------------------------------------------------------------------------


def new_id(batch: Batch, part: str, key: str, wanted: int | None) -> int:
    taken = {item[key] for sheet in batch.book.sheets for item in sheet.parts[part]}
    if not wanted:
        return batch.book.fresh_id(lambda number: number in taken)
    if wanted in taken:
        raise invalid(f"An object with {key} {wanted} already exists.")
    return int(wanted)


def find(batch: Batch, part: str, key: str, wanted: int | None, words: str = "") -> tuple[Sheet, int]:
    """The tab of an object and its place there. Problems: 400."""
    for sheet in batch.book.sheets:
        for at, item in enumerate(sheet.parts[part]):
            if item[key] == wanted:
                return sheet, at
    raise invalid(words or f"No {key} with ID: {wanted}")


@kind("addProtectedRange")
def add_protected_range(batch: Batch, body: Json) -> Json:
    """A protection. Whoever adds it may edit inside it; the editors come back on reading, not here."""
    given = anchored(tidy(body.get("protectedRange") or {}))
    number = new_id(batch, "protectedRanges", "protectedRangeId", given.get("protectedRangeId"))
    item: Json = {"protectedRangeId": number}
    if given.get("namedRangeId"):
        named = batch.book.named.get(given["namedRangeId"])
        if named is None:
            raise invalid(f"Cannot find named range with ID: {given['namedRangeId']}")
        item["range"] = named["range"]
    else:
        item["range"] = batch.place(given.get("range"))
    for name in ("namedRangeId", "description", "unprotectedRanges", "warningOnly"):
        if given.get(name):
            item[name] = given[name]
    item["requestingUserCanEdit"] = True
    editors = dict(given.get("editors") or {})
    users = list(editors.get("users") or [])
    kept = sorted({*users, batch.setting.who, *([batch.book.owner] if batch.book.owner else [])})
    item["editors"] = {**{k: v for k, v in editors.items() if v and k != "users"}, "users": kept}
    batch.book.sheet(item["range"]["sheetId"]).parts["protectedRanges"].append(item)
    answer = object_view(item)
    answer["editors"] = {k: v for k, v in editors.items() if v}
    return {"protectedRange": answer}


def _may_change(batch: Batch, item: Json) -> None:
    if batch.setting.switches.protection_enforced and not may_edit(batch.book, item, batch.setting.who):
        raise invalid("You are trying to edit a protected cell or object.")


@kind("updateProtectedRange")
def update_protected_range(batch: Batch, body: Json) -> None:
    """Another description, place or list of editors."""
    mask = needed_mask(body)
    given = anchored(tidy(body.get("protectedRange") or {}))
    sheet, at = find(batch, "protectedRanges", "protectedRangeId", given.get("protectedRangeId"))
    new = deepcopy(sheet.parts["protectedRanges"][at])
    _may_change(batch, new)
    assign(new, given, mask)
    new["protectedRangeId"] = given["protectedRangeId"]
    if "range" in new:
        new["range"] = batch.place(new["range"])
    if not new.get("warningOnly"):
        new.setdefault("editors", {})
        users = {*new["editors"].get("users", ()), batch.setting.who, *([batch.book.owner] if batch.book.owner else ())}
        new["editors"]["users"] = sorted(users)
    sheet.parts["protectedRanges"].pop(at)
    batch.book.sheet(new["range"]["sheetId"]).parts["protectedRanges"].append(new)


@kind("deleteProtectedRange")
def delete_protected_range(batch: Batch, body: Json) -> None:
    """A protection goes."""
    sheet, at = find(batch, "protectedRanges", "protectedRangeId", body.get("protectedRangeId"))
    _may_change(batch, sheet.parts["protectedRanges"][at])
    del sheet.parts["protectedRanges"][at]


def _check_rule(batch: Batch, rule: Json) -> None:
    """Problems: 400 for a rule of neither or both kinds, or a colour scale with a point that says too little."""
    if "booleanRule" in rule and "gradientRule" in rule:
        where = "requests[0].add_conditional_format_rule.rule"
        words = f"Invalid value at '{where}' (oneof), oneof field 'rule' is already set. Cannot set 'gradientRule'"
        raise invalid(words)
    if "booleanRule" in rule:
        if not (rule["booleanRule"].get("condition") or {}).get("type"):
            raise invalid("ConditionType was not specified.")
        return
    if "gradientRule" not in rule:
        raise invalid("No rule specified.")
    scale = rule["gradientRule"]
    for name in ("minpoint", "midpoint", "maxpoint"):
        point = scale.get(name)
        if point is None and name == "midpoint":
            continue
        kind_of_point = (point or {}).get("type")
        if not kind_of_point:
            raise invalid("No interpolationPointType specified.")
        if kind_of_point in ("MIN", "MAX"):
            scale[name] = {key: item for key, item in point.items() if key != "value"}
            continue
        value = point.get("value") or ""
        if not value:
            raise invalid("InterpolationPoint.value is required.")
        got, _ = typed(value, batch.book.locale, batch.setting.now.date())
        if not value.startswith("=") and (isinstance(got, (str, bool)) or _is_day(value, batch)):
            raise invalid(f"Invalid InterpolationPoint.value: {value}")


def _is_day(value: str, batch: Batch) -> bool:
    _, number_format = typed(value, batch.book.locale, batch.setting.now.date())
    return (number_format or {}).get("type") in DATE_KINDS


@kind("addConditionalFormatRule")
def add_conditional_format(batch: Batch, body: Json) -> None:
    """A rule at a place in the tab's list (0 when not said)."""
    rule = anchored(tidy(body.get("rule") or {}))
    if not rule.get("ranges"):
        raise invalid("A conditional format rule needs at least one range.")
    _check_rule(batch, rule)
    rule["ranges"] = [batch.place(one) for one in rule["ranges"]]
    sheet = batch.book.sheet(rule["ranges"][0]["sheetId"])
    if any(one["sheetId"] != sheet.id for one in rule["ranges"]):
        raise invalid("All ranges of a conditional format must be on one sheet.")
    rules = sheet.parts["conditionalFormats"]
    index = body.get("index") or 0
    if index > len(rules):
        raise invalid(f"No conditional format on sheet: {sheet.id} at index: {index}")
    rules.insert(index, rule)


def _rule_at(batch: Batch, sheet_id: int | None, index: int | None) -> tuple[Sheet, int]:
    sheet = batch.book.sheet(sheet_id)
    at = index or 0
    if at >= len(sheet.parts["conditionalFormats"]):
        raise invalid(f"No conditional format on sheet: {sheet.id} at index: {at}")
    return sheet, at


@kind("updateConditionalFormatRule")
def update_conditional_format(batch: Batch, body: Json) -> Json:
    """Another rule in a place, or another place."""
    sheet_id = body.get("sheetId")
    rule = anchored(tidy(body["rule"])) if body.get("rule") else None
    if rule is not None:
        rule["ranges"] = [batch.place(one) for one in rule.get("ranges") or []]
        sheet_id = rule["ranges"][0]["sheetId"] if rule["ranges"] else sheet_id
    sheet, at = _rule_at(batch, sheet_id, body.get("index"))
    rules = sheet.parts["conditionalFormats"]
    old = rules[at]
    if rule is not None:
        rules[at] = rule
        return {"oldRule": object_view(old), "newRule": object_view(rule), **({"newIndex": at} if at else {})}
    to = body.get("newIndex") or 0
    rules.insert(to, rules.pop(at))
    indexes = {"oldIndex": at, "newIndex": to}
    return {"newRule": object_view(old), **{name: value for name, value in indexes.items() if value}}


@kind("deleteConditionalFormatRule")
def delete_conditional_format(batch: Batch, body: Json) -> Json:
    """A rule goes; the later ones move up."""
    sheet, at = _rule_at(batch, body.get("sheetId"), body.get("index"))
    return {"rule": object_view(sheet.parts["conditionalFormats"].pop(at))}


# Charts ---------------------------------------------------------------------------------------------------------------


def _chart_tab(batch: Batch) -> int:
    book = batch.book
    title = next(f"Chart{number}" for number in range(1, 10_000) if book.titled(f"Chart{number}") is None)
    sheet = Sheet(book.fresh_id(lambda one: any(sheet.id == one for sheet in book.sheets)), title)
    book.sheets.append(sheet)
    return sheet.id


#: One of these must be there; the service itself spells the candlestick so.
CHART_KINDS = ("basicChart", "pieChart", "bubbleChart", "candlestickChart", "orgChart", "histogramChart")
OTHER_CHART_KINDS = ("waterfallChart", "treemapChart", "scorecardChart")


def check_spec(spec: Json | None) -> None:
    """Problems: 400 for a chart of no kind, 500 for one that shows nothing at all (as the service answers it)."""
    given = spec or {}
    if not any(given.get(name) is not None for name in (*CHART_KINDS, *OTHER_CHART_KINDS)):
        raise invalid(
            "One of basicChart, pieChart, bubbleChart, candelstickChart, histogramChart, or orgChart "
            "must be set on chartSpec"
        )
    basic = given.get("basicChart")
    if basic is not None and not basic.get("domains") and not basic.get("series"):
        raise ApiError(500, "Internal error encountered.")


@kind("addChart")
def add_chart(batch: Batch, body: Json) -> Json:
    """A chart over cells, or on a tab of its own."""
    given = anchored(tidy(body.get("chart") or {}))
    check_spec(given.get("spec"))
    number = new_id(batch, "charts", "chartId", given.get("chartId"))
    position = given.get("position") or {}
    if position.get("newSheet"):
        made = _chart_tab(batch)
        position = {"sheetId": made}
        sheet = batch.book.sheet(made)
        sheet.properties["sheetType"] = "OBJECT"
    else:
        overlay = position.get("overlayPosition") or {}
        anchor = {"sheetId": 0, **(overlay.get("anchorCell") or {})}
        sheet = batch.book.sheet(anchor["sheetId"])
        overlay = {
            "anchorCell": anchor,
            "widthPixels": 600,
            "heightPixels": 371,
            **{name: value for name, value in overlay.items() if name != "anchorCell"},
        }
        position = {"overlayPosition": overlay}
    item = {"chartId": number, "spec": given["spec"], "position": position}
    sheet.parts["charts"].append(item)
    return {"chart": object_view(item)}


@kind("updateChartSpec")
def update_chart_spec(batch: Batch, body: Json) -> None:
    """Another specification for a chart (all of it)."""
    words = f"No chart with id: {body.get('chartId')}"
    sheet, at = find(batch, "charts", "chartId", body.get("chartId"), words)
    check_spec(body.get("spec"))
    sheet.parts["charts"][at]["spec"] = anchored(tidy(body["spec"]))


@kind("updateEmbeddedObjectPosition")
def update_position(batch: Batch, body: Json) -> Json:
    """Another place for a chart or slicer."""
    part, key = "charts", "chartId"
    try:
        sheet, at = find(batch, part, key, body.get("objectId"))
    except Exception:
        part, key = "slicers", "slicerId"
        sheet, at = find(batch, part, key, body.get("objectId"))
    item = sheet.parts[part].pop(at)
    position = deepcopy(item["position"])
    new = anchored(tidy(body.get("newPosition") or {}))
    mask = needed_mask(body)
    overlay = position.setdefault("overlayPosition", {})
    assign(overlay, new.get("overlayPosition") or {}, mask.get("overlayPosition") or mask)
    overlay.setdefault("anchorCell", {}).setdefault("sheetId", sheet.id)
    item["position"] = position
    batch.book.sheet(overlay["anchorCell"]["sheetId"]).parts[part].append(item)
    return {"position": object_view(position)}


@kind("updateEmbeddedObjectBorder")
def update_border(batch: Batch, body: Json) -> None:
    """Another border around a chart."""
    sheet, at = find(
        batch, "charts", "chartId", body.get("objectId"), f"No embedded object with id: {body.get('objectId')}"
    )
    item = sheet.parts["charts"][at]
    border = dict(item.get("border") or {})
    assign(border, tidy(body.get("border") or {}), needed_mask(body))
    item["border"] = tidy(border)


@kind("deleteEmbeddedObject")
def delete_embedded_object(batch: Batch, body: Json) -> None:
    """A chart or slicer goes."""
    for part, key in (("charts", "chartId"), ("slicers", "slicerId")):
        for sheet in batch.book.sheets:
            for at, item in enumerate(sheet.parts[part]):
                if item[key] == body.get("objectId"):
                    del sheet.parts[part][at]
                    return
    raise invalid(f"No embedded object with id: {body.get('objectId')}")


@kind("addSlicer")
def add_slicer(batch: Batch, body: Json) -> Json:
    """A slicer on a tab."""
    given = anchored(tidy(body.get("slicer") or {}))
    item = {**given, "slicerId": new_id(batch, "slicers", "slicerId", given.get("slicerId"))}
    anchor = item.get("position", {}).get("overlayPosition", {}).get("anchorCell", {})
    batch.book.sheet(anchor.get("sheetId")).parts["slicers"].append(item)
    return {"slicer": object_view(item)}


@kind("updateSlicerSpec")
def update_slicer_spec(batch: Batch, body: Json) -> None:
    """Change a slicer."""
    sheet, at = find(batch, "slicers", "slicerId", body.get("slicerId"))
    assign(sheet.parts["slicers"][at].setdefault("spec", {}), anchored(tidy(body.get("spec") or {})), needed_mask(body))


# Banding --------------------------------------------------------------------------------------------------------------


@kind("addBanding")
def add_banding(batch: Batch, body: Json) -> Json:
    """Alternating colours over a range that has none yet."""
    given = anchored(tidy(body.get("bandedRange") or {}))
    number = new_id(batch, "bandedRanges", "bandedRangeId", given.get("bandedRangeId"))
    sheet, rect = batch.area(given.get("range"))
    for other in sheet.parts["bandedRanges"]:
        if batch.book.place(other["range"])[1].touches(rect):
            raise invalid(
                "You cannot add alternating background colors to a range that already has alternating background colors."
            )
    item = {**given, "bandedRangeId": number, "range": batch.place(given.get("range"))}
    sheet.parts["bandedRanges"].append(item)
    return {"bandedRange": object_view(item)}


@kind("updateBanding")
def update_banding(batch: Batch, body: Json) -> None:
    """Other colours or another range."""
    given = anchored(tidy(body.get("bandedRange") or {}))
    sheet, at = find(batch, "bandedRanges", "bandedRangeId", given.get("bandedRangeId"))
    item = sheet.parts["bandedRanges"][at]
    assign(item, given, needed_mask(body))
    item["bandedRangeId"] = given["bandedRangeId"]
    item["range"] = batch.place(item.get("range"))


@kind("deleteBanding")
def delete_banding(batch: Batch, body: Json) -> None:
    """Alternating colours go."""
    sheet, at = find(batch, "bandedRanges", "bandedRangeId", body.get("bandedRangeId"))
    del sheet.parts["bandedRanges"][at]
