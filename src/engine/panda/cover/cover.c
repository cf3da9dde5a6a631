#include "engine/panda/cover/cover.h"
#include "engine/panda/loops/loops.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdlib.h>

enum {
  MOST_KEPT = 1 << 26,     /* words of all keys */
  MOST_SETS = 8,           /* for one shape */
  MOST_GENERALS = 8,       /* the same */
  MOST_GRANULES = 1 << 21, /* of all states */
  MOST_READS = 4096,       /* of a point */
  IDLE = 2000 /* points that are looked at each time a loop has gone
                 around twice as often, where no input decides */
};

cover *cover_new(mem *m, const code *compiled, terms *t) {
  cover *c = mem_alloc(m, sizeof *c);
  *c = (cover){.m = m, .writer = {.m = m, .terms = t}};
  cover_live_make(m, compiled->cfa, &c->live);
  c->sites = mem_array(m, compiled->instructions.count, sizeof *c->sites);
  return c;
}

static void clear_table(mem *m, cover_table *table) {
  map_free(m, &table->hashes);
  table->starts.count = table->owners.count = table->words.count = 0;
}

static bool is_at(const cover_table *table, size_t start,
                  const cover_words *key) {
  return table->words.at[start] == key->count &&
         memcmp(table->words.at + start + 1, key->at,
                key->count * sizeof *key->at) == 0;
}

/* Its number; MAP_NONE: it is not there. */
static uint32_t look_up(const cover_table *table, const cover_words *key) {
  uint32_t n = map_find(&table->hashes, cover_hash(key->at, key->count));
  return n != MAP_NONE && is_at(table, table->starts.at[n], key) ? n : MAP_NONE;
}

/* Of two keys with the same hash, the first stays. True: it was entered. */
static bool enter(mem *m, cover_table *table, const cover_words *key,
                  uint32_t owner) {
  if (table->words.count + key->count > MOST_KEPT)
    return false;
  uint32_t n = map_insert(m, &table->hashes, cover_hash(key->at, key->count));
  if (n < table->owners.count)
    return false;
  vec_push(m, &table->owners, owner);
  vec_push(m, &table->starts, table->words.count);
  vec_push(m, &table->words, (uint32_t)key->count);
  vec_each (const uint32_t, x, key)
    vec_push(m, &table->words, *x);
  return true;
}

/* Behind a key stand the numbers of the objects that it gave names to. */
static void enter_objects(mem *m, cover_table *table,
                          const cover_state *state) {
  vec_each (const cover_object, o, &state->objects)
    vec_push(m, &table->words, o->id);
}

static bool has_same_objects(const cover_table *table, uint32_t n,
                             const cover_state *state) {
  assert(n < table->starts.count);
  size_t start = table->starts.at[n];
  assert(start < table->words.count);
  const uint32_t *ids = table->words.at + start + 1 + table->words.at[start];
  for (size_t i = 0; i < state->objects.count; i++)
    if (ids[i] != state->objects.at[i].id)
      return false;
  return true;
}

static void free_state(cover *c, cover_state *state) {
  c->granules -= state->granules.count;
  cover_free_state(c->m, state);
}

static void free_point(cover *c, cover_point *point) {
  vec_free(c->m, &point->reads);
  if (!point->is_general)
    free_state(c, point->state);
}

void cover_start(cover *c) {
  vec_each (cover_point, point, &c->points)
    free_point(c, point);
  c->points.count = 0;
  clear_table(c->m, &c->whole);
  clear_table(c->m, &c->partial);
  map_free(c->m, &c->shapes);
  vec_each (cover_shape, shape, &c->shape) {
    vec_free(c->m, &shape->sets);
    vec_each (cover_general, general, &shape->generals)
      free_state(c, general->state);
    vec_free(c->m, &shape->generals);
  }
  vec_each (cover_reads, reads, &c->sets)
    vec_free(c->m, reads);
  c->shape.count = c->sets.count = 0;
  c->closed.count = 0;
  c->first_serial = c->serials + 1;
  c->states = c->inputs = c->passes = c->asked = c->found = 0;
}

static cover_point *find_point(cover *c, uint32_t serial) {
  for (size_t i = c->points.count; i-- > 0;)
    if (c->points.at[i].serial == serial)
      return &c->points.at[i];
  return NULL;
}

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Sorted, each once, without objects that were not there at that point. */
static void tidy_reads(cover_reads *reads, const cover_state *state) {
  uint32_t newest = 0;
  size_t kept = 0;
  vec_each (const cover_object, o, &state->objects)
    newest = o->id > newest ? o->id : newest;
  if (reads->count)
    qsort(reads->at, reads->count, sizeof *reads->at, by_number);
  for (size_t i = 0; i < reads->count; i++)
    if ((!i || reads->at[i] != reads->at[i - 1]) &&
        reads->at[i] >> 32 <= newest)
      reads->at[kept++] = reads->at[i];
  reads->count = kept;
}

