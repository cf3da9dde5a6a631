/* Native code beside the interpreter: the same runs of random functions, and
 * after each path, and each way back, the same state, to the last count. */
#include "tests/unit/cases.h"

#include "tests/unit/engine/panda/native/cfa_busy.h"

#include "engine/panda/calls/calls.h"
#include "engine/panda/cover/cover.h"
#include "engine/panda/loops/loops.h"
#include "engine/panda/native/native.h"

#include <time.h>

typedef struct machine {
  code code;
  concolic k;
  panda_options options;
  statistics statistics;
} machine;

static void start_machine(machine *x, bool is_native, bool covers) {
  memset(x, 0, sizeof *x);
  code_make(&job, &made, &x->code);
  x->k = (concolic){.m = &job,
                    .clock = &ticks,
                    .p = &made,
                    .code = &x->code,
                    .options = &x->options,
                    .statistics = &x->statistics};
  concolic_init(&x->k);
  smt_limits limits = {10000, 0, 1};
  x->k.solver = smt_new(&job, x->k.terms, &ticks, &limits);
  x->k.fails = mem_array(&job, made.locations.count, sizeof *x->k.fails);
  x->k.calls = calls_new(&job, &made, loops_new(&job, &made, &x->code));
  calls_begin_pass(x->k.calls);
  x->k.bound = 3;
  if (covers)
    x->k.cover = cover_new(&job, &x->code, x->k.terms);
  if (is_native) {
    x->k.native = native_new(&x->k);
    native_force(x->k.native);
  }
}

static void end_machine(machine *x) {
  native_delete(x->k.native);
  smt_delete(x->k.solver);
}

/* The same words into the globals of both. */
static void scramble(concolic *a, concolic *b) {
  for (uint32_t i = 0; i < GLOBALS; i++) {
    value v = value_word(
        bits_cut((uint64_t)draw(300) << draw(40), width_of(global_words[i])));
    uint32_t r = concolic_scalar(a, global_words[i]) & ~CODE_GLOBAL;
    a->globals[r] = b->globals[r] = v;
  }
  value p = {8 * draw(2), TERM_NONE, a->code->first_global_object};
  uint32_t r = concolic_scalar(a, global_pointer) & ~CODE_GLOBAL;
  a->globals[r] = b->globals[r] = p;
}

static bool same_value(concolic *a, value x, concolic *b, value y) {
  return x.object == y.object && !x.term == !y.term &&
         concolic_bits(a, x) == concolic_bits(b, y);
}

static bool same_registers(concolic *a, concolic *b) {
  for (size_t i = a->code->constants; i < a->code->globals.count; i++)
    if (!same_value(a, a->globals[i], b, b->globals[i]))
      return false;
  for (uint32_t d = 0; d < a->depth; d++) {
    const frame *x = &a->frames.at[d], *y = &b->frames.at[d];
    if (x->function != y->function || x->base != y->base ||
        x->back != y->back || x->result != y->result || x->call != y->call ||
        x->has_allocas != y->has_allocas)
      return false;
    const code_function *f = &a->code->functions.at[x->function];
    for (uint32_t r = 0; r < f->scalars + f->objects; r++)
      if (!same_value(a, a->slots.at[x->base + r], b, b->slots.at[y->base + r]))
        return false;
  }
  return true;
}

static bool same_object(const object *x, const object *y) {
  if (x->size != y->size || x->is_alive != y->is_alive ||
      x->is_touched != y->is_touched || x->kind != y->kind ||
      x->open != y->open || !x->bytes != !y->bytes)
    return false;
  for (uint64_t i = 0; x->bytes && i < x->size; i++) {
    unsigned s = x->state ? x->state[i] : 0, t = y->state ? y->state[i] : 0;
    unsigned kind = s & BYTE_KINDS;
    if (s != t || (kind == BYTE_POINTER && x->refs[i] != y->refs[i]) ||
        ((kind == BYTE_POINTER || kind == BYTE_KNOWN) &&
         x->bytes[i] != y->bytes[i]))
      return false;
  }
  return true;
}

static bool same_memory(const concolic *a, const concolic *b) {
  if (a->objects.count != b->objects.count)
    return false;
  for (size_t i = 0; i < a->objects.count; i++)
    if (!same_object(&a->objects.at[i], &b->objects.at[i]))
      return false;
  return true;
}

static bool same_counts(const concolic *a, const concolic *b) {
  size_t heads = a->code->loops;
  return a->at == b->at && a->depth == b->depth && a->changes == b->changes &&
         a->statistics->transitions == b->statistics->transitions &&
         a->statistics->states == b->statistics->states &&
         a->inputs.count == b->inputs.count &&
         a->decisions.count == b->decisions.count &&
         (!a->cover || a->cover->passes == b->cover->passes) &&
         memcmp(a->loop_changes, b->loop_changes,
                heads * sizeof *a->loop_changes) == 0 &&
         memcmp(a->loop_depths, b->loop_depths,
                heads * sizeof *a->loop_depths) == 0;
}

