/* Certified orbits at mu = 19/10 in C: GMP integers as fixed-point numbers, the error as a double log2, precision falling
 * along the orbit.  The yardstick of bench_orbit.py.
 *
 *   orbit_gmp cubic STEPS BITS      e -> e(e^2 - e/10 - 28/10) from e = 1/10:  one square and one product a step
 *   orbit_gmp product STEPS BITS    (a, b) -> (a - eb, b - ea), e = ab - mu, from (1/2, 7/10):  three products a step
 *   orbit_gmp modes STEPS BITS      the same in s = (a + b)/2, w = (a - b)/2:  two squares and two products a step
 *
 * Prints: seconds of this thread, log2 of the final error, and the first coordinate.
 */
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9*t.tv_nsec;
}

static double value(const mpz_t x, long bits)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, x);
    return mpz_sgn(x) ? ldexp(mantissa, exponent - bits) : 0;
}

static void decimal(mpz_t x, long numerator, long denominator, long bits)
{
    mpz_set_si(x, numerator);
    mpz_mul_2exp(x, x, bits);
    mpz_fdiv_q_ui(x, x, denominator);
}

static void shifted_product(mpz_t x, const mpz_t y, const mpz_t z, long bits)
{
    mpz_mul(x, y, z);
    mpz_fdiv_q_2exp(x, x, bits);
}

static long fewer(double error, long bits)
{
    long wanted = (long)(-error) + 20;
    return wanted < bits - 8 ? wanted : bits;
}

static double cubic(long steps, long bits, double *error, double *first)
{
    mpz_t x, square, t, c;
    mpz_inits(x, square, t, c, NULL);
    double start = now();
    decimal(x, 1, 10, bits);
    decimal(c, 28, 10, bits);
    double L = -bits;

    for (long k = 0; k < steps; k++) {
        long p = fewer(L, bits);
        if (p < bits) {
            mpz_fdiv_q_2exp(x, x, bits - p);
            mpz_fdiv_q_2exp(c, c, bits - p);
            bits = p;
            L += log2(1 + exp2(-p - L));
        }
        double e = value(x, bits);
        shifted_product(square, x, x, bits);
        mpz_fdiv_q_ui(t, x, 10);
        mpz_sub(square, square, t);
        mpz_sub(square, square, c);
        shifted_product(x, x, square, bits);
        L += log2(fabs((3*e - 0.2)*e - 2.8)*(1 + 1e-14) + 1e-14 + 7*exp2(-bits - L));
    }
    double seconds = now() - start;
    *error = L, *first = value(x, bits);
    return seconds;
}

static double plane(int modes, long steps, long bits, double *error, double *first)
{
    mpz_t x, y, e, t, mu;
    mpz_inits(x, y, e, t, mu, NULL);
    double start = now();
    decimal(x, modes ? 6 : 5, 10, bits);
    decimal(y, modes ? -1 : 7, 10, bits);
    decimal(mu, 19, 10, bits);
    double Lx = -bits, Ly = -bits;

    for (long k = 0; k < steps; k++) {
        double L = fmax(Lx, Ly);
        long p = fewer(L, bits);
        if (p < bits) {
            mpz_fdiv_q_2exp(x, x, bits - p);
            mpz_fdiv_q_2exp(y, y, bits - p);
            mpz_fdiv_q_2exp(mu, mu, bits - p);
            bits = p;
        }
        double X = value(x, bits), Y = value(y, bits), dx = exp2(Lx - L), dy = exp2(Ly - L);
        double xx, xy, yy, rounding = 10*exp2(-bits - L) + 1e-13;
        if (modes) {
            mpz_mul(e, x, x);
            mpz_mul(t, y, y);
            mpz_sub(e, e, t);
            mpz_fdiv_q_2exp(e, e, bits);
            mpz_sub(e, e, mu);
            shifted_product(t, x, e, bits);
            mpz_sub(x, x, t);
            shifted_product(t, y, e, bits);
            mpz_add(y, y, t);
            double E = X*X - Y*Y - 1.9;
            xx = fabs(1 - E - 2*X*X), xy = 2*fabs(X*Y), yy = fabs(1 + E - 2*Y*Y);
        } else {
            shifted_product(e, x, y, bits);
            mpz_sub(e, e, mu);
            shifted_product(t, e, y, bits);
            mpz_mul(e, e, x);
            mpz_fdiv_q_2exp(e, e, bits);
            mpz_sub(x, x, t);
            mpz_sub(y, y, e);
            xx = fabs(1 - Y*Y), xy = fabs(2*X*Y - 1.9), yy = fabs(1 - X*X);
        }
        Lx = L + log2(xx*dx + xy*dy + rounding);
        Ly = L + log2(xy*dx + yy*dy + rounding);
    }
    double seconds = now() - start;
    *error = fmax(Lx, Ly), *first = value(x, bits);
    return seconds;
}

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    long steps = atol(words[2]), bits = atol(words[3]);
    double error, first, seconds;
    if (!strcmp(words[1], "cubic"))
        seconds = cubic(steps, bits, &error, &first);
    else
        seconds = plane(!strcmp(words[1], "modes"), steps, bits, &error, &first);
    printf("%.9f %.3f %.17g\n", seconds, error, first);
    return 0;
}
