"""Machine code in general: `builder` (loops, variables), `module` (functions made when first asked for), `machine_code` (text
→ code in memory), `cache` (kept between runs).
"""
