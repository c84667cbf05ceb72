"""The Coq side: the paper's definitions and hand proofs (`*.v`), and the printers that turn evidence into lemmas.

    Paper.v        the definitions, transcribed by hand        lemmas.py   the table of hand proofs
    Prelude.v      what generated proofs use                   terms.py    the recording algebra
    AmGm.v ...     hand proofs, one topic a file               script.py   evidence -> statement and proof
    Pitfalls.v     what Coq's total functions make false       ideal.py    cofactors;  point.py, search.py  witnesses
                                                               link.py     numerics.maps = Paper.v
`proofs.engines.kernel` compiles all of it and audits the axioms.
"""
