#include "tests/unit/desk.h"

#include "evidence/c/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_bytes(mem *m, const char *bytes, size_t size, report *r,
                       evidence_top *top, c_trace *out) {
  lines v;
  r->count = 0;
  lines_begin(&v, m, "x.trace", bytes, size, r);
  return source_read(&v, top) && top->claim == EVIDENCE_VIOLATED &&
         c_trace_read(&v, top, out);
}

static void write_trace(const evidence_top *top, const c_trace *t,
                        desk_text *to) {
  text out;
  desk_empty(to);
  text_init(&out, desk_add, to);
  c_trace_write(&top->source, top->property ? top->property : "", t, &out);
  CHECK(text_end(&out));
}

/* Whatever the bytes are: a message that says where, or a trace that stays the
 * same when it is written and read again. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static report r;
  static desk_text first, second;
  mem_budget budget = {.fail_in = -1, .limit = (size_t)64 << 20};
  jmp_buf handler;
  mem m;
  budget.handler = &handler;
  mem_init(&m, &budget);
  if (setjmp(handler) == 0) {
    c_trace trace = {0}, again = {0};
    evidence_top top = {0}, top_again = {0};
    if (read_bytes(&m, (const char *)data, size, &r, &top, &trace)) {
      CHECK(r.count == 0);
      write_trace(&top, &trace, &first);
      CHECK(read_bytes(&m, first.at, first.count, &r, &top_again, &again));
      write_trace(&top_again, &again, &second);
      CHECK(first.count == second.count && !strcmp(first.at, second.at));
    }
  }
  mem_clear(&m);
  if (check_failed)
    abort();
  return 0;
}
