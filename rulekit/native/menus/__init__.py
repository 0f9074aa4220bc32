"""Menus as code: `walk` goes through the choices, `candidates` through what can be chosen, `records` notes the moves."""