/* Too many: nothing can be said about what was read. */
static void add_read(cover *c, cover_point *point, uint64_t r) {
  if (!point->low || (MUTANT("panda-cover-unread") && r % 2))
    return;
  if (point->reads.count == MOST_READS) {
    tidy_reads(&point->reads, point->state);
    if (point->reads.count > MOST_READS / 2)
      point->low = 0;
  }
  vec_push(c->m, &point->reads, r);
}

void cover_note_read(concolic *engine, uint32_t id, uint64_t offset,
                     uint64_t count) {
  cover *c = engine->cover;
  if (!c->points.count || !count)
    return;
  cover_point *point = &vec_last(&c->points);
  object *o = &engine->objects.at[id];
  uint64_t granules = (o->size + GRANULE - 1) / GRANULE;
  if (!o->reads)
    o->reads = mem_array(engine->m, granules + 1, sizeof *o->reads);
  for (uint64_t g = offset / GRANULE; g <= (offset + count - 1) / GRANULE; g++)
    if (o->reads[g] != point->serial) {
      o->reads[g] = point->serial;
      add_read(c, point, map_pair(id, (uint32_t)g));
    }
}

static uint32_t set_number(cover *c, cover_shape *shape,
                           const cover_reads *reads) {
  vec_each (const uint32_t, n, &shape->sets) {
    const cover_reads *known = &c->sets.at[*n];
    if (known->count == reads->count &&
        (!reads->count ||
         memcmp(known->at, reads->at, reads->count * sizeof *reads->at) == 0))
      return *n;
  }
  if (shape->sets.count == MOST_SETS)
    return MAP_NONE;
  cover_reads copy = {0};
  vec_each (const uint64_t, x, reads)
    vec_push(c->m, &copy, *x);
  vec_push(c->m, &c->sets, copy);
  vec_push(c->m, &shape->sets, (uint32_t)(c->sets.count - 1));
  return (uint32_t)(c->sets.count - 1);
}

/* All runs from here have been seen, and what they read is known. The number of
 * that set. */
static uint32_t keep_partial(cover *c, cover_point *point) {
  assert(point->shape < c->shape.count);
  uint32_t set = set_number(c, &c->shape.at[point->shape], &point->reads);
  if (set != MAP_NONE &&
      cover_write_key(&c->writer, point->state, &point->reads))
    enter(c->m, &c->partial, &c->writer.out, set);
  return set;
}

static void read_set(cover *c, cover_point *point, uint32_t set) {
  assert(set < c->sets.count);
  for (size_t i = 0; i < c->sets.at[set].count; i++)
    add_read(c, point, c->sets.at[set].at[i]);
}

static void close(cover *c) {
  cover_point point = vec_pop(&c->points);
  cover_closed end = {point.low, MAP_NONE};
  tidy_reads(&point.reads, point.state);
  if (point.low == point.serial)
    end.set = keep_partial(c, &point);
  if (end.set == MAP_NONE && point.low == point.serial)
    end.low = 0;
  c->closed.at[point.serial - c->first_serial] = end;
  if (c->points.count) {
    cover_point *below = &vec_last(&c->points);
    if (point.low < point.serial && point.low < below->low)
      below->low = point.low;
    vec_each (const uint64_t, r, &point.reads)
      add_read(c, below, *r);
  }
  free_point(c, &point);
}

void cover_back(concolic *engine) {
  cover *c = engine->cover;
  while (c->points.count &&
         vec_last(&c->points).decisions >= engine->decisions.count)
    close(c);
  c->states = UINT64_MAX; /* the other side of a decision is news */
}

/* Where nothing is ever found, little is spent. */
static bool is_promising(struct cover_site *site) {
  uint32_t n = site->asked++;
  return n < 200 || site->found * 20 > n || n % 16 == 0;
}

/* Where no input decides, states are looked at for a while, ever more seldom:
 * that finds runs that go around for ever. */
static bool is_worth_it(cover *c, const concolic *engine) {
  if (c->is_due)
    return true;
  if (engine->lists) { /* each time around: else they grow */
    c->states = engine->statistics->states;
    c->inputs = engine->inputs.count;
    return true;
  }
  if (cover_has_news(engine)) {
    c->states = engine->statistics->states;
    c->inputs = engine->inputs.count;
    c->passes = 0;
    return is_promising(&c->sites[engine->at]);
  }
  uint64_t n = ++c->passes, top = 64;
  while (top * 2 <= n)
    top *= 2;
  return n >= 64 && n - top < IDLE;
}

uint64_t cover_idle_passes(const concolic *engine) {
  const cover *c = engine->cover;
  uint64_t n = c->passes, top = 64;
  if (c->granules >= MOST_GRANULES)
    return UINT64_MAX;
  if (c->is_due || cover_has_news(engine))
    return 0;
  while (top <= n)
    top *= 2; /* the next time, unless this one is not over yet */
  return top > 64 && n + 1 - top / 2 < IDLE ? 0 : top - 1 - n;
}

