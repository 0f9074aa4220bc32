"""A comparison to read: `make_report` makes sentences of it, `report_data` is what it makes, also as JSON; `rules` tells
differences, `witness` a play.

As text: `lines`. As a page: `page`, `page_plays`. As an example of a rule file: `example`, in lines that `example_lines` writes.
A table of readings: `matrix`, as text `matrix_lines`, as a page `matrix_page`.
"""
