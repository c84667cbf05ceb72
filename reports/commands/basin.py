"""`separatrix basin MU`: the certified share of the ellipse that converges, and of its surroundings that escapes."""
HELP = "The certified share of the invariant ellipse that converges at this mu, and of its surroundings that escapes."
EXAMPLE = "separatrix basin 0.7 --boxes 1000000"


def configure(parser):
    parser.add_argument("mu", metavar="MU", help="effective step size, 0 < mu < 2: a decimal or a fraction")
    parser.add_argument("--boxes", type=int, default=1_000_000, help="cells to evaluate on each side (default 1000000)")
    parser.add_argument("--seconds", type=float, default=None, help="stop each side earlier, by the clock")


def run(args) -> int:
    from certify.basin import basin, escape
    from reports import exits
    interrupted = False
    for name, share in (("inside", basin), ("outside", escape)):
        result = share(args.mu, args.boxes, args.seconds)
        print(f"{name:8} at least {rounded_down(result.certified)} {result.target}: {result.boxes} cells, the finest "
              f"{result.side[0]} by {result.side[1]}; stopped by {result.stopped}; {result.seconds:.1f} s; "
              f"{result.rechecked} points followed in balls; {result.arithmetic}")
        interrupted = interrupted or result.stopped == "interrupted"
        if interrupted:
            break
    return exits.INTERRUPTED if interrupted else exits.FINE


def rounded_down(share):
    """A Fraction in [0, 1] to five decimals, never above it."""
    return f"0.{int(share*10**5):05d}"
