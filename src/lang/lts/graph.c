#include "lang/lts/graph.h"

#include "base/check.h"

#include <assert.h>
#include <string.h>

void graph_add_edge(mem *m, graph *g, uint32_t from, uint32_t to,
                    uint32_t label, uint32_t line, uint32_t column) {
  if (g->from.count == UINT32_MAX - 1)
    mem_raise(m->budget, MEM_LIMIT);
  vec_push(m, &g->from, from);
  vec_push(m, &g->to, to);
  vec_push(m, &g->labels, label);
  vec_push(m, &g->lines, line);
  vec_push(m, &g->columns, (uint16_t)(column < UINT16_MAX ? column : 0xFFFF));
  g->has_labels |= label != MODEL_NONE;
}

/* Moves each element to its place; 'place' is kept. */
static void move_words(mem *m, uint32_t **at, const uint32_t *place, size_t n) {
  uint32_t *sorted = mem_array(m, n, sizeof *sorted);
  for (size_t i = 0; i < n; i++)
    sorted[place[i]] = (*at)[i];
  mem_free(m, *at);
  *at = sorted;
}

static void sort_edges(mem *m, graph *g) {
  size_t n = g->to.count;
  uint32_t *place = g->from.at; /* of each edge, in the place of its source */
  size_t sources = (size_t)g->with_edges + 1;
  uint32_t *next = mem_array(m, sources, sizeof *next);
  memcpy(next, g->first, sources * sizeof *next);
  for (size_t i = 0; i < n; i++)
    place[i] = next[g->from.at[i]]++;
  mem_free(m, next);
  move_words(m, &g->to.at, place, n);
  move_words(m, &g->labels.at, place, n);
  move_words(m, &g->lines.at, place, n);
  uint16_t *columns = mem_array(m, n, sizeof *columns);
  for (size_t i = 0; i < n; i++)
    columns[place[i]] = g->columns.at[i];
  mem_free(m, g->columns.at);
  g->columns.at = columns;
  g->to.capacity = g->labels.capacity = g->lines.capacity =
      g->columns.capacity = n;
}

#define shrink(m, v)                                                           \
  ((v)->at = mem_resize((m), (v)->at, (v)->count * sizeof *(v)->at),           \
   (v)->capacity = (v)->count)

#ifndef NDEBUG
/* The invariant that graph.h states. */
static void check_graph(const graph *g) {
  assert(g->first[0] == 0 && g->first[g->with_edges] == g->to.count);
  assert(g->with_edges <= g->state_count);
  for (uint32_t s = 0; s < g->with_edges; s++)
    assert(g->first[s] <= g->first[s + 1]);
  vec_each (const uint32_t, to, &g->to)
    assert(*to < g->state_count);
}
#endif

static void index_edges(mem *m, graph *g) {
  bool is_sorted = true;
  g->with_edges = 0;
  for (size_t i = 0; i < g->from.count; i++) {
    is_sorted &= i == 0 || g->from.at[i - 1] <= g->from.at[i];
    if (g->from.at[i] >= g->with_edges)
      g->with_edges = g->from.at[i] + 1;
  }
  g->first = mem_array(m, (size_t)g->with_edges + 1, sizeof *g->first);
  vec_each (const uint32_t, from, &g->from)
    g->first[*from + 1]++;
  for (uint32_t s = 0; s < g->with_edges; s++)
    g->first[s + 1] += g->first[s];
  if (!is_sorted)
    sort_edges(m, g);
  else if (g->to.count) {
    shrink(m, &g->to);
    shrink(m, &g->labels);
    shrink(m, &g->lines);
    shrink(m, &g->columns);
  }
  debug_check(check_graph(g));
  vec_free(m, &g->from);
  if (!g->has_labels)
    vec_free(m, &g->labels);
}

static const graph *graph_of(const model *x) { return x->self; }

static void put_state(const graph *g, uint32_t state, uint8_t *out) {
  for (uint32_t i = 0; i < g->state_bytes; i++)
    out[i] = (uint8_t)(state >> 8 * i);
}

