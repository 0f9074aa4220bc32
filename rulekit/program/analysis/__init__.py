"""What is proven of a program before it runs.

`expression_ranges`, `cell_ranges`, `never_none`: values. `reads_and_writes`, `visibility`, `liveness`, `positions`: what
matters to whom. `dead_ends`: where nothing has to be searched. `counting_cost`: how much work one rule may be.
"""
