"""The regular expressions by which questions about law are read, over text in lower case with placeholders."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NUMBER_WORDS

FRENCH: Final = re.compile(
    r"\b(?:quel(?:le)?s?|qui|que|est-ce|combien|lois?|règlements?|articles?|cit(?:e|ent|ées?|és?)|modifi\w*|depuis|dans|"
    r"sont|les|des|du|la|le|de|par|quand|où|été|a-t-(?:elle|il)|ont|abrogée?s?|dernière)\b",
    re.I,
)
THIS: Final = re.compile(r"\b(?:this|that|these|the same) (?:act|regulations?|law|instrument|section)\b|\bit\b", re.I)
BE: Final = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got|est|sont|été|être)(?:\s+\w+){0,2}\s*$")
AGENT: Final = re.compile(r"^\s*(?:by|in|within|par|dans)\b")
YES_NO: Final = re.compile(r"^\s*(?:do|does|did|has|have|had|is|are|was|were|can|est-ce que|est|sont|a|ont)\b")
ASKS: Final = re.compile(r"\b(?:what|which|who|how|where|when|list|show|give|name|find|qu\w*|combien|où|quand)\b")
COUNT: Final = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b|\bcombien\b")
OFTEN: Final = re.compile(r"\bhow (?:often|many times|strongly)\b|\bcombien de fois\b")
LAST: Final = re.compile(r"\bwhen\b.*\blast\b|\b(?:last|latest|most recent(?:ly)?)\b|\bquand\b|\bwhen\b|\bdernière\b")
INDIRECT: Final = re.compile(r"\bindirect(?:ly|ement)?\b|\btwo (?:hops|steps)\b|\bsecond[- ]hand\b")
MUTUAL: Final = re.compile(r"\bmutual(?:ly)?\b|\beach other\b|\bone another\b|\bréciproques?\b|\bmutuelle?s?\b")
BETWEEN: Final = re.compile(
    r"\bdepends? on\b|\bprerequisites?\b|^\s*what requires\b"
    r"|\b(?:relationships?|relations?|connections?|links?|related|connected|linked)\b|\bcompare\b|\brelations? entre\b"
)
MOST: Final = re.compile(r"\b(?:most|top|le plus|les plus)\b")
NUMBER: Final = rf"(\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
TOP: Final = re.compile(rf"\b(?:top|the|les)?\s*{NUMBER}\s+most\b|\btop {NUMBER}\b|\bles {NUMBER}\b")
BOTH: Final = re.compile(r"⟨\d⟩(?:\s*,\s*(?:the |la |le )?⟨\d⟩)*\s*,?\s*(?P<join>and|et|or|ou)\s*(?:the |la |le )?⟨\d⟩")
LEFT_OUT: Final = re.compile(
    r"^\s*,?\s*(?:but|and|mais|et)?\s*(?:not|except|excluding|sauf|without)\s+(?:by |in |under |of )?(?:the |la |le )?$"
)
IT: Final = re.compile(r"^\s+(?:it|that (?:act|law|regulation)|the (?:same )?(?:act|law))\b")
COUNTED: Final = (
    (re.compile(r"\b(?:acts?|statutes?|lois?)\b"), "Act"),
    (re.compile(r"\b(?:regulations?|règlements?)\b"), "Regulation"),
    (re.compile(r"\b(?:documents?|instruments?|laws?)\b"), "Instrument"),
    (re.compile(r"\b(?:sections?|articles?)\b"), "Section"),
    (re.compile(r"\bdefinitions?\b"), "Definition"),
    (re.compile(r"\b(?:amendments?|modifications?)\b"), "Amendment"),
)
CORPUS: Final = re.compile(
    r"^\s*(?:(?:how many|how much|count(?: of)?|what is the (?:total )?(?:number|count|size) of|(?:total )?number of|"
    r"combien (?:de|d[’'])|quel est le nombre (?:de|d[’']))\s*(?:the |all |les )?"
    r"|(?:give me |show (?:me )?|what are )?(?:the )?(?:some )?(?:statistics|metrics|stats|data)\s*)"
    r"(?P<what>[\w,’' -]*?)\s*(?:are there|do you have|does (?:it|the \w+) (?:have|hold|contain)|exist|"
    r"(?:y )?a-t-il|compte\b.*|are (?:in|loaded)\b.*|(?:in|of|on|about|dans) (?:the |this |le |ce )?"
    r"(?:corpus|database|collection|graph|base|data)\b.*)?\s*[?.]?\s*$"
)
ENABLING: Final = re.compile(
    r"\b(?:enabling|parent|authorizing) (?:act|law|statute)\b|\bparent of\b|\bstatutory authority\b"
    r"|\b(?:act|law|statute)s? (?:that )?(?:enables?|authori[sz]es?|empowers?)\b"
    r"|\bunder (?:which|what) (?:act|law|statute|authority)\b|\bloi habilitante\b|\bsous quelle loi\b"
)
WITHIN: Final = re.compile(r"\b(?:what is|what's|which sections are|sections?|contents?|provisions?) (?:in|of|under)\b")
SAY: Final = re.compile(r"\b(?:say|said|says|read|provide|text of|state|stated|wording|dit|disait|texte de)\b")
REPEALED: Final = re.compile(r"\brepealed\b|\babrogée?s?\b|\bstill in force\b")
IN_FORCE_SINCE: Final = re.compile(
    r"\b(?:when|since when|on what date)\b.*\b(?:in(?:to)? force|take effect|took effect|effective|commence|enacted)\b"
    r"|\b(?:coming[- ]into[- ]force|effective|commencement) date\b|\bquand\b.*\ben vigueur\b"
)
BARE_UNDER: Final = frozenset(("under", "pursuant to", "en vertu de", "sous le régime de"))
CHANGED: Final = re.compile(r"\bwhat (?:has )?changed\b|\bhow (?:has|did)\b.*\bchang|\bhistory of\b|\bversions? of\b")
DEFINES: Final = re.compile(
    r"^\s*(?:how (?:does|do|is)|comment)\s.*?\bdefin\w+\s+(?:an? |the )?[\"“]?(?P<term>[\w’' -]{2,60}?)[\"”]?\s*\??\s*$"
    r"|^\s*how is (?:an? |the )?[\"“]?(?P<passive>[\w’' -]{2,60}?)[\"”]? defined (?:in|by|under)\b"
)
DEFINITIONS: Final = re.compile(
    r"\b(?:definitions|terms (?:that are )?defined|defined terms|what terms)\b|\bterms does\b"
)
DEFINED: Final = re.compile(
    r"^\s*(?:what (?:is|are) (?:the )?(?:definitions?|meaning) of|define|definitions? of|(?:what )?does"
    r"|what (?:is|are) meant by|what (?:is|are)|qu[’']est-ce qu(?:e |[’']))\s*(?:an? |the |une? |la |le )?"
    r"[\"“]?(?P<term>[\w’' -]{2,60}?)[\"”]?(?:\s+(?:mean|means))?"
    r"(?:\s+(?:in|under|for the purposes of|according to|within the meaning of|dans) (?:the |la |le )?⟨\d⟩)?\s*\??\s*$"
)
BARE: Final = re.compile(
    r"\s*(?:what is |what's |show (?:me )?|read |give me |tell me about |describe |qu[’']est-ce que )?(?:the |la |le )?"
    r"⟨0⟩\s*[?.]?\s*"
)
ABOUT: Final = re.compile(
    r"\b(?:long title|full title|short title|chapter|citation|number|registration date|date of registration)\b"
    r"\s*(?:of|for)\b|\bwhen (?:was|were) ⟨0⟩ (?:registered|made|enacted)\b|\b(?:registered|cited) as\b"
)
ALL: Final = re.compile(
    r"^\s*(?:list|show|show me|give me|name|which are|what are|which|what)?\s*(?:all|all of|every|the|all the)?\s*"
    r"(?:acts?|statutes?|regulations?|laws|documents?|instruments?)\s*(?:are (?:there|loaded|here)|(?:do you have))?\s*"
    r"(?:(?:in|of) (?:the |this )?(?:corpus|database|collection|graph|base))?\s*[?.]?\s*$"
)
HUBS: Final = re.compile(r"\bhubs?\b|\bmost (?:connected|central|linked)\b")
BACK: Final = re.compile(
    r"\b(?:that|which) (?:also )?(?:cite|reference|mention|refer to)s? (?:it|that act|the act)\b"
    r"|\bvice versa\b|\b(?:it|that) back\b"
)
CHILDREN: Final = re.compile(
    r"\b(?:subsections?|paragraphs?|subparagraphs?|parts?|children|contents?|provisions?)\s+"
    r"(?:of|in|belong\w* to|are in)\s+$"
    r"|\b(?:belongs? to|part of|contained in|inside)\s+$"
)
SECTION_DEFINES: Final = re.compile(
    r"\b(?:which|what|where)\b.*⟨0⟩ defines? (?:an? |the )?[\"“]?(?P<term>[\w’' -]{2,60}?)[\"”]?\s*\??\s*$"
    r"|\bwhere is (?:an? |the )?[\"“]?(?P<passive>[\w’' -]{2,60}?)[\"”]? defined (?:in|by) (?:the )?⟨0⟩"
)
OWN_REGULATIONS: Final = re.compile(
    r"\b(?:regulations?|règlements?) (?:that )?(?:of|for|to|de|du|belong(?:s|ing)? to|pertain(?:s|ing)? to)\b"
    r"|⟨0⟩(?:’s|'s) regulations"
)
FROM_TO: Final = re.compile(r"\b(?:from|de)\s+(?:the |la |le )?⟨0⟩\s+(?:to|à)\s+(?:the |la |le )?⟨1⟩")
QUE: Final = re.compile(r"(?:^|\s)(?:que|qu[’']est-ce que)\s*$")
KINDS: Final = (
    (re.compile(r"\b(?:regulations?|règlements?|orders?)\b"), ("Regulation",)),
    (re.compile(r"\b(?:acts?|statutes?|lois?)\b"), ("Act",)),
)
PARTS: Final = re.compile(
    r"\b(?:sections?|provisions?|subsections?|paragraphs?|articles?|dispositions?)\b|\bwhere\b|\boù\b"
)
HAS_SECTIONS: Final = re.compile(r"\bsections?\b.*⟨0⟩|⟨0⟩.*\bsections?\b")
