"""Reads clauses, one after another: what functions, types, files and their parts are, have, do and undergo."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.clauses.lookahead import NotRead
from fingerpost.domains.code.questions.clauses.nominal import NOMINAL
from fingerpost.domains.code.questions.clauses.relations import INTRANSITIVE, Relations
from fingerpost.domains.code.questions.clauses.things import CALLED, VARIABLES, Thing
from fingerpost.domains.code.questions.request import Condition, Kind, Link
from fingerpost.domains.code.questions.vocabulary import MORE
from fingerpost.plans import Comparison

_COMPARED: Final = {"longer than": "lines", "bigger than": "lines", "larger than": "lines", "shorter than": "lines",
    "smaller than": "lines"}  # fmt: skip
_CLAUSE_KINDS: Final = ("and", "or", "but", "that", "be", "do", "end", "by")
"""Chunks after which no object follows."""


class Clauses(Relations):
    """Reads clauses, one after another."""

    def read(self, head: Thing) -> None:
        """What is said of a noun, to the end.

        Raises:
            NotRead: some of it is not understood.
        """
        negated = either = False
        while self._peek().kind != "end":
            chunk, before = self._peek(), len(head.conditions)
            if chunk.kind in ("in", "by", "through") and self._peek(1).kind == "that":
                self.inside = True
                self._at += 2
            elif chunk.kind in ("and", "but", "that", "stop", "or"):
                self._at += 1
                if chunk.kind != "stop":
                    self._be = False
                either = either or chunk.kind == "or"
            elif chunk.kind == "not":
                negated = True
                self._at += 1
                self._pass("stop")
                if chunk.value == "not" and chunk.said.lower() == "excluding":
                    self._excluded(head)
                    negated = False
                    continue
                if chunk.said.lower() in ("without", "no", "none") and self._peek().kind not in ("verb", "past"):
                    self._object(head, "have", negated=True)
                    negated = False
            elif chunk.kind in ("do", "be"):
                self._be = self._be or chunk.kind == "be"
                self._at += 1
            elif chunk.kind == "adjective" and chunk.value in ("far", "direct", "only"):
                self._far, self._only = self._far or chunk.value == "far", self._only or chunk.value == "only"
                self._at += 1
            elif self._clause(head, negated=negated):
                if either:
                    self._joined(head, before)
                negated = either = self._be = self._far = self._only = False
            else:
                self._skip()
        if negated or either:
            raise NotRead

    def _excluded(self, head: Thing) -> None:
        """`excluding f`, `excluding the static ones`."""
        thing = self.noun()
        if thing is not None and thing.kind == "name" and head.is_function:
            head.add(Kind.NAMED, tuple(thing.values), True, any=True)
        elif thing is not None and thing.is_function and len(thing.conditions) == 1:
            head.conditions.append(replace(thing.conditions[0], negated=not thing.conditions[0].negated))
        else:
            raise NotRead

    def _joined(self, head: Thing, before: int) -> None:
        """Put the last two conditions as one, of which either is enough."""
        if before < 1 or len(head.conditions) != before + 1:
            raise NotRead
        *others, first, last = head.conditions
        parts = first.parts if first.kind is Kind.EITHER else (first,)
        head.conditions[:] = [*others, Condition(Kind.EITHER, parts=(*parts, last))]

    def _clause(self, head: Thing, *, negated: bool) -> bool:
        """One clause at the beginning; whether there is one."""
        chunk, begun = self._peek(), self._at
        made = _CLAUSES.get(chunk.kind)
        before = len(head.conditions)
        if made is not None and made(self, head, negated):
            return True
        self._at = begun
        del head.conditions[before:]
        return False

    def _active(self, head: Thing, negated: bool) -> bool:
        """A verb with what it is done to."""
        chunk = self._peek()
        if chunk.kind == "past" and (
            self._be or self._next("stop", "adjective").kind in ("by", "in", "more", "end", "and", "number", "outside")
        ):
            return self._passive(head, negated)
        self._at += 1
        self._verb = chunk.value
        if (
            self._peek().kind in ("and", "or")
            and self._peek(1).kind == "verb"
            and self._peek(2).kind not in _CLAUSE_KINDS
        ):
            return self._both(head, negated)
        return self._object(head, chunk.value, negated=negated)

    def _both(self, head: Thing, negated: bool) -> bool:
        """Two verbs with one object: `read or write the field f`."""
        first, joined, second = self._verb, self._peek().kind, self._peek(1).value
        self._at += 2
        begun, before = self._at, len(head.conditions)
        if not self._object(head, first, negated=negated) or len(head.conditions) != before + 1:
            return False
        self._at = begun
        self._verb = second
        if not self._object(head, second, negated=negated):
            return False
        if joined == "or" and not negated:
            self._joined(head, before + 1)
        return True

    def _object(self, head: Thing, verb: str, *, negated: bool) -> bool:
        if verb == "jump" and self._next("stop").kind in ("name", "unknown"):
            self._pass("stop")
            self._at += 1
            return head.is_function and head.add(Kind.STATEMENT, (f"goto {self._peek(-1).said}",), negated)
        far, _, oneself = self._adverbs()
        if self._take("through"):
            return self._through(head, negated)
        if oneself and verb in ("call", "use", "recurse", "reach"):
            return head.flag("indirectlyRecursive" if far else "recursive", negated)
        if verb in INTRANSITIVE and self._next("stop", "thing").kind not in ("name", "text"):
            thing = self.noun() if self._next("stop", "thing").value == "memory" else None
            if self._peek().said.lower() in ("none", "nothing"):
                negated = not negated
                self._at += 1
            self._pass("stop", "thing")
            if thing is None or thing.kind == "memory":
                return self._alone(head, verb, negated)
            return False
        self._pass("to")
        if self._next("stop").value == "naming":
            return self._naming(head, negated)
        thing = self.noun()
        if thing is None:
            return self._alone(head, verb, negated)
        if thing.role == "call" and thing.amount is None and self._peek().kind in ("through", "in", "to"):
            return self._calls_made(head, negated != thing.negated)
        if thing.kind == "noun":
            self._narrow(thing)
        far = far or self._adverbs()[0]
        if verb == "call" and thing.kind == "name" and (times := self._times()) is not None:
            return self._called_times(head, thing, times)
        return self._related(head, verb, thing, negated=negated != thing.negated, far=far)

    def _calls_made(self, head: Thing, negated: bool) -> bool:
        """`have calls to f`, `make calls through function pointers`."""
        if self._peek().kind == "through":
            return self._through(head, negated)
        self._pass("in", "to", "stop")
        thing = self.noun()
        return (
            thing is not None
            and thing.kind == "name"
            and self._related(head, "call", thing, negated=negated, far=False)
        )

    def _adverbs(self) -> tuple[bool, bool, bool]:
        """Whether it is done through others, only that, and to oneself."""
        said = set()
        while self._peek().kind in ("adjective", "stop") and (
            self._peek().kind == "stop" or self._peek().value in ("direct", "far", "only", "self")
        ):
            if self._peek().kind == "stop" and self._next("stop").kind in NOMINAL:
                break
            said.add(self._peek().value)
            self._at += 1
        if self._peek().kind == "through" and self._peek(1).kind in (
            "stop",
            "number",
            "noun",
            "unknown",
            "more",
            "thing",
            "adjective",
        ):
            ahead = 1
            while self._peek(ahead).kind in ("stop", "number", "more", "thing", "or", "adjective", "unknown"):
                ahead += 1
            if (
                self._peek(ahead).value in ("function", "call", "callee", "caller", "site")
                and self._peek(ahead).value != "pointer"
            ):
                self._at += ahead + 1
                said.add("far")
        return "far" in said or self._far, "only" in said or self._only, "self" in said

    def _narrow(self, thing: Thing) -> None:
        """What is said of a noun within a clause, as far as only it can be meant."""
        while True:
            ahead = 0
            while self._peek(ahead).kind in ("that", "be", "stop"):
                ahead += 1
            chunk = self._peek(ahead)
            joined = self._peek().kind == "that" and self._peek().said.lower() in ("that", "which")
            if (chunk.kind in ("typed", "named") and not thing.is_function) or (
                thing.noun and thing.noun.label in VARIABLES and joined and chunk.kind in ("type", "adjective")
            ):
                self._at += ahead
            elif (
                chunk.kind == "in"
                and chunk.said.lower() == "of"
                and self._peek(ahead + 1).kind in ("type", "stop", "noun")
            ):
                after = self._peek(ahead + 1)
                if after.kind == "type" or (after.kind == "noun" and after.value == "type"):
                    self._at += ahead + 1
                    self._take("noun")
                    self._type_said(thing)
                    continue
                return
            elif thing.is_function and self._peek().kind == "in" and self._is_place():
                pass
            elif thing.is_function and joined and chunk.kind in ("verb", "past", "adjective") and thing.role == "":
                self._at += ahead
            elif (
                thing.noun
                and thing.noun.noun == "loop"
                and chunk.kind == "in"
                and self._next("that", "be", "in", "stop").value == "loop"
            ):
                self._pass("that", "be", "in", "stop")
                self._at += 1
                thing.nested = True
                continue
            else:
                return
            if not self._clause(thing, negated=False):
                return

    def _passive(self, head: Thing, negated: bool) -> bool:
        """`called by f`, `called more than once`, `defined in a.c`, `never called`."""
        verb = self._peek().value
        self._verb = verb
        self._at += 1
        far, only, _ = self._adverbs()
        if verb in ("declare", "have", "write") and self._peek().kind == "in" and self._is_place():
            return self._place(head, negated)
        if (times := self._times()) is not None and head.noun and head.noun.label in CALLED:
            return head.measure("callCount", times[0], times[1], negated=negated)
        if not self._take("by") and not (self._peek().kind == "in" and self._take("in")):
            if self._peek().kind == "outside":
                return self._outside(head, negated)
            return self._undergone(head, verb, negated)
        self._pass("in", "by")
        far = far or self._adverbs()[0]
        thing = self.noun()
        if thing is None and self.topic and self._next("that", "stop").kind == "end":
            self._pass("that", "stop")
            thing = Thing("name", values=[self.topic])
        if thing is None:
            return False
        if thing.kind in ("thing", "any") and self._peek().kind in ("not", "but"):
            raise NotRead  # nothing but something
        if thing.kind == "noun":
            self._narrow(thing)
        far = far or self._adverbs()[0]
        return self._undergone_by(head, verb, thing, negated=negated != thing.negated, far=far, only=only)

    def _subject(self, head: Thing, negated: bool) -> bool:
        """A name, and what it does to that which is asked: `which functions does f call`, `f is called by`."""
        ahead = 0
        while self._peek(ahead).kind in ("name", "file", "and", "or"):
            ahead += 1
        after = ahead
        while self._peek(after).kind in ("do", "be", "not", "stop") or self._peek(after).value in (
            "direct",
            "far",
            "only",
        ):
            after += 1
        verb = self._peek(after)
        if verb.kind not in ("verb", "past"):
            if self._verb and self._peek().kind == "name":  # a further name, of what was done before
                return self._related(head, self._verb, self._names_listed(), negated=negated, far=False)
            return False
        passive = verb.kind == "past" and (self._be or any(self._peek(one).kind == "be" for one in range(ahead, after)))
        thing = self.noun()
        if thing is None:
            return False
        negated = negated or any(self._peek(one).kind == "not" for one in range(after - ahead))
        far = any(self._peek(one).value == "far" for one in range(after - ahead))
        self._pass("do", "be", "not", "stop", "adjective")
        self._at += 1
        self._verb = verb.value
        far = far or self._adverbs()[0]
        if passive:
            if not (self._take("by") or self._take("in") or self.inside):
                return False
            return self._related(head, verb.value, thing, negated=negated, far=far)
        return self._undergone_by(head, verb.value, thing, negated=negated, far=far, only=self._only)

    def _with(self, head: Thing, negated: bool) -> bool:
        self._at += 1
        self._verb = "have"
        if self._peek().kind in ("more", "number") or self._peek().kind != "verb":
            return self._object(head, "have", negated=negated)
        return False

    def _adjective(self, head: Thing, negated: bool) -> bool:
        chunk = self._peek()
        self._at += 1
        return self._is(head, chunk.value, negated=negated)

    def _in(self, head: Thing, negated: bool) -> bool:
        if head.role and self._peek(1).kind in ("stop", "name", "noun", "adjective"):
            return self._of_role(head, negated)
        return self._place(head, negated)

    def _of_role(self, head: Thing, negated: bool) -> bool:
        """`callers of f`, `calls to f`."""
        self._at += 1
        thing = self.noun()
        if thing is None or (thing.kind != "name" and not thing.is_function):
            return (
                thing is not None
                and thing.kind == "file"
                and head.within(self._names.file(thing.values[0]), self._names)
            )
        role, head.role = head.role, ""
        far = role.startswith("far ")
        role = role.removeprefix("far ")
        if role == "call":
            head.add(Kind.NAMED, tuple(map(self._method, thing.values)), any=len(thing.values) > 1)
            head.role = "site"
            return thing.kind == "name"
        if role == "callee":
            return self._undergone_by(head, "call", thing, negated=negated, far=far, only=False)
        if role == "caller":
            return self._related(head, "call", thing, negated=negated, far=far)
        return False

    def _place(self, head: Thing, negated: bool) -> bool:
        self._at += 1
        self._pass("stop", "in")
        if (chunk := self._peek()).kind == "type" or chunk.value == "type":
            self._take("noun")
            return self._type_said(head)
        thing = self.noun()
        if thing is None or head.noun is None:
            return False
        if thing.kind == "file":
            files = tuple(map(self._names.file, thing.values))
            if head.is_function:
                return head.add(Kind.FILE, files, negated, any=True)
            if head.role == "site":
                return head.add(Kind.SITE_IN, files, negated, property="filename")
            return len(files) == 1 and head.within(files[0], self._names, negated=negated)
        if thing.kind == "name" and len(thing.values) == 1:
            if head.role == "site":
                return head.add(Kind.SITE_IN, (self._method(thing.values[0]),), negated, property="name")
            return head.within(thing.values[0], self._names, negated=negated)
        if thing.is_function and head.is_function and not negated and not thing.role:
            head.conditions += thing.conditions
            return bool(thing.conditions)
        if thing.is_function and head.noun.edge and not head.is_function and thing.conditions:
            link = Link(head.noun.edge, "FUNCTION", tuple(thing.conditions), backwards=True)
            return head.add(Kind.RELATED, negated=negated, link=link)
        return thing.is_function and not thing.conditions and not head.is_function and not thing.negated

    def _outside(self, head: Thing, negated: bool) -> bool:
        self._at += 1
        self._pass("stop", "in")
        thing = self.noun()
        if thing is None or thing.kind != "file":
            return False
        if self._verb in ("call", "use"):
            head.add(Kind.USED_IN, (self._names.file(thing.values[0]),), negated, comparison=Comparison.NE)
        else:
            head.add(Kind.FILE, (self._names.file(thing.values[0]),), not negated, any=True)
        return True

    def _through(self, head: Thing, negated: bool) -> bool:
        self._pass("through", "stop")
        thing = self.noun()
        if thing is None or not head.is_function:
            return False
        if thing.kind == "pointer":
            return head.flag(self._names.flag("callsThroughPointer"), negated)
        return False

    def _amounted(self, head: Thing, negated: bool) -> bool:
        """`longer than 50 lines`, `more than three parameters`, `longer than f`."""
        more = self._peek()
        if more.kind == "more" and self._next("more", "stop").kind == "name" and more.value in _COMPARED:
            self._pass("more", "stop")
            name = self._method(self._peek().value)
            self._at += 1
            head.add(Kind.THAN, (name,), property=_COMPARED[more.value], comparison=MORE[more.value])
            return head.is_function
        thing = self.noun()
        if thing is None:
            amount = self._amount()
            if amount is None or more.value not in _COMPARED:
                return False
            self._pass("adjective")
            head.measure("lines", amount[0], amount[1], negated=negated)
            return head.is_function
        if thing.noun is None:
            return False
        done = self._related(head, "have", thing, negated=negated, far=False)
        self._pass("adjective")
        return done

    def _naming(self, head: Thing, negated: bool) -> bool:
        """`named f`, `whose name starts with f`, `starting with f`."""
        comparison = Comparison.EQ
        while (chunk := self._peek()).kind in ("that", "whose", "be", "stop", "with", "named") or chunk.value in (
            "naming",
            "start",
            "end",
            "have",
        ):
            if chunk.value == "start" or chunk.said.lower() in ("prefix", "prefixes"):
                comparison = Comparison.STARTS_WITH
            elif chunk.value == "end":
                comparison = Comparison.ENDS_WITH
            elif chunk.value == "have":
                comparison = Comparison.CONTAINS
            self._at += 1
        chunk = self._peek()
        words = ("noun", "verb", "past", "number") if comparison is not Comparison.EQ else ()
        if chunk.kind not in ("name", "text", "unknown", *words):
            return False
        self._at += 1
        if self._peek().kind == "in" and self._next("in", "stop").value == "naming":
            self._pass("in", "stop")
            self._at += 1
        text = chunk.value if chunk.kind in ("name", "text") else chunk.said
        head.add(Kind.NAMED, (text.strip("*"),), negated, comparison=comparison)
        return head.noun is not None

    def _whose(self, head: Thing, negated: bool) -> bool:
        """What is said of what it has: `whose name starts with`, `whose return type is`, `whose first parameter is`."""
        if self._next("whose", "stop").value == "naming":
            return self._naming(head, negated)
        self._pass("whose", "stop")
        if self._peek().value in ("result", "type"):
            verb = "return" if self._peek().value == "result" else ""
            self._at += 1
            self._pass("be", "stop")
            negated = negated or bool(self._take("not"))
            if not verb and not head.is_function:
                return self._type_said(head)
            thing = self.noun()
            return (
                thing is not None
                and thing.kind in ("type", "name")
                and self._related(head, "return", thing, negated=negated, far=False)
            )
        thing = self.noun()
        if thing is None or thing.noun is None:
            return False
        if thing.noun.noun in ("line", "measure"):
            return self._measured(head, thing, negated)
        self._pass("be", "stop", "that")
        if thing.noun.label in VARIABLES and not self._clause(thing, negated=False):
            return False
        return self._related(head, "have", thing, negated=negated, far=False)

    def _is_type(self, head: Thing, negated: bool) -> bool:
        chunk = self._peek()
        if self._next("type", "stop").kind == "noun":
            return self._object(head, "have", negated=negated)
        self._at += 1
        if self._verb in ("take", "return", "cast") and not self._be:
            return self._to_type(head, self._verb, chunk.value, chunk.said, negated)
        return not negated and self._typed(head, chunk)

    def _of_type_said(self, head: Thing, negated: bool) -> bool:
        self._at += 1
        return not negated and self._type_said(head)

    def _noun_clause(self, head: Thing, negated: bool) -> bool:
        """A noun that says how another is named, or a noun alone after a negation."""
        if self._peek().value == "naming":
            return self._naming(head, negated)
        joined = self._at > 0 and self._chunks[self._at - 1].kind in ("and", "or")
        if negated or (
            joined
            and self._verb in ("have", "use", "take", "call")
            and self._next("stop", "noun").kind not in ("be", "do", "past")
        ):
            return self._object(head, self._verb or "have", negated=negated)
        thing = self.noun()
        self._pass("be", "stop", "do")
        if thing is None or self._peek().kind != "past":
            return False
        if not self.inside and self._next("past").kind not in ("by", "in", "end"):
            return False
        verb = self._peek().value
        self._at += 1
        self._take("by") or self._take("in")
        if thing.kind == "memory":
            return self._alone(head, verb, negated)
        return self._related(head, verb if thing.kind == "name" else "have", thing, negated=negated, far=False)

    def _verb_clause(self, head: Thing, negated: bool) -> bool:
        if self._peek().value in ("start", "end") and not self._far:
            return self._naming(head, negated)
        if self._peek().value == "end":
            self._at += 1
            self._pass("in")
            return self._object(head, "reach", negated=negated)
        return self._active(head, negated)


_CLAUSES: Final = {
    "thing": Clauses._noun_clause,
    "verb": Clauses._verb_clause,
    "past": Clauses._active,
    "with": Clauses._with,
    "whose": Clauses._whose,
    "in": Clauses._in,
    "outside": Clauses._outside,
    "named": Clauses._naming,
    "typed": Clauses._of_type_said,
    "more": Clauses._amounted,
    "number": Clauses._amounted,
    "adjective": Clauses._adjective,
    "type": Clauses._is_type,
    "name": Clauses._subject,
    "file": Clauses._subject,
    "through": Clauses._through,
    "noun": Clauses._noun_clause,
}
