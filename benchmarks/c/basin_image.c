/* Escape times of an image of n by n pixels, n a multiple of 32; a group of vectors stops when all of it is out. */
#include "vectors.h"

#define GROUP (32/WIDTH)

void escape(int32_t *times, const double *a, const double *b, long n, double mu, int max_steps, double radius, int threads)
{
    const vector m = all(mu), r = all(radius);
    #pragma omp parallel for num_threads(threads) schedule(dynamic, 8)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j += 32) {
            vector x[GROUP], y[GROUP];
            flags inside[GROUP], count[GROUP];
            for (int k = 0; k < GROUP; k++) {
                x[k] = load(a + j + WIDTH*k);
                y[k] = all(b[i]);
                inside[k] = absolute(x[k]) + absolute(y[k]) < r;
                count[k] = -inside[k];
            }
            for (int s = 0; s < max_steps; s++) {
                flags any = {0};
                #pragma GCC unroll 16
                for (int k = 0; k < GROUP; k++) {
                    vector e = x[k]*y[k] - m;
                    vector next = x[k] - e*y[k];
                    y[k] -= e*x[k];
                    x[k] = next;
                    inside[k] &= absolute(x[k]) + absolute(y[k]) < r;
                    count[k] -= inside[k];
                    any |= inside[k];
                }
                int64_t left = 0;
                for (int k = 0; k < WIDTH; k++)
                    left |= any[k];
                if (!left)
                    break;
            }
            for (int k = 0; k < 32; k++) {
                int64_t c = count[k/WIDTH][k % WIDTH];
                times[i*n + j + k] = c > max_steps ? -1 : (int32_t)c;
            }
        }
}
