"""Building models: IFC files read into levels, rooms, elements, types, materials and what joins them."""
