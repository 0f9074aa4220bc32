"""A third reading of Café del Gatto, in German: invented for tests, with the text of its book, which was never printed."""

from pathlib import Path

FOLDER = Path(__file__).parent
READING = FOLDER / "cafe-del-gatto.de.cafe"
BOOK = FOLDER / "cafe-del-gatto.de.txt"
