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

static void clear_table(mem *m, cover_table *t) {
  map_free(m, &t->hashes);
  t->starts.count = t->owners.count = t->words.count = 0;
}

static bool is_at(const cover_table *t, size_t start, const cover_words *key) {
  return t->words.at[start] == key->count &&
         memcmp(t->words.at + start + 1, key->at,
                key->count * sizeof *key->at) == 0;
}

/* Its number; MAP_NONE: it is not there. */
static uint32_t look_up(const cover_table *t, const cover_words *key) {
  uint32_t n = map_find(&t->hashes, cover_hash(key->at, key->count));
  return n != MAP_NONE && is_at(t, t->starts.at[n], key) ? n : MAP_NONE;
}

/* Of two keys with the same hash, the first stays. True: it was entered. */
static bool enter(mem *m, cover_table *t, const cover_words *key,
                  uint32_t owner) {
  if (t->words.count + key->count > MOST_KEPT)
    return false;
  uint32_t n = map_insert(m, &t->hashes, cover_hash(key->at, key->count));
  if (n < t->owners.count)
    return false;
  vec_push(m, &t->owners, owner);
  vec_push(m, &t->starts, t->words.count);
  vec_push(m, &t->words, (uint32_t)key->count);
  vec_each (const uint32_t, x, key)
    vec_push(m, &t->words, *x);
  return true;
}

/* Behind a key stand the numbers of the objects that it gave names to. */
static void enter_objects(mem *m, cover_table *t, const cover_state *s) {
  vec_each (const cover_object, o, &s->objects)
    vec_push(m, &t->words, o->id);
}

static bool has_same_objects(const cover_table *t, uint32_t n,
                             const cover_state *s) {
  assert(n < t->starts.count);
  size_t start = t->starts.at[n];
  assert(start < t->words.count);
  const uint32_t *ids = t->words.at + start + 1 + t->words.at[start];
  for (size_t i = 0; i < s->objects.count; i++)
    if (ids[i] != s->objects.at[i].id)
      return false;
  return true;
}

static void free_state(cover *c, cover_state *s) {
  c->granules -= s->granules.count;
  cover_free_state(c->m, s);
}

static void free_point(cover *c, cover_point *x) {
  vec_free(c->m, &x->reads);
  if (!x->is_general)
    free_state(c, x->state);
}

