"""Products of many vectors with a few, in this thread: those of BLAS wait for one another on a busy machine."""

from __future__ import annotations

from typing import Any

_CHUNK = 16_384


def products(vectors: Any, vector: Any) -> Any:
    """The products of rows with a vector, as 32-bit floats; rows of 16 bits are widened piece by piece."""
    import numpy

    if vectors.dtype == numpy.float32:
        return numpy.einsum("ij,j->i", vectors, vector)
    return products_of(vectors, vector[None])[:, 0]


def products_of(vectors: Any, several: Any) -> Any:
    """The products of rows with several vectors: an array of shape (rows, vectors)."""
    import numpy

    found: Any = numpy.empty((len(vectors), len(several)), dtype=numpy.float32)
    for start in range(0, len(vectors), _CHUNK):
        rows = vectors[start : start + _CHUNK].astype(numpy.float32, copy=False)
        for number, vector in enumerate(several):
            found[start : start + _CHUNK, number] = numpy.einsum("ij,j->i", rows, vector)
    return found
