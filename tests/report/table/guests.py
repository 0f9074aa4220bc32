"""A small game with sentences in four languages, for logs, menus and prompts."""

from __future__ import annotations

GUESTS = """cafe en
game guests "Guests"
  players 2..3

kind drink: mint, earl_grey
kind corner: north_east, south_west
piece guest in deck
  drink
  | copies | drink |
  | 6      | each  |

place deck: deck of guest
place hand[player]: hand of guest
place spot[corner] "the {corner} table": pile of guest
place gone: pile of guest
place saved[player, corner]: pile of guest
tally sugar[player] bank 9
marker seated "": 0..9 = 0
marker lonely: corner or none
marker host "the host": player or none
marker busy "{it: the café is full/there is room again}": truth = no

setup
  shuffle deck
  deal 2 from deck to hand

action draw "{draw/draws} a guest"
  draw 1 from deck to hand[me]

action welcome "{show/shows} {the guest} to {the corner} table"
  choose guest in hand[me] "Who sits down?"
  choose corner "At which table?"
  move guest to spot[corner]
  set seated to seated + 1
  set lonely to corner
  set host to me
  if count(spot[corner]) > 1
    move spot[corner] to gone
    set lonely to none
    set busy to yes
  draw 1 from deck to spot[north_east]
  pays: gain 1 sugar "for the guest"
  again: may gain 1 sugar, or "leave it at that"

action keep "{keep/keeps} {the guest}"
  choose guest in hand[me]
  for each p in players
    draw 1 from deck to saved[p, south_west]
  move guest to saved[me, south_west]
  move saved[next(me), south_west] to box

play
  turns from starter until count(deck) < 4
    one of
      - do draw
      - do welcome
      - do keep

winner p
  most sugar[p]

words en
  | name      | one          | many          | named             | grammar |
  | sugar     | "sugar cube" | "sugar cubes" |                   |         |
  | earl_grey | "Earl Grey"  |               |                   | proper  |
  | guest     | "guest"      | "guests"      | "{drink} drinker" |         |
  | gone      | "street"     |               |                   |         |
  | saved     | "own guests" |               |                   |         |
  | south_west | "south-west" |              |                   |         |
  | north_east | "north-east" |              |                   |         |

words fr
  | name       | one           | many       | named                | grammar |
  | sugar      | "sucre"       | "sucres"   |                      | m       |
  | mint       | "menthe"      |            |                      | f       |
  | earl_grey  | "earl grey"   |            |                      | m       |
  | guest      | "cliente"     | "clientes" | "cliente {du drink}"  | f       |
  | gone       | "rue"         |            |                      | f       |
  | saved      | "cercle"      |            |                      | m       |
  | north_east | "nord-est"    |            |                      | m       |
  | south_west | "sud-ouest"   |            |                      | m       |
  say draw "{piocher/pioche} une cliente"
  say welcome "{installer/installe} {le guest} à la table {corner}"
  ask welcome.guest "Qui s'assoit ?"
  ask welcome.corner "À quelle table ?"
  say keep "{garder/garde} {le guest}"
  say spot "la table {corner}"
  say host "l'hôte"
  say busy "{it: le café est plein/il y a de nouveau de la place}"
  say welcome.pays "pour la cliente"
  say welcome.again.not "en rester là"

words it
  | name       | one            | many        | named               | grammar |
  | sugar      | "zolletta"     | "zollette"  |                     | f       |
  | mint       | "menta"        |             |                     | f       |
  | earl_grey  | "Earl Grey"    |             |                     | proper  |
  | guest      | "ospite"       | "ospiti"    | "ospite {dal drink}" | m       |
  | gone       | "strada"       |             |                     | f       |
  | saved      | "gruppo"       |             |                     | m       |
  | north_east | "nord-est"     |             |                     | m       |
  | south_west | "sud-ovest"    |             |                     | m       |
  say draw "{pescare/pesca} un ospite"
  say welcome "{far/fa} sedere {il guest} al tavolo {corner}"
  say keep "{tenere/tiene} {il guest}"
  say spot "il tavolo {corner}"
  say host "il padrone di casa"
  say busy "{it: il locale è pieno/c'è di nuovo posto}"
  say welcome.pays "per l'ospite"
  say welcome.again.not "lasciar stare"
"""
