"""A sixth format, as small as one can be that runs an event: everybody meets everybody. `docs/adding-a-format.md`."""
