"""What pages are made of: the `frame` of a page that needs nothing else, and `svg_charts`."""
