"""A scripted model server as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SERVER = Path(__file__).with_name("llm") / "model_server.py"


class ModelServer:
    def __init__(self, folder: Path, script: list[dict[str, Any]]) -> None:
        self._log = folder / "requests.jsonl"
        self._log.touch()
        (folder / "script.json").write_text(json.dumps(script), encoding="utf-8")
        command = [sys.executable, "-S", str(SERVER), str(folder / "script.json"), str(self._log)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        self.spec = f"{self.url}/v1#tiny"

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
