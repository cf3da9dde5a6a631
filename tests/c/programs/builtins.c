/* What clang turns into functions of LLVM's own. */
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), r = 0;
    long long l = __VERIFIER_nondet_longlong(),
              k = __VERIFIER_nondet_longlong(), q = 0;
    unsigned u = (unsigned)n, v = (unsigned)m, w = 0;
    unsigned long long ul = (unsigned long long)l, uk = (unsigned long long)k,
                       uq = 0;
    sum = sum * 7 + __builtin_popcount(u) + __builtin_popcountll(ul);
    if (n)
      sum = sum * 7 + __builtin_ctz(u) + __builtin_clz(u) + __builtin_ffs(n);
    if (l)
      sum = sum * 7 + __builtin_ctzll(ul) + __builtin_clzll(ul) +
            __builtin_ffsll(l);
    sum ^= (int)__builtin_bswap32(u) + (int)__builtin_bswap64(ul) +
           __builtin_bswap16((unsigned short)n);
    sum = sum * 3 + __builtin_sadd_overflow(n, m, &r);
    sum ^= r;
    sum = sum * 3 + __builtin_ssub_overflow(n, m, &r);
    sum ^= r;
    sum = sum * 3 + __builtin_smul_overflow(n, m >> 20, &r);
    sum ^= r;
    sum = sum * 3 + __builtin_smulll_overflow(l >> 30, k >> 28, &q);
    sum ^= (int)(q >> 3);
    sum = sum * 3 + __builtin_smulll_overflow(l, k, &q) +
          __builtin_smulll_overflow(-1, l, &q);
    sum = sum * 3 + __builtin_saddll_overflow(l, k, &q) +
          __builtin_ssubll_overflow(l, k, &q);
    sum ^= (int)q;
    sum = sum * 3 + __builtin_uadd_overflow(u, v, &w) +
          __builtin_usub_overflow(u, v, &w);
    sum = sum * 3 + __builtin_umul_overflow(u, v >> 16, &w) +
          __builtin_umulll_overflow(ul, uk >> 40, &uq);
    sum = sum * 3 + __builtin_uaddll_overflow(ul, uk, &uq) +
          __builtin_usubll_overflow(ul, uk, &uq);
    sum ^=
        (int)w + (int)uq + __builtin_abs(n) + (int)__builtin_expect(n > m, 1);
    sum += __builtin_parity(u) + __builtin_constant_p(n) +
           (int)__builtin_object_size(&sum, 0) * 0;
  }
  return sum;
}
