"""A workbook file edited part by part: what changes is changed inside the package, all else keeps its bytes."""
