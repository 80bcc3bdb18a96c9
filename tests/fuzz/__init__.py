"""Everything a sheet allows, at random: events of every format run through the worker while people do their worst."""
