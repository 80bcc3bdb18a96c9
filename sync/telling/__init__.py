"""What a pass tells people: the worker's own tabs, problems with their cells, and notices."""
