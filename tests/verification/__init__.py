"""Reported links, from the form to the Ladder: the sites are stood in for, everything else is as people meet it."""
