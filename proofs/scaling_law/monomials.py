"""Exponent bookkeeping: products of powers of named quantities, whose exponents are elements of any algebra.

    C, N, xi = letters("C N xi")
    boundary = solved_for(N**(alpha + 4)/xi**2, C, "N")          the N at which N^(alpha+4)/xi^2 = C
    exponents(xi**2/boundary, "xi C")                       (2 - 2/(alpha+4), -1/(alpha+4))

Constants and logarithms are left out. With alpha a ring element, an `Identity` compares exponents as rational
functions: one wrong exponent anywhere is a failed identity.
"""
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, eq=False)
class Monomial:
    """A product of powers; `powers` maps each letter to its exponent, and a letter that is missing has exponent 0."""
    powers: dict

    def __mul__(self, other):
        both = {**self.powers}
        for letter, exponent in other.powers.items():
            both[letter] = both[letter] + exponent if letter in both else exponent
        return Monomial(both)

    def __truediv__(self, other):
        return self*other**-1

    def __pow__(self, exponent):
        return Monomial({letter: e*exponent for letter, e in self.powers.items()})

    def where(self, **values):
        """With each named letter replaced by a monomial, one after the other."""
        result = self
        for letter, value in values.items():
            rest = Monomial({k: e for k, e in result.powers.items() if k != letter})
            result = rest*value**result.powers[letter] if letter in result.powers else rest
        return result


def letters(names):
    """One monomial for each letter of `names`, which are separated by blanks."""
    return tuple(Monomial({name: Fraction(1)}) for name in names.split())


def exponents(monomial, names):
    """The exponents of the letters `names`; ValueError if the monomial has another letter."""
    names = names.split()
    others = set(monomial.powers) - set(names)
    if others:
        raise ValueError(f"the monomial also contains {', '.join(sorted(others))}: substitute, or name them")
    return tuple(monomial.powers.get(name, 0) for name in names)


def solved_for(left, right, letter):
    """The monomial that `letter` must be for left = right; ValueError if `letter` is in neither."""
    ratio = left/right
    if letter not in ratio.powers:
        raise ValueError(f"{letter} does not occur in the equation")
    rest = Monomial({k: e for k, e in ratio.powers.items() if k != letter})
    return rest**(-1/ratio.powers[letter])
