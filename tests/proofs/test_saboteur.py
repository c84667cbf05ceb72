"""The saboteur finds what a proof does not notice."""
import pytest

from numerics.maps import error, growth, product_map, separatrix
from proofs import saboteur
from proofs.engines import residues
from proofs.evidence import Identity, Nonnegative


def update(a, b, mu):
    a1, b1 = product_map(a, b, mu)
    e, w = error(a, b, mu), a - b
    return separatrix(error(a1, b1, mu), a1 - b1, mu), growth(e, mu)*separatrix(e, w, mu)


def test_every_damage_is_rejected():
    damage = saboteur.sabotage(Identity(update))
    assert damage.changed >= 100
    assert damage.rejected == damage.changed and damage.survivors == ()


def test_an_engine_that_says_yes_is_caught(monkeypatch):
    class Lenient:
        @staticmethod
        def decide(identity, fault=None):
            return True
    monkeypatch.setattr(saboteur, "engine", lambda name: Lenient)
    damage = saboteur.sabotage(Identity(update))
    assert damage.rejected == 0 and len(damage.survivors) == damage.changed


def test_a_statement_about_nothing_has_no_damage_that_counts():
    def trivial(a, b, mu):
        image = product_map(a, b, mu)
        return image, image
    assert saboteur.sabotage(Identity(trivial)).changed == 0


def test_a_false_identity_is_not_damaged_but_refused():
    with pytest.raises(ValueError, match="without any damage"):
        saboteur.sabotage(Identity(lambda a: (a, a + 1)))


def test_relations_that_need_two_coordinates_are_met():
    def on_ellipse(a, b, mu):
        return error(a, b, mu), (a - b)**2 - 2*(2 - mu)
    p, values = residues.points(Identity(update, modulo=on_ellipse))
    a, b, mu = values
    assert values.shape == (3, residues.POINTS)
    assert not ((a*b - mu) % p).any() and not (((a - b)**2 - 2*(2 - mu)) % p).any()


def test_certificates_are_damaged_too():
    def square(x, y):
        return x**2 + y**2 - 2*x*y, {}, [(1, (), x - y)]
    evidence = Nonnegative(square, at=dict(x=1, y=0), tight=dict(x=1, y=1))
    damage = saboteur.sabotage(evidence.identities()[0])
    assert damage.changed >= 12 and damage.survivors == ()


def test_every_operation_has_wrong_versions():
    assert set(saboteur.WRONG) == set(saboteur.RIGHT)
    assert sum(len(ways) for ways in saboteur.WRONG.values()) >= 15
