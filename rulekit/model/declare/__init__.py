"""Declarations → their part of the model.

`headers` reads heads, `declarations` most bodies; `tables` and `cells`, `options`, `words`, `texts`, `citations`, `examples`
the rest; `agreement` looks at the texts when all words are known. `declaration_order` says what has to be read before what.
"""
