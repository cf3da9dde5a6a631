#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned m = 0;
  if (__VERIFIER_nondet_int())
    m |= 1u << 0;
  if (__VERIFIER_nondet_int())
    m |= 1u << 1;
  if (__VERIFIER_nondet_int())
    m |= 1u << 2;
  if (__VERIFIER_nondet_int())
    m |= 1u << 3;
  if (__VERIFIER_nondet_int())
    m |= 1u << 4;
  if (__VERIFIER_nondet_int())
    m |= 1u << 5;
  if (__VERIFIER_nondet_int())
    m |= 1u << 6;
  if (__VERIFIER_nondet_int())
    m |= 1u << 7;
  if (__VERIFIER_nondet_int())
    m |= 1u << 8;
  if (__VERIFIER_nondet_int())
    m |= 1u << 9;
  if (__VERIFIER_nondet_int())
    m |= 1u << 10;
  if (__VERIFIER_nondet_int())
    m |= 1u << 11;
  if (__VERIFIER_nondet_int())
    m |= 1u << 12;
  if (__VERIFIER_nondet_int())
    m |= 1u << 13;
  if (__VERIFIER_nondet_int())
    m |= 1u << 14;
  if (__VERIFIER_nondet_int())
    m |= 1u << 15;
  if (__VERIFIER_nondet_int())
    m |= 1u << 16;
  if (__VERIFIER_nondet_int())
    m |= 1u << 17;
  if (__VERIFIER_nondet_int())
    m |= 1u << 18;
  if (__VERIFIER_nondet_int())
    m |= 1u << 19;
#ifdef BUG
  assert(m != 0xabcde);
#else
  assert(m < 1u << 20);
#endif
  return 0;
}
