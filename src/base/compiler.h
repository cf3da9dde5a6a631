/* The only place that speaks a compiler's dialect. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#define base_printf(where, first)                                              \
  __attribute__((format(printf, where, first)))
#define base_noreturn __attribute__((noreturn))
#define base_unlikely(x) __builtin_expect(!!(x), 0)
#define base_prefetch(p) __builtin_prefetch(p)
#define base_add_overflows(a, b, out) __builtin_add_overflow(a, b, out)
#define base_mul_overflows(a, b, out) __builtin_mul_overflow(a, b, out)
#define base_bit_count(x) ((uint32_t)__builtin_popcountll(x))
#define base_lowest_bit(x) ((uint32_t)__builtin_ctzll(x))

#endif
