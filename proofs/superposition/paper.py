"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "superposition",
    title="Emergence of Frontier Superposition: Möbius attractor and Cascade Supervision",
    authors="Hongyu Gu, Jingwen Fu",
    identifier="2605.18820",
    date="",
    sha256="1f60d5ce0b9626ae82d8249243412296d8aaf8f67e0dbdb06f647c6e5d97907f",
)
