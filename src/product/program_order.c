#include "product/program_encode.h"

#include <stdlib.h>

/* The order of the bits: those that occur together in a condition or an
 * assignment should be near each other, the bits of numbers column by column.
 * Such groups are pulled together: each moves its bits towards its centre of
 * gravity, bits go where their groups pull them on average, and the order with
 * the least sum of the groups' spans wins (the FORCE heuristic of Aloul, Markov
 * and Sakallah). The automaton's bits come first: everything depends on them.
 */

enum {
  MOST_PINS = 1 << 22, /* altogether; what is beyond them does not count */
  MOST_TOGETHER = 64,  /* in a group: larger ones say little */
  ROUNDS = 40
};

static const double BETWEEN_COLUMNS = 0.02;

typedef struct group {
  size_t first;
  uint32_t count;
  double weight;
} group;

typedef struct orderer {
  mem *m;
  const prog *p;
  const prog_bits *b;
  map known; /* by a hash of the bits: numbers of groups */
  vec(group) groups;
  vec(uint32_t) pins;
  /* cells of the group that is being made, each once */
  vec(uint32_t) first_bits, widths;
  uint32_t *cell_seen; /* by bit */
  uint32_t *seen;      /* by expression */
  uint32_t round;
  vec(uint32_t) waiting;
  bool *is_selector; /* by variable */
} orderer;

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The pins from 'first' on: a group, unless it is known or says nothing. */
static void close_group(orderer *o, size_t first, double weight) {
  size_t count = o->pins.count - first;
  if (count < 2 || count > MOST_TOGETHER || o->pins.count > MOST_PINS) {
    o->pins.count = first;
    return;
  }
  qsort(o->pins.at + first, count, sizeof *o->pins.at, by_number);
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ o->pins.at[first + i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 31;
  }
  uint32_t number = map_insert(o->m, &o->known, hash);
  if (number < o->groups.count) {
    o->groups.at[number].weight += weight;
    o->pins.count = first;
    return;
  }
  group g = {.first = first, .count = (uint32_t)count, .weight = weight};
  vec_push(o->m, &o->groups, g);
}

/* The cells collected, column by column; and each cell's bits are neighbours.
 */
static void close_cells(orderer *o) {
  uint32_t widest = 0;
  for (size_t i = 0; i < o->widths.count; i++)
    if (o->widths.at[i] > widest)
      widest = o->widths.at[i];
  for (uint32_t bit = 0; bit < widest; bit++) {
    size_t first = o->pins.count;
    for (size_t i = 0; i < o->widths.count; i++)
      if (bit < o->widths.at[i])
        vec_push(o->m, &o->pins, o->first_bits.at[i] + bit);
    close_group(o, first, 1);
  }
  for (size_t i = 0; i < o->widths.count; i++)
    for (uint32_t bit = 1; bit < o->widths.at[i]; bit++) {
      size_t first = o->pins.count;
      vec_push(o->m, &o->pins, o->first_bits.at[i] + bit - 1);
      vec_push(o->m, &o->pins, o->first_bits.at[i] + bit);
      close_group(o, first, BETWEEN_COLUMNS);
    }
  o->first_bits.count = o->widths.count = 0;
}

/* Bits are numbered with the globals first, then the locals. */
static void order_add_variable(orderer *o, const prog_variable *variable) {
  if (variable->count > MOST_TOGETHER)
    return;
  for (uint32_t k = 0; k < variable->count; k++) {
    uint32_t bit =
        variable->procedure == PROG_NONE
            ? o->b->global_cell[variable->cell + k]
            : o->b->globals +
                  o->b->local_cell[variable->procedure][variable->cell + k];
    if (o->cell_seen[bit] == o->round)
      continue;
    o->cell_seen[bit] = o->round;
    vec_push(o->m, &o->first_bits, bit);
    vec_push(o->m, &o->widths, variable->width);
  }
}

static void add_expression(orderer *o, uint32_t expression) {
  o->waiting.count = 0;
  if (expression != PROG_NONE)
    vec_push(o->m, &o->waiting, expression);
  while (o->waiting.count > 0) {
    uint32_t now = vec_pop(&o->waiting), operand[3];
    if (o->seen[now] == o->round)
      continue;
    o->seen[now] = o->round;
    const prog_expression *x = &o->p->expressions.at[now];
    if (x->op == PROG_NOW || x->op == PROG_NEXT || x->op == PROG_BELOW)
      order_add_variable(o, &o->p->variables.at[x->a]);
    size_t count = prog_operands(x, operand);
    for (size_t i = 0; i < count; i++)
      vec_push(o->m, &o->waiting, operand[i]);
  }
}

static void add_edge(orderer *o, const prog_edge *edge) {
  o->round++;
  add_expression(o, edge->guard);
  close_cells(o);
  o->round++;
  add_expression(o, edge->where);
  close_cells(o);
  for (uint32_t i = 0; i < edge->assignments; i++) {
    const prog_assignment *assignment =
        &o->p->assignments.at[edge->first_assignment + i];
    o->round++;
    order_add_variable(o, &o->p->variables.at[assignment->variable]);
    add_expression(o, assignment->index);
    add_expression(o, assignment->value);
    close_cells(o);
  }
}

typedef struct placed {
  double pull;
  uint32_t position, bit;
} placed;

