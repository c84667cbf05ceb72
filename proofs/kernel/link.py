"""The formulas of `numerics.maps` as Coq definitions, proved equal to the hand transcription of the paper.

A kernel checks proofs; that the formulas are the paper's is what the equality with `Paper.v` shows.  Functions and
arguments are matched by name: ``growth(e, mu)`` with ``Definition growth (mu e : R)``.
"""
from dataclasses import dataclass
import inspect
import re

from .script import Lemma
from .terms import Term, as_term, identifiers

DEFINITION = re.compile(r"^Definition (\w+) \(([\w ]+) : R\) : R(?: \* R)? :=", re.MULTILINE)
HEAD = "From Coq Require Import Reals Lra.\n"


@dataclass(frozen=True)
class Link:
    """The two generated files, the lemmas of the second, and the functions that the transcription does not have."""
    definitions: str
    lemmas: tuple[Lemma, ...]
    unlinked: tuple[str, ...]

    @property
    def text(self):
        return (f"{HEAD}From Separatrix Require Paper Maps Prelude.\nImport Prelude.\nOpen Scope R_scope.\n\n"
                + "\n".join(lemma.text for lemma in self.lemmas))


def definition(function) -> str:
    """A formula as a Coq definition; one of several values becomes a tuple."""
    names = identifiers(inspect.signature(function).parameters)
    image = function(*map(Term, names))
    parts = image if isinstance(image, tuple) else (image,)
    body = ", ".join(str(as_term(p)) for p in parts)
    kind = " * ".join(["R"]*len(parts))
    return f"Definition {function.__name__} ({' '.join(names)} : R) : {kind} :=\n  {f'({body})' if len(parts) > 1 else body}.\n"


def transcribed(text) -> dict[str, list[str]]:
    """The real functions that the transcription defines, with the names of their arguments."""
    return {name: arguments.split() for name, arguments in DEFINITION.findall(text)}


def link(module, transcription) -> Link:
    """Definitions of the public functions of `module` that the `transcription` has too, and that they are equal."""
    functions = [f for name, f in inspect.getmembers(module, inspect.isfunction)
                 if not name.startswith("_") and f.__module__ == module.__name__]
    functions.sort(key=lambda f: f.__code__.co_firstlineno)
    paper = transcribed(transcription)
    definitions, lemmas, unlinked = [], [], []
    for f in functions:
        names = identifiers(inspect.signature(f).parameters)
        if sorted(paper.get(f.__name__, ())) != sorted(names):
            unlinked.append(f.__name__)
            continue
        definitions.append(definition(f))
        image = f(*map(Term, names))
        step = "f_equal; field; nonzero" if isinstance(image, tuple) else "first [ring | field; nonzero]"
        lemmas.append(Lemma(
            f.__name__,
            f"forall {' '.join(names)} : R, Maps.{f.__name__} {' '.join(names)} = "
            f"Paper.{f.__name__} {' '.join(paper[f.__name__])}",
            (f"intros {' '.join(names)}.", f"unfold Maps.{f.__name__}, {', '.join(f'Paper.{n}' for n in paper)}.",
             f"solve [{step}].")))
    return Link(f"{HEAD}Open Scope R_scope.\n\n" + "\n".join(definitions), tuple(lemmas), tuple(unlinked))
