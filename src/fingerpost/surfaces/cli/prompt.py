"""The prompt of `fingerpost ask KB` on a terminal: questions in turn, follow-ups, and commands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.failures import write_error
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase

_HISTORY_LENGTH = 1_000
_COMPLETIONS = 50
EXIT = ":exit"
"""The command that ends."""
_COMMANDS = {
    ":choose N": "answer the last question by its reading N",
    ":explain": "show how questions are read and answered, or stop showing it",
    ":questions": "show questions that work on this graph",
    ":schema [NAME]": "show labels, relationship types and properties, or one label or type",
    ":help": "show these commands",
    EXIT: "end; so does Ctrl-D",
}
_BARE = {"help": ":help", "exit": EXIT, "quit": EXIT, ":quit": EXIT}
"""What stands for a command without its colon."""


def command_of(line: str) -> str:
    """The command that a line stands for, as `exit` for `:exit`; any other line as it is."""
    return _BARE.get(line.lower(), line)


class Prompt:
    """Reads questions and commands until the end of input."""

    def __init__(self, screen: Screen, kb: KnowledgeBase, *, explain: bool = False) -> None:
        self._screen = screen
        self._kb = kb
        self.explain = explain
        self._conversation = kb.conversation() if hasattr(kb, "conversation") else None
        self._last: str | None = None

    def run(self) -> None:
        """Answer until Ctrl-D or `:exit`. An error is printed, and the next line is read."""
        history = _prepare_editing(self._kb)
        self._screen.say("Type a question in plain English, :help for the commands, or Ctrl-D to quit.", style="dim")
        try:
            for line in self._lines():
                command = command_of(line)
                if command == EXIT:
                    return
                try:
                    self.take(command)
                except FingerpostError as error:
                    self._screen.flush()
                    write_error(error)
                self._screen.say()
                self._screen.flush()
        finally:
            _save(history)

    def _lines(self) -> Iterator[str]:
        while True:
            try:
                line = input("? ").strip()
            except EOFError:
                self._screen.say()
                return
            if line and not line.startswith("#"):
                yield line

    def take(self, line: str) -> None:
        """Answer a question, or do what a command (`:schema`) says."""
        if not line.startswith(":"):
            self._last = line
            self._show(self._kb.ask(line) if self._conversation is None else self._conversation.ask(line))
            return
        name, _, argument = line.partition(" ")
        if name == ":explain":
            self.explain = not self.explain
            self._screen.say(f"explanations are {'on' if self.explain else 'off'}", style="dim")
        elif name == ":schema":
            from fingerpost.surfaces.cli.schema import show_schema

            show_schema(self._screen, self._kb.schema, argument.strip() or None)
        elif name == ":questions":
            for question in self._kb.questions():
                self._screen.say(question)
        elif name == ":choose" and argument.strip().isdecimal() and self._last is not None:
            self._show(self._kb.ask(self._last, choice=int(argument)))
        elif name == ":choose":
            self._screen.say("type :choose N after a question that can be read in several ways", style="dim")
        else:
            if name != ":help":
                self._screen.say(f"there is no command {name}; these are:", style="dim")
            widest = max(map(len, _COMMANDS))
            for command, what in _COMMANDS.items():
                self._screen.say(f"{command:<{widest}}  {what}")

    def _show(self, answer: Answer) -> None:
        from fingerpost.surfaces.cli.answer_text import say_answer

        say_answer(self._screen, self._kb, answer, explained=self.explain)


def _prepare_editing(kb: KnowledgeBase) -> Path | None:
    """Turn on the keys, the history and the completion of readline; the file of the history, if there can be one."""
    try:
        import readline
    except ImportError:  # not on every system
        return None
    words = sorted({*_words(kb), *(name.partition(" ")[0] for name in _COMMANDS)}, key=str.lower)

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if text and word.lower().startswith(text.lower())][:_COMPLETIONS]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n\"'?,;")
    readline.parse_and_bind("tab: complete")
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    history = Path(state) / "fingerpost" / "history"
    try:
        history.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if history.exists():
            readline.read_history_file(history)
    except OSError:
        return None
    return history


def _save(history: Path | None) -> None:
    """Write the history, for the user's eyes only."""
    if history is None:
        return
    import readline

    readline.set_history_length(_HISTORY_LENGTH)
    try:
        history.touch(mode=0o600)
        readline.write_history_file(history)
    except OSError:
        return


def _words(kb: KnowledgeBase) -> Iterator[str]:
    """Words of the graph: labels and properties as they are asked for, and names of a few things."""
    from fingerpost.plans import plural, words

    for label in kb.schema.labels:
        if label.count:
            yield plural(words(label.name))
            for info in label.properties:
                yield words(info.name)
                yield from (sample for sample in info.samples if sample.isprintable() and not sample[:1].isdigit())
