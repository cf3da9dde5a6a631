#include "tests/symbolic_ltl/programs.h"

#include "engine/saturation/pushdown_ltl.h"
#include "engine/symbolic/repeat.h"
#include "evidence/program/lasso.h"
#include "evidence/symbolic/symbolic.h"
#include "lang/bp/bp.h"
#include "logic/translate.h"
#include "product/program_letters.h"
#include "product/program_pds.h"
#include "tests/ltl/formulas.h"
#include "tests/unit/program_random.h"

#include <stdlib.h>

enum { PROGRAM_ATOMS = 3, MOST_RULES = 20000, MOST_STEPS = 100000 };

typedef struct problem {
  mem *m;
  progress *clock;
  uint64_t seed;
  prog p;
  prog_binding b;
  ltl t;
  uint32_t formula;
  omega automaton;    /* of the negation */
  const char *source; /* NULL: a random program */
} problem;

static void random_atom(problem *x, random_program *r) {
  static const prog_atom_kind kinds[] = {
      PROG_ATOM_LABEL,  PROG_ATOM_PROCEDURE, PROG_ATOM_CALL,
      PROG_ATOM_RETURN, PROG_ATOM_CONDITION, PROG_ATOM_RETURN};
  prog_atom a = {.kind = kinds[random_below(&x->seed, 6)]};
  uint32_t procedures = (uint32_t)x->p.procedures.count;
  a.procedure = 1 + random_below(&x->seed, procedures - 1);
  a.condition = PROG_NONE;
  if (a.kind == PROG_ATOM_LABEL) {
    a.first = x->b.locations.count;
    a.count = 1 + random_below(&x->seed, 3);
    for (size_t i = 0; i < a.count; i++)
      vec_push(x->m, &x->b.locations,
               random_below(&x->seed, (uint32_t)x->p.locations.count));
  } else if (a.kind == PROG_ATOM_CONDITION) {
    if (random_below(&x->seed, 2))
      a.procedure = PROG_NONE;
    r->procedure = a.procedure;
    a.condition = program_condition(r, 2);
  }
  vec_push(x->m, &x->b.atoms, a);
}

/* Not (G F a & G F b ...): a run against it must come back from calls, if it
 * is about returns. */
static uint32_t not_all_again(problem *x) {
  uint32_t result = LTL_NONE;
  for (uint32_t k = 1 + random_below(&x->seed, PROGRAM_ATOMS); k-- > 0;) {
    uint32_t f = random_formula(x->m, &x->t, &x->seed,
                                random_below(&x->seed, 2), PROGRAM_ATOMS);
    f = ltl_make(x->m, &x->t, LTL_NOT, f, LTL_NONE);
    f = ltl_make(x->m, &x->t, LTL_GLOBALLY, f, LTL_NONE);
    f = ltl_make(x->m, &x->t, LTL_FINALLY, f, LTL_NONE);
    result = result == LTL_NONE ? f : ltl_make(x->m, &x->t, LTL_OR, result, f);
  }
  return result;
}

static bool make_problem(problem *x) {
  unsigned flavour = random_below(&x->seed, 4);
  report *errors = mem_alloc(x->m, sizeof *errors);
  if (!x->source)
    program_random(x->m, x->seed, flavour, &x->p);
  else if (!bp_read(x->m, &x->p, "test", x->source, strlen(x->source), errors,
                    x->clock))
    return false;
  random_program r = {.m = x->m, .p = &x->p, .state = x->seed};
  r.flavour = flavour;
  r.next = r.below = PROG_NONE;
  for (uint32_t i = 0; i < PROGRAM_ATOMS; i++) {
    random_atom(x, &r);
    atom_number(x->m, &x->t, i);
  }
  x->formula =
      random_below(&x->seed, 3) == 0
          ? not_all_again(x)
          : random_formula(x->m, &x->t, &x->seed, 1 + random_below(&x->seed, 6),
                           PROGRAM_ATOMS);
  uint32_t no = ltl_make(x->m, &x->t, LTL_NOT, x->formula, LTL_NONE);
  translate_options o = {.effort = TRANSLATE_FULL};
  return translate(x->m, x->clock, &x->t, no, &o, errors, &x->automaton);
}

