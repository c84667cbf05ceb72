/* The plane map on n points, in place: six pairs of vectors stay in registers for all steps. */
#include "vectors.h"

#define GROUP 6

void iterate(double *a, double *b, long n, double mu, int steps, int threads)
{
    const long size = WIDTH*GROUP, groups = n/size;
    const vector m = all(mu);
    #pragma omp parallel for num_threads(threads) schedule(static)
    for (long g = 0; g < groups; g++) {
        double *p = a + g*size, *q = b + g*size;
        vector x[GROUP], y[GROUP];
        for (int k = 0; k < GROUP; k++) {
            x[k] = load(p + WIDTH*k);
            y[k] = load(q + WIDTH*k);
        }
        for (int s = 0; s < steps; s++)
            #pragma GCC unroll 6
            for (int k = 0; k < GROUP; k++) {
                vector e = x[k]*y[k] - m;
                vector next = x[k] - e*y[k];
                y[k] -= e*x[k];
                x[k] = next;
            }
        for (int k = 0; k < GROUP; k++) {
            store(p + WIDTH*k, x[k]);
            store(q + WIDTH*k, y[k]);
        }
    }
    for (long i = groups*size; i < n; i++)
        for (int s = 0; s < steps; s++) {
            double e = a[i]*b[i] - mu, next = a[i] - e*b[i];
            b[i] -= e*a[i];
            a[i] = next;
        }
}
