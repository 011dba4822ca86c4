"""What the Hub's client raises, turned into a line that says what happened and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from embcalc.errors import SourceError, did_you_mean
from embcalc.sources import bundled
from embcalc.sources.wording import fault as reason
from embcalc.sources.wording import printable

_FORBIDDEN = 403
_UNAUTHORIZED = 401
_TOO_MANY = 429
_SERVER_ERROR = 500


class UnreachableError(SourceError):
    """The Hub gave no answer, or none about the repository: a copy that is already here may serve instead."""


class GatedError(SourceError):
    """The repository exists, and its files are only for those who were let in."""


class Asked(NamedTuple):
    """What the Hub was asked for."""

    repo: str
    revision: str | None
    endpoint: str
    seconds: float


def explained(fault: BaseException, asked: Asked) -> SourceError:
    """The error to show for what the client raised.

    The client is recognised by the names of its classes: they stay the same while the HTTP library under it changes.
    """
    # "not in the cache" is what the client says last; why it could not ask the Hub is the cause
    if type(fault).__name__ == "LocalEntryNotFoundError" and fault.__cause__ is not None:
        fault = fault.__cause__
    kinds = [kind.__name__ for kind in type(fault).__mro__]
    explain = next((explain for name, explain in _TABLE if name in kinds), _unexpected)
    return explain(fault, asked)


def _gated(_: Any, asked: Asked) -> SourceError:
    hint = "Accept its terms on its page on the Hub, and set HF_TOKEN to a token that may read it."
    return GatedError(f"{asked.repo} is gated on the Hub", hint)


def _missing(_: Any, asked: Asked) -> SourceError:
    hint = (
        did_you_mean(asked.repo, bundled.hub_ids()) or "Where it is private, set HF_TOKEN to a token that may read it."
    )
    return SourceError(f"{asked.repo} does not exist on the Hub, or is private", hint)


def _no_revision(_: Any, asked: Asked) -> SourceError:
    hint = "Write a branch, a tag or a whole commit hash after the @."
    return SourceError(f"{asked.repo} has no revision {printable(asked.revision or 'main')}", hint)


def _no_config(_: Any, asked: Asked) -> SourceError:
    return SourceError(f"{asked.repo} has no config.json")


def _disabled(_: Any, asked: Asked) -> SourceError:
    return SourceError(f"{asked.repo} has been disabled on the Hub")


def _offline(_: Any, asked: Asked) -> SourceError:
    hint = "Unset HF_HUB_OFFLINE, or name a config file."
    what = f"{asked.repo}@{asked.revision}" if asked.revision else asked.repo
    return UnreachableError(f"{what} is not in the cache, and HF_HUB_OFFLINE keeps from asking the Hub", hint)


def _invalid(_: Any, asked: Asked) -> SourceError:
    return SourceError(
        f"{printable(asked.repo)} is not a Hub id", "Hub ids are written owner/name or owner/name@revision."
    )


def _status(fault: Any, asked: Asked) -> SourceError:
    status = fault.response.status_code
    if status == _UNAUTHORIZED:
        return SourceError("the Hub does not accept the token", "Set HF_TOKEN to a valid token, or unset it.")
    answer = f"the Hub answered {status} ({fault.response.reason_phrase or 'no reason'}) for {asked.repo}"
    answer = printable(answer)
    if status == _FORBIDDEN:
        return GatedError(answer, "Set HF_TOKEN to a token that may read it.")
    if status == _TOO_MANY or status >= _SERVER_ERROR:
        wait = str(fault.response.headers.get("Retry-After", ""))
        return UnreachableError(answer, f"Try again in {wait} s." if wait.isdecimal() else "Try again later.")
    return SourceError(answer)


def _no_scheme(_: Any, asked: Asked) -> SourceError:
    hint = "It must start with https:// or http://"
    return SourceError(f"HF_ENDPOINT is not an address: {printable(asked.endpoint)}", hint)


def _timed_out(_: Any, asked: Asked) -> SourceError:
    hint = "Try again, or allow more seconds with EMBCALC_HUB_TIMEOUT."
    return UnreachableError(f"the Hub timed out: no answer for {asked.repo} within {asked.seconds:g} s", hint)


def _unreachable(fault: Any, asked: Asked) -> SourceError:
    kind = type(fault).__name__
    hint = "Check the connection, HF_ENDPOINT and the proxy settings."
    # of other kinds only the name is shown: a header that cannot be sent is quoted with the token in it
    detail = f"{kind}: {reason(fault)}" if kind in ("ConnectError", "ReadError", "RemoteProtocolError") else kind
    return UnreachableError(f"the Hub cannot be reached for {asked.repo} ({detail})", hint)


def _bad_header(fault: Any, _: Asked) -> SourceError:
    return SourceError(f"the request to the Hub cannot be sent ({type(fault).__name__})", "Is HF_TOKEN a token?")


def _no_answer(_: Any, asked: Asked) -> SourceError:
    hint = "Is HF_ENDPOINT the address of a Hub?"
    return SourceError(f"{printable(asked.endpoint)} does not answer as the Hub does", hint)


def _disk(fault: Any, asked: Asked) -> SourceError:
    return SourceError(f"the Hub's cache cannot be used for {asked.repo}: {reason(fault)}", "Is HF_HOME writable?")


def _unexpected(fault: Any, asked: Asked) -> SourceError:
    return SourceError(f"{asked.repo} cannot be downloaded from the Hub ({type(fault).__name__})")


# Tried in this order: a gated repository is also one that was not found, and nearly all of them are OSErrors.
_TABLE: tuple[tuple[str, Callable[[Any, Asked], SourceError]], ...] = (
    ("GatedRepoError", _gated),
    ("RepositoryNotFoundError", _missing),
    ("RevisionNotFoundError", _no_revision),
    ("EntryNotFoundError", _no_config),
    ("DisabledRepoError", _disabled),
    ("OfflineModeIsEnabled", _offline),
    ("HFValidationError", _invalid),
    ("HfHubHTTPError", _status),
    ("FileMetadataError", _no_answer),
    ("UnsupportedProtocol", _no_scheme),
    ("InvalidURL", _no_scheme),
    ("LocalProtocolError", _bad_header),
    ("UnicodeEncodeError", _bad_header),
    ("TimeoutException", _timed_out),
    ("TimeoutError", _timed_out),
    ("TransportError", _unreachable),
    ("ConnectionError", _unreachable),
    ("OSError", _disk),
)
