"""Where all periodic points of the balanced map are: the laps of F^n and the fixed points on each.

F = F_mu maps [-mu, 2] to itself, rising on L = [-mu, c], falling on M = [c, 1], rising on R = [1, 2], where
c = (1 - 2 mu)/3, and all its periodic points lie there: outside, F(e) - e = e (e - 2)(e + mu) drives e away.  The lap
of a word w of n letters is the interval of all e whose first n points lie in the intervals w names.  F^n is monotone
on it; its ends are preimages of -mu, 2 or c, so their images under F^n are -mu, 2 or points of the orbit of c.  Laps
grow by one letter on the left: pull the lap back by one branch of F.

How many fixed points of F^n a lap holds follows from the signs of F^n(e) - e at its ends.  Where F^n falls there is one
if they are + and -, else none.  Where it rises: F has negative Schwarzian derivative (a cubic with real critical
points), so has F^n, so 1/sqrt((F^n)') is convex on the lap, so F^n(e) - e falls, then rises, then falls, each part
possibly empty; so there is exactly one fixed point if the signs are - and +, and none if the image misses the lap.
What remains, the laps that may hold points which do not repel, is few, and is cut up by interval Newton.

Source: de Melo and van Strien, One-Dimensional Dynamics, chapter II.6 (Singer's theorem, the minimum principle).
"""
from dataclasses import dataclass
from math import acos, acosh, cos, cosh, pi, sqrt

from flint import arb

from certify.balls import at, ball, less
from certify.straightline import Recurrence
from numerics.maps import balanced_map

L, M, R = 0, 1, 2
LAP_BITS = 128


@dataclass(frozen=True)
class End:
    """An end of a lap: the point, its image under F^n, and "-mu" or "2" if it is that end of the whole interval."""
    point: arb
    image: arb
    name: str = ""


@dataclass(frozen=True)
class Lap:
    """The lap of a word; not `sure` when a comparison was undecided: the ends are then hulls, the lap may be empty."""
    left: End
    right: End
    falling: bool = False
    sure: bool = True

    def fixed_points(self):
        """How many fixed points F^n has on the lap: 0 or 1 as proved, None when the ends do not tell."""
        if not self.sure:
            return None
        left, right = self.left, self.right
        if self.falling:
            if left.image < left.point or right.image > right.point:
                return 0
            return 1 if left.image > left.point and right.image < right.point else None
        if left.image < left.point and right.image > right.point:
            return 1
        return 0 if left.image > right.point or right.image < left.point else None

    @property
    def hull(self):
        return self.left.point.union(self.right.point)


class Laps:
    """The laps of F_mu^n for one exact mu, n up to `period`; call its methods at LAP_BITS."""

    def __init__(self, mu, period):
        self.mu, self.critical = mu, (1 - 2*mu)/3
        self.top = balanced_map(self.critical, mu)
        self.map = Recurrence(lambda x: (balanced_map(x, mu),), 1).bind()
        self.whole = Lap(End(ball(-mu), ball(-mu), "-mu"), End(arb(2), arb(2), "2"))
        self.critical_end = ball(self.critical)
        self.branches = (ball(-mu), self.critical_end), (self.critical_end, arb(1)), (arb(1), arb(2))
        self.search_mu, self.search_top = float(mu), float(self.top)
        self.critical_orbit = at(LAP_BITS + 8*period, self._critical_orbit, period)

    def _critical_orbit(self, period):
        return [ball(self.critical), *(y for y, in self.map((ball(self.critical),), [()]*period))]

    def extend(self, lap, n, letter):
        """The lap of `letter` + word, where `lap` is that of the word and n its new length; None when proved empty."""
        ends = self.pull(lap.left, n, letter), self.pull(lap.right, n, letter)
        if ends[0] is None:
            return None
        left, left_sure = ends[0]
        right, right_sure = ends[1] or (End(self.critical_end, self.critical_orbit[n]), True)
        sure = lap.sure and left_sure and right_sure
        return Lap(right, left, not lap.falling, sure) if letter == M else Lap(left, right, lap.falling, sure)

    def pull(self, end, n, letter):
        """(the preimage of `end` by a branch of F, whether it is sure to be one); None when the branch misses it."""
        if end.name == "-mu":
            return (end if letter == L else End(arb(1), end.image)), True
        if end.name == "2":
            if letter == R:
                return end, True
            return (End(self.critical_end, end.image), True) if self.top >= 2 else None
        reached = True if letter == R else less(end.point, ball(self.top))
        if reached is False:
            return None
        point = self.preimage(end.point, letter)
        if reached:
            return End(point, end.image), True
        return End(point.union(self.critical_end), end.image.union(self.critical_orbit[n])), False

    def preimage(self, y, letter):
        """A ball that contains the preimage by one branch of F of each point of the ball `y` that has one."""
        left, right = self.branches[letter]
        guess = self.search_preimage(float(y), letter)
        for exponent in range(-48, 0, 6):
            a, b = arb(guess - 2.0**exponent), arb(guess + 2.0**exponent)
            at_a, at_b = self.map((a,), [()])[0][0], self.map((b,), [()])[0][0]
            if letter == M:
                at_a, at_b = -at_a, -at_b
            target = -y if letter == M else y
            if (a < left or a < right and at_a < target) and (b > right or b > left and at_b > target):
                return a.union(b)
        return left.union(right)

    def search_preimage(self, y, letter):
        """Search, proves nothing: the preimage of the float y.  With e = r^2 - mu, F is r -> r(1 + mu - r^2), and
        r = 2 sqrt((1 + mu)/3) cos t turns that into the triple angle."""
        rho = sqrt(max(0.0, (y + self.search_mu)/(self.search_top + self.search_mu)))
        if rho > 1:
            cosine = cosh(acosh(rho)/3) if letter == R else 0.5
        else:
            cosine = cos((acos(rho) + (pi, -pi, 0)[letter])/3)
        return 4*(1 + self.search_mu)/3*cosine**2 - self.search_mu

    def search_fixed_point(self, letters, guess):
        """Search, proves nothing: the fixed point of F^n on the lap of the word, by its inverse branches."""
        x = float(guess)
        for _ in range(8):
            y = x
            for letter in letters:
                y = self.search_preimage(y, letter)
            if abs(y - x) < 1e-9:
                break
            x = y
        return arb(y)

    def necklaces(self, n, budget):
        """([(letters, lap), ...], laps visited): one word of n letters for each cyclic class whose laps may hold a
        fixed point of F^n.  `letters` lists the word from right to left.  None for the list: the budget is used up.

        Source: the recursion of Fredricksen, Kessler and Maiorana.
        """
        results, visited, stack = [], 0, [((), 1, self.whole)]
        while stack:
            letters, period, lap = stack.pop()
            visited += 1
            if visited > budget:
                return None, visited
            k = len(letters)
            if k == n:
                if n % period == 0 and lap.fixed_points() != 0:
                    results.append((letters, lap))
                continue
            least = letters[k - period] if k else 0
            for letter in range(least, 3):
                longer = self.extend(lap, k + 1, letter)
                if longer is not None:
                    stack.append((letters + (letter,), period if letter == least and k else k + 1, longer))
        return results, visited
