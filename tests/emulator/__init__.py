"""An emulator of the Google Sheets v4, Drive v3 and token services, for tests.

Start with `tests.emulator.fixtures`. The pieces: `book` (what a spreadsheet holds), `values` and the `batch*`
family (the Sheets calls), `drive`, `token`, `service` (routing, log, quota, faults, judge), `server` (loopback HTTP),
`adapter` (mounts the emulator on a `requests` session), `people` (persons and forms), `discovery` (the judge).
"""