static bool same_state(concolic *a, concolic *b) {
  bool same = same_counts(a, b);
  CHECK(same);
  if (same) {
    CHECK(same_registers(a, b));
    CHECK(same_memory(a, b));
  }
  return same;
}

static size_t outcomes[RUN_CUT + 1];
enum { MOST_PATHS = 12 };

static void compare_runs(concolic *a, concolic *b, uint32_t function) {
  concolic_start_in(a, function);
  concolic_start_in(b, function);
  if (function)
    scramble(a, b);
  a->statistics->transitions = b->statistics->transitions = 0;
  a->changes = b->changes;
  for (int paths = 0; paths < MOST_PATHS; paths++) {
    outcome x = concolic_run(a), y = concolic_run(b);
    outcomes[x]++;
    CHECK(x == y);
    if (x != y || !same_state(a, b))
      return;
    CHECK(a->end_edge == b->end_edge);
    CHECK(x != RUN_FAULT || a->fault == b->fault);
    concolic_keep_inputs(a);
    concolic_keep_inputs(b);
    bool more = concolic_back(a), also = concolic_back(b);
    CHECK(more == also);
    if (!more || !also || !same_state(a, b))
      return;
  }
}

static uint64_t steps, native_steps;

static void compare_program(uint32_t many, int rounds) {
  static machine a, b;
  random_program(many);
  const char *wrong = cfa_validate(&job, &made);
  CHECK(!wrong);
  if (wrong) {
    fprintf(stderr, "%s\n", wrong);
    return;
  }
  bool covers = draw(3) == 0;
  start_machine(&a, false, covers);
  start_machine(&b, true, covers);
  for (int i = 0; i < rounds; i++)
    for (uint32_t f = 1 + HELPERS; f < made.functions.count; f++) {
      unsigned long before = check_failed;
      compare_runs(&a.k, &b.k, f);
      steps += b.statistics.transitions;
      if (check_failed != before)
        fprintf(stderr, "function %u\n", (unsigned)f);
    }
  native_steps += b.statistics.native_steps;
  end_machine(&a);
  end_machine(&b);
}

/* r(n) counts its calls in a global, and calls itself n times: deeper than
 * native code goes. */
static void deep_calls(void) {
  static machine a, b;
  made_begin(64);
  uint32_t count = global_word("count", 32);
  made.globals = 1;
  function("main", 32);
  uint32_t i = local_word("i", 32), x = local_word("x", 32);
  set(i, number(32, 0));
  uint32_t head = location();
  edge_between(head - 1, head, edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  uint32_t more = apply(BITS_ULT, 1, value_of(i), number(32, 30));
  uint32_t body = location();
  edge_between(head, body, assume(more, true));
  uint32_t argument = apply(BITS_MUL, 32, value_of(i), number(32, 10));
  call_with(x, 1, CFA_NONE, 1, &argument);
  set(i, apply(BITS_ADD, 32, value_of(i), number(32, 1)));
  edge_between((uint32_t)(made.locations.count - 1), head,
               edge(CFA_SKIP, CFA_NONE, CFA_NONE));
  edge_between(head, location(), assume(more, false));
  give(value_of(x));
  function("r", 32);
  uint32_t n = parameter(local_word("n", 32)), y = local_word("y", 32);
  set(count, apply(BITS_ADD, 32, value_of(count), number(32, 1)));
  uint32_t is_last = apply(BITS_EQ, 1, value_of(n), number(32, 0));
  uint32_t from = (uint32_t)(made.locations.count - 1), last = location();
  edge_between(from, last, assume(is_last, true));
  give(value_of(n));
  edge_between(from, (uint32_t)(made.locations.count - 1),
               assume(is_last, false));
  uint32_t less = apply(BITS_SUB, 32, value_of(n), number(32, 1));
  call_with(y, 1, CFA_NONE, 1, &less);
  give(apply(BITS_ADD, 32, value_of(y), number(32, 1)));
  order_branches();
  cfa_finish(&job, &made);
  CHECK(!cfa_validate(&job, &made));
  start_machine(&a, false, false);
  start_machine(&b, true, false);
  compare_runs(&a.k, &b.k, 0);
  value total = b.k.globals[concolic_scalar(&b.k, count) & ~CODE_GLOBAL];
  CHECK(value_is_plain(total) && total.bits == 30 + 10 * 30 * 29 / 2);
  CHECK(b.statistics.native_steps > 1000);
  end_machine(&a);
  end_machine(&b);
}

static void one_case(unsigned long number) {
  (void)number;
  compare_program(24, 20);
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 2);
  unsigned long many = asked.many;
  deep_calls();
  cases_each(asked, one_case);
  fprintf(stderr, "%llu steps, %llu native\n", (unsigned long long)steps,
          (unsigned long long)native_steps);
  CHECK(many < 5 || native_steps * 2 > steps);
  CHECK(many < 5 || (outcomes[RUN_RETURNED] && outcomes[RUN_BLOCKED] &&
                     outcomes[RUN_LOOPS] && outcomes[RUN_FAILED] &&
                     outcomes[RUN_FAULT] && outcomes[RUN_CUT]));
  mem_clear(&job);
  return check_end();
}
