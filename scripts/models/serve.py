"""Serves a GGUF model with xllamacpp: `python serve.py MODEL.gguf [PORT]`.

It prints its OpenAI-compatible URL with the name of the model, and ends when its standard input is closed.

Development only; it runs in an environment of its own (`make model`).
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

CONTEXT, SLOTS = 12_288, 2
"""Tokens that all slots share; each slot keeps what its prompts begin with, one for each notation."""


def serve(model: str, port: int) -> None:
    """Serve until standard input is closed."""
    import xllamacpp  # type: ignore[import-not-found]

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames, params.port = ["127.0.0.1"], port
    params.n_ctx, params.n_parallel = CONTEXT, SLOTS
    params.sampling.temp, params.sampling.seed = 0.0, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 2
    params.model_alias = {"tiny"}
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1#tiny", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8_181)
