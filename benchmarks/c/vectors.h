/* The machine's widest vectors of doubles, by the compiler's own vector types; products and sums are fused. */
#include <stdint.h>

#if defined(__AVX512F__)
#define WIDTH 8
#elif defined(__AVX__)
#define WIDTH 4
#else
#define WIDTH 2
#endif

typedef double vector __attribute__((vector_size(8*WIDTH)));
typedef double unaligned __attribute__((vector_size(8*WIDTH), aligned(8)));
typedef int64_t flags __attribute__((vector_size(8*WIDTH)));

static inline vector load(const double *p) { return *(const unaligned *)p; }
static inline void store(double *p, vector v) { *(unaligned *)p = v; }
static inline vector all(double x) { return x - (vector){0}; }
static inline vector absolute(vector v) { return (vector)((flags)v & INT64_MAX); }
