"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "scaling_law",
    title="Unifying Learning Dynamics and Generalization in Transformers Scaling Law",
    authors="",
    identifier="",
    date="",
    sha256="e3b37fc9b4d402862fbaf4dd33c36ef95d2b268e021362ee756c588861b5b984",
)
