"""Books begun with an earlier version, held against what that version made of them."""
