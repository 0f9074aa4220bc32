"""What running rules call: `operations` on pieces and numbers, `matching` of descriptions, `alike_pieces` (only one of them is
offered), `constant_tables` of the program; and `draws`, the outcomes of chance as a state keeps them.
"""
