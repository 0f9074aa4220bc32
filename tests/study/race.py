"""A game whose results are known: the first player has `bonus` points more, everybody makes `steps` steps."""

RACE = """\
cafe en
game race "Race"
  players 2..3

option bonus "How many points has the first player more?" = 1 among 0..3
option steps "How many steps has everybody?" = 2 among 1..4
option slow "Is everything doubled?" = no
option ends "Who wins?" = most
  - most
  - fewest
option room "How far can be counted?" = 30 among 1..30

marker done: 0..room = 2

play
  turns from starter until done is 2 + steps * count(players) * (if slow then 2 else 1)
    do step

action step
  set done to done + 1

score p
  lead: if p is starter then 5 + bonus else 5

winner p
  most (if ends is most then score(p) else 0 - score(p))
"""
