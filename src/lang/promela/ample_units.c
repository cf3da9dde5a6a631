/* What processes share, cut into units; and which channels they mean. */
#include "lang/promela/ample_make.h"

/* ---- Listing ------------------------------------------------------------ */

bool pml_list_accesses(pml_maker *k, const char **why) {
  const pml_program *p = k->p;
  pml_scan s;
  pml_scan_init(&s, k->m, p);
  vec_resize(k->m, &k->spans, p->moves.count);
  for (uint32_t process = 0; process < p->behaviours.count; process++) {
    const pml_behaviour *b = &p->behaviours.at[process];
    if (!pml_is_real(k->p, process))
      continue;
    for (uint32_t i = 0; i < b->points; i++) {
      const pml_point *point = &p->points.at[b->first_point + i];
      for (uint32_t n = point->first; n < point->first + point->count; n++) {
        k->spans.at[n].first = (uint32_t)s.list.count;
        pml_scan_move(&s, process, &p->moves.at[n]);
        k->spans.at[n].end = (uint32_t)s.list.count;
      }
    }
  }
  k->list.at = s.list.at;
  k->list.count = s.list.count;
  k->list.capacity = s.list.capacity;
  s.list.at = NULL;
  *why = s.why;
  pml_scan_free(&s);
  return *why == NULL;
}

/* ---- Units -------------------------------------------------------------- */

static void cut_at(uint8_t *cuts, uint32_t lo, uint32_t hi) {
  cuts[lo] = 1;
  cuts[hi] = 1;
}

static void find_cuts(pml_maker *k, const pml_accesses *list, uint8_t *cuts) {
  vec_each (const pml_access, a, list) {
    if (a->kind != PML_READS && a->kind != PML_WRITES)
      continue;
    cut_at(cuts, a->lo, a->hi);
    if (a->kind == PML_WRITES)
      memset(k->is_written + a->lo, 1, a->hi - a->lo);
  }
}

static void add_extra(pml_maker *k, pml_extra_kind kind, uint32_t lo,
                      uint32_t hi, uint32_t *units) {
  vec_each (const pml_extra, x, &k->extras)
    if (x->kind == kind && x->lo == lo && x->hi == hi)
      return;
  vec_push(k->m, &k->extras, ((pml_extra){kind, lo, hi, (*units)++}));
}

static void find_extras(pml_maker *k, const pml_accesses *list,
                        uint32_t *units) {
  vec_each (const pml_access, a, list) {
    if (a->kind == PML_SEES_POINT)
      add_extra(k, PML_EXTRA_POINT, a->lo, a->hi, units);
    else if (a->kind == PML_SEES_LOCAL)
      add_extra(k, PML_EXTRA_LOCAL, a->lo, a->hi, units);
    else if (a->kind == PML_SEES_MARK)
      add_extra(k, PML_EXTRA_MARK, a->lo, 0, units);
  }
}

static void find_changes_of(pml_maker *k, uint32_t move, uint32_t frame_bytes,
                            uint8_t *changed) {
  for (uint32_t i = k->spans.at[move].first; i < k->spans.at[move].end; i++) {
    const pml_access *a = &k->list.at[i];
    if (a->kind != PML_CHANGES || a->is_reset)
      continue;
    uint32_t hi = a->hi < frame_bytes ? a->hi : frame_bytes;
    memset(changed + a->lo, 1, hi - a->lo);
  }
}

static void find_changes(pml_maker *k) {
  const pml_program *p = k->p;
  k->is_changed = mem_array(k->m, p->behaviours.count, sizeof *k->is_changed);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    const pml_behaviour *b = &p->behaviours.at[i];
    k->is_changed[i] = mem_alloc(k->m, b->frame_bytes + 1);
    for (uint32_t n = 0; pml_is_real(k->p, i) && n < b->points; n++) {
      const pml_point *point = &p->points.at[b->first_point + n];
      for (uint32_t move = 0; move < point->count; move++)
        find_changes_of(k, point->first + move, b->frame_bytes,
                        k->is_changed[i]);
    }
  }
}

/* ---- Channels ----------------------------------------------------------- */

static uint64_t channels_in(const pml_maker *k, uint32_t lo, uint32_t hi) {
  uint64_t result = 0;
  for (uint32_t i = lo; i < hi; i++) {
    if (k->is_written[i])
      return UINT64_MAX;
    result |= UINT64_C(1) << (k->initial[i] & 63);
  }
  return result;
}

/* What an argument of a run may be, as a channel. */
static uint64_t channels_of_argument(const pml_maker *k, uint32_t e) {
  const pml_syntax *s = k->p->syntax;
  const pml_expr *x = &s->exprs.at[e];
  if (x->op == PML_CONST)
    return UINT64_C(1) << ((uint32_t)x->value & 63);
  if (x->op != PML_NAME || x->c != PML_NONE)
    return UINT64_MAX;
  const pml_var *v = &s->vars.at[x->a];
  const pml_lies *l = &k->p->lies.at[x->a];
  if (v->process == PML_NONE && v->type == PML_CHAN)
    return channels_in(k, l->offset, l->offset + l->stride * v->count);
  if (v->process != PML_NONE && v->is_parameter && v->type == PML_CHAN &&
      !v->is_array && !k->is_changed[v->process][l->offset])
    return k->held.at[x->a];
  return UINT64_MAX;
}

static uint32_t scalars_of(const pml_syntax *s, uint32_t v) {
  const pml_var *x = &s->vars.at[v];
  return x->type == PML_RECORD ? s->records.at[x->sub].scalars : 1;
}

