/* The only place that speaks a compiler's dialect. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#define base_printf(where, first) __attribute__((format(printf, where, first)))
#define base_noreturn __attribute__((noreturn))
#define base_exported __attribute__((visibility("default")))
#define base_caller() __builtin_return_address(0)
#define base_noinline __attribute__((noinline))
#define base_unlikely(x) __builtin_expect(!!(x), 0)
#define base_prefetch(p) __builtin_prefetch(p)
#define base_add_overflows(a, b, out) __builtin_add_overflow(a, b, out)
#define base_mul_overflows(a, b, out) __builtin_mul_overflow(a, b, out)
#define base_lowest_bit(x) ((uint32_t)__builtin_ctzll(x))
#define base_highest_bit(x) (63 - (uint32_t)__builtin_clzll(x))

#include <stdint.h>

/* Without a processor's own instruction the builtin is a slow call. */
static inline uint32_t base_bit_count(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) +
      (x >> 2 & UINT64_C(0x3333333333333333));
  x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
  return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* Built with AddressSanitizer, which looks at its own maps in /proc: gcc
 * defines a macro, clang answers. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define BASE_SANITIZED 1
#endif
#endif
#ifdef BASE_SANITIZED
#elif defined __SANITIZE_ADDRESS__
#define BASE_SANITIZED 1
#else
#define BASE_SANITIZED 0
#endif

#endif
