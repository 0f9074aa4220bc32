"""The model as JSON and back: the only place that knows cattrs. A serialized model is enough to play.

Members of unions carry their class in `is`; places in the text are left out (they do not count for equality).
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import attrs

from rulekit.diagnostics import Checked, Span, finding
from rulekit.model.analysis.references import PartialModel
from rulekit.model.expressions import LOWERED, Value
from rulekit.model.model import GameModel
from rulekit.wording import Sentence, sentence

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = "rulekit model 1"
TAG = "is"


def model_to_json(model: GameModel) -> str:
    """Write a model."""
    return json.dumps({"format": FORMAT, "model": _converter().unstructure(model, GameModel)}, ensure_ascii=False)


def model_from_json(text: str, path: str = "") -> Checked[PartialModel]:
    """Read a model; a text that is none gives a finding. Nobody has vouched for what it says."""
    from cattrs.errors import ForbiddenExtraKeysError, StructureHandlerNotFoundError

    try:
        whole = json.loads(text)
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            return _refused(sentence("this is no model written by this version of rulekit"), path)
        return Checked(PartialModel(_converter().structure(whole.get("model"), GameModel)))
    except ValueError as problem:
        return _refused(sentence("this is no model: {problem}", problem=problem), path)
    except (TypeError, KeyError, AttributeError, RecursionError, ForbiddenExtraKeysError, StructureHandlerNotFoundError):
        return _refused(sentence("this is no model: something is missing in it or too much"), path)


def _refused(message: Sentence, path: str) -> Checked[PartialModel]:
    return Checked(None, (finding("RK290", Span(path, 0, 0, 1, 1), message, "write it again from its .cafe file"),))


def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

    made = Converter(detailed_validation=False, forbid_extra_keys=True)

    def unstructured(cls: type[attrs.AttrsInstance]) -> Callable[[Any], object]:
        attrs.resolve_types(cls)
        if any(a.name == "span" for a in attrs.fields(cls)):
            return make_dict_unstructure_fn(cls, made, _cattrs_omit_if_default=True, span=override(omit=True))
        return make_dict_unstructure_fn(cls, made, _cattrs_omit_if_default=True)

    def structured(cls: type[attrs.AttrsInstance]) -> Callable[[Any, Any], object]:
        attrs.resolve_types(cls)
        return make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False)

    made.register_unstructure_hook_factory(attrs.has, unstructured)
    made.register_structure_hook_factory(attrs.has, structured)
    made.register_unstructure_hook_factory(_is_union, lambda union: lambda value: _tagged(made, value, union))
    made.register_structure_hook_func(_is_union, lambda value, union: _untagged(made, value, union))
    made.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: _tuples(value))
    made.register_structure_hook_func(_is_tuple, lambda value, kind: _tuple(made, value, kind))
    for plain in (int, str, bool):
        made.register_structure_hook(plain, _exact)
    return made


def _is_union(kind: object) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _tuple_in(union: object) -> Any:
    return next((member for member in get_args(union) if _is_tuple(member)), None)


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) in (tuple,)


def _tagged(converter: Converter, value: object, union: object) -> object:
    if isinstance(value, tuple):
        return converter.unstructure(value, _tuple_in(union))
    if not attrs.has(type(value)):
        return value
    return {TAG: type(value).__name__, **converter.unstructure(value, type(value))}


def _untagged(converter: Converter, value: object, union: object) -> object:
    members = get_args(union)
    if type(value) in members:
        return value
    if isinstance(value, list) and _tuple_in(union) is not None:
        return converter.structure(value, _tuple_in(union))
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is none of its kinds")
    cls = next((m for m in members if m.__name__ == value.get(TAG) and m not in LOWERED), None)
    if cls is None:
        raise ValueError(f"{value.get(TAG)!r} is unknown")
    return converter.structure({k: v for k, v in value.items() if k != TAG}, cls)


def _exact(value: object, kind: type) -> object:
    if type(value) is not kind:
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value


def _tuple(converter: Converter, value: object, kind: object) -> object:
    inner = get_args(kind)
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    if inner[-1] is Ellipsis:
        inner = (inner[0],) * len(value)
    return tuple(converter.structure(item, of) for item, of in zip(value, inner, strict=True))


def _tuples(value: object) -> Value:
    """Values are numbers, truths, words, none and tuples of these; JSON has lists for the last."""
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise ValueError(f"{value!r} is no value")
