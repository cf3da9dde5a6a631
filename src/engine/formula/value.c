/* Values that are conditionals, and guards. */
#include "engine/formula/inside.h"

#include "base/mutant.h"

enum { MOST_WAYS = FORMULA_MOST_WAYS };

formula_value formula_word(formula *f, unsigned width, uint64_t value) {
  return formula_plain(terms_constant(f->terms, width, value));
}

term formula_op(formula *f, bits_op op, unsigned width, term a, term b) {
  return terms_apply(f->terms, op, width, a, b, TERM_NONE);
}

void formula_open_ways(const formula *f, formula_value v, formula_ways *out) {
  if (!formula_is_many(v)) {
    out->only = (formula_alternative){f->yes, v};
    out->at = &out->only;
    out->count = 1;
    return;
  }
  uint32_t n = v.object & ~FORMULA_MANY;
  assert(n + 1 < f->manies.count);
  out->at = f->alternatives.at + f->manies.at[n];
  out->count = f->manies.at[n + 1] - f->manies.at[n];
}

size_t formula_list_ways(const formula *f, formula_value v,
                         formula_alternative out[FORMULA_MOST_WAYS]) {
  formula_ways ways;
  formula_open_ways(f, v, &ways);
  memcpy(out, ways.at, ways.count * sizeof *out);
  return ways.count;
}

static term select_bits(formula *f, term condition, term a, term b) {
  if (a == b)
    return a;
  return terms_apply(f->terms, BITS_ITE, terms_width(f->terms, a), condition, a,
                     b);
}

/* One more alternative; those of one object are one. */
static void add_way(formula *f, formula_alternative *all, size_t *count,
                    term guard, formula_value v) {
  if (guard == f->no)
    return;
  for (size_t i = 0; i < *count; i++)
    if (all[i].value.object == v.object) {
      if (v.bits)
        all[i].value.bits = select_bits(f, guard, v.bits, all[i].value.bits);
      all[i].guard = formula_or(f, all[i].guard, guard);
      return;
    }
  if (*count < 2 * MOST_WAYS)
    all[(*count)++] = (formula_alternative){guard, v};
}

static formula_value keep_ways(formula *f, const formula_alternative *all,
                               size_t count) {
  if (count == 1)
    return all[0].value;
  if (!count || count > MOST_WAYS)
    return (formula_value){TERM_NONE, FORMULA_LOST};
  if (!f->manies.count)
    vec_push(f->m, &f->manies, 0);
  for (size_t i = 0; i < count; i++)
    vec_push(f->m, &f->alternatives, all[i]);
  vec_push(f->m, &f->manies, (uint32_t)f->alternatives.count);
  return (formula_value){TERM_NONE,
                         FORMULA_MANY | (uint32_t)(f->manies.count - 2)};
}

formula_value formula_choose(formula *f, term condition, formula_value a,
                             formula_value b) {
  if (condition == f->yes || (a.bits == b.bits && a.object == b.object))
    return a;
  if (condition == f->no)
    return b;
  if (MUTANT("formula-join-keeps-one"))
    return a;
  if (a.object == b.object && a.bits)
    return (formula_value){select_bits(f, condition, a.bits, b.bits), a.object};
  formula_alternative all[2 * MOST_WAYS];
  size_t count = 0;
  formula_ways ways;
  formula_open_ways(f, a, &ways);
  for (size_t i = 0; i < ways.count; i++)
    add_way(f, all, &count, terms_and(f->terms, condition, ways.at[i].guard),
            ways.at[i].value);
  formula_open_ways(f, b, &ways);
  term not = terms_not(f->terms, condition);
  for (size_t i = 0; i < ways.count; i++)
    add_way(f, all, &count, terms_and(f->terms, not, ways.at[i].guard),
            ways.at[i].value);
  return keep_ways(f, all, count);
}

term formula_unset(formula *f, formula_value v) {
  formula_ways ways;
  formula_open_ways(f, v, &ways);
  for (size_t i = 0; i < ways.count; i++)
    if (ways.at[i].value.object == FORMULA_UNSET)
      return ways.at[i].guard;
  return f->no;
}

formula_value formula_byte(formula *f, formula_cell cell) {
  if (cell.bytes == 1)
    return cell.value;
  formula_value out = {TERM_NONE, FORMULA_LOST};
  formula_ways ways;
  formula_open_ways(f, cell.value, &ways);
  size_t count = ways.count;
  for (size_t i = count; i-- > 0;) {
    formula_open_ways(f, cell.value, &ways); /* the table may have moved */
    formula_alternative way = ways.at[i];
    formula_value byte = {TERM_NONE, FORMULA_LOST};
    if (way.value.object == 0)
      byte = formula_plain(
          terms_extract(f->terms, 8U * cell.index, 8, way.value.bits));
    else if (way.value.object == FORMULA_UNSET)
      byte = way.value;
    out = i + 1 == count ? byte : formula_choose(f, way.guard, byte, out);
  }
  return out;
}

