"""Rules as plain sentences, for files that tell nothing: `expressions` (values and conditions), `effects`, `statements`.

No sentence needs an article, a gender or a form of a verb: names stand in quotes, what they are of in brackets behind them.
"""