static uint32_t scalars_of_argument(const pml_syntax *s, uint32_t e) {
  const pml_expr *x = &s->exprs.at[e];
  if (x->op != PML_NAME)
    return 1;
  while (x->c != PML_NONE)
    x = &s->exprs.at[x->c];
  return scalars_of(s, x->a);
}

/* Records are given as their scalars, and the process may put them together in
 * another way: what the scalar with this number may be, as a channel. */
static uint64_t channels_given(const pml_maker *k, const pml_expr *run,
                               uint32_t scalar) {
  const pml_syntax *s = k->p->syntax;
  uint32_t at = 0;
  for (uint32_t i = 0; i < run->c && at <= scalar; i++) {
    uint32_t e = s->lists.at[run->b + i], count = scalars_of_argument(s, e);
    if (at == scalar && count == 1)
      return channels_of_argument(k, e);
    at += count;
  }
  return UINT64_MAX;
}

/* Parameters are given by 'run', and hold 0 where a process is there from the
 * start. */
static void find_held(pml_maker *k) {
  const pml_syntax *s = k->p->syntax;
  vec_resize(k->m, &k->held, s->vars.count);
  for (bool is_new = true; is_new;) {
    is_new = false;
    vec_each (const pml_expr, x, &s->exprs) {
      if (x->op != PML_RUN)
        continue;
      const pml_process *q = &s->processes.at[x->a];
      for (uint32_t i = 0, at = 0; i < q->parameters; i++) {
        uint32_t v = q->first_parameter + i;
        uint64_t more = channels_given(k, x, at);
        is_new |= (more & ~k->held.at[v]) != 0;
        k->held.at[v] |= more;
        at += scalars_of(s, v);
      }
    }
  }
}

/* All that the variable at these bytes can hold when its process is made. */
static uint64_t held_in(const pml_maker *k, uint32_t process, uint32_t lo,
                        uint32_t hi) {
  const pml_process *q = &k->p->syntax->processes.at[process];
  for (uint32_t i = 0; i < q->parameters; i++) {
    uint32_t v = q->first_parameter + i;
    if (k->p->lies.at[v].offset == lo && hi == lo + 1)
      return k->held.at[v] | 1;
  }
  return UINT64_MAX;
}

static uint32_t slot_of(pml_maker *k, uint32_t process, uint32_t lo,
                        uint32_t hi) {
  pml_ample *a = k->a;
  uint32_t first = a->first_slot.at[process];
  for (uint32_t i = first; i < a->slots.count; i++)
    if (a->slots.at[i].lo == lo && a->slots.at[i].hi == hi)
      return i - first;
  if (a->slots.count - first >= PML_MOST_SLOTS)
    return PML_NONE;
  vec_push(k->m, &a->slots, ((pml_slot_bytes){lo, hi}));
  vec_push(k->m, &k->slot_held, held_in(k, process, lo, hi));
  return (uint32_t)a->slots.count - 1 - first;
}

uint64_t pml_channels_of(pml_maker *k, const pml_access *a, uint32_t process,
                         uint32_t *slot) {
  *slot = PML_NONE;
  if (a->place == PML_IN_GLOBALS)
    return channels_in(k, a->lo, a->hi);
  if (a->place == PML_ANYWHERE || process == PML_NONE)
    return UINT64_MAX;
  for (uint32_t i = a->lo; i < a->hi; i++)
    if (k->is_changed[process][i])
      return UINT64_MAX;
  *slot = slot_of(k, process, a->lo, a->hi);
  return UINT64_MAX;
}

bool pml_may_be_rendezvous(pml_maker *k, const pml_access *a) {
  const pml_program *p = k->p;
  if (!k->has_rendezvous || a->place != PML_IN_GLOBALS)
    return k->has_rendezvous;
  for (uint32_t i = a->lo; i < a->hi; i++) {
    uint32_t c = k->initial[i];
    if (k->is_written[i])
      return true;
    if (c > 0 && c <= p->owns &&
        p->queues.at[p->own_channels.at[p->first_own + c - 1].queue].capacity ==
            0)
      return true;
  }
  return false;
}

/* ---- All of it ---------------------------------------------------------- */

void pml_make_units(pml_maker *k) {
  uint32_t bytes = k->p->global_bytes, units = 0, at = PML_NONE;
  uint8_t *cuts = mem_alloc(k->m, bytes + 1);
  k->is_written = mem_alloc(k->m, bytes + 1);
  k->unit_of = mem_array(k->m, bytes + 1, sizeof *k->unit_of);
  find_cuts(k, &k->list, cuts);
  find_cuts(k, &k->question, cuts);
  for (uint32_t i = 0; i < bytes; i++) {
    if (cuts[i] || i == 0)
      at = k->is_written[i] ? units++ : PML_NONE;
    k->unit_of[i] = at;
  }
  mem_free(k->m, cuts);
  find_extras(k, &k->list, &units);
  find_extras(k, &k->question, &units);
  k->ready = PML_NONE;
  vec_each (const pml_queue, q, &k->p->queues)
    k->has_rendezvous |= q->capacity == 0;
  if (k->has_rendezvous) {
    k->ready = units;
    add_extra(k, PML_EXTRA_READY, 0, 0, &units);
  }
  k->a->units = (units + 63) / 64;
  if (k->a->units > PML_MOST_UNIT_WORDS)
    k->a->units = PML_MOST_UNIT_WORDS;
  if (k->a->units == 0)
    k->a->units = 1;
  k->a->row = 2 * k->a->units + PML_SET_ROW;
  find_changes(k);
  find_held(k);
}
