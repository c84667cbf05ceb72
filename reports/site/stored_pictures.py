"""Pictures of figures that take over a minute, kept in `reports/data/figures` with a hash of the code that drew them.

`python -m reports.site.stored_pictures` draws those anew whose code has changed.
"""
from hashlib import sha256
import json
from pathlib import Path
import shutil

from proofs.stored import imported_files

from .. import figures, provenance

FOLDER = provenance.STORE/"figures"


def fingerprint(name) -> str:
    """A hash of the figure's module, of the style, and of everything of ours that the module imports."""
    here = Path(figures.__file__).parent
    files = {here/"style.py", *imported_files(here/f"{name}.py")}
    digest = sha256()
    for file in sorted(files, key=lambda f: (f.parent.name, f.name)):
        digest.update(f"{file.parent.name}/{file.name}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def fetch(name, folder, store=FOLDER) -> dict | None:
    """Copy the stored picture into `folder`; returns its entry of `ledger.json`, None where there is none or it is stale."""
    try:
        record = json.loads((store/f"{name}.json").read_text(encoding="utf-8"))
        if record["code"] != fingerprint(name):
            return None
        shutil.copyfile(store/f"{name}.webp", folder/f"{name}.webp")
    except FileNotFoundError:
        return None
    return record["entry"] | {"claims": list(figures.CLAIMS[name]), "stored": record["commit"]}


def keep(name, store=FOLDER, commit=""):
    """Draw the figure into the store."""
    from .pictures import draw
    store.mkdir(parents=True, exist_ok=True)
    record = {"code": fingerprint(name), "commit": commit, "entry": draw(name, store)}
    (store/f"{name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        for name in figures.LONG:
            if fetch(name, Path(folder)) is None:
                keep(name, commit=provenance.commit())
                print(f"stored {name}")


if __name__ == "__main__":
    main()
