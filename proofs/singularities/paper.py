"""The paper under judgement.  Its text lost most displays: statements rebuilt from the prose are marked [rebuilt]."""
from proofs.ledger import Paper

paper = Paper(
    "singularities",
    title="Dispelling the Curse of Singularities in Neural Network Optimizations",
    authors="",
    identifier="",
    date="",
    sha256="a5aacead7fee4d8d73039dbd76c8da22f5bed4bd1d9b8995e78d4d79bc24643f",
    summary="""
        The text has lost its displays; what is judged was rebuilt from the prose. The mechanism is real but conditional: an
        update along a dominant direction lowers the stable rank above a threshold only (SING-11), and always aligns in a Gram
        update (SING-16). False as stated: the fall of the output's stable rank (SING-17), gradients that grow with every
        concentration of energy (SING-22), the bound on |Wz|^2 (SING-08); and three smoothing policies can lower the stable rank
        (SING-31, SING-32, SING-33), which a guard of one line prevents (SING-35).""",
)
