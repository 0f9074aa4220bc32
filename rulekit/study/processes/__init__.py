"""Work for several processes: `pool`, with `parent_watch`: no process outlives its parent."""
