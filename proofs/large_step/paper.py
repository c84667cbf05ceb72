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
        The normal form (LST-T4.1), the invariant ellipse (LST-T4.3a) and the monotone threshold (LST-T3.5a) are exact; what
        is said of every start mostly holds for almost every one (LST-T3.7a). False as stated: full training leaves the scalar
        sector at first order (LST-P2.1b); at mu = 1.3 orbits settle onto a cycle of period sixteen (LST-I3a), and none
        spirals (LST-I3d); the full batch has the transverse exponent 0 (LST-I5a), which turns Figure 5 round (LST-I5b).""",
)
