"""The event as a website: a folder of files that any host serves, and that opens from a disk as well.

`content` takes out of a book what people may see, `render` makes the pages, `machines` what programs read (JSON, Atom,
calendars), `folder` puts the files in place so that no visitor sees half.
"""
