"""First order in alpha: every state is u_r plus alpha times the sum of the outputs of the layers below, and each layer
attends as at u_r, with weight x = exp(beta) on the b edges out of the root and 1 on the others.
"""
from numerics.algebra import derivative
from proofs.evidence import Identity, Simulation

FIRST_ORDER = ("first order in alpha", "a tree with |E| edges, b of them out of the root",
               "V_c is the set within c hops",
               "each vertex but the root is the target of one edge")


def mass_on_set(x, b, edges, k):
    """The attention output on V_j without the root, k_j = k: b edges of weight x and k - 1 - b of weight 1."""
    return (b*x + k - 1 - b)/(b*x + edges - b)


def mass_of_layers(xs, b, edges, k):
    """To first order the layers below j add up, each with its own weight."""
    return sum((mass_on_set(x, b, edges, k) for x in xs[1:]), mass_on_set(xs[0], b, edges, k))


def response(x, b, edges, k):
    """d/dx of the mass is b (|E| - k + 1)/(b x + |E| - b)^2, of which (|E| - b) b/(...)^2 falls on the children."""
    total = b*x + edges - b
    gained = derivative(lambda x, b, edges: b*x/(b*x + edges - b), x, b, edges)
    return (derivative(mass_on_set, x, b, edges, k), gained, gained*(1 - (k - 1 - b)/(edges - b))), (
        b*(edges - k + 1)/total**2, b*(edges - b)/total**2, b*(edges - k + 1)/total**2)


def response_divisors(x, b, edges, k):
    return b*x + edges - b, edges - b


RESPONSE = Identity(response, excluding=response_divisors)


def response_ratio(k_direct, k_last, edges):
    """R_c^2 = (k_{c+1}/k_{D-1}) ((|E| - k_{D-1} + 1)/(|E| - k_{c+1} + 1))^2."""
    return k_direct/k_last*((edges - k_last + 1)/(edges - k_direct + 1))**2


def measured_ratios(b=2, hops=5, alpha=1e-6, beta=0.5):
    """R_c of L_e2e and of L_sup on the b-ary tree at a small alpha, by complex steps, and what the first order gives."""
    import numpy as np

    from numerics.level_model import b_ary, gradient_ratios
    levels = b_ary(b, hops + 1, 1)
    edges, k = float(levels.edges.sum()), levels.schedule
    end_to_end, sup = gradient_ratios(levels, np.full(hops, beta), np.full(hops, alpha))
    laws = [[response_ratio(k[c + 1], k[j], edges)**0.5 for j in range(c + 1, hops + 1)] for c in range(hops)]
    return {"e2e": list(zip(end_to_end.tolist(), (row[-1] for row in laws))),
            "sup": list(zip(sup.tolist(), map(sum, laws)))}


RATIOS = Simulation(measured_ratios,
                    lambda found: all(abs(x - y) < 1e-5*y for rows in found.values() for x, y in rows),
                    "within 1e-5 of the first-order law at every layer, alpha = 1e-6", corroborates=True)
