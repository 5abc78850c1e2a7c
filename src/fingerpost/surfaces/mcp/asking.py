"""Asks the user back where a call can be meant in several ways, if their client has elicitation (form mode).

Clients of the protocol of 2026-07-28 get the question as the result of the call and repeat it with the answer; earlier
ones are asked while the call waits. Without elicitation, and where the user declines, the choices stay in the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext

KEY = "choice"
_SINCE = "2026-07-28"
_MOST = 10
_LONGEST = 200


@dataclass(frozen=True)
class Asking:
    """A question to the user: the options, and for each the arguments of the call that it means."""

    message: str
    options: Mapping[str, Mapping[str, Any]]

    @property
    def schema(self) -> dict[str, Any]:
        """The form."""
        choice = {"type": "string", "title": "Which is meant?", "enum": list(self.options)}
        return {"type": "object", "properties": {KEY: choice}, "required": [KEY]}

    def chosen(self, answer: types.ElicitResult | None) -> Mapping[str, Any] | None:
        """The arguments that an answer means; None if the user declined, or the option is gone."""
        if answer is None or answer.action != "accept" or not answer.content:
            return None
        return self.options.get(str(answer.content.get(KEY)))


def asking_of(arguments: Mapping[str, Any], result: types.CallToolResult) -> Asking | None:
    """What to ask about the result of a call: which reading of a question, or which of several nodes."""
    found: Mapping[str, Any] = result.structured_content or {}
    if found.get("status") == "ambiguous" and found.get("choices"):
        options = {
            _short(choice["reading"]): {**arguments, "choice": choice["choice"]} for choice in found["choices"][:_MOST]
        }
        return Asking(f"“{arguments.get('question')}” can be read in several ways.", options)
    if found.get("code") == "node.ambiguous":
        details = found.get("details") or {}
        name, choices = details.get("name"), details.get("choices") or []
        meant = {_short(choice): _replaced(arguments, name, choice) for choice in choices[:_MOST]}
        return Asking(f"Several nodes may be meant by “{name}”.", meant) if meant else None
    return None


def _replaced(arguments: Mapping[str, Any], name: object, choice: str) -> dict[str, Any]:
    """The arguments with a name, alone or in a list, replaced."""
    return {
        key: choice
        if value == name
        else [choice if one == name else one for one in value]
        if isinstance(value, list)
        else value
        for key, value in arguments.items()
    }


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def asks_by_result(context: ServerRequestContext[Any, Any]) -> bool:
    """Whether the client takes questions as results (2026-07-28)."""
    return context.protocol_version >= _SINCE


def can_ask(context: ServerRequestContext[Any, Any]) -> bool:
    """Whether the client has elicitation, and can be reached."""
    capabilities = context.session.client_capabilities
    elicits = capabilities is not None and capabilities.elicitation is not None
    return elicits and (asks_by_result(context) or context.session.can_send_request)


def request_of(asking: Asking) -> types.InputRequiredResult:
    """The question as a result of the call."""
    params = types.ElicitRequestFormParams(message=asking.message, requested_schema=asking.schema)
    return types.InputRequiredResult(input_requests={KEY: types.ElicitRequest(params=params)})


def answer_of(params: types.CallToolRequestParams) -> types.ElicitResult | None:
    """The answer that a repeated call carries."""
    answer = (params.input_responses or {}).get(KEY)
    return answer if isinstance(answer, types.ElicitResult) else None
