"""Putting a finished site in its folder: made aside, then moved in file by file; what is not ours stays."""
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
import shutil
import tempfile

MANIFEST = "SHA256SUMS"     # of all files of the site, as sha256sum writes and checks it


def staging(out) -> Path:
    """A new folder inside `out`, which is made if it is missing; OSError where that cannot be."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=".unfinished-", dir=out))


def write(stage, files):
    """Write (path, text) pairs, and the manifest of everything in the stage."""
    for path, text in files:
        file = stage/path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    listed = [f"{digest(file)}  {file.relative_to(stage).as_posix()}\n" for file in sorted(stage.rglob("*")) if file.is_file()]
    (stage/MANIFEST).write_text("".join(listed), encoding="utf-8")


def publish(stage, out):
    """Move the staged site into `out`.  Files of an earlier site that are not part of this one, and are as it left them, go.

    Raises OSError, before anything is moved, where a folder stands in the place of a file or a file in that of a folder.
    """
    out, files = Path(out), [file.relative_to(stage) for file in sorted(stage.rglob("*")) if file.is_file()]
    for file in files:
        if (out/file).is_dir():
            raise IsADirectoryError(0, f"{file} is a folder")
        if (out/file.parent).exists() and not (out/file.parent).is_dir():
            raise NotADirectoryError(0, f"{file.parent} is a file")
    earlier = ours(out)
    for file in files:
        (out/file).parent.mkdir(parents=True, exist_ok=True)
        (stage/file).replace(out/file)
    for file in earlier - set(files):
        (out/file).unlink()
        with suppress(OSError):     # a folder that is not empty, or the site's own
            (out/file).parent.rmdir()
    shutil.rmtree(stage)


def ours(out) -> set[Path]:
    """The files that an earlier site left in `out`, unchanged since."""
    try:
        rows = [line.split("  ", 1) for line in (out/MANIFEST).read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return set()
    inside = [(row[0], Path(row[1])) for row in rows if len(row) == 2 and ".." not in Path(row[1]).parts
              and not Path(row[1]).is_absolute()]
    return {path for sum, path in inside if (out/path).is_file() and not (out/path).is_symlink() and digest(out/path) == sum}


def digest(file) -> str:
    return sha256(file.read_bytes()).hexdigest()
