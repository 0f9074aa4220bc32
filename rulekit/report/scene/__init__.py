"""The table as its file lays it out: a tree of grids without coordinates, for whoever draws it.

`scene` says what there is; `make_scene` fills the grids of layouts from a view, with `scene_looks`, `families`,
`layout_facts` and `tables`.
`as_text`, `as_html` and `as_data` draw; `table_text` is the whole table for a terminal, `legend` what its
signs stand for.
"""
