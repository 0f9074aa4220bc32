"""Requests: `app` knows the addresses, `guard` and `connections` what may come in, `request_fields` what it asks for,
`refused` how it is refused, `shelf` what is made once: pictures of tables, rulebooks.

`serve` starts it; `pages` reads the front end; `addresses` says who asks, `reachable` where others find this;
`quiet_log` keeps the log small.
"""
