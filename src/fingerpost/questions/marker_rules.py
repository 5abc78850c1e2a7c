"""Rules for markers: patterns over the words of a question, and what each stands for. Data, tried in order."""

from __future__ import annotations

from fingerpost.questions.roles import (
    ALL,
    ANY,
    COMMONEST,
    EXCEPT,
    FIRST,
    HOW_MUCH,
    LAST,
    LIKE,
    NAME,
    NOR,
    NOUN,
    RAREST,
    SERVED,
    SOME,
    TIMES,
    VERSUS,
    WITH_NONE,
    Role,
)

NUMBERS = {
    "once": 1,
    "twice": 2,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
}
RANKS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}
NUMBER = rf"(?:\d+|{'|'.join([*NUMBERS][2:])})"
ADJECTIVE = (
    "old|young|new|recent|late|early|long|short|tall|high|low|large|big|small|wide|narrow|thick|thin|deep|heavy|light|"
    "fast|slow|expensive|cheap|good|bad|popular|great|brief|quick|soon|dear|rich|poor|hott|warm|cold|strong|loud|bright|"
    "weak|steep|shallow|quiet|hard|near|close|dense"
)
LONG_ADJECTIVE = (
    "recent(?:ly)?|expensive|costly|popular|lengthy|ancient|senior|junior|common(?:ly)?|frequent(?:ly)?|prevalent|"
    "valuable|profitable|lucrative|populous|difficult|experienced|powerful|spacious|wealthy"
)
"""Adjectives of which the superlative has a word before it."""
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
SUPERLATIVES = {
    **{f"most {word}": "most" for word in "common commonly frequent frequently prevalent".split()},
    **{f"least {word}": "fewest" for word in "common commonly frequent frequently prevalent".split()},
    "best": "good",
    "worst": "bad",
    **dict.fromkeys(("farthest", "furthest"), "far"),
    "eldest": "old",
    "latest": "late",
    "earliest": "early",
    "last": "last",
    "first": "first",
    "most recently": "recent",
    "least recent": "first",
    "least recently": "first",
    "least expensive": "cheap",
    "least costly": "cheap",
    "least lengthy": "short",
    "least ancient": "new",
    "least senior": "junior",
    "least junior": "senior",
    "senior most": "senior",
    "initial": "first",
    "biggest": "big",
}
COMPARATIVES = {"better": "good", "worse": "bad", "later": "late", "earlier": "early", "bigger": "big"}

_HAVING_THE = r"(?:(?<=with the )|(?<=having the )|(?<=has the )|(?<=have the )|(?<=had the ))"
_RANKED = rf"(?:the )?(?:(?:{'|'.join(RANKS)}) )?"
_COMMON = "(?:common|frequent|widespread|prevalent|widely used)"
_HOW_MANY = "(?:number|count) of(?: (?:different|distinct|unique))?(?! times(?: |$))"
_STEPS = "hop|step|link|relationship|edge|degree"
_TIMES = r"(?:once|twice|\d+ times|[a-z]+ times)"
_OF_ALL = r"(?<!where )(?<!such that )"  # "where each account has ...": nothing is grouped
_NOT_SO_MANY = r"(?! (?:only|just|exactly|at|more|fewer|less|no|all|both|any|between|over|under)(?: |$))"
_A_WORD = r"(?:the |an? )?(?:words?|phrase|term|text|string|substring|letters?|characters?|keyword)"
_TOGETHER = "(?:put|taken|added) together"
_NOT_YET = "(?! (?:mention|contain|includ|referenc|say)(?:s|es|ing)?(?: |$))"
"""No "with text" before a word that tells what it contains."""
_LETTER = "(?: (?:the|an?) (?:letters?|prefix|suffix|characters?|word))?"
_ENDS = "start starts starting begin begins beginning end ends ending"
_NOT_AT_AN_END = "".join(f"(?<!{word} )" for word in _ENDS.split())
_LOOKED_FOR = rf"(?:contain(?:s|ing)?|includ(?:es?|ing)|mention(?:s|ing)?|{_NOT_AT_AN_END}with) {_A_WORD}{_NOT_YET}"
_HOLDING = rf"ha(?:s|ve|ving) (?:the |an? )?(?:words?|phrase|term|string|substring|letters?|characters?){_NOT_YET}"
_CONTAINING = rf"(?:{_LOOKED_FOR}|{_HOLDING}|contain(?:s|ing)?|includes|(?<!only )including)"
_UNLIKE = "distinct|different|unique|specific"
_NOT_ONLY = "".join(
    f"(?<!{word} )" for word in "not the considering including include counting showing keeping".split()
)
_ONLY_THOSE = "(?! (?:consider|includ|count|show|look|list|return|keep|tak)[a-z]*(?: |$))"
"""What leaves nothing else out, but tells of which something is asked: "but only include French books"."""
_THEM = r"(?:them|it|this|these|those|(?:the )?results?)"

