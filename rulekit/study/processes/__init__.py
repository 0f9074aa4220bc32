"""Work for several processes and threads: `pool`, with `parent_watch` (no process outlives its parent) and `per_thread`."""
