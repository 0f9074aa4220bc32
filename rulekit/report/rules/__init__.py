"""Rules to read as they are written: `expressions`, `program`, `options`, `overlays`, and `reasons` of refusals."""