static uint32_t get_state(const graph *g, const uint8_t *state, uint32_t size) {
  uint32_t n = 0;
  assert(size == g->state_bytes);
  (void)size;
  for (uint32_t i = 0; i < g->state_bytes; i++)
    n |= (uint32_t)state[i] << 8 * i;
  return n;
}

static void initial(const model *x, void *scratch, model_steps *out) {
  const graph *g = graph_of(x);
  (void)scratch;
  vec_each (const uint32_t, s, &g->initial)
    put_state(g, *s, model_steps_add(out, g->state_bytes));
}

static void next(const model *x, void *scratch, const uint8_t *state,
                 uint32_t size, model_steps *out) {
  const graph *g = graph_of(x);
  uint32_t s = get_state(g, state, size);
  (void)scratch;
  if (s >= g->with_edges)
    return;
  for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
    put_state(g, g->to.at[i], model_steps_add(out, g->state_bytes));
    model_step *step = &vec_last(&out->steps);
    if (g->has_labels)
      step->label = g->labels.at[i];
    step->line = g->lines.at[i];
    step->column = g->columns.at[i];
  }
}

static void show(const model *x, const uint8_t *state, uint32_t size,
                 text *out) {
  const graph *g = graph_of(x);
  graph_write_state(g, get_state(g, state, size), out);
}

static void numbers(const model *x, const uint8_t *state, uint32_t size,
                    int64_t *out) {
  *out = get_state(graph_of(x), state, size);
}

static bool from_numbers(const model *x, const int64_t *number, uint8_t *state,
                         uint32_t *size) {
  const graph *g = graph_of(x);
  if (*number < 0 || *number >= (int64_t)g->state_count)
    return false;
  put_state(g, (uint32_t)*number, state);
  *size = g->state_bytes;
  return true;
}

/* The letters of the states that are in a proposition or named; 'count' of
 * them, the others' are 0. */
typedef struct table {
  uint64_t *letters;
  uint32_t count;
} table;

static bool letter(const model *x, const model_binding *binding, void *scratch,
                   const uint8_t *state, uint32_t size, uint64_t *out,
                   model_steps *steps) {
  const table *t = binding->self;
  uint32_t s = get_state(graph_of(x), state, size);
  (void)scratch;
  (void)steps;
  *out = s < t->count ? t->letters[s] : 0;
  return true;
}

typedef struct binder {
  mem *m;
  const model *x;
  const names *atoms;
  const char *file;
  uint32_t line, column;
  report *report;
  table *table;
  model_binding *out;
} binder;

static bool unknown(binder *d, const char *what, const names *known,
                    const char *name, size_t length) {
  int clipped = report_clip(length);
  uint32_t near = known ? names_nearest(known, name, length) : NAMES_NONE;
  if (near == NAMES_NONE)
    return report_add(d->report, d->file, d->line, d->column,
                      "the formula's atom: there is no %s '%.*s'", what,
                      clipped, name);
  return report_add(d->report, d->file, d->line, d->column,
                    "the formula's atom: there is no %s '%.*s' (did you mean "
                    "'%s'?)",
                    what, clipped, name, names_text(known, near));
}

static void set_bit(binder *d, uint32_t state, uint32_t atom) {
  table *t = d->table;
  if (state >= t->count) {
    uint32_t count = state / 2 < t->count ? 2 * t->count : state + 1;
    if (count <= state || count > graph_of(d->x)->state_count)
      count = graph_of(d->x)->state_count;
    t->letters = mem_resize(d->m, t->letters, count * sizeof *t->letters);
    memset(t->letters + t->count, 0, (count - t->count) * sizeof *t->letters);
    t->count = count;
  }
  t->letters[state] |= UINT64_C(1) << atom;
}

