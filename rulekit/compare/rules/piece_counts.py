"""How many pieces of each look a sort has, however its rows are written.

Comes in: a sort, and how expressions are brought into one form. Goes out: for each look the number of copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

from rulekit.compare.rules.canonical import Canon
from rulekit.model.model import Sort

Form = Callable[[object], Canon]  # the one form of a part of a model


def copies(sort: Sort, form: Form) -> dict[Canon, Canon]:
    """Copies by look; numbers are added, other amounts are listed."""
    numbers: Counter[Canon] = Counter()
    others: dict[Canon, list[Canon]] = {}
    for row in sort.rows:
        count = form(row.copies)
        alternatives = [[("const", None)] if column is None else _alternatives(column, form) for column in row.values]
        for look in product(*alternatives):
            if count[0] == "const" and isinstance(count[1], int):
                numbers[look] += count[1]
            else:
                others.setdefault(look, []).append(count)
    found: dict[Canon, Canon] = dict(numbers)
    for look, counts in others.items():
        found[look] = (found.get(look, 0), *sorted(counts, key=repr))
    return found


def _alternatives(column: tuple[object, ...], form: Form) -> list[Canon]:
    """Return the values a row's cell stands for; a range of numbers is each of them."""
    found: list[Canon] = []
    for value in map(form, column):
        if value[0] == "Range" and value[1][0] == "const" and value[2][0] == "const":
            found.extend(("const", n) for n in range(value[1][1], value[2][1] + 1))
        else:
            found.append(value)
    return found
