"""Requests about connected sheets, which draw on a BigQuery or Looker project.

No spreadsheet here has a data source, so they are answered as the service answers them for one that has none: adding
asks for a scope that no account of a test holds, and what is not there cannot be changed.
"""

from __future__ import annotations

from tests.emulator.batch import Batch, kind
from tests.emulator.errors import ApiError, invalid
from tests.emulator.sheet import Json


@kind("addDataSource")
def add_source(_batch: Batch, _body: Json) -> None:
    """Problems: 403 without the scope for BigQuery."""
    raise ApiError(
        403,
        "The request scopes are not sufficient for performing this operation. Please include bigquery.readonly scope.",
    )


@kind("updateDataSource")
def update_source(_batch: Batch, _body: Json) -> None:
    """Problems: 400, for there is none."""
    raise invalid("The data source ID doesn't exist.")


@kind("deleteDataSource")
def delete_source(_batch: Batch, _body: Json) -> None:
    """Problems: 400, for there is none."""
    raise invalid("The data source ID doesn't exist.")


@kind("refreshDataSource")
def refresh_source(_batch: Batch, _body: Json) -> Json:
    """Nothing is there to be refreshed."""
    return {}


@kind("cancelDataSourceRefresh")
def cancel_refresh(_batch: Batch, _body: Json) -> Json:
    """Nothing is being refreshed."""
    return {}
