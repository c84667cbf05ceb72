"""`separatrix init DIR`: begin a ledger of one's own."""
from pathlib import Path
import shutil

from reports import exits
from reports.arguments import add_json, name
from reports.output import show

HELP = """Write a small ledger for a new paper into DIR, which must be new or empty: a made-up note with a claim of each common
kind, which passes as it stands.  Replace its claims by yours; docs/own_claims.md explains each part."""
EXAMPLE = "separatrix init my_paper"
STARTER = Path(__file__).parent.parent/"starter"


def configure(parser):
    parser.add_argument("dir", metavar="DIR", type=name, help="the folder; it is made if it is not there")
    add_json(parser)


def run(args) -> int:
    folder = Path(args.dir)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise exits.BadUsage(f"{folder} is not empty: name a new folder")
        files = sorted(file for file in STARTER.iterdir() if file.is_file())
        for file in files:
            shutil.copyfile(file, folder/file.name)
    except OSError as error:
        raise exits.BadUsage(f"cannot write to {folder}: {error.strerror}") from None
    show(args, {"folder": str(folder), "files": [file.name for file in files]}, "\n".join([
        f"{folder}: {', '.join(file.name for file in files)}", "",
        f"  separatrix verify --ledger {folder}", f"  separatrix mutate --ledger {folder}", f"  cd {folder} && pytest"]))
    return exits.FINE
