#include "product/ranks.h"

#include <assert.h>

/* A table of its own on purpose: states by their bytes, in chains. */
typedef struct entry {
  size_t at;
  uint32_t size, automaton, rank;
  size_t next; /* in its chain, plus one; 0: none */
} entry;

typedef struct checker {
  mem *m;
  progress *clock;
  const model *x;
  const model_binding *b; /* NULL: states alone */
  const omega *a;
  const uint8_t *bytes;
  vec(entry) entries;
  size_t *chains, mask;
  void *scratch;
  model_steps steps;
  const char *why;
} checker;

static bool reject(checker *v, const char *why) {
  v->why = why;
  return false;
}

static size_t *chain(checker *v, const uint8_t *bytes, uint32_t size,
                     uint32_t automaton) {
  assert(v->chains);
  uint64_t h = UINT64_C(0xCBF29CE484222325) ^ automaton;
  for (uint32_t i = 0; i < size; i++)
    h = (h ^ bytes[i]) * UINT64_C(0x100000001B3);
  return v->chains + ((h ^ h >> 32) & v->mask);
}

static const entry *find(checker *v, const uint8_t *bytes, uint32_t size,
                         uint32_t automaton) {
  for (size_t i = *chain(v, bytes, size, automaton); i;) {
    const entry *e = v->entries.at + i - 1;
    if (e->automaton == automaton && e->size == size &&
        (size == 0 || memcmp(v->bytes + e->at, bytes, size) == 0))
      return e;
    i = e->next;
  }
  return NULL;
}

static void begin(checker *v, size_t count) {
  v->mask = 1;
  while (v->mask < count)
    v->mask = 2 * v->mask + 1;
  v->chains = mem_array(v->m, v->mask + 1, sizeof *v->chains);
  v->scratch = mem_alloc(v->m, v->x->scratch_bytes);
}

static void end(checker *v) {
  vec_free(v->m, &v->entries);
  mem_free(v->m, v->chains);
  mem_free(v->m, v->scratch);
  model_steps_free(&v->steps);
}

static bool insert(checker *v, entry e) {
  assert(v->entries.count <= v->mask);
  progress_tick(v->clock);
  if (find(v, v->bytes + e.at, e.size, e.automaton))
    return reject(v, "a state is listed twice");
  size_t *c = chain(v, v->bytes + e.at, e.size, e.automaton);
  e.next = *c;
  vec_push(v->m, &v->entries, e);
  *c = v->entries.count;
  return true;
}

/* An error is one where safety is asked for. */
static bool is_wrong(const checker *v) {
  return v->steps.worst == MODEL_UNDEFINED ||
         (!v->a && v->steps.worst == MODEL_ERROR);
}

static bool has_initial(checker *v) {
  model_steps_reset(&v->steps);
  v->x->ops->initial(v->x, v->scratch, &v->steps);
  if (is_wrong(v))
    return reject(v, "the model has no initial state: it is at fault");
  uint32_t q = v->a ? v->a->initial : 0;
  vec_each (const model_step, step, &v->steps.steps)
    if (!find(v, v->steps.bytes.at + step->at, step->size, q))
      return reject(v, "an initial state is missing");
  return true;
}

/* A step to (bytes, size) with 'letter'; 'from' is left. */
static bool check_step(checker *v, const entry *from, uint64_t letter,
                       const uint8_t *bytes, uint32_t size) {
  assert(!v->a || from->automaton < v->a->states);
  if (!v->a)
    return find(v, bytes, size, 0) || reject(v, "a step leads out of the set");
  uint32_t first = v->a->first.at[from->automaton];
  uint32_t last = v->a->first.at[from->automaton + 1];
  for (uint32_t i = first; i < last; i++) {
    const omega_edge *edge = v->a->edges.at + i;
    bool allowed = false;
    for (uint32_t k = 0; k < edge->cubes; k++) {
      const omega_cube *cube = v->a->cubes.at + edge->first_cube + k;
      allowed |= (letter & cube->mask) == cube->value;
    }
    if (!allowed)
      continue;
    const entry *to = find(v, bytes, size, edge->to);
    if (!to)
      return reject(v, "a step leads to a pair without a rank");
    if (to->rank > from->rank)
      return reject(v, "a rank grows along a step");
    if (to->rank == from->rank && edge->marks == omega_all_marks(v->a))
      return reject(v, "a rank does not fall at an accepting state");
  }
  return true;
}

static bool check_entry(checker *v, const entry *from) {
  const uint8_t *bytes = v->bytes + from->at;
  uint64_t letter = 0;
  progress_tick(v->clock);
  model_steps_reset(&v->steps);
  if (v->b && !v->x->ops->letter(v->x, v->b, v->scratch, bytes, from->size,
                                 &letter, &v->steps))
    return reject(v, "the model is at fault in a state");
  model_steps_reset(&v->steps);
  v->x->ops->next(v->x, v->scratch, bytes, from->size, &v->steps);
  if (is_wrong(v))
    return reject(v, "the model is at fault in a state");
  vec_each (const model_step, step, &v->steps.steps) {
    uint64_t at_step = letter;
    if (v->b && step->label != MODEL_NONE && v->b->label_letters)
      at_step |= v->b->label_letters[step->label];
    if (!check_step(v, from, at_step, v->steps.bytes.at + step->at, step->size))
      return false;
  }
  return v->steps.steps.count > 0 ||
         check_step(v, from, letter, bytes, from->size);
}

static bool check_all(checker *v) {
  if (!has_initial(v))
    return false;
  vec_each (const entry, e, &v->entries)
    if (!check_entry(v, e))
      return false;
  return true;
}

bool product_check_ranks(mem *m, progress *clock, const model *x,
                         const model_binding *binding, const omega *automaton,
                         const product_ranks *ranks, const char **why) {
  checker v = {.m = m,
               .clock = clock,
               .x = x,
               .b = binding,
               .a = automaton,
               .bytes = ranks->bytes.at,
               .steps = {.m = m}};
  begin(&v, ranks->pairs.count);
  bool right =
      automaton->sets <= 1 || reject(&v, "the automaton has several sets");
  for (size_t i = 0; right && i < ranks->pairs.count; i++) {
    const product_pair_rank *pair_rank = ranks->pairs.at + i;
    entry e = {.at = pair_rank->at,
               .size = pair_rank->size,
               .automaton = pair_rank->automaton,
               .rank = pair_rank->rank};
    right = pair_rank->rank == 0 ? reject(&v, "a rank is zero")
            : pair_rank->automaton >= automaton->states
                ? reject(&v, "the automaton has no such state")
                : insert(&v, e);
  }
  right = right && check_all(&v);
  *why = v.why;
  end(&v);
  return right;
}

bool product_check_states(mem *m, progress *clock, const model *x,
                          const product_states *states, const char **why) {
  checker v = {.m = m,
               .clock = clock,
               .x = x,
               .bytes = states->bytes.at,
               .steps = {.m = m}};
  size_t count = states->at.count ? states->at.count - 1 : 0;
  bool right = true;
  begin(&v, count);
  for (size_t i = 0; right && i < count; i++) {
    size_t at = states->at.at[i];
    entry e = {.at = at, .size = (uint32_t)(states->at.at[i + 1] - at)};
    right = insert(&v, e);
  }
  right = right && check_all(&v);
  *why = v.why;
  end(&v);
  return right;
}

void product_ranks_free(mem *m, product_ranks *ranks) {
  vec_free(m, &ranks->bytes);
  vec_free(m, &ranks->pairs);
}

void product_states_free(mem *m, product_states *states) {
  vec_free(m, &states->bytes);
  vec_free(m, &states->at);
}
