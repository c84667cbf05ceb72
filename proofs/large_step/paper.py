"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "large_step",
    title="Large-Step Training Dynamics of a Two-Factor Linear Transformer Model",
    authors="Krishnakumar Balasubramanian",
    identifier="",
    date="",
    sha256="deee6e00ba9b17c3dd16e7719d1c20de97f52a5dd9d35c5a1f53b9a030ffece4",
)
