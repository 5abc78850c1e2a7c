"""Reads nouns with what stands before them: `static functions`, `more than two loops`, `f and g`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.clauses.chunks import Chunk
from fingerpost.domains.code.questions.clauses.lookahead import Lookahead, NotRead
from fingerpost.domains.code.questions.clauses.things import CALL, FUNCTION, TYPES, VARIABLES, Thing, like
from fingerpost.domains.code.questions.composed.nouns import Noun
from fingerpost.domains.code.questions.composed.parts import WIDE
from fingerpost.domains.code.questions.request import Kind
from fingerpost.domains.code.questions.vocabulary import MORE, ORDINALS
from fingerpost.plans import Comparison

_LIBRARY: Final = next(noun for noun in WIDE.values() if noun.label == "EXTERNAL_FUNCTION")
NOMINAL: Final = ("noun", "name", "adjective", "type", "text", "file", "number", "more", "not")
"""Chunks with which a noun may go on."""
_KINDS: Final = frozenset("field fields macro macros struct enum union global variable file files".split()) | {
    "global variable"
}


class Nominal(Lookahead):
    """Reads nouns with what stands before them, and names."""

    def owned(self, at: int) -> Thing | None:
        """A noun after what it belongs to: `f 's callers`."""
        owner = self._chunks[at]
        self._at = at + 1
        self._pass("stop")
        thing = self.noun()
        if thing is None or thing.kind != "noun":
            return None
        self._chunks[self._at : self._at] = [Chunk("in", "in", "of"), owner]
        return thing

    def inverted(self) -> Thing | None:
        """Functions after what they have or use: `loops, in which functions`."""
        last = [one for one in self._chunks if one.kind != "stop"][-3:]
        if len(last) < 3 or last[0].kind not in ("in", "and") or last[1].kind != "that" or last[2].value != "function":
            return None
        before = self._chunks[: self._chunks.index(last[0])]
        while before and before[-1].kind in ("and", "in"):
            before.pop()
        verb = "use" if before and before[-1].kind in ("name", "text") else "have"
        self._chunks[:] = [Chunk("verb", verb), *before]
        self._at = 0
        return Thing("noun", FUNCTION)

    def noun(self) -> Thing | None:
        """A noun with what stands before it, names, a text, a type or a file."""
        begun = self._at
        adjectives: list[str] = []
        type_: Chunk | None = None
        amount: tuple[Comparison, int] | None = None
        more: Comparison | None = None
        negated = False
        while True:
            chunk = self._peek()
            if chunk.kind in ("stop", "thing") and self._next("stop", "thing").kind in NOMINAL:
                self._at += 1
            elif chunk.kind == "adjective" and chunk.value != "self":
                adjectives.append(chunk.value)
                self._at += 1
            elif (
                chunk.kind == "not"
                and chunk.said.lower() == "none"
                and self._next("not", "in", "stop").kind not in NOMINAL
            ):
                self._at += 1
                return Thing("thing", negated=True)
            elif chunk.kind == "not" and chunk.said.lower() in ("no", "not", "none"):
                negated = True
                self._at += 1
            elif chunk.kind == "more" and self._next("more", "stop").value in ("measure", "line"):
                more = MORE[chunk.value]
                self._at += 1
            elif chunk.kind in ("more", "number") and (found := self._amount()) is not None:
                amount = found
            elif chunk.kind == "type":
                type_ = chunk
                self._at += 1
            elif chunk.kind == "unknown" and self._peek(1).kind == "noun" and self._at:
                self._skip()
            else:
                break
        thing = self._named(type_)
        if thing is None:
            self._at = begun
            return None
        thing.negated, thing.amount, thing.more = thing.negated or negated, amount, more
        if thing.noun is not None:
            for one in adjectives:
                self._is(thing, one, negated=False)
            if type_ is not None:
                self._typed(thing, type_)
        return thing

    def _named(self, type_: Chunk | None) -> Thing | None:
        chunk = self._peek()
        if chunk.kind == "noun":
            self._at += 1
            return self._of_noun(chunk, type_)
        if chunk.kind == "name":
            return self._names_listed()
        if chunk.kind in ("text", "file"):
            self._at += 1
            thing = Thing(chunk.kind, values=[chunk.value])
            while self._peek().kind in ("and", "or") and self._next("and", "or", "in").kind == chunk.kind:
                thing.any = thing.any or self._peek().kind == "or"
                self._pass("and", "or", "in")
                thing.values.append(self._peek().value)
                self._at += 1
            return thing
        if type_ is not None:
            return Thing("type", values=[type_.value], role=type_.said)
        if chunk.kind == "thing" or (chunk.kind == "adjective" and chunk.value == "self"):
            self._at += 1
            if chunk.kind == "thing" and self._peek().kind == "that":
                return Thing("noun", FUNCTION, negated=chunk.said.lower() == "nothing")
            return Thing(chunk.value, negated=chunk.said.lower() == "nothing")
        if chunk.kind == "char":
            self._at += 1
            return Thing("char", values=[chunk.value])
        return None

    def _of_noun(self, chunk: Chunk, type_: Chunk | None) -> Thing:
        if chunk.noun is not None:
            named = self._peek()
            if named.kind == "char" and chunk.noun.label == "LITERAL":
                self._at += 1
                return Thing("char", values=[named.value])
            if named.kind == "name" and chunk.noun.label in (*TYPES, "MACRO", "GLOBAL_VARIABLE", "MEMBER", "FILE"):
                listed = self._names_listed()
                listed.role = chunk.noun.label
                return listed
            return Thing("noun", chunk.noun)
        if chunk.value == "site":
            return Thing("noun", CALL, role="place")
        if chunk.value in ("function", "caller", "callee"):
            if self._peek().kind == "name" and chunk.value == "function" and chunk.said[-1] != "s":
                return self._names_listed()
            return Thing("noun", FUNCTION, role=chunk.value if chunk.value in ("caller", "callee") else "")
        if chunk.said.lower() == "ones":
            return Thing("noun", FUNCTION)
        if chunk.value == "call":
            return Thing("noun", CALL, role="call", of="site" if "site" in chunk.said.lower() else "")
        if chunk.value in ("line", "measure"):
            return Thing("noun", Noun(chunk.value, ""), role=chunk.said.lower())
        if chunk.value == "result" and type_ is not None:
            return Thing("result", values=[type_.value])
        return Thing(chunk.value)

    def _names_listed(self) -> Thing:
        """Names that are joined by and or by or."""
        thing = Thing("name")
        if self._peek().kind != "name":
            raise NotRead
        thing.values.append(self._peek().value)
        self._at += 1
        while self._peek().kind in ("and", "or"):
            ahead = 1
            while self._peek(ahead).kind in ("and", "or", "stop", "by") or (
                self._peek(ahead).kind == "noun" and self._peek(ahead).value == "function"
            ):
                ahead += 1
            if self._peek(ahead).kind != "name" or self._peek(ahead + 1).kind in ("verb", "do"):
                break
            thing.any = thing.any or any(self._peek(one).kind == "or" for one in range(ahead))
            thing.values.append(self._peek(ahead).value)
            self._at += ahead + 1
        self._pass_kind_after()
        return thing

    def _pass_kind_after(self) -> None:
        """What a name is may stand after it: `the valuestring field`."""
        if self._peek().kind == "noun" and (
            self._peek().value == "function" or (self._peek().noun and self._peek().said.lower() in _KINDS)
        ):
            self._at += 1

    def _is(self, thing: Thing, adjective: str, *, negated: bool) -> bool:
        noun = thing.noun
        if noun is None:
            return False
        if adjective in ("direct", "only", "far", "long"):
            if adjective == "far" and thing.role in ("caller", "callee"):
                thing.role = f"far {thing.role}"
            return adjective != "long"
        if thing.is_function:
            return self._function_is(thing, adjective, negated)
        if adjective == "nested":
            thing.nested = True
        elif adjective in ("const", "static") and noun.label in VARIABLES:
            thing.conditions.append(replace(like(adjective), negated=negated))
        elif adjective == "array" and noun.label in VARIABLES:
            thing.add(Kind.LIKE, (r".*\[.*",), negated, property="typeFullName")
        elif adjective == "unused" and noun.label in ("METHOD_PARAMETER_IN", "LOCAL"):
            thing.add(Kind.UNUSED, negated=negated)
        elif adjective in ORDINALS and noun.label == "METHOD_PARAMETER_IN":
            thing.measure("index", Comparison.EQ, ORDINALS[adjective])
        elif adjective in ("own", "library"):
            thing.own = adjective == "own"
        else:
            return False
        return True

    def _function_is(self, thing: Thing, adjective: str, negated: bool) -> bool:
        if adjective in ("recursive", "indirectlyRecursive", "static", "leaf"):
            thing.flag(self._names.flag(adjective), negated)
        elif adjective == "non-static":
            thing.flag(self._names.flag("static"), not negated)
        elif adjective in ("unused", "uncalled"):
            comparison = Comparison.GT if negated else Comparison.EQ
            thing.measure("callerCount", comparison, 0)
            if adjective == "unused" and not negated and "referenced" in (self._names.measured or ()):
                thing.flag("referenced", True)
        elif adjective == "parameterless":
            thing.measure("parameterCount", Comparison.EQ, 0, negated=negated)
        elif adjective == "variadic":
            thing.add(Kind.PARAMETER_LIKE, (r".*[.][.][.]",), negated)
        elif adjective == "own":
            thing.own = not negated
        elif adjective == "library" and not thing.role:
            thing.noun = _LIBRARY
        else:
            return False
        return True

    def _typed(self, thing: Thing, chunk: Chunk) -> bool:
        """Something is of a type; a function returns it."""
        noun = thing.noun
        if noun is None:
            return False
        if thing.is_function:
            return thing.add(Kind.RETURNS, self._names.types_taken(chunk.value), any=True)
        thing.add(Kind.HAS, self._names.types_like(chunk.value), property="typeFullName")
        if "const" in chunk.said:
            thing.conditions.append(like("const"))
        return noun.label in VARIABLES

    def _type_said(self, thing: Thing) -> bool:
        self._pass("typed", "stop", "be")
        chunk = self._peek()
        if chunk.kind not in ("type", "name"):
            return False
        self._at += 1
        return self._typed(thing, chunk)
