/* Whatever bytes claim to be evidence about extended CTL: reading and checking
 * them never fails but by saying so, what could be read can be written and read
 * again, and what is accepted says what is known to be true. */
#include "fuzz.h"

#include "tests/unit/evidence/ectl/ectl_known.h"
#include "tests/unit/evidence/ectl/ectl_session.h"

#include "evidence/ectl/evidence.h"

typedef struct kept_text {
  mem *m;
  vec(char) at;
} kept_text;

static int keep_text(void *self, const char *at, size_t length) {
  kept_text *k = self;
  for (size_t i = 0; i < length; i++)
    vec_push(k->m, &k->at, at[i]);
  return 0;
}

static void write_answer(problem *x, const ectl_question *q,
                         const ectl_answer *a, kept_text *k) {
  text out;
  *k = (kept_text){.m = &x->mem};
  text_init(&out, keep_text, k);
  ectl_evidence_write(&x->mem, q, a, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
}

static bool read_answer(problem *x, const ectl_question *q, const char *bytes,
                        size_t size, ectl_answer *out) {
  lines in;
  lines_begin(&in, &x->mem, "e", bytes, size, &x->report);
  return ectl_evidence_read(&x->mem, &in, q, out) && lines_end(&in);
}

static void again(problem *x, const ectl_question *q, const ectl_answer *a) {
  kept_text first, second;
  ectl_answer copy;
  write_answer(x, q, a, &first);
  CHECK(read_answer(x, q, first.at.at, first.at.count, &copy));
  write_answer(x, q, &copy, &second);
  CHECK(first.at.count == second.at.count &&
        memcmp(first.at.at, second.at.at, first.at.count) == 0);
}

static void check(problem *x, const ectl_known *k, const char *bytes,
                  size_t size) {
  ectl_session session;
  ectl_answer a;
  const char *why = "";
  CHECK(ectl_session_read(&x->mem, &x->clock, &x->report, k->session,
                          k->formula, &session));
  const ectl_question *q = &session.q;
  if (!read_answer(x, q, bytes, size, &a)) {
    CHECK(x->report.count == 1);
    return;
  }
  again(x, q, &a);
  bool good = ectl_evidence_check(&x->mem, &x->clock, q, &a, &why);
  CHECK(good == (why[0] == '\0'));
  bool is_pds = q->system->kind == MACHINE_PDS, truth = false;
  for (uint32_t s = 0; good && k->truth[s]; s++) {
    machine_head at = is_pds ? q->system->heads.at[s] : (machine_head){s, 0};
    CHECK(ectl_evidence_holds(&x->mem, q, &a, at.state, &at.symbol, is_pds,
                              &truth));
    CHECK(truth == (k->truth[s] == 'T'));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *copy = malloc(size ? size : 1); /* exact: ASan sees its end */
  if (!copy)
    abort();
  if (size)
    memcpy(copy, data, size);
  for (int i = 0; i < ECTL_KNOWN; i++) {
    jmp_buf handler;
    problem *x = fuzz_problem(&handler);
    if (setjmp(handler) == 0)
      check(x, &ectl_all_known[i], copy, size);
    fuzz_end(x);
  }
  free(copy);
  return 0;
}
