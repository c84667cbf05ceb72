"""The JSON Schema of `ledger.json`: it is met by all that is written, and asked of all that is read."""
from functools import cache
import json
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

FILE = Path(__file__).with_name("ledger.schema.json")


class NotALedger(ValueError):
    """A file or value that is not a ledger of this schema; the message is one line."""


@cache
def validator():
    schema = json.loads(FILE.read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def version() -> int:
    return validator().schema["properties"]["schema"]["const"]


def validated(data):
    """`data` itself if it meets the schema; NotALedger, naming the place, otherwise."""
    if not isinstance(data, dict) or "schema" not in data or "claims" not in data:
        raise NotALedger("it is JSON, but no ledger of Separatrix")
    if data["schema"] != version():
        raise NotALedger(f"it has schema {shortened(repr(data['schema']))}, and this version reads schema {version()}")
    error = best_match(validator().iter_errors(data))
    if error is not None:
        raise NotALedger(f"it does not meet the schema at {error.json_path}: {shortened(error.message)}")
    return data


def shortened(text):
    return text if len(text) <= 120 else text[:117] + "..."


def read(path):
    """The ledger in a file; NotALedger where it is unreadable, no JSON, or of another schema."""
    try:
        if Path(path).is_char_device():
            raise NotALedger("it is a device: name a file")
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise NotALedger(error.strerror) from None
    except NotALedger:
        raise
    except (ValueError, RecursionError) as error:      # no text, no JSON, a number of too many digits, too deep
        reason = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "no text that can be read"
        raise NotALedger(f"it is not JSON ({reason})") from None
    return validated(data)