_BEST = rf"(?:the )?(?:(?:most|least) [a-z]+|(?:{ADJECTIVE})(?:e?st)|[a-z]+iest|biggest|latest|worst|best)"
"""A superlative that says what a list begins or ends with."""
_END = rf"(?:{_BEST}|most|least|fewest|highest|lowest)"

_RESULTS = r"(?:the )?(?:results?|list|output|answers?|rows|them|it)"
_SO_MANY = rf"{NUMBER}(?: (?:results?|rows|entries|answers|of (?:them|these)))?$"
_SHOW = "(?:list|show|name|give|return|display)(?:ing)?"
_DEGREE = "much|high|low|large|big|great|small"

_SERVED = "(?:(?:has |have |had )?(?:been|worked|served))"
_AMONG_US = "(?: here| there| around| with us| for us)?"
_ARE = "(?:is|are|was|were)"
_NONE = "(?:zero|zeros|zeroes|0|none|nothing|nobody|no one)"
_THOSE = "(?:the )?(?:ones|those|them|all)"
_ANYONE = "(?:the )?(?:people|those|everyone|everybody|anyone|all|staff|ones)"
_TREE = "(?:chain|line|tree|hierarchy|ladder)"
_SAYING = "(?:(?:with|that|who|which|of) (?:(?:have|has|had|[a-z]{3,}) ){0,2})"
_AS_ZERO = rf"(?:put|show|give|say|write|use) (?:a )?(?:0|zero) (?:where|if|when|for)(?: [a-z]+){{0,3}} {_NONE}"
_SORTED = "(?:them|these|it|(?:the )?results)"
_NO_DEED = "|".join(f"(?<={word} )" for word in "children men women citizen garden kitchen screen token town".split())
"""Nouns that end as participles do: "children by age" are not done by it."""
_SPAN = r"\w+ (?:day|week|month|year)s?"
_PUT = "(?:(?:sorted|ordered|listed) )?"
_BY_LETTERS = "(?:alphabetic|lexicographic)(?:al)?"
_SOME_ORDER = "(?!(?:an?|this|that|each|every|h(?:is|er)|my|their|its|last|first|next|same|which|what|any|no) )"
_IN_ORDER = "(?= (?:in|from) (?:the |an? )?(?:ascending|descending|increasing|decreasing|alphabetical|reverse|order))"
_NO_SUM = (
    "(?:average|mean|median|most|least|highest|lowest|best|worst|rating|score|rank|number|count|sum|of|by|to|with|in)"
)
"""What nobody adds up: "the overall rating"."""
_SPANS = "minutes|hours|days|weeks|months|years"
RULES: tuple[tuple[str, Role, str], ...] = (
    (
        r"(?<=[a-z] )by (?:when|how much|how long) (?:they|it)(?: were| was)?(?= [a-z]+(?:$| (?:[a-z]+ )+first$))",
        Role.SORT,
        "",
    ),
    (
        rf"(?:and )?limit(?:ed)?(?: {_RESULTS})?(?: only)? to(?: only)?(?: the)?(?: first| top)? {NUMBER}(?: [a-z]+)?$",
        Role.TOP,
        SOME,
    ),
    (rf"(?<=[a-z0-9] )(?:and )?{_SHOW}(?: only| just| me)?(?: the)? first {_SO_MANY}", Role.TOP, SOME),
    (
        r"(?<!the )lasts?(?= (?:longer|shorter|more|less|fewer|at|over|under|for|between|until|exactly) )",
        Role.RESTATED,
        "",
    ),
    (r"(?:no|not) later than", Role.COMPARE, "<= time"),
    (r"(?:no|not) earlier than", Role.COMPARE, ">= time"),
    (rf"(?:and )?how (?:{_DEGREE}) (?:is|are|was|were) (?:it|they|that)$", Role.ASK_PROPERTY, HOW_MUCH),
    (
        rf"(?:and )?(?:{_NONE} included|includ(?:e|ing)(?: also)? (?:{_THOSE} )?{_SAYING}?{_NONE}|{_AS_ZERO})",
        Role.RESTATED,
        WITH_NONE,
    ),
    (
        rf"{_SERVED}{_AMONG_US}(?: for)?(?: the)? longest|(?:the )?(?:{NUMBER} )?longest (?:serving|standing)",
        Role.SUPERLATIVE,
        SERVED,
    ),
    (rf"{_SERVED}(?= (?:[^ ]+ ){{1,4}}(?:the )?longest$)", Role.RESTATED, SERVED),
    (
        rf"(?<=[a-z0-9] )(?:and )?(?:sort|order|rank|arrange)(?:ed)?(?: (?:them|these|it|results?))?{_IN_ORDER}",
        Role.RESTATED,
        "",
    ),
    (r"(?:both )?(?:in)?direct(?:ly)? (?:or|and) (?:in)?direct(?:ly)?|transitively|recursively", Role.FARTHER, ""),
    (r"at (?:any|every|all|whatever) (?:level|depth|distance)s?", Role.FARTHER, ""),
    (r"(?:over|through) (?:any|several|however many) (?:number of )?(?:levels|steps|generations)", Role.FARTHER, ""),
    (r"all the way (?:up|down|back)|the whole (?:chain|line|hierarchy|tree)(?: of)?", Role.FARTHER, ""),
    (rf"{NUMBER} (?:levels|steps|ranks|tiers|rungs)(?= (?:above|over|below|beneath|under) )", Role.FARTHER, ""),
    (
        rf"(?:(?:and|including)(?: also)? )?(?:{_ANYONE} )?(?:further|farther) (?:down|up)(?: the {_TREE})?",
        Role.FARTHER,
        "",
    ),
    (r"in the end|ultimately|at the very (?:top|bottom|beginning|end)", Role.FARTHER, LAST),
    (r"(?:no one|nobody|nothing|none)(?: else)? (?:but|except|other than)", Role.ONLY, ""),
    (rf"(?:(?:sorted|ordered|ranked) )?(?:from )?{_END}(?: [a-z]+)?? to {_END}", Role.SORT, FIRST),
    (r"(?:(?:sorted|ordered|ranked) )?(?:from )?(?:low|small) to (?:high|large)", Role.SORT, f"{FIRST} low"),
    (r"(?:(?:sorted|ordered|ranked) )?(?:from )?(?:high|large) to (?:low|small)", Role.SORT, f"{FIRST} high"),
    (rf"most {_COMMON}(?: ones)? first$", Role.SORT, f"{FIRST} high"),
    (rf"least {_COMMON}(?: ones)? first$", Role.SORT, f"{FIRST} low"),
    (
        rf"(?:(?:with|starting with|beginning with) )?(?:{_BEST}|most|least|fewest)(?: ones?)? first(?=$| with | and )",
        Role.SORT,
        FIRST,
    ),
    (rf"(?:starting|beginning) with {_BEST}(?: (?:ones?|[a-z]+ed))?$", Role.SORT, FIRST),
    (
        rf"{_PUT}(?:in (?:reverse|descending) {_BY_LETTERS} order|reverse alphabetically|from z to a)",
        Role.SORT,
        f"desc {NAME}",
    ),
    (
        rf"{_PUT}(?:in (?:ascending )?{_BY_LETTERS} order|(?:alphabetic|lexicographic)ally|from a to z)",
        Role.SORT,
        f"asc {NAME}",
    ),
    (r"(?:in )?reverse chronological(?:ly)?(?: order)?", Role.SORT, f"{FIRST} late"),
    (r"in chronological order|chronologically", Role.SORT, f"{FIRST} early"),
    (r"group(?:ed|ing)? (?:this|these|the) [a-z]+ by", Role.GROUP, "by"),
    (r"(?:going )?([a-z]{3,}) by(?= \1(?: |$))", Role.GROUP, "by"),
    (rf"{_RANKED}(?:{NUMBER} )?(?:most {_COMMON}|commonest)", Role.SUPERLATIVE, COMMONEST),
    (rf"{_RANKED}(?:{NUMBER} )?(?:least {_COMMON}|rarest)", Role.SUPERLATIVE, RAREST),
    (rf"{_RANKED}(?:{NUMBER} )?most (?:commonly|frequently|often)", Role.SUPERLATIVE, "most"),
    (rf"{_RANKED}(?:{NUMBER} )?least (?:commonly|frequently|often)", Role.SUPERLATIVE, "fewest"),
    (rf"{_RANKED}(?:maximum|highest|largest|greatest|most) (?:number of )?times", Role.SUPERLATIVE, "most"),
    (rf"{_RANKED}(?:minimum|lowest|smallest|least|fewest) (?:number of )?times", Role.SUPERLATIVE, "fewest"),
    (
        rf"{_RANKED}(?:maximum|highest|largest|greatest|most) (?:(?:total|overall|combined) )?{_HOW_MANY}",
        Role.SUPERLATIVE,
        "most",
    ),
    (
        rf"{_RANKED}(?:minimum|lowest|smallest|least|fewest) (?:(?:total|overall|combined) )?{_HOW_MANY}",
        Role.SUPERLATIVE,
        "fewest",
    ),
    (r"how often|how many times|(?:the )?number of times", Role.COUNT, TIMES),
    (r"how (?:is|are|was|were)(?= (?:[^ ]+ )+(?:connected|related|linked)(?: |$))", Role.PATH, ""),
    (r"(?:the )?(?:shortest )?(?:path|route|connection|link)s?(?= (?:between|from)(?: |$))", Role.PATH, ""),
    (rf"(?:at most |up to )?(?:within )?{NUMBER} (?:{_STEPS})s?(?: away)? (?:of|from)", Role.PATH, "within"),
    (rf"(?:more than|less than|fewer than|at least|at most|exactly|only) {_TIMES}", Role.TIMES, ""),
    (rf"(?:twice|{NUMBER} times)(?! as )", Role.TIMES, ""),
    (r"(?:the )?(?:percentage|percent|proportion|share|fraction) of(?! \d)(?: all)?(?: the)?", Role.SHARE, ""),
    (r"(?:the )?ratio (?:of|between)(?: the)?(?: number of)?", Role.RATIO, ""),
    (rf"how many (?:{_SPANS}) apart (?:are|were|is|was)", Role.DIFFERENCE, "apart"),
    (r"(?:the )?(?:difference|gap|range)(?= (?:in (?:[a-z]+ ){1,3})?between)", Role.DIFFERENCE, ""),
    (
        rf"(?:by )?how (?:much|many [a-z]+)(?= {_ARE} (?:(?!no |not |or )[^ ]+ ){{1,8}}(?<!ed )[a-z]+er than )",
        Role.DIFFERENCE,
        "",
    ),
    (
        r"(?<!than )(?<!than the )(?:the )?(?:average|mean) (?:number|count) of(?: (?:different|distinct|unique))?",
        Role.AGGREGATE,
        "avg count",
    ),
    (
        r"(?:how many|(?:the )?(?:total )?(?:number|count) of(?: all)?) (?:different|distinct|unique)",
        Role.COUNT,
        "distinct",
    ),
    (r"(?:what is )?(?:the )?total (?:number|count) of(?: all)?(?: the)?", Role.COUNT, "total"),
    (r"(?:the )?median (?:number|count) of", Role.AGGREGATE, "median"),
    (r"what is the (?:total )?(?:number|count) of", Role.COUNT, ""),
    (r"(?:the )?(?:total )?(?:number|count) of(?: (?:all|different|distinct|unique))?(?: the)?", Role.COUNT, ""),
    (
        rf"(?:the )?numbers of(?= (?:[a-z]+ ){{1,4}}(?:for|in|of|at|by|per) (?:each|every|all|{_UNLIKE}) )",
        Role.COUNT,
        "",
    ),
    (r"how many(?: (?:different|distinct|unique))?", Role.COUNT, ""),
    (r"(?<=[a-z] )counts?(?= (?:of|for|in|on|at|from|by|with|per)(?: |$)|$)", Role.COUNT, NOUN),
    (r"count(?: the| all)*", Role.COUNT, ""),
    (r"(?:total|combined|overall) sum of|(?:the )?sum of(?: the)?", Role.AGGREGATE, "sum"),
    (r"sum(?: up)?(?= (?:the|their|its|all) )|add up(?: the)?", Role.AGGREGATE, "sum"),
    (r"(?:sum|total)(?= (?:and )?(?:the )?(?:average|mean|median|minimum|maximum|min|max) )", Role.AGGREGATE, "sum"),
    (r"average(?: of)?|mean(?: of)?|on average|avg(?: of)?", Role.AGGREGATE, "avg"),
    (rf"(?:summed|accumulated|overall)(?= (?!{_NO_SUM} )[a-z]+)", Role.AGGREGATE, "sum"),
    (r"median(?: of)?", Role.AGGREGATE, "median"),
    (r"(?:the )?standard deviation(?: of)?|std ?dev(?: of)?", Role.AGGREGATE, "stDev"),
    (r"fewest", Role.SUPERLATIVE, "fewest"),
    (rf"{_HAVING_THE}(?:maximum|max)", Role.SUPERLATIVE, "high"),
    (rf"{_HAVING_THE}(?:minimum|min)", Role.SUPERLATIVE, "low"),
    (r"maximum|max", Role.AGGREGATE, "max"),
    (r"minimum|min", Role.AGGREGATE, "min"),
    (
        rf"in total|altogether|all told|all together|{_TOGETHER}|(?<=[a-z] )(?:overall|combined)$|total(?: of)?",
        Role.AGGREGATE,
        "sum",
    ),
    (r"(?:combined|cumulative)(?: total)?(?= [a-z])", Role.AGGREGATE, "sum"),
    (
        rf"{_OF_ALL}(?:each(?! other(?: |$))|every)(?: (?:combination|pair) of| (?:{_UNLIKE}))?|for all of the|per",
        Role.GROUP,
        "",
    ),
    (r"(?<!than )an?(?= (?:day|month|year)$)", Role.GROUP, ""),
    (r"an? (?:specific|particular|given|certain)", Role.GROUP, ANY),
    (
        rf"group(?:ed|ing)?(?: {_THEM})? by|(?:broken down|broken up|split(?: up)?|separated|itemi[sz]ed) by",
        Role.GROUP,
        "by",
    ),
    (
        rf"(?<!an )(?<!each )(?<!every )(?<!per )(?:sort|order|rank|arrange)(?:ed)?(?: {_SORTED})? by",
        Role.SORT,
        "",
    ),
    (rf"(?:{_NO_DEED}|(?<!ed )(?<!en )(?<!wn )(?<!un ))by(?= \w+(?: and \w+)?$)", Role.GROUP, "by"),
    (
        r"in (?:the |an )?(?:ascending|increasing) order(?: of)?|ascending|(?<=[a-z] )asc",
        Role.SORT,
        "asc",
    ),
    (
        r"in (?:the |a )?(?:descending|decreasing) order(?: of)?|descending|(?<=[a-z] )desc",
        Role.SORT,
        "desc",
    ),
    (r"in (?:the )?order of", Role.SORT, ""),
    (rf"(?:(?:sorted|ordered|listed) )?in(?: the)?(?= {_SOME_ORDER}(?:[a-z]+ ){{1,2}}order$)", Role.SORT, ""),
    (r"(?<=[a-z] )in the order(?: that| in which)? (?:they|it)(?: were| was)?(?= [a-z]+$)", Role.SORT, ""),
    (rf"(?:top|bottom|first|last) {NUMBER}(?= |$)", Role.TOP, ""),
    (r"between", Role.BETWEEN, ""),
    (
        r"(?:is |are |was |were )?(?:more|greater|larger|bigger|higher|longer) (?:than )?or equal(?: to| than)?",
        Role.COMPARE,
        ">=",
    ),
    (
        r"(?:is |are |was |were )?(?:less|smaller|lower|fewer|shorter) (?:than )?or equal(?: to| than)?",
        Role.COMPARE,
        "<=",
    ),
    (rf"(?:more than|over|longer than)(?= {_SPAN} ago)", Role.COMPARE, "< time"),
    (rf"(?:less|fewer) than(?= {_SPAN} ago)", Role.COMPARE, ">= time"),
    (rf"at least(?= {_SPAN} ago)", Role.COMPARE, "<= time"),
    (r"at least|no (?:less|fewer) than|a minimum of|minimum of|from at least", Role.COMPARE, ">="),
    (r"at most|no more than|not more than|up to|a maximum of", Role.COMPARE, "<="),
    (r"(?:more|greater|higher|larger|bigger) than|over|above|exceeding|exceed(?:s|ed)?", Role.COMPARE, ">"),
    (r"(?:less|fewer|lower|smaller) than|under|below", Role.COMPARE, "<"),
    (rf"(?:on or after|starting from|since)(?= (?:\d{{4}}|the year|{_MONTHS})\b)", Role.COMPARE, ">= time"),
    (
        rf"from(?= (?:the year )?(?:{_MONTHS} )?\d{{4}} (?:on|onwards?|to|until|till)\b)",
        Role.COMPARE,
        ">= time",
    ),
    (
        r"(?<!ending )(?<!ends )(?:in|during|throughout|within|from)(?= (?:the year )?\d{4}(?: |$))",
        Role.COMPARE,
        "= time",
    ),
    (r"(?:on or before|until|up until|till|by the end of)", Role.COMPARE, "<= time"),
    (rf"by(?= (?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})|(?:{_MONTHS}) \d))", Role.COMPARE, "<= time"),
    (r"after|later than", Role.COMPARE, "> time"),
    (r"before|earlier than|prior to", Role.COMPARE, "< time"),
    (r"(?:is |are )?(?:not equal to|different from|not the same as)", Role.COMPARE, "<>"),
    (r"exactly|equal to|equals", Role.COMPARE, "="),
    (rf"(?<!the )(?:only|just)(?= (?:one|{NUMBER})(?: |$))", Role.COMPARE, "="),
    (
        r"(?:(?<=have )|(?<=has )|(?<=had )|(?<=with )|(?<=by )|(?<=of ))(?:only )?a single(?= [a-z])",
        Role.COMPARE,
        "count = 1",
    ),
    (r"(?<=is |re )out of(?= [a-z]+(?: |$))", Role.COMPARE, "count = 0"),
    (
        rf"(?:that |which |whose )?{_CONTAINING}{_NOT_SO_MANY}",
        Role.TEXT,
        "contains",
    ),
    (rf"(?:start(?:s|ing)?|begin(?:s|ning)?) with{_LETTER}|beginning in", Role.TEXT, "starts with"),
    (rf"end(?:s|ing)? (?:with|in){_LETTER}", Role.TEXT, "ends with"),
    (r"like|resembling|similar to|mention(?:s|ing)?|referencing|featuring|involving", Role.TEXT, LIKE),
    (r"without (?:any )?(?:repeats|repetitions?|duplicates)|no (?:repeats|duplicates)", Role.DISTINCT, ""),
    (r"(?:is |are )?(?:not known|not available|not recorded)", Role.MISSING, ""),
    (
        r"(?:do|does|did|have|has|had|is|are|was|were|could|can) not|(?:do|does|did|have|has|had|is|are|was|were)n t",
        Role.NEGATE,
        "",
    ),
    (
        (
            r"without(?: any| an| a)?|lacks?|lacking|with no|has no|have no|having no|never|no longer(?! than)|not|"
            r"no(?= \w)|neither"
        ),
        Role.NEGATE,
        "",
    ),
    (
        r"except(?: for)?|excluding|other than|apart from|besides|aside from|leaving aside|outside(?: of)?",
        Role.NEGATE,
        EXCEPT,
    ),
    (r"but not|nobody|no one|none|nothing|non(?= [a-z])", Role.NEGATE, ""),
    (r"(?<=where )(?:every|all)|(?<=whose )(?:every|all)|(?<=are )all(?= [a-z]+$)", Role.ONLY, ""),
    (
        rf"{_NOT_ONLY}(?:only|solely|exclusively)(?! (?:one|{NUMBER})(?: |$)){_ONLY_THOSE}",
        Role.ONLY,
        "",
    ),
    (r"(?:is |are )?(?:missing|unknown|null|empty)", Role.MISSING, ""),
    (r"distinct|different|unique", Role.DISTINCT, ""),
    (r"named|called|labell?ed(?! as(?: |$))|by the name of|whose name is|with the name", Role.NAMED, ""),
    (r"versus|vs|compared (?:to|with)|as opposed to|separately|respectively", Role.EITHER, VERSUS),
    (r"nor", Role.EITHER, NOR),
    (r"either|or", Role.EITHER, ""),
    (r"both", Role.BOTH, ""),
    (r"at once|at the same time|simultaneously|(?<!living )(?<!live )together$", Role.BOTH, ALL),
)

