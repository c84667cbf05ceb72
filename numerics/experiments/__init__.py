"""The paper's numerical experiments and three more, as seeded functions that return arrays.  Numerical only."""