static uint32_t shape_of(cover *c, const cover_state *state) {
  uint64_t h = cover_hash(state->control.at, state->control.count);
  uint32_t n = map_insert(c->m, &c->shapes, h);
  if (n == c->shape.count)
    vec_resize(c->m, &c->shape, n + 1u);
  return n;
}

/* An equal state was met: what will be read is what is read from there, or from
 * a point below that it may come back to. */
static void come_back(cover *c, uint32_t serial, bool has_same_objects) {
  if (!c->points.count)
    return;
  cover_point *top = &vec_last(&c->points);
  uint32_t set = MAP_NONE;
  while (has_same_objects && serial && !find_point(c, serial)) {
    assert(serial - c->first_serial < c->closed.count);
    const cover_closed *end = &c->closed.at[serial - c->first_serial];
    if (end->set != MAP_NONE) {
      set = end->set;
      break;
    }
    serial = end->low;
  }
  if (set != MAP_NONE)
    read_set(c, top, set);
  else if (!has_same_objects || serial < top->low)
    top->low = has_same_objects ? serial : 0;
}

static bool is_partly_covered(cover *c, const cover_state *state,
                              uint32_t shape) {
  assert(shape < c->shape.count);
  for (size_t i = 0; i < c->shape.at[shape].sets.count; i++) {
    uint32_t set = c->shape.at[shape].sets.at[i];
    if (!cover_write_key(&c->writer, state, &c->sets.at[set]))
      continue;
    uint32_t n = look_up(&c->partial, &c->writer.out);
    if (n == MAP_NONE || c->partial.owners.at[n] != set)
      continue;
    if (c->points.count)
      read_set(c, &vec_last(&c->points), set);
    return true;
  }
  return false;
}

/* Is it a special case of one that was met? */
static bool is_special(concolic *engine, const cover_state *state,
                       uint32_t shape) {
  cover *c = engine->cover;
  for (size_t i = 0; i < c->shape.at[shape].generals.count; i++) {
    cover_general general = c->shape.at[shape].generals.at[i];
    uint32_t set = c->closed.at[general.serial - c->first_serial].set;
    if (!cover_matches(engine, general.state, state,
                       set == MAP_NONE ? NULL : &c->sets.at[set]))
      continue;
    come_back(c, general.serial, true);
    return true;
  }
  return false;
}

/* If it is not, its key is kept for the point that will be made. */
static bool is_covered(concolic *engine, const cover_state *state,
                       uint32_t shape) {
  cover *c = engine->cover;
  if (is_partly_covered(c, state, shape))
    return true;
  bool has_key = cover_write_key(&c->writer, state, NULL);
  uint32_t n = has_key ? look_up(&c->whole, &c->writer.out) : MAP_NONE;
  if (n != MAP_NONE) {
    come_back(c, c->whole.owners.at[n], has_same_objects(&c->whole, n, state));
    return true;
  }
  if (is_special(engine, state, shape))
    return true;
  /* A point will be made, and its number is the next one. */
  if (has_key && enter(c->m, &c->whole, &c->writer.out, c->serials + 1))
    enter_objects(c->m, &c->whole, state);
  return false;
}

bool cover_is_due(concolic *engine) {
  cover *c = engine->cover;
  c->is_due = c->granules < MOST_GRANULES && is_worth_it(c, engine);
  return c->is_due;
}

static void make_point(concolic *engine, cover_state *state, uint32_t shape) {
  cover *c = engine->cover;
  cover_shape *h = &c->shape.at[shape];
  cover_point point = {.serial = ++c->serials,
                       .decisions = engine->decisions.count,
                       .shape = shape,
                       .state = state,
                       .is_general = h->generals.count < MOST_GENERALS};
  /* Candidates may read memory, too, and so does what folds lists: then nobody
   * knows what was read. */
  bool knows_reads = !engine->lists &&
                     (!engine->loops || engine->loops->task != LOOPS_SUMMARISE);
  point.low = knows_reads ? point.serial : 0;
  cover_general general = {point.serial, state};
  if (point.is_general)
    vec_push(c->m, &h->generals, general);
  c->granules += state->granules.count;
  vec_push(c->m, &c->points, point);
  vec_push(c->m, &c->closed, ((cover_closed){0, MAP_NONE}));
}

/* A state that is too large will not be smaller the next time around. */
static void rest(cover *c) {
  uint64_t top = 64;
  while (top * 2 <= c->passes)
    top *= 2;
  if (c->passes >= 64 && c->passes - top < IDLE)
    c->passes = top + IDLE;
}

bool cover_pass(concolic *engine) {
  cover *c = engine->cover;
  c->is_due = false;
  c->asked++;
  cover_state *state = mem_alloc(c->m, sizeof *state);
  bool fits = cover_take_state(engine, state);
  uint32_t shape = fits ? shape_of(c, state) : 0;
  if (fits && !is_covered(engine, state, shape)) {
    make_point(engine, state, shape);
    return false;
  }
  cover_free_state(c->m, state);
  if (!fits)
    rest(c);
  c->found += fits;
  c->sites[engine->at].found += fits;
  return fits;
}
