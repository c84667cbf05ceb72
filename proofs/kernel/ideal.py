"""Cofactors: an element of a polynomial ideal over Q as a combination of the given generators.

What is found here is not trusted: the kernel multiplies it out.
"""
BUDGET = 400   # pairs of Buchberger's algorithm


class NoCofactors(ValueError):
    """The polynomial was not expressed in the generators: it is not in the ideal, or the budget ran out."""


def cofactors(target, generators, budget=BUDGET):
    """Polynomials q_i with target = sum q_i generators_i; NoCofactors if none are found within `budget` pairs.

    All are FLINT `fmpq_mpoly` of one ring.  Buchberger's algorithm in which every element carries its cofactors; it
    stops as soon as the target reduces to 0.
    """
    generators = list(generators)
    basis = []
    for i, g in enumerate(generators):
        if g != 0:
            basis.append((g, [g*0 + int(i == j) for j in range(len(generators))]))
    rest, found = reduce(target, [target*0 for _ in generators], basis)
    pairs = [(i, j) for j in range(len(basis)) for i in range(j)]
    while rest != 0 and pairs:
        if budget == 0:
            raise NoCofactors(f"no cofactors within {BUDGET} pairs of Buchberger's algorithm")
        budget -= 1
        pairs.sort(key=lambda ij: sum(joint(basis[ij[0]][0], basis[ij[1]][0])))
        i, j = pairs.pop(0)
        element, carried = s_polynomial(basis[i], basis[j])
        element, carried = reduce(element, carried, basis)
        if element != 0:
            pairs += [(k, len(basis)) for k in range(len(basis))]
            basis.append((element, [-q for q in carried]))
            rest, found = reduce(rest, found, basis)
    if rest != 0:
        raise NoCofactors("the difference is not in the ideal of the relations")
    return found


def reduce(p, carried, basis):
    """(rest, cofactors): the rest of p modulo the basis, with p = rest + sum of (new - old cofactors) generators."""
    changed = True
    while changed and p != 0:
        changed = False
        for g, of_g in basis:
            quotient, p_next = divmod(p, g)
            if quotient != 0:
                changed, p = True, p_next
                carried = [q + quotient*c for q, c in zip(carried, of_g)]
    return p, carried


def s_polynomial(first, second):
    """The S-polynomial of two basis elements, and minus its cofactors: what `reduce` goes on from."""
    (f, of_f), (g, of_g) = first, second
    ring, top = f.context(), joint(f, g)
    u = ring.from_dict({tuple(t - m for t, m in zip(top, f.monoms()[0])): 1/f.leading_coefficient()})
    v = ring.from_dict({tuple(t - m for t, m in zip(top, g.monoms()[0])): 1/g.leading_coefficient()})
    return u*f - v*g, [v*y - u*x for x, y in zip(of_f, of_g)]


def joint(f, g):
    """The exponents of the least common multiple of the leading monomials."""
    return tuple(max(a, b) for a, b in zip(f.monoms()[0], g.monoms()[0]))