static void atom_text(problem *x, pds *q, uint32_t i, names *out) {
  const prog_atom *a = &x->b.atoms.at[i];
  char name[64];
  int n;
  if (a->kind == PROG_ATOM_CALL || a->kind == PROG_ATOM_RETURN) {
    n = snprintf(name, sizeof name, "@%s.%s",
                 a->kind == PROG_ATOM_CALL ? "call" : "return",
                 prog_text(&x->p, x->p.procedures.at[a->procedure].name));
    names_insert(x->m, &q->actions, name + 1, (size_t)n - 1);
  } else {
    n = snprintf(name, sizeof name, "set.atom%u", (unsigned)i);
  }
  uint32_t before = names_count(out);
  names_insert(x->m, out, name, (size_t)n);
  if (names_count(out) == before) { /* the same atom twice: another spelling */
    n = snprintf(name, sizeof name, "set.atom%u", (unsigned)i);
    names_insert(x->m, out, name, (size_t)n);
  }
}

static bool same_event(const prog_atom *a, const prog_atom *b) {
  return a->kind == b->kind && a->procedure == b->procedure &&
         (a->kind == PROG_ATOM_CALL || a->kind == PROG_ATOM_RETURN);
}

/* Atoms with the same text have the same number in a binding. */
static void bind_explicit(problem *x, pds *q, pds_binding *out) {
  names texts = {0};
  report *errors = mem_alloc(x->m, sizeof *errors);
  uint32_t number[PROGRAM_ATOMS], count = 0;
  for (uint32_t i = 0; i < PROGRAM_ATOMS; i++) {
    uint32_t k = 0;
    while (k < i && !same_event(&x->b.atoms.at[i], &x->b.atoms.at[k]))
      k++;
    number[i] = k < i ? number[k] : count++;
    if (k == i)
      atom_text(x, q, i, &texts);
  }
  pds_binding once = {0};
  if (!pds_bind(x->m, q, &texts, "test", 1, 1, errors, &once)) {
    printf("%s\n", errors->entries[0].message);
    abort();
  }
  *out = (pds_binding){0};
  for (uint32_t i = 0; i < PROGRAM_ATOMS; i++)
    vec_push(x->m, &out->atoms, once.atoms.at[number[i]]);
  vec_each (const uint32_t, s, &once.sets)
    vec_push(x->m, &out->sets, *s);
}

/* False: too large. */
static bool solve_explicitly(problem *x, bool *violated, unsigned long *rules) {
  prog_expansion e = {0};
  prog_locations none = {0};
  pds_binding b;
  pushdown_ltl_answer a;
  if (!prog_expand(x->m, x->clock, &x->p, &none, &x->b, MOST_RULES, &e))
    return false;
  bind_explicit(x, &e.pds, &b);
  pushdown_ltl(x->m, x->clock, &e.pds, &b, &x->automaton, MOST_STEPS, &a);
  *violated = a.violated;
  *rules += e.pds.rules.count;
  return true;
}

typedef struct frame {
  uint32_t procedure;
  vec(uint32_t) cells;
} frame;

static void append(mem *m, prog_run *out, const uint32_t *at, size_t count) {
  for (size_t i = 0; i < count; i++)
    vec_push(m, &out->values, at[i]);
}

