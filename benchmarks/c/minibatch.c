/* Means of random batches without replacement: xoshiro256++ and a partial Fisher-Yates shuffle, as in numerics.minibatch. */
#include <stdint.h>
#include <string.h>

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(uint64_t *s)
{
    uint64_t word = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return word;
}

static inline uint64_t split_mix(uint64_t *z)
{
    uint64_t y = (*z += 0x9E3779B97F4A7C15ull);
    y = (y ^ (y >> 30))*0xBF58476D1CE4E5B9ull;
    y = (y ^ (y >> 27))*0x94D049BB133111EBull;
    return y ^ (y >> 31);
}

void means(const double *values, int n, int size, int steps, int runs, uint64_t seed, double *out)
{
    const int drawn = 2*size <= n ? size : n - size;
    double total = 0, pool[1024];
    for (int i = 0; i < n; i++)
        total += values[i];
    for (int r = 0; r < runs; r++) {
        uint64_t s[4], key = seed, z = split_mix(&key) + r;
        z = split_mix(&z);
        for (int i = 0; i < 4; i++)
            s[i] = split_mix(&z);
        memcpy(pool, values, n*sizeof *values);
        for (int k = 0; k < steps; k++) {
            double batch = 0;
            for (int i = 0; i < drawn; i += 2) {
                uint64_t word = next(s);
                int j = i + (int)(((word >> 32)*(uint64_t)(n - i)) >> 32);
                double value = pool[j];
                pool[j] = pool[i]; pool[i] = value; batch += value;
                if (i + 1 < drawn) {
                    j = i + 1 + (int)(((word & 0xFFFFFFFFu)*(uint64_t)(n - i - 1)) >> 32);
                    value = pool[j];
                    pool[j] = pool[i + 1]; pool[i + 1] = value; batch += value;
                }
            }
            out[(long)r*steps + k] = (2*size <= n ? batch : total - batch)/size;
        }
    }
}
