/* Rows of a proof as diagrams. The table is taken over from its front to its
 * back, each node once, and only what some row needs. */
#include "evidence/symbolic/checker.h"

#include <stdio.h>
#include <stdlib.h>

static int by_symbol(const void *a, const void *b) {
  const checked_row *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  if (x->with != y->with)
    return x->with < y->with ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

typedef struct import {
  checker *c;
  const view *v;
  uint8_t *is_needed; /* by node */
  dd *made;           /* by number: node + 2 */
  uint32_t *locals;   /* by number: more than the largest local bit below */
} import;

/* The checker's variable for one of the table; UINT32_MAX: none. */
static uint32_t translated(const import *x, uint32_t variable) {
  const checker *c = x->c;
  uint32_t bit = variable / SYM_COPIES, copy = variable % SYM_COPIES;
  uint8_t to = bit < c->globals ? x->v->global[copy] : x->v->local[copy];
  return to == VIEW_FORBIDDEN ? UINT32_MAX : c->position[bit] * SYM_COPIES + to;
}

static bool import_nodes(import *x) {
  checker *c = x->c;
  const sym_proof *proof = c->proof;
  for (size_t k = proof->nodes.count; k-- > 0;) {
    const sym_node *node = &proof->nodes.at[k];
    if (!x->is_needed[k])
      continue;
    if (node->low > 1)
      x->is_needed[node->low - 2] = 1;
    if (node->high > 1)
      x->is_needed[node->high - 2] = 1;
  }
  x->made[1] = DD_TRUE;
  for (size_t k = 0; k < proof->nodes.count; k++) {
    const sym_node *node = &proof->nodes.at[k];
    progress_tick(c->clock);
    if (!x->is_needed[k])
      continue;
    uint32_t v = translated(x, node->variable),
             bit = node->variable / SYM_COPIES;
    if (v == UINT32_MAX)
      return false;
    x->made[k + 2] = dd_if(&c->d, dd_variable(&c->d, v), x->made[node->high],
                           x->made[node->low]);
    uint32_t most = bit < c->globals ? 0 : bit - c->globals + 1;
    if (x->locals[node->low] > most)
      most = x->locals[node->low];
    if (x->locals[node->high] > most)
      most = x->locals[node->high];
    x->locals[k + 2] = most;
  }
  return true;
}

/* The row's set where all bits that its frame does not use are 0. */
static dd own_bits(import *x, const checked_row *row) {
  checker *c = x->c;
  uint32_t used = c->frame_bits[checker_procedure(c, row->symbol)];
  if (x->locals[row->node] <= used)
    return x->made[row->node];
  variable_list fixed = {0};
  for (uint32_t bit = used; bit < x->locals[row->node]; bit++)
    for (int copy = 0; copy < SYM_COPIES; copy++)
      if (x->v->local[copy] != VIEW_FORBIDDEN)
        vec_push(c->m, &fixed,
                 checker_local(c, bit, (sym_copy)x->v->local[copy]));
  bool *zeros = mem_array(c->m, fixed.count + 1, sizeof *zeros);
  dd set = dd_fix(&c->d, x->made[row->node], fixed.at, zeros, fixed.count);
  mem_free(c->m, zeros);
  vec_free(c->m, &fixed);
  return set;
}

/* Joins rows of the same symbol and 'with', and finds the first of each. */
static void index_rows(checker *c, checked_rows *rows) {
  size_t kept = 0;
  uint32_t symbols = c->proof->symbols;
  for (size_t i = 0; i < rows->rows.count; i++) {
    checked_row *row = &rows->rows.at[i],
                *last = &rows->rows.at[kept ? kept - 1 : 0];
    if (kept && last->symbol == row->symbol && last->with == row->with)
      last->set = dd_or(&c->d, last->set, row->set);
    else
      rows->rows.at[kept++] = *row;
  }
  rows->rows.count = kept;
  rows->first = mem_array(c->m, (size_t)symbols + 1, sizeof *rows->first);
  vec_each (const checked_row, row, &rows->rows)
    rows->first[row->symbol + 1]++;
  for (uint32_t i = 0; i < symbols; i++)
    rows->first[i + 1] += rows->first[i];
}

/* False: a row is about something that is not there. */
static bool take_rows(import *x, const sym_rows *from, bool entries_only,
                      checked_rows *out) {
  checker *c = x->c;
  uint32_t numbers = (uint32_t)c->proof->nodes.count + 2;
  vec_each (const sym_row, r, from) {
    if (r->symbol >= c->proof->symbols || r->node >= numbers)
      return false;
    if (entries_only && !c->is_entry[r->symbol])
      continue;
    checked_row row = {.symbol = r->symbol, .with = r->with, .node = r->node};
    vec_push(c->m, &out->rows, row);
    if (r->node > 1)
      x->is_needed[r->node - 2] = 1;
  }
  return true;
}

bool checker_read_rows(checker *c, const sym_rows *from, const view *v,
                       bool entries_only, const char *section,
                       checked_rows *out) {
  size_t nodes = c->proof->nodes.count;
  char message[120];
import x = {.c = c, .v = v };
  x.is_needed = mem_array(c->m, nodes + 1, sizeof *x.is_needed);
  x.made = mem_array(c->m, nodes + 2, sizeof *x.made);
  x.locals = mem_array(c->m, nodes + 2, sizeof *x.locals);
  snprintf(message, sizeof message, "the rows of '%s' are malformed", section);
  if (!take_rows(&x, from, entries_only, out) || !import_nodes(&x))
    return checker_fail(c, PROG_NONE, message);
  if (out->rows.count > 1)
    qsort(out->rows.at, out->rows.count, sizeof *out->rows.at, by_symbol);
  vec_each (checked_row, row, &out->rows)
    row->set = own_bits(&x, row);
  index_rows(c, out);
  mem_free(c->m, x.is_needed);
  mem_free(c->m, x.made);
  mem_free(c->m, x.locals);
  return true;
}

dd rows_find(const checked_rows *rows, uint32_t symbol, uint32_t with) {
  uint32_t low = rows->first[symbol], high = rows->first[symbol + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (rows->rows.at[middle].with < with)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < rows->first[symbol + 1] && rows->rows.at[low].with == with)
    return rows->rows.at[low].set;
  return DD_FALSE;
}
