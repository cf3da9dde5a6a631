/* Answers about extended CTL, spoilt in one place. */
#ifndef UNIT_ECTL_SPOIL_H
#define UNIT_ECTL_SPOIL_H

#include "tests/unit/ectl_instance.h"

static const char *const ways[] = {
    "kind",       "lives",         "pop removed",  "pop added",
    "order",      "life's rule",   "life's next",  "life's pop",
    "pop's rule", "pop's reasons", "pop's end",    "monitor's set",
    "step",       "was",           "head dropped", "value",
    "carried"};
enum { WAYS = sizeof ways / sizeof *ways };

static void list_pops(instance *x, ectl_table *t) {
  uint32_t first = 0;
  vec_resize(&x->mem, &t->pops_of, t->pops.count);
  vec_each (ectl_head, h, &t->heads)
    h->pops = 0;
  vec_each (const ectl_pop, p, &t->pops)
    t->heads.at[p->head].pops++;
  vec_each (ectl_head, h, &t->heads) {
    h->first_pop = first;
    first += h->pops;
    h->pops = 0;
  }
  for (uint32_t i = 0; i < t->pops.count; i++) {
    ectl_head *h = &t->heads.at[t->pops.at[i].head];
    t->pops_of.at[h->first_pop + h->pops++] = i;
  }
}

/* Numbers behind it fall by one; those that were it are now another's. */
static void drop(uint32_t *n, uint32_t gone) {
  if (*n != ECTL_NO && *n > gone)
    --*n;
}

static void remove_pop(instance *x, ectl_table *t, uint32_t gone) {
  memmove(t->pops.at + gone, t->pops.at + gone + 1,
          (t->pops.count - gone - 1) * sizeof *t->pops.at);
  t->pops.count--;
  vec_each (ectl_pop, p, &t->pops) {
    drop(&p->first, gone);
    drop(&p->second, gone);
  }
  vec_each (ectl_head, h, &t->heads)
    drop(&h->first, gone);
  list_pops(x, t);
}

static void remove_head(instance *x, ectl_table *t, uint32_t gone) {
  for (uint32_t i = (uint32_t)t->pops.count; i-- > 0;)
    if (t->pops.at[i].head == gone)
      remove_pop(x, t, i);
  memmove(t->heads.at + gone, t->heads.at + gone + 1,
          (t->heads.count - gone - 1) * sizeof *t->heads.at);
  t->heads.count--;
  vec_each (ectl_pop, p, &t->pops)
    drop(&p->head, gone);
  t->head_numbers = (map){0};
  vec_each (ectl_head, h, &t->heads) {
    drop(&h->next, gone);
    map_insert(&x->mem, &t->head_numbers, map_pair(h->location, h->symbol));
  }
  list_pops(x, t);
}

static uint32_t some(instance *x, size_t count) {
  return count ? instance_random(x, (uint32_t)count) : 0;
}

static bool spoil_head(instance *x, ectl_table *t, uint32_t way) {
  ectl_head *h = t->heads.count ? &t->heads.at[some(x, t->heads.count)] : NULL;
  if (!h)
    return false;
  bool is_life = h->kind == ECTL_PLAIN && h->lives;
  switch (way) {
  case 0:
    h->kind = (uint8_t)instance_random(x, ECTL_ESCAPE + 1);
    h->lives = instance_random(x, 2) != 0;
    return true;
  case 1:
    h->lives = !h->lives;
    if (h->lives) {
      h->rule = some(x, t->rules.count);
      h->first = instance_random(x, 2) ? ECTL_NO : some(x, t->pops.count);
      h->next = some(x, t->heads.count);
      h->order = instance_random(x, 1000);
    }
    return true;
  case 4:
    h->order = instance_random(x, 4);
    return true;
  case 5:
    h->rule = some(x, t->rules.count);
    return is_life;
  case 6:
    h->next = some(x, t->heads.count);
    return is_life;
  case 7:
    h->first = instance_random(x, 2) ? ECTL_NO : some(x, t->pops.count);
    return is_life;
  default:
    remove_head(x, t, (uint32_t)(h - t->heads.at));
    return true;
  }
}

static bool spoil_pop(instance *x, ectl_table *t, uint32_t way) {
  if (t->pops.count == 0)
    return false;
  uint32_t i = some(x, t->pops.count);
  ectl_pop *p = &t->pops.at[i];
  switch (way) {
  case 2:
    remove_pop(x, t, i);
    return true;
  case 3: {
    ectl_pop more = *p;
    more.head = some(x, t->heads.count);
    more.to = some(x, t->locations.keys.count);
    vec_push(&x->mem, &t->pops, more);
    list_pops(x, t);
    return true;
  }
  case 8:
    p->rule = some(x, t->rules.count);
    return true;
  case 9:
    *(instance_random(x, 2) ? &p->first : &p->second) =
        instance_random(x, 3) ? some(x, t->pops.count) : ECTL_NO;
    return true;
  default:
    p->to = some(x, t->locations.keys.count);
    return true;
  }
}

static bool spoil_monitor(instance *x, ectl_monitor *v, uint32_t way) {
  uint32_t d = v ? instance_random(x, v->states) : 0;
  if (!v)
    return false;
  switch (way) {
  case 11: {
    uint32_t bit = some(x, v->table->locations.keys.count);
    v->sets.at[d * v->words + bit / 64] ^= UINT64_C(1) << (bit % 64);
    return true;
  }
  case 12:
    v->step.at[d * v->symbols + instance_random(x, v->symbols)] =
        instance_random(x, v->states);
    return true;
  default:
    v->was.at[d] = instance_random(x, v->coarser->states);
    return true;
  }
}

static bool spoil_value(instance *x, ectl_part *p) {
  uint64_t bits = machine_states(&x->system);
  if (x->shape.has_stack && !p->monitor)
    return false;
  if (x->shape.has_stack)
    bits *= (uint64_t)machine_symbols(&x->system) * p->monitor->states;
  uint64_t i = instance_random(x, (uint32_t)bits);
  p->values[i / 64] ^= UINT64_C(1) << (i % 64);
  return true;
}

/* One thing in one place; false: there is no such thing there. */
static bool spoil(instance *x, ectl_answer *a, uint32_t way) {
  ectl_part *p = &a->parts.at[some(x, a->parts.count)];
  const ectl_part *other = &a->parts.at[some(x, a->parts.count)];
  ectl_table *t = (ectl_table *)p->table;
  if (way == 15)
    return spoil_value(x, p);
  if (!t)
    return false;
  if (way >= 11 && way <= 13)
    return spoil_monitor(x, (ectl_monitor *)p->monitor, way);
  if (way == 16) {
    if (!other->monitor || other->monitor == t->carried)
      return false;
    t->carried = other->monitor;
    return true;
  }
  if (way == 2 || way == 3 || (way >= 8 && way <= 10))
    return spoil_pop(x, t, way);
  return spoil_head(x, t, way);
}

#endif
