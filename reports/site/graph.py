"""The dependency graph of a paper: sections are bands from top to bottom, what rests on what goes from left to right."""
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

WIDTH, HEIGHT = 96, 22          # of a node
COLUMN, ROW = 148, 29           # from node to node
BAND, MARGIN = 30, 12           # the heading of a band, and the space around
FEWEST_COLUMNS = 7


@dataclass
class Node:
    """A claim at (x, y), the upper left corner."""
    claim: dict
    label: str
    index: int
    x: float = 0
    y: float = 0


@dataclass
class Band:
    title: str
    y: float
    height: float


@dataclass
class Graph:
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[tuple[Node, Node, str]] = field(default_factory=list)    # from, to, the path of the curve
    bands: list[Band] = field(default_factory=list)
    width: float = 0
    height: float = 0


def depths(claims) -> dict[str, int]:
    """How many claims stand one upon the other below each claim; 0 for those that use none of the paper's."""
    uses = {c["id"]: [u for u in c["uses"] if u in claims] for c in claims.values()}

    @cache
    def depth(id):
        return 1 + max(map(depth, uses[id]), default=-1)
    return {id: depth(id) for id in claims}


def lay_out(sections) -> Graph:
    """Place the claims: a band a section, a column a depth.  Claims that stand alone fill the rows below, side by side."""
    claims = {c["id"]: c for _, members in sections for c in members}
    depth = depths(claims)
    columns = max([FEWEST_COLUMNS, *(d + 1 for d in depth.values())])
    graph = Graph(width=2*MARGIN + (columns - 1)*COLUMN + WIDTH)
    prefix = len(common_prefix(list(claims)))
    y = MARGIN
    for title, members in sections:
        rows = place(graph, members, depth, columns, y + BAND, prefix)
        graph.bands.append(Band(title, y, BAND + rows*ROW + MARGIN))
        y += BAND + rows*ROW + 2*MARGIN
    graph.height = y
    graph.edges = [(graph.nodes[u], node, curve(graph.nodes[u], node))
                   for node in graph.nodes.values() for u in node.claim["uses"] if u in claims]
    return graph


def place(graph, members, depth, columns, top, prefix) -> int:
    """Put one section's claims below `top`; returns how many rows they take."""
    chained = [c for c in members if c["uses"] or c["users"]]
    by_column = defaultdict(list)
    for claim in chained:
        by_column[depth[claim["id"]]].append(claim)
    for column in sorted(by_column):
        by_column[column].sort(key=lambda c: mean_height(graph, c))
        for row, claim in enumerate(by_column[column]):
            put(graph, claim, column, top + row*ROW, prefix)
    used = max(map(len, by_column.values()), default=0)
    alone = [c for c in members if c not in chained]
    for i, claim in enumerate(alone):
        put(graph, claim, i % columns, top + (used + i//columns)*ROW, prefix)
    return used + -(-len(alone)//columns)


def put(graph, claim, column, y, prefix):
    graph.nodes[claim["id"]] = Node(claim, claim["id"][prefix:], len(graph.nodes), MARGIN + column*COLUMN, y)


def mean_height(graph, claim) -> float:
    """Where the claims that it uses stand, on average: near them the curves cross least."""
    placed = [graph.nodes[u].y for u in claim["uses"] if u in graph.nodes]
    return sum(placed)/len(placed) if placed else 0


def common_prefix(ids) -> str:
    """What all ids have in front, up to a hyphen."""
    first = ids[0].partition("-")[0] + "-" if ids else ""
    return first if all(id.startswith(first) for id in ids) else ""


def curve(start, end) -> str:
    """A smooth path from the right of one node to the left of another."""
    x, y, u, v = start.x + WIDTH, start.y + HEIGHT/2, end.x, end.y + HEIGHT/2
    bend = max(40, (u - x)/2)
    return f"M{x:g} {y:g}C{x + bend:g} {y:g} {u - bend:g} {v:g} {u:g} {v:g}"
