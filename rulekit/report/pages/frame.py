"""The frame of a page that needs nothing else: elements, the style, one small script, and a policy that forbids all the rest.

Comes in: texts, which are escaped, and elements. Goes out: HTML.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from html import escape, unescape

from attrs import define, field

from rulekit.report.sentences import ENGLISH
from rulekit.report.text import clean
from rulekit.report.wording import in_words

STYLE = """
:root{color-scheme:light;--ink:#2b2118;--faint:#6b5b4a;--line:#d9cbb5;--box:#faf5ea;--mark:#8a4b1f}
*{box-sizing:border-box}
body{font:16px/1.5 Georgia,'Times New Roman',serif;color:var(--ink);background:#fff;
max-width:66rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:2.2rem;line-height:1.1;margin:1rem 0 .6rem;color:var(--mark)}
h2{font-size:1.45rem;margin:2.4rem 0 .7rem;padding-bottom:.2rem;border-bottom:2px solid var(--line);color:var(--mark)}
h3{font-size:1.12rem;margin:0;display:inline}
h4{font-size:1rem;margin:1rem 0 .3rem}
h1,h2,h3,h4,summary{break-after:avoid}
p{margin:.4rem 0}
a{color:#7a3d12}
a:focus-visible,summary:focus-visible,pre:focus-visible,.wide:focus-visible{outline:3px solid #1b5fc1;outline-offset:2px}
.verdict{font-size:1.6rem;line-height:1.25;font-weight:bold;margin:1.2rem 0 .6rem}
dl{display:grid;grid-template-columns:fit-content(13rem) 1fr;gap:.1rem .8rem;margin:.4rem 0}
dt{color:var(--faint)}
dd{margin:0;overflow-wrap:anywhere}
nav{border:1.5px solid var(--line);border-radius:6px;background:var(--box);padding:.6rem 1rem;margin:1.2rem 0;font-size:.95rem}
nav ul{margin:.2rem 0;padding-left:1.2rem}
ul,ol{margin:.3rem 0}
details{margin:.8rem 0}
summary{cursor:pointer;padding:.3rem .2rem}
.row,.play{border:1.5px solid var(--line);border-radius:6px;padding:.5rem .9rem .7rem;margin:.7rem 0}
.row{break-inside:avoid}
.row h4,.row p.first{margin-top:.1rem}
.play>summary{margin:-.5rem -.9rem 0;padding:.5rem .9rem;background:var(--box);border-radius:6px}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.4rem 1rem;margin:.4rem 0}
.sides>*{min-width:0;border-left:5px solid var(--line);padding-left:.7rem}
.sides>*:last-child{border-left-style:double}
.label{font-weight:bold;margin:.1rem 0;overflow-wrap:anywhere}
.where,.cited,.changes,.note{color:var(--faint);font-size:.88rem;overflow-wrap:anywhere}
.changes{display:block}
.nothing{font-style:italic;color:var(--faint)}
.status{font-weight:bold;margin-bottom:0}
pre,code{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}
code{font-size:.85em;overflow-wrap:anywhere}
pre{font-size:.82rem;line-height:1.4;background:#f6f1e7;border-radius:4px;padding:.5rem .6rem;margin:.3rem 0;overflow-x:auto}
.row pre,pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:#ffe9a8;color:inherit;text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:2px}
blockquote{margin:.4rem 0;padding:.1rem .8rem;border-left:3px solid var(--line);font-style:italic}
blockquote p.where{font-style:normal}
ol.moves{padding-left:2.6rem}
ol.moves li{margin:.25rem 0;break-inside:avoid}
ul.lines{list-style:none;padding-left:0}
ul.lines li{overflow-wrap:anywhere}
.in1{padding-left:1.2rem}.in2{padding-left:2.4rem}.in3{padding-left:3.6rem}
table{border-collapse:collapse;margin:.5rem 0}
th,td{border:1px solid var(--line);padding:.25rem .55rem;text-align:left;vertical-align:top}
th{background:#f3ede2}
.wide{overflow-x:auto}
figure{margin:.8rem 0;overflow-x:auto}
figure svg{max-width:100%;height:auto}
@media screen and (max-width:700px){body{font-size:15px;padding:1rem .7rem 3rem}h1{font-size:1.8rem}.verdict{font-size:1.3rem}
.sides{grid-template-columns:1fr}dl{grid-template-columns:fit-content(7rem) 1fr}.row,.play{padding-left:.6rem;padding-right:.6rem}
.play>summary{margin:-.5rem -.6rem 0;padding:.5rem .6rem}
ol.moves{padding-left:2rem}pre{font-size:.72rem}}
@page{size:A4;margin:15mm 14mm}
@media print{:root{--ink:#000;--faint:#222;--mark:#000;--line:#888;--box:#fff}
body{font-size:10pt;max-width:none;padding:0}a{color:#000}pre,th,mark{background:#fff}pre{border:1px solid #888;font-size:7.6pt}
pre{white-space:pre-wrap;overflow:visible}.wide,figure{overflow:visible}tr,figure,.parting{break-inside:avoid}
details::details-content{display:block;content-visibility:visible;block-size:auto}}
"""
SCRIPT = """
const all=[...document.querySelectorAll('details')];let shut=[];
addEventListener('beforeprint',()=>{shut=all.filter(d=>!d.open);shut.forEach(d=>{d.open=true})});
addEventListener('afterprint',()=>shut.forEach(d=>{d.open=false}));
const show=hash=>{const to=document.getElementById(hash.slice(1));
for(let e=to;e;e=e.parentElement)if(e.tagName==='DETAILS')e.open=true;return to};
document.addEventListener('click',e=>{const a=e.target.closest('a[href^="#"]');if(a)show(a.hash)});
const to=show(location.hash);if(to)to.scrollIntoView();
"""


class Html(str):
    """A text that is HTML already."""

    __slots__ = ()


def element(name: str, *inside: str, **attributes: str | int | bool) -> Html:
    """Return an element. Every text in it and every attribute is escaped, HTML stays as it is; `class_` gives a class.

    >>> element("p", "a < b", element("br"), class_="x")
    '<p class="x">a &lt; b<br></p>'
    """
    named = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    end = "" if name in ("br", "meta") else f"</{name}>"
    return Html(f"<{name}{named}>{html(*inside)}{end}")


def html(*parts: str) -> Html:
    """Parts one after another: texts are escaped, and what would steer the reader's eye or screen is made visible."""
    return Html("".join(part if isinstance(part, Html) else _escaped(part) for part in parts))


def html_lines(parts: Iterable[str]) -> Html:
    """Parts, each on a line of its own."""
    return Html("\n".join(html(part) for part in parts))


def items(parts: Iterable[str], class_: str = "") -> Html:
    """Return a list."""
    return element("ul", *(element("li", part) for part in parts), class_=class_)


def facts(pairs: Iterable[tuple[str, str]]) -> Html:
    """Return names, each with what is said of it."""
    return element("dl", *(html(element("dt", name), element("dd", said)) for name, said in pairs))


def scrolling(name: str, inside: str, title: str) -> Html:
    """Return an element that may be wider than the page: it can be scrolled with the keyboard, and says what it is."""
    return element(name, inside, class_="wide", tabindex=0, role="group", aria_label=title)


def _attribute(name: str, value: str | int | bool) -> str:
    if value is False or value == "":
        return ""
    return f" {name}" if value is True else f' {name}="{_escaped(value if isinstance(value, str) else str(value))}"'


def _escaped(text: str) -> str:
    return escape("\n".join(map(clean, in_words(text, _WRITTEN_IN.get()).split("\n"))))


_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_WRITTEN_IN: ContextVar[str] = ContextVar("language of a page", default=ENGLISH)


@contextmanager
def written_in(language: str) -> Iterator[None]:
    """Say the sentences of a page in a language, where they become HTML."""
    before = _WRITTEN_IN.set(language)
    try:
        yield
    finally:
        _WRITTEN_IN.reset(before)


def document(title: str, body: Iterable[Html], language: str = "en", style: str = STYLE, script: str = SCRIPT) -> str:
    """Return the whole page."""
    lines = (
        "<!DOCTYPE html>", f'<html{_attribute("lang", language)}>', "<head>", '<meta charset="utf-8">',
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        '<meta name="viewport" content="width=device-width, initial-scale=1">', element("title", title),
        f"<style>{style}</style>", "</head>", "<body>", *body, *((f"<script>{script}</script>",) if script else ()),
        "</body>", "</html>", "",
    )  # fmt: skip
    return "\n".join(lines)


def _policy(style: str, script: str) -> str:
    """Return nothing is fetched, no script runs but the one of this page, and nothing has a look but by its style."""
    return (
        f"default-src 'none'; style-src {_known(style)}; script-src {_known(script)}; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


def _known(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" if text else "'none'"


def policy_of(page: str) -> str:
    """Return the policy that a page carries, for who sends it: the first in it is ours, before any text of an author.

    >>> policy_of(document("x", (), style="p{}"))[:50]
    "default-src 'none'; style-src 'sha256-gG2yISYereRM"
    """
    found = _POLICY.search(page)
    assert found is not None
    return unescape(found.group(1))


@define
class Styles:
    """Looks that are worked out for a page, each once as a class of its style: nothing has a style of its own, which a policy
    could only allow for all that is in the page.

    >>> styles = Styles()
    >>> styles.name("color:#fff"), styles.name("top:0"), styles.name("color:#fff"), styles.name(""), styles.text()
    ('s1', 's2', 's1', '', '.s1{color:#fff}\\n.s2{top:0}\\n')
    """

    names: dict[str, str] = field(factory=dict)

    def name(self, look: str) -> str:
        """Return the class that looks so."""
        return self.names.setdefault(look, f"s{len(self.names) + 1}") if look else ""

    def text(self) -> str:
        """Return all of them, to be added to the style of the page."""
        return "".join(f".{name}{{{look}}}\n" for look, name in self.names.items())
