"""Declarations → their part of the model.

`headers` reads heads, `declarations` most bodies; `tables` and `cells`, `options`, `words`, `looks`, `layouts`, `texts`,
`examples` the rest; `one_word` a cell of looks and words, `suiting` whether a look suits its thing; `agreement` looks at the
texts when all words are known.
"""
