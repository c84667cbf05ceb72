"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "large_step",
    title="Large-Step Training Dynamics of a Two-Factor Linear Transformer Model",
    authors="Krishnakumar Balasubramanian",
    identifier="",
    date="",
    sha256="deee6e00ba9b17c3dd16e7719d1c20de97f52a5dd9d35c5a1f53b9a030ffece4",
    summary="""
        The mathematics at its centre is right and exact: the normal form (LST-T4.1), the invariant ellipse (LST-T4.3a), the
        monotone threshold of the balanced line (LST-T3.5a). Statements about all starts mostly hold for
        almost every start (LST-T3.5d, LST-T3.7a). False as stated: full training leaves the scalar sector at first order
        (LST-P2.1b); at mu = 1.3 orbits settle onto a cycle of period sixteen, not onto the two-cycle (LST-I3a); no orbit
        spirals (LST-I3d); the transverse exponent of the full batch is 0 (LST-I5a), so that what Figure 5 is said to show
        turns round (LST-I5b, LST-I5d).""",
)
