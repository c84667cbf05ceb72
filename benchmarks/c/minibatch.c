/* Means of batches without replacement, by the same streams of xoshiro256++ as `numerics.minibatch`; n up to 1024. */
#include <stdint.h>

#define STREAM 1024
#define STEP 0x9e3779b97f4a7c15u

static inline uint64_t rotated(uint64_t x, int n) { return x << n | x >> (64 - n); }

static inline uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30)*0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27)*0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint64_t next(uint64_t s[4])
{
    uint64_t word = rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return word;
}

static inline double bring(double *items, int n, int i, uint64_t bits)
{
    int j = i + (int)(bits*(uint64_t)(n - i) >> 32);
    double chosen = items[j];
    items[j] = items[i];
    items[i] = chosen;
    return chosen;
}

void means(double *out, long samples, const double *values, int n, int size, uint64_t key, int threads)
{
    const int drawn = 2*size <= n ? size : n - size;
    double total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    #pragma omp parallel for num_threads(threads) schedule(static)
    for (long stream = 0; stream < (samples + STREAM - 1)/STREAM; stream++) {
        uint64_t s[4], z = mix(key + STEP*(uint64_t)(stream + 1));
        double items[1024];
        for (int i = 0; i < 4; i++)
            s[i] = mix(z + STEP*(uint64_t)(i + 1));
        for (int i = 0; i < n; i++)
            items[i] = values[i];
        for (long k = stream*STREAM; k < samples && k < (stream + 1)*STREAM; k++) {
            double subtotal = 0;
            for (int i = 0; i < drawn; i += 2) {
                uint64_t word = next(s);
                subtotal += bring(items, n, i, word >> 32);
                if (i + 1 < drawn)
                    subtotal += bring(items, n, i + 1, word & 0xffffffffu);
            }
            out[k] = (drawn == size ? subtotal : total - subtotal)/size;
        }
    }
}
