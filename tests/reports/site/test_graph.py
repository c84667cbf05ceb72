"""The layered layout: nothing overlaps, lines lead to the right, and every claim and dependency is there."""
from itertools import combinations

from reports.site import graph, model


def claim(id, *uses):
    return {"id": id, "uses": list(uses), "users": []}


def linked(*claims):
    table = {c["id"]: c for c in claims}
    for c in claims:
        for u in c["uses"]:
            table[u]["users"].append(c["id"])
    return list(claims)


def test_depth_is_the_longest_chain_below():
    claims = linked(claim("X-a"), claim("X-b", "X-a"), claim("X-c", "X-a", "X-b"), claim("X-d"))
    assert graph.depths({c["id"]: c for c in claims}) == {"X-a": 0, "X-b": 1, "X-c": 2, "X-d": 0}


def test_layout_of_every_paper(data):
    ledger = model.Ledger(data)
    edges = 0
    for paper in ledger.papers:
        drawn = graph.lay_out(ledger.sections(paper))
        assert set(drawn.nodes) == {c["id"] for c in ledger.of(paper)}
        for one, other in combinations(drawn.nodes.values(), 2):
            assert abs(one.x - other.x) >= graph.WIDTH or abs(one.y - other.y) >= graph.HEIGHT
        for node in drawn.nodes.values():
            assert 0 <= node.x <= drawn.width - graph.WIDTH
            band, = [b for b in drawn.bands if b.y < node.y < b.y + b.height]
            assert band.title == node.claim["section"] and node.y + graph.HEIGHT <= band.y + band.height
        for start, end, path in drawn.edges:
            assert start.x + graph.WIDTH < end.x and path.startswith("M")
            assert start.claim["id"] in end.claim["uses"]
        assert len(drawn.edges) == sum(len(c["uses"]) for c in ledger.of(paper))
        edges += len(drawn.edges)
    assert edges > 150


def test_nearest_the_average_of_what_they_use():
    section = linked(claim("X-a"), claim("X-b"), claim("X-low", "X-b"), claim("X-high", "X-a"))
    drawn = graph.lay_out([("one", section)])
    assert drawn.nodes["X-high"].y < drawn.nodes["X-low"].y
    assert drawn.nodes["X-high"].label == "high"


def test_claims_that_stand_alone_share_rows():
    drawn = graph.lay_out([("one", [claim(f"X-{i}") for i in range(9)])])
    assert len({n.y for n in drawn.nodes.values()}) == 2 and drawn.edges == []


def test_labels_without_a_common_prefix_stay_whole():
    assert graph.common_prefix(["A-1", "B-1"]) == "" and graph.common_prefix(["A-1", "A-2"]) == "A-"
