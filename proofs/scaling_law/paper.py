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
        Read up to logarithms and with a frozen read-out, the exponent 1/7 of the compute law follows from what the paper
        assumes (SCAL-15, SCAL-09). As it is stated it does not: a trained read-out needs a width of order N^4, which makes
        every 7 an 8 (SCAL-09), and the exact order carries a factor that tends to infinity (SCAL-15). With the residual scale
        of the definition, depth does not speed up training (SCAL-24); the condition number grows with the data (SCAL-39);
        the lower bound does not hold at every time (SCAL-36); the comparisons of queries and keys with their product point
        the wrong way (SCAL-30, SCAL-31, SCAL-32). Parts of the text that it rests on are lost (SCAL-00, SCAL-57).""",
)
