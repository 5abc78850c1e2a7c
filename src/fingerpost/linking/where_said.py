""" "Where were they born": the place of birth, and not the date, where things have both."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import written_out
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name

_PLACES = frozenset("place city country town location state region village".split())
_SMALL = frozenset("of at in the date time year day on".split())
_NEAR = 6
"""Most words between "where" and its verb."""


def where_said(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, those of moments behind "where" as of the place where it was."""
    if all(token.norm != "where" for token in tokens):
        return found
    return [_placed(m, tokens, schema) if m.kind == "property" and not m.of_relationship else m for m in found]


def _placed(mention: Mention, tokens: tuple[Token, ...], schema: GraphSchema) -> Mention:
    before = [token.norm for token in tokens[max(0, mention.start - _NEAR) : mention.start]]
    words = set(split_name(mention.name))
    if "where" not in before or mention.length > 1 or words & _PLACES:
        return mention
    for owner in sorted(mention.owners):
        for info in schema.label_by_name[owner].properties if owner in schema.label_by_name else ():
            other = set(split_name(info.name))
            if other & _PLACES and (other & words) - _SMALL:
                owners = frozenset(o for o in mention.owners if info.name in schema.label_by_name[o].by_name)
                return mention._replace(name=info.name, owners=owners)
    return mention


_FROM = frozenset("from origin source departure start".split())
_TO = frozenset("to destination target arrival end".split())
_LEAVING = frozenset(("from", "leaving", "departing"))
_ARRIVING = frozenset(("to", "into", "reaching"))
_ARTICLES = frozenset("the a an city airport station town port of".split())


def going(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; a value behind "from" is where something starts, where the same place is where others end."""
    ends: dict[tuple[int, int, frozenset[str]], set[str]] = {}
    for mention in found:
        if mention.kind == "value" and (way := _way(mention.name)):
            ends.setdefault((mention.start, mention.end, mention.owners), set()).add(way)

    def fits(mention: Mention) -> bool:
        both = ends.get((mention.start, mention.end, mention.owners), set())
        if mention.kind != "value" or len(both) < 2:
            return True
        place = mention.start - 1
        while place > 0 and tokens[place].norm in _ARTICLES:
            place -= 1
        said = tokens[place].norm if place >= 0 else ""
        way = "from" if said in _LEAVING else "to" if said in _ARRIVING else ""
        return not way or _way(mention.name) in ("", way)

    return [m for m in found if fits(m)] if ends else found


def _way(name: str) -> str:
    words = {written_out(word) for word in split_name(name)}
    return "from" if words & _FROM else "to" if words & _TO else ""
