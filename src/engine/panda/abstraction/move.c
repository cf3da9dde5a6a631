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

void abs_suppose(abstraction *a, const abs_frame *frame) {
  abs_reading own = {0};
  a->hypotheses.count = 0;
  abs_reading_begin(a, &own); /* what was stated before no longer counts */
  if (frame->start == ABS_NONE)
    return;
  const abs_list *list = &a->at[frame->location];
  for (size_t i = 0; i < list->count; i++) {
    uint32_t n = list->at[i].predicate;
    abs_truth truth = (abs_truth)a->values.at[frame->start + i];
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

static void count_visit(abs_entry *entry, abs_truth truth) {
  abs_truth given = truth == ABS_UNKNOWN                       ? ABS_UNKNOWN
                    : (truth == ABS_TRUE) != entry->is_flipped ? ABS_TRUE
                                                               : ABS_FALSE;
  entry->was_visited = true;
  entry->was_not_true |= given != ABS_TRUE;
  entry->was_not_false |= given != ABS_FALSE;
}

void abs_land(abstraction *a, const abs_reading *reading, bool knows_no_more) {
  abs_frame *frame = &vec_last(&a->frames);
  assert(frame->location < a->p->locations.count);
  abs_list *list = &a->at[frame->location];
  uint32_t start = (uint32_t)a->values.count;
  vec_resize(a->m, &a->values, start + list->count);
  for (size_t i = 0; i < list->count; i++) {
    uint32_t n = list->at[i].predicate;
    abs_truth truth = ABS_UNKNOWN;
    bool is_same = was_stated(a, n, reading->stated, &truth) &&
                   abs_is_plain(a, reading, a->predicates.at[n].condition);
    if (!is_same || (truth == ABS_UNKNOWN && !knows_no_more))
      truth = abs_ask(a, &a->hypotheses, abs_read_predicate(a, reading, n));
    a->values.at[start + i] = (unsigned char)truth;
    count_visit(&list->at[i], truth);
  }
  vec_last(&a->frames).start = start;
}

void abs_start(abstraction *a) {
  abs_reading reading = {.is_initial = true};
  a->hypotheses.count = 0;
  a->fresh = 0;
  if (!abs_applies(a, vec_last(&a->frames).location))
    return;
  abs_reading_begin(a, &reading);
  abs_land(a, &reading, false);
}

static void replace(abs_reading *reading, uint32_t variable, abs_value by) {
  reading->is_replaced = true;
  reading->variable = variable;
  reading->by = by;
}

static void replace_by_anything(abstraction *a, abs_reading *reading,
                                uint32_t variable) {
  assert(variable < a->p->variables.count);
  const cfa_variable *v = &a->p->variables.at[variable];
  replace(reading, variable, abs_fresh_value(a, v->width, v->is_pointer));
}

static void havoc(abstraction *a, abs_reading *reading, uint32_t variable) {
  assert(variable < a->p->variables.count);
  if (a->p->variables.at[variable].is_scalar) {
    replace_by_anything(a, reading, variable);
    return;
  }
  reading->effect.kind = CFA_HAVOC;
  reading->effect.at.base = abs_object(a, ABS_HERE, variable);
  reading->effect.at.word = terms_constant(a->t, a->p->pointer_bits, 0);
}

/* A new object is not null, nor one that has a variable's name. */
static void allocate(abstraction *a, abs_reading *reading, uint32_t variable) {
  term high = terms_constant(a->t, 32, UINT64_C(1) << 31);
  abs_value new = {.word = terms_constant(a->t, a->p->pointer_bits, 0),
                   .base = terms_apply(a->t, BITS_OR, 32, abs_fresh(a, 32),
                                       high, TERM_NONE)};
  replace(reading, variable, new);
}

static term as_length(abstraction *a, term word) {
  unsigned from = terms_width(a->t, word), bits = a->p->pointer_bits;
  if (from == bits)
    return word;
  return terms_apply(a->t, from < bits ? BITS_ZEXT : BITS_TRUNC, bits, word,
                     TERM_NONE, TERM_NONE);
}

static void change_memory(abstraction *a, abs_reading *reading,
                          const cfa_edge *edge, const abs_reading *run,
                          uint32_t position) {
  abs_effect *effect = &reading->effect;
  const abs_target *to = abs_target_at(a, position);
  effect->kind = edge->kind;
  effect->at = abs_read(a, run, edge->a);
  if (to)
    effect->to = to->at;
  if (edge->kind != CFA_COPY)
    effect->what = abs_read(a, run, edge->b);
  if (edge->kind == CFA_STORE) {
    effect->width = a->p->expressions.at[edge->b].width;
    effect->length =
        terms_constant(a->t, a->p->pointer_bits, (effect->width + 7u) / 8);
  } else {
    effect->length = as_length(a, abs_read(a, run, edge->c).word);
  }
}

static void describe(abstraction *a, abs_reading *reading, const cfa_edge *edge,
                     uint32_t position) {
  abs_reading run = {.is_run = true};
  abs_reading_begin(a, &run);
  term c;
  switch (edge->kind) {
  case CFA_ASSUME:
    c = abs_read(a, &run, edge->a).word;
    vec_push(a->m, &a->hypotheses, edge->holds ? c : terms_not(a->t, c));
    break;
  case CFA_ASSIGN:
    if (!MUTANT("panda-stale-predicate"))
      replace(reading, edge->variable, abs_read(a, &run, edge->a));
    break;
  case CFA_INPUT:
  case CFA_SIZE:
    replace_by_anything(a, reading, edge->variable);
    break;
  case CFA_HAVOC:
    havoc(a, reading, edge->variable);
    break;
  case CFA_ALLOCATE:
    allocate(a, reading, edge->variable);
    break;
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    change_memory(a, reading, edge, &run, position);
    break;
  default: /* what is freed keeps its bytes, which nobody reads */
    break;
  }
}

void abs_move(abstraction *a, uint32_t position, bool is_live) {
  assert(position < a->log.count);
  const cfa_edge *edge = &a->p->edges.at[a->log.at[position].edge];
  abs_frame *frame = &vec_last(&a->frames);
  if (!abs_applies(a, edge->to)) {
    frame->location = edge->to;
    frame->start = ABS_NONE;
    return;
  }
  abs_reading reading = {.effect = {.is_live = is_live}};
  a->fresh = 0;
  abs_suppose(a, frame);
  uint32_t stated = a->epoch;
  describe(a, &reading, edge, position);
  abs_reading_begin(a, &reading);
  reading.stated = stated;
  frame->location = edge->to;
  abs_land(a, &reading, edge->kind != CFA_ASSUME);
}
