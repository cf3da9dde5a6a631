/* Heads that can be reached and how frames are popped, found together: what
 * may lie behind a call needs the pops of the callee, and pops are asked for
 * only from heads that can be reached. */
#include "engine/symbolic/repeat_search.h"

#include <assert.h>

dd *sym_repeat_slots(repeat *x) {
  return mem_array(x->m, (size_t)x->s->symbols + 1, sizeof(dd));
}

void sym_repeat_free_slots(repeat *x, dd *slots) {
  for (uint32_t n = 0; slots && n < x->s->symbols; n++)
    dd_keep(x->d, &slots[n], DD_FALSE);
  mem_free(x->m, slots);
}

void sym_repeat_join(repeat *x, dd *slot, dd more) {
  size_t mark = dd_mark(x->d);
  dd_keep(x->d, slot, dd_or(x->d, *slot, more));
  dd_release(x->d, mark);
}

void sym_repeat_wait(repeat *x, uint32_t symbol) {
  if (x->queue.is_waiting[symbol])
    return;
  x->queue.is_waiting[symbol] = true;
  vec_push(x->m, &x->queue.waiting, symbol);
}

uint32_t sym_repeat_next(repeat *x) {
  symbol_queue *queue = &x->queue;
  if (queue->next == queue->waiting.count) {
    queue->next = queue->waiting.count = 0;
    return SYM_NONE;
  }
  if (queue->next > x->s->symbols) { /* what was served makes room */
    memmove(queue->waiting.at, queue->waiting.at + queue->next,
            (queue->waiting.count - queue->next) * sizeof *queue->waiting.at);
    queue->waiting.count -= queue->next;
    queue->next = 0;
  }
  uint32_t n = queue->waiting.at[queue->next++];
  queue->is_waiting[n] = false;
  progress_tick(x->clock);
  return n;
}

static void repeat_add_heads(repeat *x, uint32_t n, dd heads) {
  dd fresh = dd_minus(x->d, heads, x->heads[n]);
  if (fresh == DD_FALSE)
    return;
  sym_repeat_join(x, &x->heads[n], fresh);
  sym_repeat_join(x, &x->fresh_heads[n], fresh);
  x->statistics.transitions++;
  sym_repeat_wait(x, n);
}

static void heads_add_pops(repeat *x, pop_table *table, uint32_t n, dd pops) {
  dd fresh = dd_minus(x->d, pops, table->all[n]);
  if (fresh == DD_FALSE)
    return;
  sym_repeat_join(x, &table->all[n], fresh);
  sym_repeat_join(x, &table->fresh[n], fresh);
  vec_push(x->m, &table->layers[n], ((pop_layer){++x->stamp, DD_FALSE}));
  dd_keep(x->d, &vec_last(&table->layers[n]).added, fresh);
  x->statistics.transitions++;
  sym_repeat_wait(x, n);
}

static dd take(repeat *x, dd *slot) {
  size_t mark = dd_mark(x->d);
  dd result = dd_or(x->d, *slot, DD_FALSE); /* lives under the mark */
  dd_keep(x->d, slot, DD_FALSE);
  return dd_only(x->d, mark, result);
}

/* The part of 'more' (a preimage of popping relations along a WAY_ENTRY) that
 * is new goes to the relation of rule 'through'; it is returned, and is that
 * relation until end_growing. */
static dd begin_growing(repeat *x, uint32_t through, dd more, dd *before) {
  assert(through < x->graph.rules.count);
  sym_rule *rule = &x->graph.rules.at[through];
  dd fresh =
      dd_minus(x->d, dd_rename(x->d, more, x->below_to_next), rule->relation);
  dd_keep(x->d, before, rule->relation);
  dd_keep(x->d, &rule->relation, fresh);
  return fresh;
}

static void end_growing(repeat *x, uint32_t through, dd *before) {
  assert(through < x->graph.rules.count);
  sym_repeat_join(x, &x->graph.rules.at[through].relation, *before);
  dd_keep(x->d, before, DD_FALSE);
}

