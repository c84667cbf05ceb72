"""The paper under judgement.  Its text lost most displays: statements rebuilt from the prose are marked [rebuilt]."""
from proofs.ledger import Paper

paper = Paper(
    "singularities",
    title="Dispelling the Curse of Singularities in Neural Network Optimizations",
    authors="",
    identifier="",
    date="",
    sha256="a5aacead7fee4d8d73039dbd76c8da22f5bed4bd1d9b8995e78d4d79bc24643f",
)
