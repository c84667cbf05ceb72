"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "scaling_law",
    title="Unifying Learning Dynamics and Generalization in Transformers Scaling Law",
    authors="",
    identifier="",
    date="",
    sha256="e3b37fc9b4d402862fbaf4dd33c36ef95d2b268e021362ee756c588861b5b984",
    summary="""
        Up to logarithms and with a frozen read-out, the exponent 1/7 follows from what is assumed (SCAL-15, SCAL-09). As
        stated it does not: a trained read-out makes every 7 an 8 (SCAL-09). At the residual scale of the definition depth does
        not speed up training (SCAL-24), the condition number grows with the data (SCAL-39), the lower bound fails at late
        times (SCAL-36), comparisons with queries and keys point the wrong way (SCAL-30). Some proofs are lost (SCAL-57).""",
)
