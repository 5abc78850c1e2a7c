"""The parser's part for patterns: paths, nodes, relationships, label expressions, quantifiers."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.expressions import Expressions
from fingerpost.query_languages.cypher.tokens import INTEGER, NAME, PARAMETER, QUOTED
from fingerpost.query_languages.cypher.vocabulary import SELECTOR


class Patterns(Expressions):
    """Parses patterns."""

    __slots__ = ()

    def path_pattern(self) -> ast.PathPattern:
        start = self.starts[self.index]
        variable = None
        if self.kinds[self.index] in (NAME, QUOTED) and self.uppers[self.index + 1] == "=":
            variable = self.declare("a variable")
            self.index += 1
        selector = self._selector()
        if selector in ("shortestPath", "allShortestPaths"):
            self.expect("(", f"after {selector}")
            elements = self._elements()
            self.expect(")", f"after {selector}")
        else:
            elements = self._elements()
        return ast.PathPattern(elements, variable, selector, start)

    def _selector(self) -> str:
        upper = self.uppers[self.index]
        if upper in ("SHORTESTPATH", "ALLSHORTESTPATHS") and self.uppers[self.index + 1] == "(":
            self.index += 1
            return "shortestPath" if upper == "SHORTESTPATH" else "allShortestPaths"
        if upper not in ("SHORTEST", "ANY", "ALL") or self.kinds[self.index] != NAME:
            return ""
        words: list[str] = []
        while self.kinds[self.index] in (NAME, INTEGER):
            words.append(self.uppers[self.index] or self.texts[self.index])
            self.index += 1
        selector = " ".join(words)
        if SELECTOR.fullmatch(selector) is None:
            self.fail("expected a path selector such as SHORTEST 1 or ALL SHORTEST")
        return selector

    def _elements(self) -> tuple[ast.PathElement, ...]:
        elements: list[ast.PathElement] = [self._node_or_group()]
        while True:
            sign = self.uppers[self.index]
            if sign == "(" and isinstance(elements[-1], (ast.NodePattern, ast.QuantifiedGroup)):
                elements.append(self._node_or_group())
            elif sign == "-" or (sign == "<" and self.uppers[self.index + 1] == "-"):
                elements.append(self._relationship())
                elements.append(self._node_or_group())
            else:
                return tuple(elements)

    def _node_or_group(self) -> ast.PathElement:
        if self.uppers[self.index] != "(":
            self.fail(f"expected a node in parentheses, found {self.found()}")
        if self.uppers[self.index + 1] == "(":
            return self._group()
        return self._node()

    def _group(self) -> ast.QuantifiedGroup:
        start = self.starts[self.index]
        self.deeper()
        self.index += 1
        pattern = self.path_pattern()
        where = self.expression() if self.take("WHERE") else None
        self.expect(")", "after a quantified pattern")
        hops = self._quantifier()
        if hops is None:
            self.fail("a pattern in parentheses needs a quantifier such as {1,3}")
        self.depth -= 1
        return ast.QuantifiedGroup(pattern, where, hops, start)

    def _node(self) -> ast.NodePattern:
        start = self.starts[self.index]
        self.index += 1
        variable = None
        if self.kinds[self.index] in (NAME, QUOTED) and not (
            self.at("WHERE") and self.uppers[self.index + 1] not in (")", ":", "{", "WHERE")
        ):
            variable = self.declare("a variable")
        labels = None
        if self.take(":") or self.take("IS"):
            labels = self.label_expression()
        properties = self._properties()
        where = self.expression() if self.take("WHERE") else None
        self.expect(")", "after a node")
        return ast.NodePattern(variable, labels, properties, where, start)

    def _properties(self) -> ast.MapLiteral | ast.Parameter | None:
        if self.at("{"):
            return self.map_literal()
        if self.kinds[self.index] == PARAMETER:
            self.index += 1
            return ast.Parameter(self.texts[self.index - 1], self.starts[self.index - 1])
        return None

    def _relationship(self) -> ast.RelationshipPattern:
        start = self.starts[self.index]
        left = self.take("<")
        self.expect("-", "in a relationship")
        variable = types = hops = properties = where = None
        if self.take("["):
            if self.kinds[self.index] in (NAME, QUOTED) and not (
                self.at("WHERE") and self.uppers[self.index + 1] not in ("]", ":", "{", "*", "WHERE")
            ):
                variable = self.declare("a variable")
            if self.take(":") or self.take("IS"):
                types = self.label_expression()
            if self.take("*"):
                hops = self._range()
            properties = self._properties()
            where = self.expression() if self.take("WHERE") else None
            if not self.take("]"):
                self.fail(f"expected ] after a relationship, found {self.found()}", name="InvalidRelationshipPattern")
        self.expect("-", "after a relationship")
        right = self.take(">")
        quantifier = self._quantifier()
        if quantifier is not None:
            if hops is not None:
                self.fail("a relationship has either * or a quantifier, not both")
            hops = quantifier
        # `<-->` means either way, as openCypher has it.
        direction = "-" if left == right else "<" if left else ">"
        return ast.RelationshipPattern(direction, variable, types, hops, properties, where, start)

    def _range(self) -> ast.HopRange:
        """What follows the star: nothing, `n`, `n..`, `..m`, `n..m`."""
        start = self.starts[self.index - 1]
        low = self._hop_count()
        if self.take(".."):
            return ast.HopRange(low, self._hop_count(), start)
        return ast.HopRange(low, low, start)

    def _hop_count(self) -> int | None:
        if self.kinds[self.index] != INTEGER:
            return None
        text = self.texts[self.index]
        if len(text) > 9:
            self.fail("this number of hops is too large", code="B002")
        self.index += 1
        return int(text, 0) if text.startswith(("0x", "0o", "0X", "0O")) else int(text.replace("_", ""))

    def _quantifier(self) -> ast.HopRange | None:
        """`{n}`, `{n,m}`, `{n,}`, `{,m}`, `+` or `*` after a relationship or a group."""
        start = self.starts[self.index]
        if self.take("+"):
            return ast.HopRange(1, None, start)
        if self.take("*"):
            return ast.HopRange(0, None, start)
        if not self.take("{"):
            return None
        low = self._hop_count()
        if self.take(","):
            high = self._hop_count()
            low = 0 if low is None else low
        else:
            high = low
            if low is None:
                self.fail("expected a number of repetitions")
        self.expect("}", "after a quantifier")
        return ast.HopRange(low, high, start)

    def label_expression(self) -> ast.LabelExpression:
        """`A`, `A:B`, `A&B`, `A|B`, `!A`, `%`, parentheses; `:` reads as `&`, `|:` as `|`."""
        self.deeper()
        start = self.starts[self.index]
        operands = [self._label_conjunction()]
        while self.index != self.separator and self.take("|"):
            self.take(":")
            operands.append(self._label_conjunction())
        self.depth -= 1
        return operands[0] if len(operands) == 1 else ast.LabelJunction("|", tuple(operands), start)

    def _label_conjunction(self) -> ast.LabelExpression:
        start = self.starts[self.index]
        operands = [self._label_factor()]
        while self.uppers[self.index] in ("&", ":"):
            self.index += 1
            operands.append(self._label_factor())
        return operands[0] if len(operands) == 1 else ast.LabelJunction("&", tuple(operands), start)

    def _label_factor(self) -> ast.LabelExpression:
        start = self.starts[self.index]
        if self.take("!"):
            self.deeper()
            operand = self._label_factor()
            self.depth -= 1
            return ast.LabelNot(operand, start)
        if self.take("("):
            inner = self.label_expression()
            self.expect(")", "after a label expression")
            return inner
        if self.take("%"):
            return ast.LabelWildcard(start)
        if self.kinds[self.index] == PARAMETER or self.at("$"):
            self.fail("a label or type cannot be a parameter", code="P002")
        return ast.LabelName(self.name("a label or type"), start)
