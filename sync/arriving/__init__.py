"""Lists of players that people bring from elsewhere: a file read as a table, its headings, its rows as players.

`files` finds out what a file is and reads it as rows of text, `headings` holds what columns are called in other
programs and languages, `values` reads single cells, `people` makes players of the rows and says what it took, what it
left and what is doubtful.
"""