static int by_pull(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->pull != y->pull)
    return x->pull < y->pull ? -1 : 1;
  return (x->position > y->position) - (x->position < y->position);
}

static double span_of(const orderer *o, const uint32_t *positions) {
  double sum = 0;
  vec_each (const group, g, &o->groups) {
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < g->count; i++) {
      uint32_t at = positions[o->pins.at[g->first + i]];
      least = at < least ? at : least;
      most = at > most ? at : most;
    }
    sum += g->weight * (double)(most - least);
  }
  return sum;
}

static void pull(const orderer *o, uint32_t *positions, uint32_t count,
                 placed *all, double *weights) {
  for (uint32_t i = 0; i < count; i++) {
    all[i] = (placed){.position = positions[i], .bit = i};
    weights[i] = 0;
  }
  vec_each (const group, g, &o->groups) {
    double centre = 0;
    for (uint32_t i = 0; i < g->count; i++)
      centre += positions[o->pins.at[g->first + i]];
    centre /= g->count;
    for (uint32_t i = 0; i < g->count; i++) {
      uint32_t bit = o->pins.at[g->first + i];
      all[bit].pull += g->weight * centre;
      weights[bit] += g->weight;
    }
  }
  for (uint32_t i = 0; i < count; i++)
    all[i].pull = weights[i] > 0 ? all[i].pull / weights[i] : positions[i];
  qsort(all, count, sizeof *all, by_pull);
  for (uint32_t i = 0; i < count; i++)
    positions[all[i].bit] = i;
}

/* 'best': as they come, at first. */
static void arrange(const orderer *o, uint32_t *best, uint32_t count) {
  placed *all = mem_array(o->m, (size_t)count + 1, sizeof *all);
  double *weights = mem_array(o->m, (size_t)count + 1, sizeof *weights);
  uint32_t *now = mem_array(o->m, (size_t)count + 1, sizeof *now);
  memcpy(now, best, count * sizeof *now);
  double least = span_of(o, best);
  for (int i = 0; i < ROUNDS; i++) {
    pull(o, now, count, all, weights);
    double span = span_of(o, now);
    if (span >= least)
      continue;
    least = span;
    memcpy(best, now, count * sizeof *now);
  }
  mem_free(o->m, all);
  mem_free(o->m, weights);
  mem_free(o->m, now);
}

/* Those of selectors before all others, else in the same order. */
static void selectors_first(const orderer *o, uint32_t *positions,
                            uint32_t count) {
  bool *is_first = mem_array(o->m, (size_t)count + 1, sizeof *is_first);
  uint32_t *bit_at = mem_array(o->m, (size_t)count + 1, sizeof *bit_at);
  for (size_t i = 0; i < o->p->variables.count; i++) {
    const prog_variable *variable = &o->p->variables.at[i];
    if (!o->is_selector[i])
      continue;
    uint32_t first =
        variable->procedure == PROG_NONE
            ? o->b->global_cell[variable->cell]
            : o->b->globals +
                  o->b->local_cell[variable->procedure][variable->cell];
    for (uint32_t k = 0; k < variable->width * variable->count; k++)
      is_first[first + k] = true;
  }
  for (uint32_t i = 0; i < count; i++)
    bit_at[positions[i]] = i;
  uint32_t next = 0;
  for (int later = 0; later < 2; later++)
    for (uint32_t i = 0; i < count; i++)
      if (is_first[bit_at[i]] == !later)
        positions[bit_at[i]] = next++;
  mem_free(o->m, is_first);
  mem_free(o->m, bit_at);
}

static void free_orderer(orderer *o) {
  map_free(o->m, &o->known);
  vec_free(o->m, &o->groups);
  vec_free(o->m, &o->pins);
  vec_free(o->m, &o->first_bits);
  vec_free(o->m, &o->widths);
  vec_free(o->m, &o->waiting);
  mem_free(o->m, o->cell_seen);
  mem_free(o->m, o->is_selector);
  mem_free(o->m, o->seen);
}

void prog_bits_order(mem *m, const prog *program, prog_bits *bits) {
  uint32_t count = bits->globals + bits->locals;
  orderer o = {.m = m, .p = program, .b = bits};
  o.cell_seen = mem_array(m, (size_t)count + 1, sizeof *o.cell_seen);
  o.seen = mem_array(m, program->expressions.count + 1, sizeof *o.seen);
  vec_each (const prog_edge, edge, &program->edges)
    add_edge(&o, edge);
  uint32_t *best = mem_array(m, (size_t)count + 1, sizeof *best);
  for (uint32_t i = 0; i < count; i++)
    best[i] = i;
  arrange(&o, best, count);
  o.is_selector = prog_bits_selectors(m, program);
  selectors_first(&o, best, count);
  bits->positions = mem_array(m, (size_t)count + bits->extra + 1, sizeof *best);
  for (uint32_t i = 0; i < bits->globals; i++)
    bits->positions[i] = bits->extra + best[i];
  for (uint32_t i = 0; i < bits->extra; i++)
    bits->positions[bits->globals + i] = i;
  for (uint32_t i = 0; i < bits->locals; i++)
    bits->positions[bits->globals + bits->extra + i] =
        bits->extra + best[bits->globals + i];
  mem_free(m, best);
  free_orderer(&o);
}