static bool bind_action(binder *d, uint32_t atom, const char *name,
                        size_t length) {
  uint32_t label = names_find(&d->x->labels, name, length);
  if (label == NAMES_NONE)
    return unknown(d, "action", &d->x->labels, name, length);
  d->out->label_letters[label] |= UINT64_C(1) << atom;
  d->out->action_atoms |= UINT64_C(1) << atom;
  return true;
}

/* A number as it is written without leading zeros; else NAMES_NONE. */
static uint32_t state_number(const graph *g, const char *name, size_t length) {
  uint64_t n = 0;
  if (length == 0 || length > 10 || (*name == '0' && length > 1))
    return NAMES_NONE;
  for (size_t i = 0; i < length; i++) {
    if (name[i] < '0' || name[i] > '9')
      return NAMES_NONE;
    n = 10 * n + (uint64_t)(name[i] - '0');
  }
  return n < g->state_count ? (uint32_t)n : NAMES_NONE;
}

static bool bind_state(binder *d, uint32_t atom, const char *name,
                       size_t length) {
  const graph *g = graph_of(d->x);
  uint32_t state = g->has_names ? names_find(&g->states, name, length)
                                : state_number(g, name, length);
  if (state == NAMES_NONE)
    return unknown(d, "state", g->has_names ? &g->states : NULL, name, length);
  set_bit(d, state, atom);
  return true;
}

static bool bind_atom(binder *d, uint32_t atom, uint32_t *atom_of_prop) {
  static const char prefix[] = "state.";
  const size_t skip = sizeof prefix - 1;
  const graph *g = graph_of(d->x);
  const char *name = names_text(d->atoms, atom);
  size_t length = names_length(d->atoms, atom);
  if (length && *name == '@')
    return bind_action(d, atom, name + 1, length - 1);
  if (length >= skip && memcmp(name, prefix, skip) == 0)
    return bind_state(d, atom, name + skip, length - skip);
  uint32_t prop = names_find(&g->props, name, length);
  if (prop == NAMES_NONE)
    return unknown(d, "prop", &g->props, name, length);
  atom_of_prop[prop] = atom + 1;
  return true;
}

static bool bind(const model *x, mem *m, const names *atoms, const char *file,
                 uint32_t line, uint32_t column, report *r,
                 model_binding *out) {
  const graph *g = graph_of(x);
  binder d = {m, x, atoms, file, line, column, r, NULL, out};
  bool good = true;
  if (names_count(atoms) > MODEL_MOST_ATOMS)
    return report_add(r, file, line, column,
                      "the formula has more than %d atoms", MODEL_MOST_ATOMS);
  d.table = mem_alloc(m, sizeof *d.table);
  *out = (model_binding){.self = d.table};
  out->label_letters =
      mem_array(m, names_count(&x->labels), sizeof *out->label_letters);
  uint32_t *atom_of_prop = /* plus one; 0: none */
      mem_array(m, names_count(&g->props), sizeof *atom_of_prop);
  for (uint32_t i = 0; i < names_count(atoms); i++)
    good &= bind_atom(&d, i, atom_of_prop);
  vec_each (const graph_fact, fact, &g->facts)
    if (atom_of_prop[fact->prop])
      set_bit(&d, fact->state, atom_of_prop[fact->prop] - 1);
  mem_free(m, atom_of_prop);
  return good;
}

static const model_ops graph_ops = {.initial = initial,
                                    .next = next,
                                    .letter = letter,
                                    .show = show,
                                    .numbers = numbers,
                                    .from_numbers = from_numbers,
                                    .bind = bind};

bool lts_is_graph(const model *x) { return x->ops == &graph_ops; }

void graph_close(mem *m, graph *g, model *x) {
  index_edges(m, g);
  g->state_bytes = 1;
  while (g->state_bytes < 4 &&
         (uint64_t)g->state_count > UINT64_C(1) << 8 * g->state_bytes)
    g->state_bytes++;
  x->ops = &graph_ops;
  x->self = g;
  x->most_bytes = g->state_bytes;
  x->number_count = 1;
}
