"""The paper under judgement."""
from proofs.ledger import Paper

paper = Paper(
    "superposition",
    title="Emergence of Frontier Superposition: Möbius attractor and Cascade Supervision",
    authors="Hongyu Gu, Jingwen Fu",
    identifier="2605.18820",
    date="",
    sha256="1f60d5ce0b9626ae82d8249243412296d8aaf8f67e0dbdb06f647c6e5d97907f",
    summary="""
        The algebra of one layer stands under hypotheses that can be listed (FS-M.1), and more holds than is said (FS-M.2, FS-M.16).
        V_c means two sets, which no statement may mix (FS-3.4, FS-P1.7). False as stated: the bound on the loss off the
        manifold (FS-M.8), contraction to it at the printed rate (FS-M.10), eta > 0 (FS-M.13), the diagonal advantage n^(3/2)/p
        in place of n - 1 (FS-T4.1), the gap of the Hessian, which is 0 along a shift (FS-L9.1), and a selectivity of
        1 at the target within c hops (FS-P1.3).""",
)
