"""Where others find a server: the address it was given, the one it was asked under, those of the machine, or nowhere."""

from __future__ import annotations

import httpx
import pytest

from rulekit.tools.web.server.reachable import Reachable, own_addresses, scanned

OWN = ("192.168.1.20", "2001:db8::5")


@pytest.mark.parametrize(("host", "public", "asked", "found"), [
    ("127.0.0.1", "", "localhost:8765", ()),
    ("127.0.0.1", "", "127.0.0.1:8765", ()),
    ("0.0.0.0", "", "localhost:8765", ("http://192.168.1.20:8765",)),
    ("::", "", "localhost:8765", ("http://192.168.1.20:8765", "http://[2001:db8::5]:8765")),
    ("192.168.1.20", "", "localhost:8765", ("http://192.168.1.20:8765",)),
    ("0.0.0.0", "", "cafe.lan:8765", ("http://cafe.lan:8765",)),
    ("127.0.0.1", "https://cafe.example.org/", "localhost:8765", ("https://cafe.example.org",)),
])  # fmt: skip
def test_addresses_for_others(host: str, public: str, asked: str, found: tuple[str, ...]) -> None:
    assert Reachable(host, 8765, public, lambda: OWN).bases(asked) == found


def test_a_page_that_came_by_https_is_found_so() -> None:
    assert Reachable("0.0.0.0", 8765).bases("cafe.example.org", "https") == ("https://cafe.example.org",)


def test_addresses_of_this_machine_lead_here_from_elsewhere() -> None:
    assert not any(address.startswith("127.") or address in ("::1", "0.0.0.0") for address in own_addresses())


def test_a_picture_has_the_three_corners_of_a_qr_code() -> None:
    rows = scanned("http://192.168.1.20:8765/at/x")["rows"]
    assert isinstance(rows, list) and len(rows) >= 21
    assert rows[0].startswith("11111110") and rows[0].endswith("01111111") and rows[-1].startswith("11111110")


def test_an_unknown_address_is_a_page_for_a_browser_and_data_for_a_program(client: httpx.Client) -> None:
    page = client.get("/no/such", headers={"accept": "text/html,application/xhtml+xml"})
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html") and "nowhere.js" in page.text
    for path, accept in (("/no/such", "application/json"), ("/api/nothing", "text/html")):
        told = client.get(path, headers={"accept": accept})
        assert told.status_code == 404 and told.json()["error"]["code"] == "address"