/* The test's own: what the system's run is on the program. */
static void decode(problem *x, const prog_bits *b, const sympds *s,
                   const sym_run *r, prog_run *out) {
  mem *m = x->m;
  vec(frame) stack = {0};
  vec_push(m, &stack, ((frame){.procedure = 0}));
  out->loop = r->loop;
  vec_each (const sym_step, t, &r->steps) {
    prog_step step = {PROG_STUTTER, out->values.count};
    if (t->rule == SYM_NONE) {
      vec_push(m, &out->steps, step);
      continue;
    }
    step.edge = s->rules.at[t->rule].source;
    vec_push(m, &out->steps, step);
    const prog_edge *e = &x->p.edges.at[step.edge];
    const bool *values = r->values.at + t->values;
    const bool *locals = values + s->globals;
    prog_cells cells = {0};
    if (e->kind == PROG_RETURN) {
      stack.count--;
      prog_decode(&x->p, b, values, NULL, PROG_NONE, m, &cells);
      append(m, out, cells.at, cells.count);
      append(m, out, vec_last(&stack).cells.at, vec_last(&stack).cells.count);
      continue;
    }
    if (e->kind == PROG_CALL) {
      frame *top = &vec_last(&stack);
      top->cells.count = 0;
      prog_decode(&x->p, b, NULL, locals + s->locals, top->procedure, m,
                  &cells);
      for (size_t i = 0; i < cells.count; i++)
        vec_push(m, &top->cells, cells.at[i]);
      uint32_t callee = x->p.locations.at[e->entry].procedure;
      vec_push(m, &stack, ((frame){.procedure = callee}));
    }
    cells.count = 0;
    prog_decode(&x->p, b, values, locals, vec_last(&stack).procedure, m,
                &cells);
    append(m, out, cells.at, cells.count);
    if (e->kind == PROG_CALL) {
      const frame *below = &stack.at[stack.count - 2];
      append(m, out, below->cells.at, below->cells.count);
    }
  }
}

/* What kinds of loops were seen? */
static void count_loop(const problem *x, const prog_run *r, programs_tally *y) {
  size_t calls = 0, returns = 0, stutters = 0;
  for (size_t i = r->loop; i < r->steps.count; i++) {
    uint32_t e = r->steps.at[i].edge;
    stutters += e == PROG_STUTTER;
    calls += e != PROG_STUTTER && x->p.edges.at[e].kind == PROG_CALL;
    returns += e != PROG_STUTTER && x->p.edges.at[e].kind == PROG_RETURN;
  }
  y->growing += calls > returns;
  y->calling += calls == returns && calls > 0;
  y->stuttering += stutters > 0;
}

static const char *check_answer(problem *x, const prog_bits *b, const sympds *s,
                                sym_repeat_answer *a, programs_tally *y) {
  const char *why = "";
  if (!a->violated) {
    y->holds++;
    y->layers = a->layers > y->layers ? a->layers : y->layers;
    return symbolic_check(x->m, x->clock, &x->p, NULL, &x->b, &x->automaton,
                          &a->proof, &why)
               ? NULL
               : why;
  }
  y->violated++;
  if (!a->has_run)
    return "no run";
  y->longest =
      a->run.steps.count > y->longest ? a->run.steps.count : y->longest;
  prog_run r = {0};
  decode(x, b, s, &a->run, &r);
  count_loop(x, &r, y);
  return prog_lasso_check(x->m, x->clock, &x->p, &x->b, &x->t, x->formula, &r,
                          &why)
             ? NULL
             : why;
}

static const char *compare(problem *x, dds *d, programs_tally *y) {
  bool violated = false;
  if (!make_problem(x))
    return "no program, or no automaton";
  if (!solve_explicitly(x, &violated, &y->rules)) {
    y->skipped++;
    return NULL;
  }
  prog_bits bits;
  sympds s;
  sym_letters letters;
  sym_repeat_answer a;
  prog_bits_init(x->m, &x->p, sym_repeat_bits(&x->automaton), &bits);
  if (!prog_open_diagrams(x->m, x->clock, &bits, 1 << 24, d))
    return "diagrams are open";
  prog_sympds(x->m, x->clock, &x->p, &bits, d, &s);
  prog_letters(x->m, x->clock, &x->p, &bits, &s, &x->b, &letters);
  sym_repeat(x->m, x->clock, &s, &letters, &x->automaton, MOST_STEPS, &a);
  dds_close(d);
  return a.violated != violated ? "another verdict than the explicit engine"
                                : check_answer(x, &bits, &s, &a, y);
}

const char *programs_compare(uint64_t seed, const char *source,
                             programs_tally *y) {
  mem_budget budget = {.fail_in = -1};
  mem m;
  mem_init(&m, &budget);
  progress clock = {.budget = &budget};
  dds d = {0};
  problem *x = mem_alloc(&m, sizeof *x);
  x->m = &m;
  x->clock = &clock;
  x->seed = seed * 7919 + 3;
  x->source = source;
  const char *wrong = compare(x, &d, y);
  dds_close(&d);
  mem_clear(&m);
  return wrong;
}