_AVERAGE = r"(?:the |an )?(?:overall |general )?(?:average|mean)(?: one| number of| amount of)?"
SIZES = {"larger": "large", "bigger": "big", "greater": "great", "smaller": "small", "higher": "high", "lower": "low"}
"""Comparatives that may stand before a property, and what they measure where there is none."""
BEYOND = (
    (rf"(?:is |are |was |were )?(?:above|over|exceed(?:s|ed)?|exceeding) {_AVERAGE}", ">"),
    (rf"(?:is |are |was |were )?(?:below|under) {_AVERAGE}", "<"),
    (rf"(?:more|greater|higher|larger|bigger) than {_AVERAGE}", ">"),
    (rf"(?:less|fewer|lower|smaller) than {_AVERAGE}", "<"),
    (r"exceed(?:s|ed)?(?= (?:their|its) )", ">"),
    (r"(?:more|greater|higher|larger) than(?! or)", ">"),
    (r"(?:less|fewer|lower|smaller) than(?! or)", "<"),
    (r"more(?= (?:[^ ]+ ){1,14}than )", ">"),
    (r"(?:fewer|less)(?= (?:[^ ]+ ){1,14}than )", "<"),
    (r"(?:larger|bigger|higher)(?= (?:[^ ]+ ){1,14}than )", ">"),
    (r"(?:smaller|lower)(?= (?:[^ ]+ ){1,14}than )", "<"),
)
"""Comparisons with an average or with something that is named, and their sign."""
THAN = rf"than(?: {_AVERAGE})?"
ADJECTIVE_THAN = rf"(more [a-z]+|less [a-z]+|[a-z]+er)(?: than(?: {_AVERAGE})?|(?= (?:[^ ]+ ){{1,14}}than ))"
"""An adjective compared: "longer than the average", "how much longer is A than B"."""
OF_TWO = r"((?:more|less) (?:expensive|popular|recent)|[a-z]+er|more|less)(?! than)(?= (?:[^ ]+ )*or )"
"""A choice between two: "which is longer, A or B", "who wrote more books, A or B"."""