void cover_start(cover *c) {
  vec_each (cover_point, x, &c->points)
    free_point(c, x);
  c->points.count = 0;
  clear_table(c->m, &c->whole);
  clear_table(c->m, &c->partial);
  map_free(c->m, &c->shapes);
  vec_each (cover_shape, s, &c->shape) {
    vec_free(c->m, &s->sets);
    vec_each (cover_general, g, &s->generals)
      free_state(c, g->state);
    vec_free(c->m, &s->generals);
  }
  vec_each (cover_reads, r, &c->sets)
    vec_free(c->m, r);
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
static void tidy_reads(cover_reads *r, const cover_state *s) {
  uint32_t newest = 0;
  size_t kept = 0;
  vec_each (const cover_object, o, &s->objects)
    newest = o->id > newest ? o->id : newest;
  if (r->count)
    qsort(r->at, r->count, sizeof *r->at, by_number);
  for (size_t i = 0; i < r->count; i++)
    if ((!i || r->at[i] != r->at[i - 1]) && r->at[i] >> 32 <= newest)
      r->at[kept++] = r->at[i];
  r->count = kept;
}

/* Too many: nothing can be said about what was read. */
static void add_read(cover *c, cover_point *x, uint64_t r) {
  if (!x->low || (MUTANT("panda-cover-unread") && r % 2))
    return;
  if (x->reads.count == MOST_READS) {
    tidy_reads(&x->reads, x->state);
    if (x->reads.count > MOST_READS / 2)
      x->low = 0;
  }
  vec_push(c->m, &x->reads, r);
}

void cover_note_read(concolic *k, uint32_t id, uint64_t offset,
                     uint64_t count) {
  cover *c = k->cover;
  if (!c->points.count || !count)
    return;
  cover_point *x = &vec_last(&c->points);
  object *o = &k->objects.at[id];
  uint64_t granules = (o->size + GRANULE - 1) / GRANULE;
  if (!o->reads)
    o->reads = mem_array(k->m, granules + 1, sizeof *o->reads);
  for (uint64_t g = offset / GRANULE; g <= (offset + count - 1) / GRANULE; g++)
    if (o->reads[g] != x->serial) {
      o->reads[g] = x->serial;
      add_read(c, x, map_pair(id, (uint32_t)g));
    }
}

static uint32_t set_number(cover *c, cover_shape *s, const cover_reads *r) {
  vec_each (const uint32_t, n, &s->sets) {
    const cover_reads *known = &c->sets.at[*n];
    if (known->count == r->count &&
        (!r->count || memcmp(known->at, r->at, r->count * sizeof *r->at) == 0))
      return *n;
  }
  if (s->sets.count == MOST_SETS)
    return MAP_NONE;
  cover_reads copy = {0};
  vec_each (const uint64_t, x, r)
    vec_push(c->m, &copy, *x);
  vec_push(c->m, &c->sets, copy);
  vec_push(c->m, &s->sets, (uint32_t)(c->sets.count - 1));
  return (uint32_t)(c->sets.count - 1);
}

/* All runs from here have been seen, and what they read is known. The number of
 * that set. */
static uint32_t keep_partial(cover *c, cover_point *x) {
  assert(x->shape < c->shape.count);
  uint32_t set = set_number(c, &c->shape.at[x->shape], &x->reads);
  if (set != MAP_NONE && cover_write_key(&c->writer, x->state, &x->reads))
    enter(c->m, &c->partial, &c->writer.out, set);
  return set;
}

static void read_set(cover *c, cover_point *x, uint32_t set) {
  assert(set < c->sets.count);
  for (size_t i = 0; i < c->sets.at[set].count; i++)
    add_read(c, x, c->sets.at[set].at[i]);
}

static void close(cover *c) {
  cover_point x = vec_pop(&c->points);
  cover_closed end = {x.low, MAP_NONE};
  tidy_reads(&x.reads, x.state);
  if (x.low == x.serial)
    end.set = keep_partial(c, &x);
  if (end.set == MAP_NONE && x.low == x.serial)
    end.low = 0;
  c->closed.at[x.serial - c->first_serial] = end;
  if (c->points.count) {
    cover_point *below = &vec_last(&c->points);
    if (x.low < x.serial && x.low < below->low)
      below->low = x.low;
    vec_each (const uint64_t, r, &x.reads)
      add_read(c, below, *r);
  }
  free_point(c, &x);
}

void cover_back(concolic *k) {
  cover *c = k->cover;
  while (c->points.count &&
         vec_last(&c->points).decisions >= k->decisions.count)
    close(c);
  c->states = UINT64_MAX; /* the other side of a decision is news */
}

/* Where nothing is ever found, little is spent. */
static bool is_promising(struct cover_site *x) {
  uint32_t n = x->asked++;
  return n < 200 || x->found * 20 > n || n % 16 == 0;
}

/* Where no input decides, states are looked at for a while, ever more seldom:
 * that finds runs that go around for ever. */
static bool is_worth_it(cover *c, const concolic *k) {
  if (c->is_due)
    return true;
  if (k->lists) { /* each time around: else they grow */
    c->states = k->statistics->states;
    c->inputs = k->inputs.count;
    return true;
  }
  if (cover_has_news(k)) {
    c->states = k->statistics->states;
    c->inputs = k->inputs.count;
    c->passes = 0;
    return is_promising(&c->sites[k->at]);
  }
  uint64_t n = ++c->passes, top = 64;
  while (top * 2 <= n)
    top *= 2;
  return n >= 64 && n - top < IDLE;
}

uint64_t cover_idle_passes(const concolic *k) {
  const cover *c = k->cover;
  uint64_t n = c->passes, top = 64;
  if (c->granules >= MOST_GRANULES)
    return UINT64_MAX;
  if (c->is_due || cover_has_news(k))
    return 0;
  while (top <= n)
    top *= 2; /* the next time, unless this one is not over yet */
  return top > 64 && n + 1 - top / 2 < IDLE ? 0 : top - 1 - n;
}

static uint32_t shape_of(cover *c, const cover_state *s) {
  uint64_t h = cover_hash(s->control.at, s->control.count);
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

static bool is_partly_covered(cover *c, const cover_state *s, uint32_t shape) {
  assert(shape < c->shape.count);
  for (size_t i = 0; i < c->shape.at[shape].sets.count; i++) {
    uint32_t set = c->shape.at[shape].sets.at[i];
    if (!cover_write_key(&c->writer, s, &c->sets.at[set]))
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
static bool is_special(concolic *k, const cover_state *s, uint32_t shape) {
  cover *c = k->cover;
  for (size_t i = 0; i < c->shape.at[shape].generals.count; i++) {
    cover_general g = c->shape.at[shape].generals.at[i];
    uint32_t set = c->closed.at[g.serial - c->first_serial].set;
    if (!cover_matches(k, g.state, s,
                       set == MAP_NONE ? NULL : &c->sets.at[set]))
      continue;
    come_back(c, g.serial, true);
    return true;
  }
  return false;
}

/* If it is not, its key is kept for the point that will be made. */
static bool is_covered(concolic *k, const cover_state *s, uint32_t shape) {
  cover *c = k->cover;
  if (is_partly_covered(c, s, shape))
    return true;
  bool has_key = cover_write_key(&c->writer, s, NULL);
  uint32_t n = has_key ? look_up(&c->whole, &c->writer.out) : MAP_NONE;
  if (n != MAP_NONE) {
    come_back(c, c->whole.owners.at[n], has_same_objects(&c->whole, n, s));
    return true;
  }
  if (is_special(k, s, shape))
    return true;
  /* A point will be made, and its number is the next one. */
  if (has_key && enter(c->m, &c->whole, &c->writer.out, c->serials + 1))
    enter_objects(c->m, &c->whole, s);
  return false;
}

bool cover_is_due(concolic *k) {
  cover *c = k->cover;
  c->is_due = c->granules < MOST_GRANULES && is_worth_it(c, k);
  return c->is_due;
}

static void make_point(concolic *k, cover_state *s, uint32_t shape) {
  cover *c = k->cover;
  cover_shape *h = &c->shape.at[shape];
  cover_point x = {.serial = ++c->serials,
                   .decisions = k->decisions.count,
                   .shape = shape,
                   .state = s,
                   .is_general = h->generals.count < MOST_GENERALS};
  /* Candidates may read memory, too, and so does what folds lists: then nobody
   * knows what was read. */
  bool knows_reads =
      !k->lists && (!k->loops || k->loops->task != LOOPS_SUMMARISE);
  x.low = knows_reads ? x.serial : 0;
  cover_general g = {x.serial, s};
  if (x.is_general)
    vec_push(c->m, &h->generals, g);
  c->granules += s->granules.count;
  vec_push(c->m, &c->points, x);
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

bool cover_pass(concolic *k) {
  cover *c = k->cover;
  c->is_due = false;
  c->asked++;
  cover_state *s = mem_alloc(c->m, sizeof *s);
  bool fits = cover_take_state(k, s);
  uint32_t shape = fits ? shape_of(c, s) : 0;
  if (fits && !is_covered(k, s, shape)) {
    make_point(k, s, shape);
    return false;
  }
  cover_free_state(c->m, s);
  if (!fits)
    rest(c);
  c->found += fits;
  c->sites[k->at].found += fits;
  return fits;
}
