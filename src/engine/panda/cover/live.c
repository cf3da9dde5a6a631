/* Live scalars: backwards over the edges of each function, until nothing
 * changes. */
#include "engine/panda/cover/cover.h"

#include "base/mutant.h"

#include <assert.h>

typedef struct finder {
  mem *m;
  const cfa *p;
  cover_live *out;
  vec(uint32_t) work; /* expressions */
  uint32_t *marks;    /* of expressions: the edge that read them, plus 1 */
  vec(uint32_t) uses; /* of edges, one list after the other: local slots */
  size_t *first_use;  /* one more than there are edges */
} finder;

static void push(finder *f, uint32_t x, uint32_t edge) {
  if (x == CFA_NONE || f->marks[x] == edge + 1)
    return;
  f->marks[x] = edge + 1;
  vec_push(f->m, &f->work, x);
}

static void push_all(finder *f, const cfa_edge *e, uint32_t edge) {
  push(f, e->a, edge);
  push(f, e->b, edge);
  push(f, e->c, edge);
  for (uint32_t i = 0; e->kind == CFA_CALL && i < e->arguments; i++)
    push(f, f->p->arguments.at[e->first_argument + i], edge);
}

static void find_uses(finder *f, uint32_t edge) {
  assert(edge < f->p->edges.count);
  push_all(f, &f->p->edges.at[edge], edge);
  while (f->work.count) {
    const cfa_expression *expression = &f->p->expressions.at[vec_pop(&f->work)];
    uint32_t operands[3];
    size_t n = cfa_operands(expression, operands);
    for (size_t i = 0; i < n; i++)
      push(f, operands[i], edge);
    if (expression->kind != CFA_VARIABLE)
      continue;
    const cfa_variable *variable = &f->p->variables.at[expression->a];
    if (variable->function == CFA_NONE)
      f->out->is_read[variable->slot] = true;
    else
      vec_push(f->m, &f->uses, variable->slot);
  }
}

/* What is live before an edge, added to the set of its source. True: that has
 * grown. */
static bool flow(finder *f, uint32_t edge, size_t words, uint64_t *set) {
  assert(edge < f->p->edges.count);
  const cfa_edge *e = &f->p->edges.at[edge];
  bool grew = false;
  memset(set, 0, words * sizeof *set);
  if (e->to != CFA_NONE)
    memcpy(set, f->out->bits + f->out->first[e->to], words * sizeof *set);
  if (e->variable != CFA_NONE) {
    const cfa_variable *variable = &f->p->variables.at[e->variable];
    if (variable->is_scalar && variable->function != CFA_NONE)
      set[variable->slot / 64] &= ~(UINT64_C(1) << variable->slot % 64);
  }
  if (MUTANT("panda-cover-dead") && e->kind == CFA_ASSUME)
    return false;
  for (size_t i = f->first_use[edge]; i < f->first_use[edge + 1]; i++)
    set[f->uses.at[i] / 64] |= UINT64_C(1) << f->uses.at[i] % 64;
  uint64_t *to = f->out->bits + f->out->first[e->from];
  for (size_t i = 0; i < words; i++) {
    grew = grew || (set[i] & ~to[i]);
    to[i] |= set[i];
  }
  return grew;
}

static size_t words_of(const cfa *automaton, uint32_t location) {
  return automaton->functions.at[automaton->locations.at[location].function]
                 .scalars /
             64 +
         1;
}

static void settle(finder *f) {
  size_t most = 1;
  for (uint32_t l = 0; l < f->p->locations.count; l++)
    most = words_of(f->p, l) > most ? words_of(f->p, l) : most;
  uint64_t *set = mem_array(f->m, most, sizeof *set);
  bool grew = true;
  while (grew) {
    grew = false;
    for (uint32_t e = (uint32_t)f->p->edges.count; e-- > 0;)
      grew = flow(f, e, words_of(f->p, f->p->edges.at[e].from), set) || grew;
  }
  mem_free(f->m, set);
}

void cover_live_make(mem *m, const cfa *automaton, cover_live *out) {
  finder f = {.m = m, .p = automaton, .out = out};
  size_t words = 0;
  out->first = mem_array(m, automaton->locations.count + 1, sizeof *out->first);
  for (uint32_t l = 0; l < automaton->locations.count; l++) {
    out->first[l] = words;
    words += words_of(automaton, l);
  }
  out->bits = mem_array(m, words + 1, sizeof *out->bits);
  out->is_read =
      mem_array(m, automaton->global_scalars + 1, sizeof *out->is_read);
  f.marks = mem_array(m, automaton->expressions.count + 1, sizeof *f.marks);
  f.first_use = mem_array(m, automaton->edges.count + 2, sizeof *f.first_use);
  for (uint32_t e = 0; e < automaton->edges.count; e++) {
    f.first_use[e] = f.uses.count;
    find_uses(&f, e);
  }
  f.first_use[automaton->edges.count] = f.uses.count;
  settle(&f);
  mem_free(m, f.marks);
  mem_free(m, f.first_use);
  vec_free(m, &f.work);
  vec_free(m, &f.uses);
}