static void grow_through(repeat *x, uint32_t entry, dd more) {
  uint32_t t = x->groups[entry].through;
  assert(t < x->graph.rules.count);
  const sym_rule *rule = &x->graph.rules.at[t];
  dd before = DD_FALSE;
  if (begin_growing(x, t, more, &before) != DD_FALSE) {
    repeat_add_heads(x, rule->to,
                     sym_image(&x->graph, t, x->heads[rule->from]));
    heads_add_pops(x, &x->pops, rule->from,
                   sym_preimage(&x->graph, t, x->pops.all[rule->to]));
  }
  end_growing(x, t, &before);
}

static void from_heads(repeat *x, uint32_t n, dd heads) {
  sympds *system = &x->graph;
  repeat_each_from (i, x, n) {
    size_t mark = dd_mark(x->d);
    uint32_t to = system->rules.at[i].to;
    way_kind kind = repeat_way(x, i).kind;
    if (kind == WAY_STEP || kind == WAY_TOP)
      repeat_add_heads(x, to, sym_image(system, i, heads));
    if (kind == WAY_STEP || kind == WAY_ENTRY || kind == WAY_POP) {
      dd behind = kind == WAY_POP ? x->same : x->pops.all[to];
      dd pops = dd_and(x->d, heads, sym_preimage(system, i, behind));
      if (kind == WAY_ENTRY)
        grow_through(x, i, pops);
      else
        heads_add_pops(x, &x->pops, n, pops);
    }
    dd_release(x->d, mark);
  }
}

/* What is before new pops, to one of the tables; 'grow' for calls. */
static void from_pops(repeat *x, pop_table *table, uint32_t n, dd pops,
                      void grow(repeat *, uint32_t, dd)) {
  repeat_each_into (i, x, n) {
    size_t mark = dd_mark(x->d);
    uint32_t from = x->graph.rules.at[*i].from;
    way_kind kind = repeat_way(x, *i).kind;
    if (kind == WAY_STEP || kind == WAY_ENTRY || kind == WAY_THROUGH) {
      dd before =
          dd_and(x->d, x->heads[from], sym_preimage(&x->graph, *i, pops));
      if (kind == WAY_ENTRY)
        grow(x, *i, before);
      else
        heads_add_pops(x, table, from, before);
    }
    dd_release(x->d, mark);
  }
}

void sym_repeat_saturate(repeat *x) {
  size_t mark = dd_mark(x->d);
  repeat_add_heads(x, x->graph.start, x->graph.initial);
  dd_release(x->d, mark);
  for (uint32_t n; (n = sym_repeat_next(x)) != SYM_NONE;) {
    x->clock->done = ++x->statistics.rounds;
    dd heads = take(x, &x->fresh_heads[n]), pops = take(x, &x->pops.fresh[n]);
    if (heads != DD_FALSE)
      from_heads(x, n, heads);
    if (pops != DD_FALSE)
      from_pops(x, &x->pops, n, pops, grow_through);
    dd_release(x->d, mark);
  }
}

/* Pops through an accepting head. */

static void grow_marked(repeat *x, uint32_t entry, dd more) {
  uint32_t t = x->groups[entry].marked;
  assert(t < x->graph.rules.count);
  const sym_rule *rule = &x->graph.rules.at[t];
  dd before = DD_FALSE;
  if (begin_growing(x, t, more, &before) != DD_FALSE)
    heads_add_pops(x, &x->marked, rule->from,
                   sym_preimage(&x->graph, t, x->pops.all[rule->to]));
  end_growing(x, t, &before);
}

void sym_repeat_mark(repeat *x) {
  size_t mark = dd_mark(x->d);
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    heads_add_pops(x, &x->marked, n,
                   dd_and(x->d, x->pops.all[n], x->accepting));
    dd_release(x->d, mark);
  }
  for (uint32_t n; (n = sym_repeat_next(x)) != SYM_NONE;) {
    x->clock->done = ++x->statistics.rounds;
    dd pops = take(x, &x->marked.fresh[n]);
    if (pops != DD_FALSE)
      from_pops(x, &x->marked, n, pops, grow_marked);
    dd_release(x->d, mark);
  }
}
