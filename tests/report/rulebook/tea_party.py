"""A small game with tellings in English and French, and a house rule."""

PARTY = """cafe en
game tea_party "Tea party"
  by "Ada", "Bob"
  players 2..6
  age 6
  minutes 10

section aim "In a nutshell"
  tell "Everybody brews tea. *Three coins* win."

section table "Getting ready"
  tell "Put the kettle on."

kind tea
  strength: number
  | tea   | strength |
  | mint  | 1        |
  | black | 3        |   @assumed "strong"
  tell "There are two teas, and this is how strong they are:"

option start "How many coins does everybody get?" = 1 among 0..3
option polite "Must everybody say please?" = yes
  - yes "of course"
  - no "never mind"
option sugar_first "What comes first?" = sugar
  - sugar "the sugar"
  - milk "the milk"
define small_party = count(players) <= 3
define bags = if small_party then 2 else 4

piece cup in shelf[tea]
  tea
  size: 1..3
  | copies         | tea   | size |
  | count(players) | mint  | 1    |
  | 1              | mint  | 2, 3 |   @assumed "two big ones"
  | count(players) | black | 1    |
  tell "what tea is drunk from"
tally coins[player] bank 20
tally spoons[player] bank bags
  tell in end "Nobody counts spoons.{polite: / Not even the rude.}"

place shelf[tea]: row of cup
  tell "On the shelf stand these cups:"

setup
  coins: for each p in players
    p gains start coins
    tell "Everybody gets {start coins}, and {bags} bags lie ready."
  polite: if not polite
    starter gains 1 coins
    tell "{polite: /Whoever begins is rude and gets one more.}"

section turn "Your turn"
play
  turns from starter until any(p in players where coins[p] >= 3)
    do brew

action brew "{brew/brews} {the tea}"
  tell "You brew a cup:"
  tell "- choose a *tea*,"
  choose tea "Which tea?"
  earn: gain tea.strength coins "for the tea"
    tell "- get {max(mint.strength, black.strength) coins} at most,"
    tell "- and say thank you."
  stir: if sugar_first is sugar
    gain 1 spoons

section price in turn "What a tea pays"
table pay[tea, cups: 1..2]: number
  | tea   | 1 | 2 |
  | mint  | 1 | 2 |
  | black | 2 | 4 |   @assumed "twice as much"
  tell "By the number of cups:"
table tip[cups: 1..2]: number
  | 1 | 0 |
  | 2 | 5 |   @assumed "nobody knows"
  tell "For two cups there are {tip[2] coins} more."

example first_cup "The first cup"
  tell "Luna has {coins[luna] coins}."
  players luna, cosmo
  when luna does brew(mint)
  then coins[luna] is 2
  tell "After her cup she has {coins[luna]}."

section end "The end"
  tell "It is over when somebody has three coins."
score p
  coins: coins[p]
    tell "Count your coins."
winner p
  most score(p)
  tell "Most coins win."

section card "In short"
  tell "- Brew, earn, win."
  tell "- {start coins} to begin with."

words en
  | name   | one     | many     |
  | coins  | "coin"  | "coins"  |
  | spoons | "spoon" | "spoons" |
  | cup    | "cup"   | "cups"   |

words fr
  | name   | one       | many       | grammar |
  | coins  | "pièce"   | "pièces"   | f       |
  | spoons | "cuiller" | "cuillers" | f       |
  | cup    | "tasse"   | "tasses"   | f       |
  | tea    | "thé"     | "thés"     | m       |
  | mint   | "menthe"  |            | f       |
  | black  | "noir"    |            | m       |
  | shelf  | "étagère" |            | f       |
  | tea.strength | "force" |        | f       |
  | pay.cups | "tasses" |           |         |

  title section.aim "En bref"
  title section.table "Préparatifs"
  title section.turn "Ton tour"
  title section.price "Ce que paie un thé"
  title section.end "La fin"
  title section.card "En deux mots"
  title example.first_cup "La première tasse"
  tell section.aim "Chacun prépare du thé : *trois pièces* et c'est gagné."
  tell section.table "Mettez l'eau à chauffer."
  tell cup "on y boit le thé"
  tell tea "Voici les thés et leur force :"
  tell shelf "Sur l'étagère se trouvent ces tasses :"
  tell spoons "Personne ne compte les cuillers.{polite: / Même pas les malpolis.}"
  tell setup.coins "Chacun reçoit {start coins}, et {bags} sachets sont prêts."
  tell setup.polite "{polite: /Qui commence est malpoli et reçoit une pièce de plus.}"
  tell brew "Tu prépares une tasse :"
  tell brew "- choisis un *thé*,"
  tell brew.earn "- reçois au plus {max(mint.strength, black.strength) coins},"
  tell brew.earn "- et dis merci."
  tell pay "Selon le nombre de tasses :"
  tell tip "Pour deux tasses, il y a {tip[2] coins} de plus."
  tell example.first_cup "Luna a {coins[luna] coins}."
  tell example.first_cup "Après sa tasse, elle en a {coins[luna]}."
  tell section.end "C'est fini quand quelqu'un a trois pièces."
  tell score.coins "Compte tes pièces."
  tell section.card "- Préparer, gagner."
  tell section.card "- {start coins} au début."
"""

LOUD = """cafe en
variant loud of tea_party "Loud party"
  by "the neighbours"
  why "nobody sleeps anyway"

with start = 2
replace brew.earn
  earn: gain 2 * tea.strength coins
replace pay.mint.2 = 3
action sing
  gain 1 coins
after brew.stir
  sing: may do sing
"""
