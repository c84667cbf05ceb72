"""The interval Newton test: a box that holds exactly one zero of a system of equations."""
from flint import arb


def find_zero(system, start, bits):
    """Interval Newton near `start`: what `isolate` proves about the point that Newton's method finds, or None.

    system(*boxes) returns the values (a column) and the Jacobian matrix over the boxes.
    """
    try:
        point, last = start, None
        for _ in range(60):
            value, matrix = system(*point)
            step = matrix.solve(value)
            size = sum(abs(entry) for entry in step.entries()).mid()
            if last is not None and size < arb(2)**-64 and not size < last/2:
                break
            point, last = [(x - dx).mid() for x, dx in zip(point, step.entries())], size
        value, matrix = system(*point)
        radii = [4*entry.abs_upper() + arb(2)**-bits for entry in matrix.solve(value).entries()]
        for _ in range(8):
            proved = isolate(system, point, radii)
            if proved:
                return proved
            radii = [8*radius for radius in radii]
    except ZeroDivisionError:   # a singular matrix: nothing is proved
        pass
    return None


def isolate(system, point, radii):
    """The interval Newton test: (balls, Jacobian matrix), or None where it proves nothing.

    The system has exactly one zero in the box of centre `point` (exact balls) and half-widths `radii`, and it lies in
    the balls; the matrix encloses the Jacobian over the box.  Runs at the caller's precision.  Guarantee: certified.
    """
    boxes = [x + radius*arb(0, 1) for x, radius in zip(point, radii)]
    value, _ = system(*point)
    _, matrix = system(*boxes)
    try:
        step = matrix.solve(value)
    except ZeroDivisionError:   # the matrix may be singular
        return None
    images = [x - dx for x, dx in zip(point, step.entries())]
    return (images, matrix) if all(box.contains_interior(image) for box, image in zip(boxes, images)) else None