/* Guards */

term formula_guard_of(const formula *f, uint32_t guard) {
  assert(guard < f->guards.count);
  return f->guards.at[guard].all;
}

uint32_t formula_guard_and(formula *f, uint32_t guard, term condition,
                           bool is_branch) {
  if (condition == f->yes)
    return guard;
  formula_guard g = {.parent = guard,
                     .depth = f->guards.at[guard].depth + 1,
                     .branches = f->guards.at[guard].branches + is_branch,
                     .condition = condition};
  g.all = terms_and(f->terms, f->guards.at[guard].all, condition);
  vec_push(f->m, &f->guards, g);
  return (uint32_t)(f->guards.count - 1);
}

/* What 'guard' says beyond 'from': the first of it, and the rest; and whether
 * there are branches in the rest. */
typedef struct beyond {
  term first, rest;
  bool has_branches;
} beyond;

static beyond look_beyond(formula *f, uint32_t guard, uint32_t from) {
  beyond out = {f->yes, f->yes, false};
  uint32_t last = 0;
  while (guard != from) {
    const formula_guard *g = &f->guards.at[guard];
    bool is_branch = g->branches > f->guards.at[g->parent].branches;
    out.rest = terms_and(f->terms, out.first, out.rest);
    out.has_branches |= last;
    out.first = g->condition;
    last = is_branch;
    guard = g->parent;
  }
  return out;
}

uint32_t formula_guard_join(formula *f, uint32_t a, uint32_t b, term *is_a) {
  uint32_t x = a, y = b;
  while (x != y) {
    uint32_t *deep = f->guards.at[x].depth >= f->guards.at[y].depth ? &x : &y;
    *deep = f->guards.at[*deep].parent;
  }
  beyond p = look_beyond(f, a, x), q = look_beyond(f, b, x);
  if (p.first == terms_not(f->terms, q.first)) {
    *is_a = p.first;
    return formula_guard_and(f, x, select_bits(f, p.first, p.rest, q.rest),
                             p.has_branches || q.has_branches);
  }
  *is_a = terms_and(f->terms, p.first, p.rest);
  return formula_guard_and(
      f, x, formula_or(f, *is_a, terms_and(f->terms, q.first, q.rest)), true);
}

bool formula_assume(formula *f, term condition) {
  if (condition != f->yes)
    f->state->guard = formula_guard_and(f, f->state->guard, condition, false);
  return formula_guard_of(f, f->state->guard) != f->no;
}

bool formula_stop(formula *f, formula_end_kind kind, term when, cfa_fault fault,
                  const char *why) {
  formula_end end = {
      .kind = kind,
      .edge = f->edge,
      .fault = fault,
      .why = why,
      .when = terms_and(f->terms, formula_guard_of(f, f->state->guard), when)};
  if (end.when == f->no)
    return formula_assume(f, f->yes);
  vec_push(f->m, &f->ends, end);
  return formula_assume(f, terms_not(f->terms, when));
}

bool formula_fault(formula *f, term when, cfa_fault fault) {
  unsigned check = fault == CFA_FAULT_NULL ? CFA_CHECK_NULL
                   : fault == CFA_FAULT_FREE || fault == CFA_FAULT_DOUBLE_FREE
                       ? CFA_CHECK_FREE
                       : CFA_CHECK_BOUNDS;
  if (f->options->checks & check)
    return formula_stop(f, FORMULA_ERROR, when, fault, NULL);
  if (!f->options->presume_memory)
    return formula_stop(f, FORMULA_UNDEFINED, when, fault,
                        cfa_fault_name(fault));
  f->out->statistics.presumed += when != f->no;
  return formula_assume(f, terms_not(f->terms, when));
}

bool formula_lost(formula *f, term when, const char *why) {
  return formula_stop(f, FORMULA_UNSUPPORTED, when, CFA_NO_FAULT, why);
}

term formula_take_input(formula *f, const cfa_input *like, term when) {
  formula_input in = {.input = *like};
  in.input.edge = f->edge;
  in.when = terms_and(f->terms, formula_guard_of(f, f->state->guard), when);
  in.term = terms_input(f->terms, like->width, 0);
  vec_push(f->m, &f->inputs, in);
  f->out->met_kinds |= 1U << like->kind;
  return in.term;
}
