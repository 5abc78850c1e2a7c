"""Irregular plurals of nouns and forms of verbs in English."""

from __future__ import annotations

PLURALS: dict[str, str] = dict(
    pair.split()
    for pair in (
        "person people, man men, woman women, child children, foot feet, tooth teeth, goose geese, mouse mice, "
        "ox oxen, "
        "policeman policemen, policewoman policewomen, fireman firemen, salesman salesmen, chairman chairmen, "
        "businessman businessmen, businesswoman businesswomen, spokesman spokesmen, craftsman craftsmen, "
        "knife knives, life lives, wife wives, leaf leaves, shelf shelves, half halves, wolf wolves, thief thieves, "
        "loaf loaves, calf calves, self selves, scarf scarves, "
        "analysis analyses, basis bases, crisis crises, thesis theses, hypothesis hypotheses, diagnosis diagnoses, "
        "axis axes, synopsis synopses, prognosis prognoses, synthesis syntheses, parenthesis parentheses, "
        "index indices, vertex vertices, matrix matrices, appendix appendices, "
        "datum data, criterion criteria, phenomenon phenomena, medium media, bacterium bacteria, curriculum curricula, "
        "stratum strata, genus genera, corpus corpora, taxon taxa, phylum phyla, spectrum spectra, quantum quanta, "
        "memorandum memoranda, erratum errata, ovum ova, symposium symposia, larva larvae, alga algae, "
        "antenna antennae, formula formulae, vertebra vertebrae, alumna alumnae, "
        "nucleus nuclei, alumnus alumni, stimulus stimuli, fungus fungi, cactus cacti, radius radii, locus loci, "
        "bus buses, gas gases, lens lenses, quiz quizzes, hero heroes, potato potatoes, tomato tomatoes, echo echoes, "
        "veto vetoes, torpedo torpedoes, volcano volcanoes, cargo cargoes, embargo embargoes, mosquito mosquitoes"
    ).split(", ")
)
"""A noun and its plural, both folded."""

NOUNS: dict[str, str] = {
    **{many: one for one, many in PLURALS.items() if many not in ("bases", "leaves")},  # of base, and of to leave
    "persons": "person",
    "ids": "id",
    "ips": "ip",
    "indexes": "index",
    "busses": "bus",
}
"""A plural and its noun."""

VERBS: dict[str, str] = {
    form: base
    for base, *forms in (
        entry.split()
        for entry in (
            "know knew known, take took taken, write wrote written, make made, buy bought, sell sold, send sent, "
            "lead led, hold held, meet met, give gave given, drive drove driven, fly flew flown, build built, win won, "
            "teach taught, begin began begun, belong belongs, live lives, speak spoke spoken, run ran, come came, "
            "go goes went gone, see seen, eat ate eaten, pay paid, say said, tell told, leave left, lose lost, "
            "choose chose chosen, break broke broken, steal stole stolen, grow grew grown, ride rode ridden, "
            "sing sang sung, spend spent, lend lent, bring brought, catch caught, fight fought, feed fed, "
            "hide hid hidden, keep kept, wear wore worn, swim swam swum, sleep slept, "
            "stand stood, strike struck, throw threw thrown, become became, deal dealt, draw drew drawn, "
            "understand understood, beat beaten, seek sought, rise risen, fall fell fallen"
        ).split(", ")
    )
    for form in forms
}
"""A form of a verb and its base form."""

BASE_FORMS: dict[str, str] = {**NOUNS, **VERBS}
"""Any irregular form and its base form; a form that is both ("lives") is read as the verb's."""
