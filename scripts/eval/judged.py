"""RAGAS's measures of samples, by a language model: `python judged.py SAMPLES REPLIES`.

SAMPLES is what `fingerpost eval answers --samples` writes. Replies of the model are kept in REPLIES by the hash of
their prompt, and found there again; one that is missing is asked of FINGERPOST_MODEL (URL#name, OpenAI-compatible),
where it is set. It runs in an environment of its own (`make ragas`), and imports nothing of fingerpost.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import os
import re
import statistics
import sys
import urllib.request
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

warnings.simplefilter("ignore")

from langchain_core.outputs import Generation, LLMResult  # noqa: E402
from ragas.dataset_schema import SingleTurnSample  # type: ignore[import-not-found]  # noqa: E402
from ragas.embeddings.base import BaseRagasEmbeddings  # type: ignore[import-not-found]  # noqa: E402
from ragas.llms.base import BaseRagasLLM  # type: ignore[import-not-found]  # noqa: E402
from ragas.metrics import (  # type: ignore[import-not-found]  # noqa: E402
    Faithfulness,
    LLMContextPrecisionWithoutReference,
    ResponseRelevancy,
)

TOKENS, SECONDS, WIDTH = 400, 1200, 4096


class Judge(BaseRagasLLM):  # type: ignore[misc]
    """A model whose replies are kept."""

    def __init__(self, kept: Path) -> None:
        super().__init__()
        self.kept = kept
        self.replies: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}

    def is_finished(self, response: LLMResult) -> bool:
        return True

    def generate_text(self, prompt: Any, n: int = 1, **_: Any) -> LLMResult:
        text = self._reply(prompt.to_string())
        return LLMResult(generations=[[Generation(text=text)] * n])

    async def agenerate_text(self, prompt: Any, n: int = 1, **_: Any) -> LLMResult:
        return self.generate_text(prompt, n)

    def _reply(self, prompt: str) -> str:
        key = hashlib.sha256(prompt.encode()).hexdigest()[:16]
        if key not in self.replies:
            self.replies[key] = asked(prompt)
            self.kept.write_text(json.dumps(self.replies, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return self.replies[key]


class Words(BaseRagasEmbeddings):  # type: ignore[misc]
    """Texts as counts of their words: what needs no second model."""

    def embed_query(self, text: str) -> list[float]:
        counts = Counter(
            int(hashlib.sha256(word.encode()).hexdigest(), 16) % WIDTH for word in re.findall(r"\w+", text.lower())
        )
        length = math.sqrt(sum(count * count for count in counts.values())) or 1.0
        return [counts[at] / length for at in range(WIDTH)]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(one) for one in texts]

    async def aembed_query(self, text: str) -> list[float]:
        return self.embed_query(text)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.embed_documents(texts)


def asked(prompt: str) -> str:
    """The model's reply. Raises `SystemExit` without a model."""
    spec = os.environ.get("FINGERPOST_MODEL", "")
    url, _, name = spec.partition("#")
    if not url.startswith("http"):
        raise SystemExit("a reply is not recorded: set FINGERPOST_MODEL to a judge, URL#name")
    body = {"model": name, "messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": TOKENS}
    call = urllib.request.Request(
        f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(call, timeout=SECONDS) as answer:
        return str(json.loads(answer.read())["choices"][0]["message"]["content"])


async def scored(samples: list[SingleTurnSample], judge: Judge) -> dict[str, list[float]]:
    """The scores of each sample by measure; what the judge's replies do not give is left out."""
    measures = {
        "faithfulness": Faithfulness(llm=judge),
        "answer_relevancy": ResponseRelevancy(llm=judge, embeddings=Words(), strictness=1),
        "context_precision": LLMContextPrecisionWithoutReference(llm=judge),
    }
    found: dict[str, list[float]] = {}
    for name, measure in measures.items():
        found[name] = []
        for sample in samples:
            try:
                score = float(await measure.single_turn_ascore(sample))
            except Exception as error:  # a judge that does not keep to the format it is asked for
                print(f"  {name}: {sample.user_input}: {type(error).__name__}", file=sys.stderr)
                continue
            if not math.isnan(score):
                found[name].append(score)
    return found


def main(samples: Path, replies: Path) -> None:
    """Print the mean of each measure, and of how many samples it is."""
    lines = samples.read_text(encoding="utf-8").splitlines()
    read = [SingleTurnSample(**json.loads(line)) for line in lines if line.strip()]
    for name, scores in asyncio.run(scored(read, Judge(replies))).items():
        mean = f"{statistics.fmean(scores):.4f}" if scores else "-"
        print(f"{name}: {mean} ({len(scores)} of {len(read)})")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
