/* Whatever bytes claim to be a proof about a program: reading and checking them
 * never fails but by saying so, what could be read can be written and read
 * again, and what is accepted is true of the program. */
#include "fuzz.h"

#include "evidence/symbolic/symbolic.h"
#include "lang/bp/bp.h"

/* The names are the same in both. ERR is reached, and f is called for ever, in
 * the second only. */
static const char *const known[2] = {
    "decl g;\n"
    "void main() begin decl x; x := *; f(x);\n"
    "  if (g & !g) then ERR: skip; fi end\n"
    "void f(y) begin decl z; z := !y; if (z) then g := !g; f(z); fi end\n",
    "decl g;\n"
    "void main() begin decl x; while (!g | x) do x := *; f(x); od\n"
    "  if (g) then ERR: skip; fi end\n"
    "void f(y) begin decl z; z := !y; if (z) then g := !g; fi end\n"};

/* Accepts what calls f infinitely often. */
static void calls_for_ever(mem *m, prog *p, prog_binding *b, omega *a) {
  prog_atom call = {.kind = PROG_ATOM_CALL, .condition = PROG_NONE};
  for (uint32_t i = 1; i < p->procedures.count; i++)
    if (strcmp(prog_text(p, p->procedures.at[i].name), "f") == 0)
      call.procedure = i;
  vec_push(m, &b->atoms, call);
  names_insert(m, &a->atoms, "call.f", 6);
  a->states = 2;
  a->sets = 1;
  a->state_based = true;
  for (uint32_t i = 0; i < 4; i++) {
    /* To state 0, which accepts, by calls of f, else to state 1. */
    bool calls = i % 2 == 0;
    vec_push(m, &a->cubes, ((omega_cube){1, calls}));
    vec_push(m, &a->edges,
             ((omega_edge){.from = i / 2,
                           .to = i % 2,
                           .first_cube = i,
                           .cubes = 1,
                           .marks = i < 2}));
  }
  omega_index(m, a);
}

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

static void write_proof(problem *x, const prog *p, const sym_proof *s,
                        kept_text *k) {
  text out;
  *k = (kept_text){.m = &x->mem};
  text_init(&out, keep_text, k);
  symbolic_write(&x->mem, p, s, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
}

static void again(problem *x, const prog *p, const sym_proof *s) {
  kept_text first, second;
  sym_proof copy;
  lines in;
  write_proof(x, p, s, &first);
  lines_begin(&in, &x->mem, "p", first.at.at, first.at.count, &x->report);
  CHECK(symbolic_read(&x->mem, &in, p, &copy) && lines_end(&in));
  write_proof(x, p, &copy, &second);
  CHECK(first.at.count == second.at.count &&
        memcmp(first.at.at, second.at.at, first.at.count) == 0);
}

static void check(problem *x, bool is_true, const char *bytes, size_t size) {
  prog p = {0};
  prog_locations targets = {0};
  prog_binding b = {0};
  omega a = {0};
  sym_proof s;
  lines in;
  const char *why = "", *program = known[is_true ? 0 : 1];
  CHECK(bp_read(&x->mem, &p, "f", program, strlen(program), &x->report,
                &x->clock));
  CHECK(prog_find_label(&x->mem, &p, "ERR", &targets));
  calls_for_ever(&x->mem, &p, &b, &a);
  lines_begin(&in, &x->mem, "p", bytes, size, &x->report);
  if (!symbolic_read(&x->mem, &in, &p, &s) || !lines_end(&in)) {
    CHECK(x->report.count == 1 && x->report.entries[0].line > 0);
    return;
  }
  CHECK(x->report.count == 0);
  again(x, &p, &s);
  bool answer =
      symbolic_check(&x->mem, &x->clock, &p, &targets, &b, &a, &s, &why);
  CHECK(answer == (why[0] == '\0'));
  CHECK(!answer || is_true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *copy = malloc(size ? size : 1); /* exact: ASan sees its end */
  if (!copy)
    abort();
  if (size)
    memcpy(copy, data, size);
  for (int i = 0; i < 2; i++) {
    jmp_buf handler;
    problem *x = fuzz_problem(&handler);
    if (setjmp(handler) == 0)
      check(x, i == 0, copy, size);
    fuzz_end(x);
  }
  free(copy);
  return 0;
}
