/* Whatever bytes claim to be evidence: reading and checking them never fails
 * but by saying so, and what is accepted is true of the problem. */
#include "fuzz.h"

#include "evidence/pushdown/evidence.h"
#include "pds/trace.h"

/* The names are the same in all, so that one evidence fits each of them. */
typedef struct known_problem {
  const char *text;
  bool reachable, has_least, has_greatest;
  int64_t least; /* where 'least' may be proved */
} known_problem;

static const known_problem known[] = {
    {"weights int\nstates p q r\nsymbols a b\n"
     "p a -> p b a : 1\np b -> q : 2\nq a -> r : -3\n"
     "r b -> r b : -1\n" /* a loop that no run of interest meets */
     "init < p , a+ >\nfinal < r , [a,b]* >\n",
     true, true, true, 0},
    {"weights int\nstates p q r\nsymbols a b\n"
     "p a -> p b a : -1\np b -> p : 0\np a -> q : 4\nq a -> q : 0\n"
     "init < p , a a* >\nfinal < q , a* >\n",
     true, false, true, 0},
    {"states p q r\nsymbols a b\n"
     "p a -> q b a\nq b -> p\nq * -> q * b\nr a -> r\n"
     "init < p , a a >\nfinal < [p,r] , b* >\n",
     false, true, true, 0},
    {"weights int\nstates p q r\nsymbols a b\n"
     "p a -> p b a : -9000000000000000000\np b -> q : 9000000000000000000\n"
     "q a -> r : 0\np * -> r * : 0\n"
     "init < p , b* >\nfinal < q , b >\n",
     true, true, true, 0},
    {"weights uint\nstates p q r\nsymbols a b\n"
     "p a -> p b a : 1\np b -> q : 2\nq a -> r : 3\np a -> r : 7\n"
     "init < p , a+ >\nfinal < r , a >\n",
     true, true, true, 6},
};

static void walk(problem *x, const evidence *e) {
  trace t;
  trace_begin(&t, &x->mem, &x->pds, &e->derivation);
  for (int i = 0; i < 300 && !trace_is_over(&t); i++)
    CHECK(trace_step(&t));
  trace_free(&t);
}

static void check(problem *x, const known_problem *k, const char *bytes,
                  size_t size) {
  evidence_top top;
  lines in;
  evidence e;
  evidence_verdict v;
  CHECK(problem_read(x, k->text));
  lines_begin(&in, &x->mem, "e", bytes, size, &x->report);
  if (!source_read(&in, &top)) {
    CHECK(x->report.count == 1);
    return;
  }
  if (top.claim > EVIDENCE_UNREACHABLE)
    return;
  if (!evidence_read(&in, &x->pds, top.claim == EVIDENCE_REACHABLE, &e)) {
    CHECK(x->report.count == 1);
    return;
  }
  CHECK(x->report.count == 0);
  evidence_check(&x->mem, &x->clock, &x->pds, &e, &v);
  CHECK(v.why[0] != '\0');
  if (!v.accepted)
    return;
  CHECK(e.reachable == k->reachable);
  CHECK(e.weight_kind != EVIDENCE_NO_LEAST || !k->has_least);
  CHECK(e.weight_kind != EVIDENCE_NO_GREATEST || !k->has_greatest);
  CHECK(!e.least || (e.weight_kind == EVIDENCE_WEIGHT && k->least > 0 &&
                     e.weight[0] == k->least));
  if (e.reachable)
    walk(x, &e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *copy = malloc(size ? size : 1); /* exact: ASan sees its end */
  if (!copy)
    abort();
  if (size)
    memcpy(copy, data, size);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    jmp_buf handler;
    problem *x = fuzz_problem(&handler);
    if (setjmp(handler) == 0)
      check(x, &known[i], copy, size);
    fuzz_end(x);
  }
  free(copy);
  return 0;
}
