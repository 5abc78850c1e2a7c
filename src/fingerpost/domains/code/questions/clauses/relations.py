"""What functions, types and files do, have and undergo, as conditions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.clauses.chunks import Chunk
from fingerpost.domains.code.questions.clauses.nominal import Nominal
from fingerpost.domains.code.questions.clauses.things import CALLED, FUNCTION, TYPES, Thing, having, measure_of
from fingerpost.domains.code.questions.composed.nouns import Noun
from fingerpost.domains.code.questions.request import Condition, Kind, Link, Part
from fingerpost.domains.code.questions.vocabulary import ORDINALS
from fingerpost.plans import Comparison

_USING: Final = ("call", "use", "reach", "affect", "have", "read", "write")
_FAR: Final = ("reach", "affect")
INTRANSITIVE: Final = ("allocate", "free", "recurse", "loop")


class Relations(Nominal):
    """Says of what is asked what it does to something else, or undergoes."""

    def _related(self, head: Thing, verb: str, thing: Thing, *, negated: bool, far: bool) -> bool:
        """What is asked does something to another thing."""
        noun = head.noun
        if noun is None:
            return False
        if noun.label == "CALL" and head.role == "place":
            if verb not in ("call", "use") or thing.kind != "name" or negated or far:
                return False
            head.add(Kind.NAMED, tuple(map(self._method, thing.values)), any=True)
            head.role = "site"
            return True
        if noun.label in TYPES and verb in ("have", "use", "with"):
            return self._of_type(head, thing, negated)
        if noun.label == "FILE":
            return self._of_file(head, verb, thing, negated)
        if not head.is_function:
            return False
        if thing.kind == "name":
            return self._to_names(head, verb, thing, negated, far)
        if thing.kind == "text":
            texts = tuple(one for text in thing.values for one in self._names.literals(text))
            return head.add(Kind.STRING, texts, negated, any=True)
        if thing.kind == "type":
            return self._to_type(head, verb, thing.values[0], thing.role, negated)
        if thing.kind == "file" and verb in ("call", "use", "reach"):
            return head.add(Kind.CALLS_INTO, tuple(map(self._names.file, thing.values)), negated, any=True)
        if thing.kind == "char":
            return head.add(Kind.LITERAL, tuple(thing.values), negated)
        if thing.kind == "result" and thing.values:
            return self._to_type(head, "return", thing.values[0], "", negated)
        if thing.kind == "result" or verb == "return":
            head.add(Kind.RETURNS, ("void",), negated=not negated)
            return thing.kind in ("result", "thing", "any")
        if thing.kind in ("allocation", "freeing", "recursion") and verb in ("have", "use"):
            flag = {"allocation": "allocates", "freeing": "frees", "recursion": "recursive"}[thing.kind]
            return head.flag(flag, negated)
        if thing.kind == "pointer" and verb in ("call", "use"):
            return head.flag(self._names.flag("callsThroughPointer"), negated)
        if thing.noun is None:
            if thing.kind in ("thing", "any") and verb in ("call", "use"):
                return head.flag(self._names.flag("leaf"), not negated)
            return False
        return self._to_noun(head, verb, thing, negated, far)

    def _to_names(self, head: Thing, verb: str, thing: Thing, negated: bool, far: bool) -> bool:
        done = done_to(verb)
        names = self._names
        if verb == "return":
            known = [one for one in thing.values if one in names.all_types]
            if known:
                return head.add(Kind.RETURNS, names.types_taken(known[0]), negated, any=True)
            return head.add(Kind.STATEMENT, (f"return {thing.values[0]}",), negated)
        if verb == "take":
            if thing.values[0] in names.all_types:
                return self._to_type(head, verb, thing.values[0], "", negated)
            head.add(Kind.PARAMETER_NAME, tuple(thing.values), negated, thing.any)
            return thing.values[0] in names.parameters
        methods = [names.method(one) for one in thing.values]
        if (
            thing.role == "MEMBER"
            or (done and methods[0] is None)
            or (methods[0] is None and thing.values[0] in names.fields)
        ):
            if thing.values[0] in names.globals and thing.role != "MEMBER":
                return head.add(Kind.GLOBAL, tuple(thing.values), negated, thing.any, done)
            return head.add(Kind.FIELD, tuple(names.field(one, None) for one in thing.values), negated, thing.any, done)
        if thing.values[0] in names.globals and methods[0] is None:
            return head.add(Kind.GLOBAL, tuple(thing.values), negated, thing.any, done)
        if verb not in _USING:
            return False
        found = tuple(self._method(one) for one in thing.values)
        return head.add(Kind.REACHES if far or verb in _FAR else Kind.CALLS, found, negated, thing.any)

    def _to_type(self, head: Thing, verb: str, type_: str, const: str, negated: bool) -> bool:
        types = self._names.types_taken(type_)
        if verb == "return":
            return head.add(Kind.RETURNS, types, negated, any=True)
        if verb == "cast":
            return head.add(Kind.CASTS, (type_,), negated)
        if verb not in ("take", "have"):
            return False
        place = 0
        while self._peek().kind in ("as", "stop", "in"):
            self._at += 1
        if (noun := self._peek().noun) is not None and noun.label == "LOCAL":
            local = Thing("noun", noun)
            self._at += 1
            self._typed(local, Chunk("type", type_, const))
            return self._add(head, having(local, negated=negated))
        if (chunk := self._peek()).kind == "adjective" and chunk.value in ORDINALS:
            place = ORDINALS[chunk.value]
            self._at += 1
        if self._peek().noun is not None and self._peek().value == "parameter":
            self._at += 1
        if const:
            like_ = rf"(?s)(.*\W)?const\s+(struct |enum |union )?{re.escape(type_.rstrip('*'))}" + (
                r"\s*[*].*" if "*" in type_ else r"\W.*"
            )
            return head.add(Kind.PARAMETER_LIKE, (like_,), negated, number=place)
        return head.add(Kind.PARAMETER_TYPE, types, negated, any=True, number=place)

    def _to_noun(self, head: Thing, verb: str, thing: Thing, negated: bool, far: bool) -> bool:
        """A function has, uses or calls something that is described."""
        noun = thing.noun
        if noun is None:
            return False
        if verb == "exceed" and thing.amount is not None and thing.amount[0] is Comparison.EQ:
            thing.amount = Comparison.GT, thing.amount[1]
        measure = measure_of(noun if thing.role in ("", "call") else Noun(thing.role, ""))
        if thing.is_function and verb == "return":
            return False
        if noun.label == "CALL" and thing.role == "call" and thing.amount is not None:
            comparison, number = thing.amount
            return head.measure(
                "callCount" if thing.of == "site" else "calleeCount", comparison, number, negated=negated
            )
        if noun.noun == "line" or noun.noun == "measure":
            return self._measured(head, thing, negated, exceeded=verb == "exceed")
        if thing.nested and noun.noun == "loop":
            return head.measure("loopDepth", Comparison.LE if negated else Comparison.GT, 1)
        if thing.amount is not None:
            if measure and not thing.conditions:
                comparison, number = thing.amount
                return head.measure(measure, comparison, number, negated=negated)
            if (
                negated
                or head.part is not None
                or thing.amount[0] in (Comparison.LT, Comparison.LE)
                or thing.conditions
            ):
                return False
            amount = Condition(Kind.MEASURE, property="number", comparison=thing.amount[0], number=thing.amount[1])
            head.part = Part(noun.noun, noun.label, noun.property, noun.values, noun.edge, having=amount)
            return True
        if measure and not thing.conditions and not (thing.is_function and (thing.own or far)) and noun.label != "CALL":
            return head.measure(measure, Comparison.EQ if negated else Comparison.GT, 0)
        if noun.label == "CALL" and not noun.values and verb in ("have", "use") and not thing.conditions:
            return self._add(head, Condition(Kind.FLAG, property=self._names.flag("leaf"), negated=not negated))
        if noun.label == "CALL":
            return bool(noun.values) and self._add(head, having(thing, negated=negated))
        if noun.label == "GLOBAL_VARIABLE" and not thing.conditions:
            return head.add(Kind.ANY_GLOBAL, negated=negated, property=done_to(verb))
        if noun.label in TYPES or noun.label == "FILE":
            return False
        if noun.label == "MEMBER":
            return False
        made = having(thing, negated=negated)
        if made is not None and made.link is not None and (far or verb == "reach") and thing.is_function:
            made = replace(made, link=replace(made.link, far=True))
        return self._add(head, made)

    def _add(self, head: Thing, made: Condition | None) -> bool:
        if made is None:
            return False
        head.conditions.append(made)
        return True

    def _of_type(self, head: Thing, thing: Thing, negated: bool) -> bool:
        """What structs have."""
        if thing.kind == "name":
            head.conditions += [Condition(Kind.FIELD, (one,), negated) for one in thing.values]
            return all(one in self._names.fields for one in thing.values)
        if thing.kind == "type":
            return head.add(Kind.FIELD_TYPE, self._names.types_like(thing.values[0]), negated, any=True)
        if thing.noun is None or thing.noun.label != "MEMBER":
            return False
        if thing.amount is not None:
            comparison, number = thing.amount
            head.measure("fieldCount", comparison, number, negated=negated)
            return not thing.conditions
        return self._add(head, having(thing, negated=negated))

    def _of_file(self, head: Thing, verb: str, thing: Thing, negated: bool) -> bool:
        """What files include, and the functions in them."""
        if thing.kind == "file" and verb in ("have", "use"):
            return head.add(Kind.INCLUDES, tuple(thing.values), negated)
        if thing.is_function and verb in ("have", "declare") and not thing.conditions:
            comparison, number = thing.amount or (Comparison.EQ if negated else Comparison.GT, 0)
            return head.measure("functionCount", comparison, number)
        return False

    def _undergone(self, head: Thing, verb: str, negated: bool) -> bool:
        """What is done to it by whatever."""
        self._pass("stop", "thing")
        if self.topic and verb in ("reach", "affect") and head.noun is not None:
            return self._alone(head, verb, negated)
        if head.noun is None or verb not in ("call", "use"):
            return False
        if head.noun.label in ("METHOD_PARAMETER_IN", "LOCAL"):
            head.add(Kind.UNUSED, negated=not negated)
            return negated
        head.measure("callerCount", Comparison.EQ if negated else Comparison.GT, 0)
        return head.is_function or head.noun.label in CALLED

    def _undergone_by(self, head: Thing, verb: str, thing: Thing, *, negated: bool, far: bool, only: bool) -> bool:
        noun = head.noun
        if noun is None:
            return False
        if thing.kind == "file":
            files = tuple(map(self._names.file, thing.values))
            if verb in ("have", "declare") and head.is_function:
                head.add(Kind.FILE, files, negated, any=True)
                return head.role != "implied"
            if noun.label in CALLED:
                return head.add(Kind.USED_IN, files, negated, any=thing.any)
            return head.within(files[0], self._names, negated=negated)
        if thing.kind == "name":
            if verb == "affect" and head.is_function:
                return self._related(head, "reach", thing, negated=negated, far=True)
            if noun.label in CALLED and verb not in ("call", "use", "reach"):
                return False
            if noun.label in CALLED:
                names = tuple(map(self._method, thing.values))
                kind = Kind.REACHED_FROM if far or verb == "reach" else Kind.CALLED_BY
                if noun.label in ("FUNCTION", "METHOD"):
                    head.add(kind, names, negated, thing.any)
                else:
                    head.conditions += [_caller(name, negated, far) for name in names]
                if only:
                    head.measure("callerCount", Comparison.EQ, len(names))
                return True
            if noun.label == "CALL" and head.role == "call" and verb == "use":  # the calls that f makes
                head.noun, head.role = FUNCTION, ""
                return head.add(Kind.CALLED_BY, tuple(map(self._method, thing.values)), negated, thing.any)
            if noun.label == "CALL" and head.role == "call" and verb in ("have", "call"):
                head.add(Kind.NAMED, tuple(map(self._method, thing.values)), any=True)
                head.role = "site"
                return not negated
            if noun.label == "GLOBAL_VARIABLE":
                done = done_to(verb)
                return head.add(Kind.USED_BY, tuple(thing.values), negated, property=done)
            return len(thing.values) == 1 and head.within(thing.values[0], self._names, negated=negated)
        if thing.is_function:
            if thing.amount is not None or not thing.conditions:
                comparison, number = thing.amount or ((Comparison.EQ, 0) if negated else (Comparison.GT, 0))
                if thing.amount is None and thing.negated:
                    comparison, number = Comparison.EQ, 0
                head.measure("callerCount", comparison, number)
                return noun.label in CALLED
            edge = "CALLS" if noun.label in CALLED else noun.edge
            link = Link(edge, "FUNCTION", tuple(thing.conditions), backwards=True, far=far or verb == "reach")
            return head.add(Kind.RELATED, negated=negated, link=link)
        return False

    def _alone(self, head: Thing, verb: str, negated: bool) -> bool:
        """A verb of which nothing is said to what it is done."""
        if not head.is_function:
            return False
        if verb in ("allocate", "free"):
            return head.flag(f"{verb}s", negated)
        if self.topic and verb == "affect":
            return self._related(head, "affect", Thing("name", values=[self.topic]), negated=negated, far=False)
        if self.topic and verb == "reach":
            return head.add(Kind.REACHED_FROM, (self._method(self.topic),), negated)
        if verb == "call" and negated:
            return head.flag(self._names.flag("leaf"), False)
        if verb == "recurse":
            return head.flag("recursive", negated)
        if verb == "loop":
            return head.measure("loopCount", Comparison.EQ if negated else Comparison.GT, 0)
        return False

    def _measured(self, head: Thing, thing: Thing, negated: bool, *, exceeded: bool = False) -> bool:
        """A measure with a number before or after it."""
        amount = thing.amount
        if amount is None and thing.role == "line":
            return False
        if amount is None:
            while self._peek().kind in ("in", "be", "stop", "that") or self._peek().value == "exceed":
                exceeded = self._peek().value == "exceed"
                self._at += 1
                if exceeded and (number := self._amount()):
                    amount = Comparison.GT, number[1]
            amount = amount or self._amount()
            if amount is not None and amount[0] is Comparison.EQ:
                amount = thing.more or (Comparison.GT if exceeded else Comparison.EQ), amount[1]
        if amount is None or thing.noun is None:
            return False
        measure = "lines" if thing.noun.noun == "line" else "complexity" if "complex" in thing.role else "loopDepth"
        head.measure(measure, amount[0], amount[1], negated=negated)
        self._pass("adjective")
        return head.is_function

    def _called_times(self, head: Thing, thing: Thing, times: tuple[Comparison, int]) -> bool:
        if head.part is not None or times[0] in (Comparison.LT, Comparison.LE) or len(thing.values) > 1:
            return False
        amount = Condition(Kind.MEASURE, property="number", comparison=times[0], number=times[1])
        head.part = Part("call", "CALL", "name", (self._method(thing.values[0]),), having=amount)
        return head.is_function


def _caller(name: str, negated: bool, far: bool) -> Condition:
    link = Link("CALLS", "METHOD", (Condition(Kind.NAMED, (name,)),), backwards=True, far=far)
    return Condition(Kind.RELATED, negated=negated, link=link)


def done_to(verb: str) -> str:
    """What a verb does to a field or variable; empty if it only uses it."""
    return {"write": "written", "read": "read"}.get(verb, "")
