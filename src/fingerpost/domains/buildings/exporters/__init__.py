"""Files for other programs of the building trade, made of answers."""
