"""Games played on Chess.com and Lichess: links, look-up, verification, evidence.

Pure: `model`, `links`, `games`, `verify`, `waiting`, `evidence`, `words`. They take values and give values.
Shell: `cache`, `fetch`, `lookup`. They ask the sites; the worker imports them only when verification is on.
"""
