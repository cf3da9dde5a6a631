/* What is known behind an edge within a function: weakest preconditions, asked
 * about under what was known before it. */
#include "engine/panda/abstraction/inside.h"

#include "base/mutant.h"

#include <assert.h>

static void state(abstraction *a, uint32_t predicate, abs_truth truth) {
  if (a->stated.count <= predicate)
    vec_resize(a->m, &a->stated, a->predicates.count);
  a->stated.at[predicate] =
      (abs_memo){.value = {.word = (term)truth}, .epoch = a->epoch};
}

void abs_suppose(abstraction *a, const abs_frame *f) {
  abs_reading own = {0};
  a->hypotheses.count = 0;
  abs_reading_begin(a, &own); /* what was stated before no longer counts */
  if (f->start == ABS_NONE)
    return;
  const abs_list *list = &a->at[f->location];
  for (size_t i = 0; i < list->count; i++) {
    uint32_t n = list->at[i].predicate;
    abs_truth truth = (abs_truth)a->values.at[f->start + i];
    state(a, n, truth);
    if (truth == ABS_TRUE)
      vec_push(a->m, &a->hypotheses, a->predicates.at[n].is);
    else if (truth == ABS_FALSE)
      vec_push(a->m, &a->hypotheses, a->predicates.at[n].is_not);
  }
}

static bool was_stated(const abstraction *a, uint32_t predicate, uint32_t epoch,
                       abs_truth *truth) {
  if (predicate >= a->stated.count || a->stated.at[predicate].epoch != epoch)
    return false;
  *truth = (abs_truth)a->stated.at[predicate].value.word;
  return true;
}

/* Where a step leads. */

static void count_visit(abs_entry *x, abs_truth truth) {
  abs_truth given = truth == ABS_UNKNOWN                   ? ABS_UNKNOWN
                    : (truth == ABS_TRUE) != x->is_flipped ? ABS_TRUE
                                                           : ABS_FALSE;
  x->was_visited = true;
  x->was_not_true |= given != ABS_TRUE;
  x->was_not_false |= given != ABS_FALSE;
}

void abs_land(abstraction *a, const abs_reading *r, bool knows_no_more) {
  abs_frame *f = &vec_last(&a->frames);
  assert(f->location < a->p->locations.count);
  abs_list *list = &a->at[f->location];
  uint32_t start = (uint32_t)a->values.count;
  vec_resize(a->m, &a->values, start + list->count);
  for (size_t i = 0; i < list->count; i++) {
    uint32_t n = list->at[i].predicate;
    abs_truth truth = ABS_UNKNOWN;
    bool is_same = was_stated(a, n, r->stated, &truth) &&
                   abs_is_plain(a, r, a->predicates.at[n].condition);
    if (!is_same || (truth == ABS_UNKNOWN && !knows_no_more))
      truth = abs_ask(a, &a->hypotheses, abs_read_predicate(a, r, n));
    a->values.at[start + i] = (unsigned char)truth;
    count_visit(&list->at[i], truth);
  }
  vec_last(&a->frames).start = start;
}

void abs_start(abstraction *a) {
  abs_reading r = {.is_initial = true};
  a->hypotheses.count = 0;
  a->fresh = 0;
  if (!abs_applies(a, vec_last(&a->frames).location))
    return;
  abs_reading_begin(a, &r);
  abs_land(a, &r, false);
}

static void replace(abs_reading *r, uint32_t variable, abs_value by) {
  r->is_replaced = true;
  r->variable = variable;
  r->by = by;
}

static void replace_by_anything(abstraction *a, abs_reading *r,
                                uint32_t variable) {
  assert(variable < a->p->variables.count);
  const cfa_variable *v = &a->p->variables.at[variable];
  replace(r, variable, abs_fresh_value(a, v->width, v->is_pointer));
}

static void havoc(abstraction *a, abs_reading *r, uint32_t variable) {
  assert(variable < a->p->variables.count);
  if (a->p->variables.at[variable].is_scalar) {
    replace_by_anything(a, r, variable);
    return;
  }
  r->effect.kind = CFA_HAVOC;
  r->effect.at.base = abs_object(a, ABS_HERE, variable);
  r->effect.at.word = terms_constant(a->t, a->p->pointer_bits, 0);
}

/* A new object is not null, nor one that has a variable's name. */
static void allocate(abstraction *a, abs_reading *r, uint32_t variable) {
  term high = terms_constant(a->t, 32, UINT64_C(1) << 31);
  abs_value new = {.word = terms_constant(a->t, a->p->pointer_bits, 0),
                   .base = terms_apply(a->t, BITS_OR, 32, abs_fresh(a, 32),
                                       high, TERM_NONE)};
  replace(r, variable, new);
}

static term as_length(abstraction *a, term word) {
  unsigned from = terms_width(a->t, word), bits = a->p->pointer_bits;
  if (from == bits)
    return word;
  return terms_apply(a->t, from < bits ? BITS_ZEXT : BITS_TRUNC, bits, word,
                     TERM_NONE, TERM_NONE);
}

static void change_memory(abstraction *a, abs_reading *r, const cfa_edge *e,
                          const abs_reading *run, uint32_t position) {
  abs_effect *f = &r->effect;
  const abs_target *to = abs_target_at(a, position);
  f->kind = e->kind;
  f->at = abs_read(a, run, e->a);
  if (to)
    f->to = to->at;
  if (e->kind != CFA_COPY)
    f->what = abs_read(a, run, e->b);
  if (e->kind == CFA_STORE) {
    f->width = a->p->expressions.at[e->b].width;
    f->length = terms_constant(a->t, a->p->pointer_bits, (f->width + 7u) / 8);
  } else {
    f->length = as_length(a, abs_read(a, run, e->c).word);
  }
}

static void describe(abstraction *a, abs_reading *r, const cfa_edge *e,
                     uint32_t position) {
  abs_reading run = {.is_run = true};
  abs_reading_begin(a, &run);
  term c;
  switch (e->kind) {
  case CFA_ASSUME:
    c = abs_read(a, &run, e->a).word;
    vec_push(a->m, &a->hypotheses, e->holds ? c : terms_not(a->t, c));
    break;
  case CFA_ASSIGN:
    if (!MUTANT("panda-stale-predicate"))
      replace(r, e->variable, abs_read(a, &run, e->a));
    break;
  case CFA_INPUT:
  case CFA_SIZE:
    replace_by_anything(a, r, e->variable);
    break;
  case CFA_HAVOC:
    havoc(a, r, e->variable);
    break;
  case CFA_ALLOCATE:
    allocate(a, r, e->variable);
    break;
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    change_memory(a, r, e, &run, position);
    break;
  default: /* what is freed keeps its bytes, which nobody reads */
    break;
  }
}

void abs_move(abstraction *a, uint32_t position, bool is_live) {
  assert(position < a->log.count);
  const cfa_edge *e = &a->p->edges.at[a->log.at[position].edge];
  abs_frame *f = &vec_last(&a->frames);
  if (!abs_applies(a, e->to)) {
    f->location = e->to;
    f->start = ABS_NONE;
    return;
  }
  abs_reading r = {.effect = {.is_live = is_live}};
  a->fresh = 0;
  abs_suppose(a, f);
  uint32_t stated = a->epoch;
  describe(a, &r, e, position);
  abs_reading_begin(a, &r);
  r.stated = stated;
  f->location = e->to;
  abs_land(a, &r, e->kind != CFA_ASSUME);
}
