/* Control-flow automata for tests: read from text, in memory of their own. */
#ifndef UNIT_CFA_TEXT_H
#define UNIT_CFA_TEXT_H

#include "tests/unit/desk.h"

#include "cfa/text.h"

typedef struct cfa_case {
  mem_budget budget;
  mem m;
  report r;
  cfa p;
  desk_text written;
} cfa_case;

static inline void cfa_case_init(cfa_case *x) {
  memset(x, 0, sizeof *x);
  x->budget.fail_in = -1;
  mem_init(&x->m, &x->budget);
}

static inline void cfa_case_clear(cfa_case *x) {
  free(x->written.at);
  desk_close(&x->m);
}

/* The same numbers on every machine. */
static inline uint64_t cfa_draw(uint64_t *seed, uint64_t below) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (*seed >> 20) % below;
}

static inline bool cfa_case_read(cfa_case *x, const char *bytes,
                                 size_t length) {
  return cfa_read(&x->m, "t.cfa", bytes, length, &x->r, &x->p);
}

static inline const char *cfa_case_write(cfa_case *x) {
  text out;
  desk_empty(&x->written);
  text_init(&out, desk_add, &x->written);
  cfa_write(&x->p, &out);
  CHECK(text_end(&out));
  return x->written.at;
}

/* Everything that the format has, once: a struct, an array, a bit-field, a
 * string, a table of functions, a loop, each kind of edge. */
static const char cfa_sample[] =
    "custos-cfa 1 pointer 32\n"
    "files 2 types 8 fields 3 variables 12 functions 3 locations 18 "
    "expressions 26 edges 18 pointers 2 bytes 40\n"
    "main f0\n"
    "s0 \"a b.c\"\n"
    "s1 \"q\\22\\5c\\ff.h\"\n"
    "t0 signed 4 \"int\"\n"
    "t1 unsigned 1 \"unsigned char\"\n"
    "t2 pointer 4 - t3\n"
    "t3 struct 12 \"struct node\" 0 3\n"
    "t4 array 40 - t0 10\n"
    "t5 bool 1 \"_Bool\"\n"
    "t6 function 0 -\n"
    "t7 void 0 \"void\"\n"
    "m0 \"next\" t2 0 32\n"
    "m1 \"value\" t0 32 32\n"
    "m2 \"flag\" t0 64 3\n"
    "v0 global s32 \"g\" - t0 4 @0:1:5 - x0\n"
    "v1 global p32 \"head\" - t2 4 @0:2:5 extern -\n"
    "v2 global o40 \"a\" - t4 4 @0:3:5 - 0 36 0 0\n"
    "v3 global o8 \"table\" - - 4 - constant,extern 36 4 0 2\n"
    "v4 parameter s32 \"argc\" f0 t0 4 @0:5:14\n"
    "v5 local o12 \"n\" f0 t3 4 @0:6:3\n"
    "v6 local s32 \"i\" f0 t0 4 @0:7:3\n"
    "v7 temporary p32 \"%1\" f0 - 4 -\n"
    "v8 temporary u32 \"%2\" f0 - 4 -\n"
    "v9 parameter u8 \"c\" f1 t1 1 @1:2:3\n"
    "v10 parameter o12 \"s\" f1 t3 4 @1:2:9\n"
    "v11 local u1 \"b\" f2 t5 1 -\n"
    "f0 \"main\" l0 4 5 1 u32 - 0 @0:5:5\n"
    "f1 \"callee\" l15 9 2 2 u32 variadic,taken 1 @1:2:1\n"
    "f2 \"nothing\" l16 11 1 0 void taken 2 -\n"
    "l0 f0 @0:5:1\n"
    "l1 f0 @0:6:1\n"
    "l2 f0 -\n"
    "l3 f0 -\n"
    "l4 f0 -\n"
    "l5 f0 -\n"
    "l6 f0 -\n"
    "l7 f0 -\n"
    "l8 f0 -\n"
    "l9 f0 -\n"
    "l10 f0 -\n"
    "l11 f0 -\n"
    "l12 f0 -\n"
    "l13 f0 -\n"
    "l14 f0 -\n"
    "l15 f1 -\n"
    "l16 f2 -\n"
    "l17 f2 -\n"
    "x0 constant s32 -7\n"
    "x1 constant u32 4294967295\n"
    "x2 constant p32 0\n"
    "x3 variable v6\n"
    "x4 variable v0\n"
    "x5 slt u1 x3 x4\n"
    "x6 address v2 0\n"
    "x7 constant u32 4\n"
    "x8 mul u32 x3 x7\n"
    "x9 offset x6 x8\n"
    "x10 load s32 x9\n"
    "x11 function f1\n"
    "x12 address v3 -4\n"
    "x13 offset x12 x7\n"
    "x14 integer u32 x13\n"
    "x15 pointer x14\n"
    "x16 eq u1 x15 x2\n"
    "x17 ite p32 x16 x15 x2\n"
    "x18 trunc u8 x10\n"
    "x19 address v5 0\n"
    "x20 zext u64 x3\n"
    "x21 concat u16 x18 x18\n"
    "x22 add u32 x3 x7\n"
    "x23 not u1 x5\n"
    "x24 variable v9\n"
    "x25 sext u32 x24\n"
    "e0 l0 l1 @0:7:3 assign v6 x0\n"
    "e1 l1 l2 @0:8:3 assume x5 true\n"
    "e2 l1 l3 @0:8:3 assume x5 false\n"
    "e3 l2 l1 @0:8:20 assign v6 x22\n"
    "e4 l3 l4 - store x9 x10\n"
    "e5 l4 l5 - input v6 call \"__VERIFIER_nondet_int\"\n"
    "e6 l5 l6 - havoc v5\n"
    "e7 l6 l7 - call v6 f1 x18 x19 x3\n"
    "e8 l7 l8 - call - x11 x18 x19\n"
    "e9 l8 l9 - allocate v7 x7 calloc\n"
    "e10 l9 l10 - free x17\n"
    "e11 l10 l11 - size v8 x17\n"
    "e12 l11 l12 - copy x6 x9 x7\n"
    "e13 l12 l13 - fill x6 x18 x7\n"
    "e14 l13 - @0:9:9 fail assertion \"g > 0\"\n"
    "e15 l14 - - unsupported \"floats\"\n"
    "e16 l15 - - return x25\n"
    "e17 l16 l17 - skip\n"
    "p0 0 x11\n"
    "p1 4 x13\n"
    "d0 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
    "d32 2021222324252627\n";

#endif
