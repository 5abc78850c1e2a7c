"""What the development models hold, read with ifcopenshell alone, to check answers against."""

from __future__ import annotations

from collections import Counter

import ifcopenshell
import ifcopenshell.util.element as ue


class Model:
    """One IFC file and the few look-ups that the expected answers need; lengths, areas and volumes as stored."""

    def __init__(self, path):
        self.file = ifcopenshell.open(str(path))
        self._sets = {}

    def all(self, ifc_class, *, name="", level="", **properties):
        """Elements of a class; `name` is within the name or long name, `level` the name of the storey."""
        named = ((e, f"{e.Name or ''} {getattr(e, 'LongName', '') or ''}") for e in self.file.by_type(ifc_class))
        found = [e for e, names in named if name in names]
        if level:
            found = [e for e in found if self.level(e) == level]
        return [e for e in found if all(self.value(e, key) == wanted for key, wanted in properties.items())]

    def sets(self, element):
        if element.id() not in self._sets:
            self._sets[element.id()] = ue.get_psets(element)
        return self._sets[element.id()]

    def value(self, element, *names):
        """The first of `names` that the element carries, as an attribute or in any of its sets, else None."""
        for name in names:
            if getattr(element, name, None) is not None:
                return getattr(element, name)
            for properties in self.sets(element).values():
                if properties.get(name) is not None:
                    return properties[name]
        return None

    def sum(self, elements, *names):
        return sum(self.value(e, *names) or 0 for e in elements)

    def most(self, elements, *names, least=False):
        """The elements with the greatest (or least) value, ties included."""
        values = {e: self.value(e, *names) for e in elements}
        known = [v for v in values.values() if v is not None]
        best = min(known) if least else max(known)
        return [e for e, v in values.items() if v is not None and abs(v - best) <= 1e-6 * abs(best)]

    def level(self, element):
        parent = ue.get_aggregate(element) if element.is_a("IfcSpatialStructureElement") else ue.get_container(element)
        while parent is not None and not parent.is_a("IfcBuildingStorey"):
            parent = ue.get_aggregate(parent)
        return parent.Name if parent is not None else None

    def per_level(self, ifc_class):
        return dict(Counter(self.level(e) for e in self.file.by_type(ifc_class)) - Counter([None]))

    def materials(self, element):
        return {m.Name for m in ue.get_materials(element)}

    def made_of(self, elements, *words):
        words = [word.lower() for word in words]
        return [e for e in elements if any(w in name.lower() for name in self.materials(e) for w in words)]

    def elements(self):
        return [e for e in self.file.by_type("IfcElement") if not e.is_a("IfcFeatureElement")]

    def bounding(self, space, ifc_class):
        found = {
            r.RelatedBuildingElement.GlobalId: r.RelatedBuildingElement
            for r in self.file.by_type("IfcRelSpaceBoundary")
            if r.RelatingSpace == space and r.RelatedBuildingElement and r.RelatedBuildingElement.is_a(ifc_class)
        }
        return list(found.values())

    def in_wall(self, wall, ifc_class):
        openings = [r.RelatedOpeningElement for r in wall.HasOpenings]
        fillings = [f.RelatedBuildingElement for o in openings for f in o.HasFillings]
        return [e for e in fillings if e.is_a(ifc_class)]

    def inside(self, space):
        return [e for r in space.ContainsElements for e in r.RelatedElements]
