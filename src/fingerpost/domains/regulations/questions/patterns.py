"""The regular expressions by which questions about law are read, over text in lower case with placeholders."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NUMBER_WORDS

FRENCH: Final = re.compile(
    r"\b(?:quel(?:le)?s?|qui|que|est-ce|combien|lois?|règlements?|articles?|cit(?:e|ent|ait|aient|ées?|és?)|modifi\w*|depuis|dans|"
    r"sont|les|des|du|la|le|de|par|quand|où|été|a-t-(?:elle|il)|ont|abrogée?s?|dernière|est|une?|et|au|aux|pour|peut|"
    r"peuvent|doit|doivent|dois-je|puis-je|ai-je|comment|pourquoi|quoi|sur|cette?|signifie|définition|vertu|vigueur)\b"
    r"|\b[ldqn][’']|(?<!\w)à(?!\w)",
    re.I,
)
ENGLISH: Final = re.compile(
    r"\b(?:what|which|who|when|where|how|does|do|did|is|are|was|were|the|of|in|by|has|have|says?|under|list|show|and|an?|"
    r"for|to|on|cites?|cited|mean|means)\b",
    re.I,
)
NONE: Final = re.compile(r"\bno\b|\bnothing\b|\bnone\b|\bnever\b|\bnot\b|n[’']t\b|\bwithout\b|\baucune?\b")
OTHERS: Final = re.compile(
    r"\b(?:no|any|aucune?) (?:other |autre )?(?P<kind>acts?|statutes?|lois?|regulations?|règlements?)\b"
    r"(?! (?:or|nor|and|ou|ni) (?:any |no |other )*(?:acts?|statutes?|lois?|regulations?|règlements?)\b)"
)
WITHOUT_REGULATIONS: Final = re.compile(
    r"\b(?:have|has|had|with|having) no (?:implementing |own )?regulations?\b"
    r"|\bwithout (?:any |implementing )*regulations?\b"
    r"|\b(?:do|does)(?: not|n[’']t) have (?:any )?(?:implementing |own )?regulations?\b"
    r"|\bn[’']ont (?:aucun|pas de) règlements?\b|\blacks? regulations?\b"
)
WITH_REGULATIONS: Final = re.compile(
    r"\b(?:have|has|with|having) (?:any |own |implementing )*regulations"
    r"(?: (?:made |issued |registered )?under (?:them|it))?\s*\??\s*$"
)
FURTHER: Final = re.compile(
    r"\b(?:within|up to|at most|no more than|fewer than|less than) (?:\w+ )?(?:hops?|steps?)\b"
    r"|\b(?!(?:two|2)\b)(?:\d+|one|three|four|five|six|several|many) (?:hops?|steps?)\b"
    r"|\bthrough (?:two|2|three|3|several) (?:other )?(?:acts|statutes|regulations|instruments|others)\b"
)
"""Steps that are not two."""
EITHER: Final = re.compile(r"\b(?:or|ou)\b")
"""Between two relations: "cite ⟨0⟩ or are cited by it"."""
AWAY: Final = re.compile(r"\b(?:two|2|one|1|three|3) (?:steps?|hops?|links?|citations?) (?:away|apart)\b")
THIS: Final = re.compile(r"\b(?:this|that|these|the same) (?:act|regulations?|law|instrument|section)\b|\bit\b", re.I)
BE: Final = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got|est|sont|été|être)(?:\s+\w+){0,2}\s*$")
AGENT: Final = re.compile(
    r"^\s*(?:(?:anywhere|somewhere|directly|expressly|explicitly|at all|ever|also|once|twice|last|first|most recently|"
    r"(?:the )?(?:most|least)(?: often| frequently)?|l[ea] (?:plus|moins)(?: souvent)?)\s+)?"
    r"(?:by|in|within|par|dans)\b"
)
YES_NO: Final = re.compile(
    r"^\s*(?:do|does|did|has|have|had|is|are|was|were|can|est-ce que|est|sont|a|ont)\b"
    r"|^\s*(?:la |le |l[’'])?⟨0⟩ [\w’'-]+-(?:elles?|ils?)\b"
)
ASKS: Final = re.compile(
    r"\b(?:what|which|who|how|where|when|list|show|give|name|find|(?<!est-ce )qu\w*|combien|où|quand)\b"
)
COUNT: Final = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b|\bcombien\b")
OFTEN: Final = re.compile(r"\bhow (?:often|frequently|many times|strongly)\b|\bcombien de fois\b")
LAST: Final = re.compile(r"\bwhen\b.*\blast\b|\b(?:last|latest|most recent(?:ly)?)\b|\bquand\b|\bwhen\b|\bdernière\b")
NEWEST: Final = re.compile(r"\b(?:last|latest|most recent(?:ly)?|newest|derni[eè]re?s?|plus récente?s?|récente?s?)\b")
OLDEST: Final = re.compile(r"\b(?:first|earliest|oldest|premi[eè]re?s?|plus ancien(?:ne)?s?|ancien(?:ne)?s?)\b")
_OF_A_KIND: Final = r"(?:acts?|statutes?|laws?|regulations?|regs|orders?|proclamations?|lois?|règlements?|décrets?)"
EXTREME: Final = re.compile(
    r"\b(?:newest|latest|oldest|earliest|most recent|(?:plus )?ancien(?:ne)?s?|plus récente?s?|premi[eè]re?s?)\s+"
    rf"(?:(?:registered|made|issued|enacted|enregistrée?s?)\s+)?{_OF_A_KIND}\b"
    rf"|\b{_OF_A_KIND}\b.*\b(?:registered|made|issued|enacted)\s+(?:last|first|most recently|earliest)\b"
    rf"|\b(?:last|first|most recently|earliest)\s+(?:registered|made|issued|enacted)\s+{_OF_A_KIND}\b"
    rf"|\b{_OF_A_KIND}\s+(?:is|are)\s+(?:the )?(?:newest|latest|oldest|earliest|most recent)\s*[?.]?\s*$"
    rf"|\b{_OF_A_KIND}\s+(?:est |sont )?(?:le |la |les )?plus (?:ancien(?:ne)?s?|récente?s?)\b"
)
"""The first or the last of a kind by date, in the whole corpus: "the oldest regulation"."""
INDIRECT: Final = re.compile(
    r"\bindirect(?:ly|ement)?\b|\b(?:two|2) (?:hops|steps)\b|\bsecond[- ]hand\b"
    r"|\b(?:through|via|by way of|par l[’']intermédiaire d[’']) ?"
    r"(?:another|one other|an intermediate|une? autre)(?: (?P<kind>acts?|statutes?|regulations?|lois?|règlements?))?\b"
)
MUTUAL: Final = re.compile(
    r"\bmutual(?:ly)?\b|\beach other\b|\bone another\b|\bréciproque(?:s|ment)?\b|\bmutuelle(?:s|ment)?\b|\bmutuels?\b"
    r"|\bl[’']une? l[’']autre\b"
)
BETWEEN: Final = re.compile(
    r"\bdepends? on\b|\bprerequisites?\b|^\s*what requires\b"
    r"|\b(?:relationships?|relations?|connections?|links?|related|connected|linked|relates? to)\b"
    r"|\bcompare\b|\bcompar(?:er|ez|aison)\b|\brelations? entre\b|\bdiffers? from\b|\bdifferences? between\b"
)
DEPENDS: Final = re.compile(r"\bdepends? on\b|\bprerequisites?\b|^\s*what requires\b")
"""Relations that no text of law says: that nothing else is meant cannot be known."""
MOST: Final = re.compile(
    r"\b(?:most|top|l[ea] plus|les plus)\b|\b(?:largest|greatest|highest|biggest) number of\b"
    r"|\bpar le plus grand nombre d[e’']"
)
OF_WHOLE_ACTS: Final = "This corpus says under which act regulations were made, not under which section of it."
REPEALING: Final = re.compile(
    r"\b(?:acts?|statutes?|regulations?|instruments?|orders?)\s+(?:that |which |have |has )*(?:repealed|revoked)\s+"
    r"(?:any |some |other |another |the |an? )*(?:acts?|statutes?|laws?|regulations?|instruments?|orders?)\b"
)
"""Repeals by instruments, and not of them: "which regulations repealed other regulations"."""
MOST_REGULATIONS: Final = re.compile(
    r"\b(?:most|(?:largest|greatest|highest|biggest) number of) (?:implementing |of the )?regulations\b"
    r"|\ble plus de règlements\b"
)
IN_COMMON: Final = re.compile(r"\bin common\b|\ben commun\b")
MOST_PARTS: Final = re.compile(
    r"\bmost (?:often |frequently )?(?:cited|referenced|referred to|mentioned|amended|modified|changed)\s+"
    r"(?:sections?|provisions?)\b"
)
MOST_OF_PARTS: Final = re.compile(r"\s*(?:which|what|list|show)\s+(?:sections?|provisions?) of ")
BY_WHICH: Final = re.compile(r"\s*(?:by|par) (?:which|what|quel(?:le)?s?)\b")
BY_CITING: Final = re.compile(r"\b(?:number|count) of (?:citing|referencing|amending|implementing)\b")
COMPARE: Final = re.compile(r"\bcompare[ds]?\b|\bdifferences?\b|\bdiffers?\b|\bcompar(?:er|ez|aison)\b")
COMPARED: Final = re.compile(
    r"\b(?:definitions?|meanings?) of (?:the (?:term|word) |an? |the )?[\"“'‘]?(?P<term>[\w’' -]{2,60}?)[\"”'’]? "
    r"(?:in|under|between|from|of|by) (?:the )?⟨0⟩\s*(?:and|with|to|versus|vs\.?|or)\s*"
    r"(?:(?:in|under|by|that of) )?(?:the )?⟨1⟩"
    r"|\bdoes (?:the (?:term|word) |an? )?[\"“'‘]?(?P<means>[\w’' -]{2,60}?)[\"”'’]? mean "
    r"(?:in|under) (?:the )?⟨0⟩\s*,?\s*(?:and|versus|vs\.?|or)\s*(?:(?:in|under) )?(?:the )?⟨1⟩"
)
"""A term that two instruments define."""
NUMBER: Final = rf"(\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
TOP: Final = re.compile(
    rf"\b(?:top|the|les)?\s*{NUMBER}\s+most\b|\btop {NUMBER}\b"
    rf"|\b{NUMBER} (?:acts|laws|statutes|regulations|instruments|documents)\b(?=.*\bmost\b)|\bles {NUMBER}\b"
    rf"|\b{NUMBER} (?:newest|oldest|latest|earliest|last|first)\b|\b(?:last|first|latest|earliest) {NUMBER}\b"
    rf"|\b{NUMBER} (?:règlements|lois) (?:les )?plus\b|\b{NUMBER} dernières?\b"
)
BOTH: Final = re.compile(
    r"⟨\d⟩(?:\s*,\s*(?:the |la |le )?⟨\d⟩)*\s*,?\s*(?P<join>and|et|or|ou)\s*(?:(?:also|to|in|by|of|à|au) )*"
    r"(?:the |la |le )?⟨\d⟩"
)
JOINED: Final = re.compile(r"\s*(?:and|et)\s*(?:(?:also|is|are|est|sont) )*")
"""Between two relations to the same instrument: "implement and cite", "cites and is cited by"."""
THERE_IS: Final = re.compile(r"\s*(?:is|are|y a-t-il) there\b")
OF_ANY: Final = re.compile(
    r"\s*(?:by |in )?(?:any |other |some )*(?:acts|statutes|laws|regulations|regs|lois|règlements)\s*\??\s*$"
)
"""Behind a relation, any instrument of a kind: "which acts cite regulations"."""
LEFT_OUT: Final = re.compile(
    r"^\s*,?\s*(?:but|and|mais|et)?\s*(?:not|never|neither|nor|ni|pas|except|excluding|sauf|without)\s+"
    r"(?:by |in |under |of |to |à |dans )?(?:the |la |le |l[’'])?$"
)
IT: Final = re.compile(r"^\s+(?:it|that (?:act|law|regulation)|the (?:same )?(?:act|law))\b")
BY_IT: Final = re.compile(r"^\s+(?:by|in) (?:it|that (?:act|law|regulation)|the (?:same )?(?:act|law))\b")
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
    r"(?P<what>[\w,’' -]*?)\s*(?:are there|exist|"
    r"(?:do|does) (?:you|we|it|(?:the|this) \w+) (?:have|hold|contain|cover|include|know)|"
    r"(?:y )?a-t-il|(?:(?:le|la|ce|cette) (?:corpus|base|collection) )?(?:contient|comprend|compte)\b.*|"
    r"are (?:in|loaded)\b(?P<where>.*))?\s*"
    r"(?:(?:in|of|on|about|dans) (?:the |this |your |le |la |ce )?(?:corpus|database|collection|graph|base|data)\b.*)?"
    r"\s*[?.]?\s*$"
)
EACH: Final = re.compile(
    r"\b(?:each|every|per|chaque|par)\s+(?P<kind>act|statute|law|regulation|instrument|loi|règlement)\b"
)
"""Of each of which a number is asked for: "how many regulations were made under each act"."""
ENABLING: Final = re.compile(
    r"\b(?:enabling|parent|authorizing) (?:acts?|laws?|statutes?|authorit(?:y|ies)|provisions?)\b"
    r"|\bparent of\b|\b(?:legal|statutory) basis (?:of|for)\b|\bstatutory authority\b"
    r"|\b(?:act|law|statute)s? (?:that )?(?:enables?|authori[sz]es?|empowers?)\b"
    r"|\b(?:under|by virtue of) (?:which|what) (?:acts?|laws?|statutes?|authorit(?:y|ies))\b"
    r"|\blois? habilitantes?\b|\bsous quelles? lois?\b"
    r"|\bquelles? lois? (?:habilite|autorise)(?:nt)?\b|\ben (?:vertu|application) de quelles? lois?\b"
    r"|\bby (?:what|which) (?:acts?|laws?|statutes?)\b.*\b(?:authori[sz]ed|enabled|empowered)\b"
    r"|\b(?:gives?|grants?|confers?) the (?:power|authority) (?:to make|for)\b"
    r"|\bby what authority\b|\b(?:gets?|has|derives?) (?:its|their) authority\b"
)
WITHIN: Final = re.compile(r"\b(?:what is|what's|which sections are|sections?|contents?|provisions?) (?:in|of|under)\b")
SAY: Final = re.compile(
    r"\b(?:say|said|says|read|provide|text of|state|stated|wording|dit|disait|texte de|heading|marginal note|titled|"
    r"intitulé|note marginale)\b"
)
REPEALED: Final = re.compile(
    r"\b(?:repealed|revoked|rescinded)\b|\babrogée?s?\b|\b(?:no longer|not) in force\b"
    r"|\b(?:still|currently|now|yet|toujours|encore) (?:in force|en vigueur)\b"
    r"|^\s*(?:is|are|was|were|est|sont)\b.*\b(?:in force|in effect|en vigueur)\b"
    r"|^\s*(?:does|do)\b.*\bstill (?:apply|hold|exist|have effect)\b"
)
_OF_IT: Final = r"(?:the |la |le |l[’'])?⟨0⟩"
INTERPRETED: Final = re.compile(
    rf"^\s*(?:(?:please |can you |could you )?"
    rf"(?:explain|interpret|clarify|summari[sz]e|describe|expliqu\w+|résum\w+)\s+{_OF_IT}"
    rf"|what does {_OF_IT} (?:mean|require|cover|deal with|do|provide for|set out|contain|concern)"
    rf"|what (?:is|are) (?:in|meant by|the meaning of) {_OF_IT}|what is {_OF_IT} (?:about|for)"
    rf"|{_OF_IT}\s*[:,–-]?\s*what (?:is it about|does it (?:mean|say))"
    rf"|how (?:should|is|must|can) {_OF_IT} (?:to )?(?:be )?(?:interpreted|understood|read)"
    rf"|how (?:should|do|can|to) (?:i |we |you )?(?:understand|interpret|read) {_OF_IT}"
    rf"|que (?:signifie|veut dire|prévoit) {_OF_IT})\s*[?.!]*\s*$"
)
"""A provision whose meaning is asked for, and nothing else: its text is the answer."""
IN_FORCE_SINCE: Final = re.compile(
    r"\b(?:when|since when|on what date)\b.*\b(?:in(?:to)? force|take effect|took effect|effective|commence|enacted)\b"
    r"|\b(?:coming[- ]into[- ]force|effective|commencement) date\b|\bquand\b.*\ben vigueur\b"
)
BARE_UNDER: Final = frozenset(("under", "pursuant to", "en vertu de", "sous le régime de"))
WHAT_CHANGED: Final = re.compile(
    r"^\s*what (?:has |was |had )?(?:been )?(?:changed|amended|modified)\b.*\b(?:in|to|of) (?:the )?⟨0⟩"
)
CHANGED: Final = re.compile(
    r"\bwhat (?:has )?changed\b|\bhow (?:has|did)\b.*\bchang|\bhistory of\b|\bversions? of\b"
    r"|\bqui a changé\b|\bcomment\b.*\ba(?:-t-(?:il|elle))? changé|\b(?:historique|versions?) (?:de|du)\b"
)
_ANY_KIND: Final = r"(?:acts?|laws?|statutes?|regulations?|documents?|instruments?)"
DEFINES: Final = re.compile(
    r"^\s*(?:how (?:does|do|is)|comment)\s.*?\bdefin\w+\s+(?:an? |the )?[\"“]?(?P<term>[\w’' -]{2,60}?)[\"”]?\s*\??\s*$"
    r"|^\s*how (?:is|are) (?:an? |the )?[\"“'‘]?(?P<passive>[\w’' -]{2,60}?)[\"”'’]? defined\b"
    r"|^\s*comment (?:le |la |l[’'])?⟨0⟩ définit(?:-elle|-il)? (?:le terme |la |le |l[’'])?"
    r"[\"“«]?\s*(?P<french>[\w’' -]{2,60}?)\s*[\"”»]?\s*\??\s*$"
    rf"|^\s*(?:what|which) {_ANY_KIND}(?:,? (?:and|or) {_ANY_KIND})* (?:has|have|contains?|gives?)?"
    r"\s*"
    r"(?:an? |the )?defin(?:es?|itions?)(?: of| for)? (?:the (?:term|word|expression) |an? |the )?"
    r"[\"“'‘]?(?P<which>[\w’' -]{2,60}?)[\"”'’]?\s*\??\s*$"
    r"|^\s*where (?:is|are) (?:the (?:term|word|expression) |an? |the )?"
    r"[\"“'‘]?(?P<where>[\w’' -]{2,60}?)[\"”'’]? defined\s*\??\s*$"
    r"|^\s*(?:what is |what's )?(?:the )?(?:french|english)(?: (?:term|word|equivalent|translation|name|expression))? "
    r"(?:for|of) (?:the (?:term|word) |an? |the )?[\"“'‘]?(?P<translated>[\w’' -]{2,60}?)[\"”'’]?"
    r"(?:\s+(?:in|under|of|dans) (?:the |la |le )?⟨0⟩)?\s*\??\s*$"
    r"|^\s*(?:is|are) (?:an? |the )?[\"“'‘]?(?P<asked>[\w’' -]{2,60}?)[\"”'’]? (?:a )?defined (?:term )?"
    r"(?:(?:in|by|under) (?:the )?⟨0⟩|anywhere|at all|by any (?:act|law)|in any (?:act|law))\s*\??\s*$"
    r"|^\s*(?:who|what) (?:is (?:considered|regarded as|deemed(?: to be)?)(?: to be)?|(?:counts?|qualif(?:y|ies)) as)"
    r" (?:an? |the )?"
    r"[\"“'‘]?(?P<counts>[\w’' -]{2,60}?)[\"”'’]?(?:\s+(?:in|under|by) (?:the )?⟨0⟩)?\s*\??\s*$"
)
TWO_TERMS: Final = re.compile(
    r"\bdifferences? between (?:an? |the )?[\"“'‘]?(?P<first>[\w’-]+(?: [\w’-]+){0,4}?)[\"”'’]? "
    r"and (?:an? |the )?[\"“'‘]?(?P<second>[\w’-]+(?: [\w’-]+){0,4}?)[\"”'’]?"
    r"(?:,? (?:in|under|of|by|according to|for the purposes of) (?:the )?⟨0⟩)?\s*\??\s*$"
    r"|^\s*how (?:do|does|is|are) (?:an? |the )?(?P<one>[\w’-]+(?: [\w’-]+){0,4}?) (?:differ|different) from "
    r"(?:an? |the )?(?P<other>[\w’-]+(?: [\w’-]+){0,4}?)(?:,? (?:in|under) (?:the )?⟨0⟩)?\s*\??\s*$"
)
"""Two terms that are defined."""
DEFINITIONS: Final = re.compile(
    r"\b(?:definitions|(?:terms|words|expressions) (?:(?:that )?are )?defined|defined terms|what terms)\b"
    r"|\b(?:terms|words|expressions) does\b"
)
DEFINED: Final = re.compile(
    r"^\s*(?:(?:what (?:is|are) |give me |show me )?(?:the )?(?:legal )?(?:definitions?|meaning) of|define"
    r"|(?:what )?does"
    r"|what (?:is|are) meant by|(?:what|who(?= (?:is|are) an? )) (?:is|are)|qu[’']est-ce qu(?:e |[’'])|que signifie"
    r"|que veut dire"
    r"|(?:quelle est )?la définition (?:de|du|d[’'])|définition (?:de|du|d[’'])|qu[’']entend-on par)\s*"
    r"(?:the (?:term|word|expression) |le terme |l[’']expression |an? |the |une? |la |le )?"
    r"[\"“'‘«]?\s*(?P<term>[\w’' -]{2,60}?)\s*[\"”'’»]?(?:\s+(?:mean|means))?"
    r"(?:\s+(?:in|under|for the purposes of|according to|within the meaning of|dans|selon|d[’']après"
    r"|(?:au sens|aux termes|pour l[’']application|en vertu) d[eu]) (?:the |la |le |l[’'])?"
    r"⟨\d⟩(?:,?\s*(?:and |or |et |ou )?(?:in |under )?(?:the )?⟨\d⟩)*)?\s*\??\s*$"
)
BARE: Final = re.compile(
    r"\s*(?:(?:which|what) (?:act|law|statute|regulation|order|instrument|document) (?:is|has|bears) (?:the )?"
    r"(?:chapter |registration |number |citation )*|what is |what's |show (?:me )?|read |give me "
    r"|tell me about |describe |qu[’']est-ce que )?(?:the |la |le )?"
    r"(?:chapter |number )?⟨0⟩(?: about| for)?\s*[?.]?\s*"
)
ABOUT: Final = re.compile(
    r"\bhow (?:current|recent|up[- ]to[- ]date|old) (?:is|are)\b|\b(?:currency|consolidation|version) date\b"
    r"|\b(?:(?:to|until) (?:what|which) date|as of when) (?:is|are)\b|\bits (?:number|chapter|citation)\b"
    r"|\bwhen was ⟨0⟩ (?:last )?consolidated\b|\bà jour\b"
    r"|\b(?:titre (?:intégral|complet|abrégé)|numéro) d(?:e|u)\b"
    r"|\b(?:long title|full title|short title|chapter|citation|number|registration date|date of registration)\b"
    r"\s*(?:of|for) (?:the |la |le )?⟨|\b(?:registered|cited) as\b"
    r"|\b(?:when|(?:[io]n )?(?:what|which) (?:year|date|day)) (?:was|were) (?:the )?⟨0⟩ "
    r"(?:registered|made|issued|adopted|enacted|passed)\b"
)
ALL: Final = re.compile(
    r"^\s*(?:list|show|show me|give me|name|which are|what are|which|what)?\s*(?:all|all of|every|the|all the)?\s*"
    r"(?:acts?|statutes?|regulations?|laws|documents?|instruments?)\s*(?:are (?:there|loaded|here)|(?:do you have))?\s*"
    r"(?:(?:in|of) (?:the |this )?(?:corpus|database|collection|graph|base))?\s*[?.]?\s*$"
)
ANY_KIND: Final = re.compile(r"\b(?:instruments?|laws?|documents?)\b")
"""Acts and regulations alike."""
ALL_OF_SORT: Final = re.compile(
    r"^\s*(?:list|show|show me|give me|name|which|what|how many|count|combien de|quels)?\s*(?:all |the |les )*"
    r"(?:orders?|proclamations?|décrets?)\s*"
    r"(?:are (?:there|loaded|here)|(?:do|does) (?:you|it) (?:have|hold)|y a-t-il)?\s*"
    r"(?:(?:in|of) (?:the |this )?(?:corpus|database|collection|graph|base))?\s*[?.]?\s*$"
)
SUPERLATIVE: Final = re.compile(r"\b(?:most|least|l[ea] (?:plus|moins)|les (?:plus|moins))\b(?! recent)(?! récent)")
ONLY_ONE: Final = re.compile(r"\b(?:only|exactly|just) one of\b|\bnot both\b|\bbut not the other\b|\bun seul des\b")
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
    r"|\bquel(?:le)? (?:article|disposition) (?:de |du |d[’'])?(?:la |le |l[’'])?⟨0⟩ définit "
    r"(?:le terme |la |le |l[’'])?[«“\"]?\s*(?P<french>[\w’' -]{2,60}?)\s*[»”\"]?\s*\??\s*$"
)
OWN_REGULATIONS: Final = re.compile(
    r"\b(?:regulations?|règlements?) (?:that )?(?:of|for|to|de|du|belong(?:s|ing)? to|pertain(?:s|ing)? to)\b"
    r"|⟨0⟩(?:’s|'s) reg(?:ulation)?s\b|⟨0⟩ (?:have|has) (?:any |its own )*reg(?:ulation)?s\b"
    r"|\breg(?:ulation)?s (?:does|do) (?:the )?⟨0⟩ have\b|⟨0⟩ regs\b"
)
WITHIN_OTHER: Final = re.compile(
    r"\b(?:references?|citations?|mentions?)\s+(?:made )?(?:to|of)\s+(?:the )?⟨0⟩\s+"
    r"(?:(?:(?:are|is)(?: there)?|(?:that )?appears?|(?:is|are)? ?found|made)\s+)?"
    r"(?:(?:any|some)where )?(?:in|within|by|(?:does|do|did))\s+(?:the )?⟨1⟩"
)
"""What one instrument says of another, as a noun: "references to ⟨0⟩ in ⟨1⟩", "citations of ⟨0⟩ does ⟨1⟩ contain"."""
FROM_TO: Final = re.compile(r"\b(?:from|de)\s+(?:the |la |le )?⟨0⟩\s+(?:to|à)\s+(?:the |la |le )?⟨1⟩")
FRONTED: Final = re.compile(
    r"^\s*(to)\s+((?:which|what|how many)\b.+?\b(?:does|do|did)\b.+?)\s+(refer|point)\s*[?.]?\s*$", re.I
)
"""A preposition before what is asked for: "to which acts does ⟨0⟩ refer"."""
FRONTED_FRENCH: Final = re.compile(
    r"^\s*à\s+(quel(?:le)?s?\s+[\w-]+)\s+(?:renvoie(?:nt)?|fait référence|font référence|se réfère(?:nt)?)\b", re.I
)
IN_KIND: Final = re.compile(
    r"\b(?:in|by|from|within|dans|par) (?:all |other |the |any |les |d’autres )*"
    r"(acts|statutes|laws|regulations|regs|lois|règlements)\s*[?.]?\s*$"
)
"""Behind what is named: "citations of ⟨0⟩ in acts"."""
ITS_REGULATIONS: Final = re.compile(r"⟨0⟩(?:’s|'s)? regs?\b|⟨0⟩(?:’s|'s) regulations?\b")
SINCE_WHEN: Final = re.compile(r"\bsince when\b|\bwhen (?:did|does|do)\b|\bdepuis quand\b")
AS_WELL: Final = re.compile(
    r"\b(?:as well as|(?:along|together) with|in addition to|and also)\b|\bainsi que\b|\bet (?:aussi|également)\b", re.I
)
"""And."""
QUE: Final = re.compile(r"(?:^|\s)(?:que|qu[’']est-ce que)\s*$")
KINDS: Final = (
    (re.compile(r"\b(?:regulations?|regs?|règlements?|orders?|proclamations?|décrets?)\b"), ("Regulation",)),
    (re.compile(r"\b(?:acts?|statutes?|lois?)\b"), ("Act",)),
)
SORT: Final = re.compile(r"\b(?:orders?|proclamations?|décrets?)\b")
"""Regulations of one sort, which only their titles tell."""
REGISTERED: Final = re.compile(r"\b(?:registered|made|issued|adopted|enregistrée?s?|prise?s?)\b")
PARTS: Final = re.compile(
    r"\b(?:sections?|provisions?|subsections?|paragraphs?|articles?|dispositions?)\b|\bwhere\b|\boù\b"
)
OF_PLACES: Final = re.compile(
    r"\b(?:in|within) (?:its|their|a|an|any|the|every) (?:own |first |last )?"
    r"(?:schedules?|preambles?|headings?|annex(?:es)?|definitions?|titles?|footnotes?)\b(?! of)|\bwill (?:be )?(?=\w)"
    r"|\b(?:and|with) (?:the |their |its )(?:ministers?|years?|authors?|departments?|lengths?|pages?|purposes?)\b"
)
"""Where, and when, a relation holds that is not looked for so."""
NUMBERED: Final = re.compile(r"\b(?:(?:sub)?sections?|(?:sub)?paragraphs?|articles?|alinéas?)\b")
"""Parts that have a number, unlike a heading."""
COUNTED_PARTS: Final = re.compile(
    r"\b(?:how many|number of|count(?: of)?(?: the)?|combien d[e’'])\s*"
    r"(?:of (?:the )?⟨0⟩(?:[’']s)? |(?:different|distinct) )?"
    r"(?P<part>(?:sub)?sections?|provisions?|articles?|dispositions?)\b"
)
"""Parts of instruments whose number is asked for."""
PARTS_OF: Final = re.compile(
    r"\b(?:sections?|subsections?|provisions?|paragraphs?|articles?|dispositions?)\s+"
    r"(?:of|in|within|de|du|dans)\s+(?:the |la |le |l[’'])?$"
)
THAT: Final = re.compile(r"\s*(?:(?:that|which|qui|do|does|also)\s+)*")
TOPS: Final = (
    (re.compile(r"\b(?:parts|parties)\b"), "Part"),
    (re.compile(r"\b(?:schedules|annexes)\b"), "Schedule"),
)
"""What an instrument is divided into, beside its sections."""
MADE: Final = re.compile(r"\b(?:which|what|list|name|show)\b[^⟨]*$")
WHICH: Final = re.compile(r"\s*(?:to |by )?(?:which|what|quel(?:le)?s?)\s+\w+")
OR_OTHERS: Final = re.compile(
    r"⟨\d⟩\s*,?\s*(?:and|or) (?:any |all )?other (?:acts?|laws?|statutes?|regulations?|instruments?)\b"
)
ANY_PART: Final = re.compile(r"\b(?:provisions?|dispositions?)\b")
REPEALED_BY: Final = re.compile(r"\b(?:repealed|revoked|abrogée?s?)\s+(?:by|par|under)\s+(?:the |la |le |l[’'])?⟨1⟩")
REPEALED_BY_ONE: Final = re.compile(
    r"\b(?:repealed|revoked|abrogée?s?)\s+(?:by|par|under)\s+(?:the |la |le |l[’'])?⟨0⟩"
)
THAT_DOES_NOT: Final = re.compile(
    r"⟨0⟩.*\b(?:that|which|and|but|while|whereas)\s+(?:the )?⟨1⟩\s+(?:does|do|did)\s*(?:not|n[’']t)\b"
)
WHEN: Final = re.compile(r"\bwhen\b|\bquand\b|\bby what\b|\bby which\b")
PLAIN_WORDS: Final = re.compile(
    r"\b(?:citation|titles?|headings?|contents?|table of contents|subparagraphs?|children|inside|contained|contains?|"
    r"registered|registration|issued|adopted|enacted|passed|year|day|date|"
    r"terms?|words?|expressions?|defined?|defines|repealed|revoked|abrogée?s?|long|short|full|up|current|recent|old|consolidated|consolidation|currency|"
    r"describe|all|à jour|intitulé|articles|loi|belongs?|chapter|dated?|official|correct|effect|different|no longer|"
    r"titre|intégral|complet|abrégé|numéro)\b"
)
"""Words of questions about what an instrument is and has."""
CITATION_OF: Final = re.compile(r"\b(?:full |official |legal |correct )?citation (?:for|of) (?:the )?⟨0⟩\s*[?.]?\s*$")
HAS_SECTIONS: Final = re.compile(r"\b(?:sections?|provisions?)\b.*⟨0⟩|⟨0⟩.*\b(?:sections?|provisions?)\b")
EXISTS: Final = re.compile(r"^\s*(?:does|do) (?:the )?⟨0⟩ have\s*\??\s*$")
"""Whether a provision is there: "does ⟨0⟩ have a section 12"."""
DOCUMENTS: Final = re.compile(r"\bdocuments?\b")
SUPERLATIVE_DATE: Final = re.compile(r"\b(?:last|latest|most recently|first|earliest)\b")
OFTEN_BEHIND: Final = re.compile(r"\s*(?:the )?most (?:often|frequently|recently|times)\b")
ONE_WAS: Final = re.compile(r"\b(?:was|has been|a été)\b")
SHOWN: Final = 10
"""Instruments that are listed where those are asked for that were amended last."""
NOT_STATUTES: Final = re.compile(
    r"^\s*(?:which|what|list|find|show me|are there|is there)\s+(?:any |the |all )?"
    r"(?P<what>(?:court|judicial|tribunal) (?:decisions?|rulings?|judgments?|cases?)|case[- ]law|jurisprudence"
    r"|precedents?|(?:parliamentary )?debates|bills?\b(?! of)|press releases?|guidelines?|academic articles?)",
    re.I,
)
"""What is asked for and stands in no act or regulation."""
RULED: Final = re.compile(
    r"\b(?:has|have|had|did)\b[^,;?]{0,60}\b(?:courts?|judges?|tribunals?|board)\b[^,;?]{0,60}"
    r"\b(?:rul(?:e|ed)|h[eo]ld|interpret(?:ed)?|decided?|find|found|say|said|conclu\w+)\b"
    r"|\b(?:courts?|judges?|tribunals?)\b[^,;?]{0,30}\b(?:ruled|held|interpreted|has said|have said)\b",
    re.I,
)
"""What courts said of a law, and no law says."""
OF_THE_GRAPH: Final = re.compile(
    r"\b(?:acts?|statutes?|laws?|regulations?|regs?|orders?|instruments?|documents?|sections?|subsections?|provisions?"
    r"|paragraphs?|schedules?|parts?|headings?|definitions?|terms?|amendments?|amended|citations?|cites?|cited|versions?"
    r"|titles?|stubs?|corpus|database|graph|nodes?|relationships?|lois?|règlements?|articles?|dispositions?|annexes?"
    r"|définitions?|modifications?|count|how many|combien)\b",
    re.I,
)
"""Words for what the graph has, beside the texts in it: a question without them can only be about what a text says."""
RULES_ABOUT: Final = re.compile(
    r"\b(?:rules?|law|provisions?) (?:about|on|concerning|regarding|for)\b"
    r"|\b(?:sections?|provisions?|rules?) (?:that )?(?:deals? with|covers?|address(?:es)?|governs?|provides? for"
    r"|(?:is|are) about|concerns?|talks? about)\b",
    re.I,
)
