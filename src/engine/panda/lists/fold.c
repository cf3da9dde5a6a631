/* Which nodes become part of the one before them. */
#include "engine/panda/lists/lists.h"

#include "base/mutant.h"

#include <assert.h>

enum {
  MOST_OFFSET = 256, /* of a link */
  MOST_ROUNDS = 1000
};

typedef struct folder {
  concolic *k;
  cover_state *state;
  map places;           /* of objects in the state */
  vec(uint64_t) counts; /* by place: bytes that point to the object */
  bool is_broken;       /* parts of links: nothing is known then */
} folder;

static void count(folder *f, uint32_t id, uint64_t bytes) {
  if (!id || id == VALUE_UNINITIALISED)
    return;
  uint32_t n = map_find(&f->places, id);
  if (n == MAP_NONE)
    f->is_broken = true;
  else
    f->counts.at[n] += bytes;
}

/* All bytes of a link count for what the first of them names. */
static void count_granule(folder *f, const cover_granule *granule) {
  for (unsigned i = 0; i < GRANULE; i++) {
    unsigned kind = granule->state[i] & BYTE_KINDS;
    unsigned index = granule->state[i] >> BYTE_INDEX;
    if (kind == BYTE_POINTER)
      count(f, granule->refs[i], 1);
    else if (kind == BYTE_BOXED)
      count(f, f->state->boxes.at[granule->refs[i]].object, 1);
    if (kind != BYTE_CHAIN && kind != BYTE_LAST)
      continue;
    if (index > i || granule->state[i - index] != kind)
      f->is_broken = true;
    else
      count(f, granule->refs[i - index], 1);
  }
}

static void count_all(folder *f) {
  vec_each (const cover_object, o, &f->state->objects)
    map_insert(f->k->m, &f->places, o->id);
  vec_resize(f->k->m, &f->counts, f->state->objects.count);
  vec_each (const value, v, &f->state->registers)
    count(f, v->object, lists_link_bytes(f->k));
  vec_each (const cover_granule, granule, &f->state->granules)
    count_granule(f, granule);
}

static uint64_t references(const folder *f, uint32_t id) {
  return f->counts.at[map_find(&f->places, id)] / lists_link_bytes(f->k);
}

static bool is_node(const folder *f, uint32_t id) {
  assert(id < f->k->objects.count);
  const object *o = &f->k->objects.at[id];
  return id && o->kind == OBJECT_HEAP && o->is_alive && o->bytes && !o->open &&
         map_find(&f->places, id) != MAP_NONE;
}

static bool points_to(const list_link *l, uint32_t id, bool to_last) {
  return l->kind == (to_last ? LIST_LAST : LIST_POINTER) && l->object == id &&
         !l->bits;
}

/* Where the second node points back to the first, or to the last of its chain;
 * LIST_NO_BACK: nowhere. */
static uint32_t find_back(const folder *f, const list_pair *pair) {
  assert(pair->second < f->k->objects.count);
  unsigned bytes = lists_link_bytes(f->k);
  uint64_t size = f->k->objects.at[pair->second].size;
  for (uint32_t at = 0; at + bytes <= size; at += bytes) {
    list_link l = lists_link_at(f->k, pair->second, at);
    if (at != pair->link && points_to(&l, pair->first, false))
      return at;
  }
  return LIST_NO_BACK;
}

/* The pointers back agree, in the pair and in the chains that are there. */
static bool has_good_back(const folder *f, list_pair *pair, const list_link *a,
                          const list_link *b) {
  if (a->kind == LIST_CHAIN)
    pair->back = a->back;
  else
    pair->back = b->kind == LIST_CHAIN ? b->back : find_back(f, pair);
  if (a->kind == LIST_CHAIN && b->kind == LIST_CHAIN && a->back != b->back)
    return false;
  if (pair->back == LIST_NO_BACK)
    return true;
  list_link back = lists_link_at(f->k, pair->second, pair->back);
  return points_to(&back, pair->first, a->kind == LIST_CHAIN);
}

/* Does what comes behind the second node point back to it? Not if that is said
 * of more nodes than one. */
static bool fold_is_pointed_back(const folder *f, const list_pair *pair,
                                 const list_link *b) {
  if (pair->back == LIST_NO_BACK || !b->object)
    return false;
  list_link back = lists_link_at(f->k, b->object, pair->back);
  if (!points_to(&back, pair->second, b->kind == LIST_CHAIN))
    return false;
  uint32_t chain = lists_chain_of(f->k, b->object);
  return chain == LIST_NO_BACK ||
         lists_link_at(f->k, b->object, chain).back == pair->back;
}

/* Can the second node become a part of the first one, whatever they contain? */
static bool is_pair(const folder *f, uint32_t id, uint32_t link,
                    list_pair *out) {
  concolic *engine = f->k;
  list_link a = lists_link_at(engine, id, link);
  *out = (list_pair){id, a.object, link, LIST_NO_BACK};
  if ((a.kind != LIST_POINTER && a.kind != LIST_CHAIN) || a.bits ||
      a.object == id || !is_node(f, a.object) ||
      engine->objects.at[id].size != engine->objects.at[a.object].size)
    return false;
  uint32_t chains[] = {lists_chain_of(engine, id),
                       lists_chain_of(engine, a.object)};
  for (int i = 0; i < 2; i++)
    if (chains[i] != LIST_NO_BACK && chains[i] != link)
      return false;
  list_link b = lists_link_at(engine, a.object, link);
  if (b.kind != LIST_NULL && b.kind != LIST_POINTER && b.kind != LIST_CHAIN)
    return false;
  if (!has_good_back(f, out, &a, &b))
    return false;
  uint64_t expected = 1 + fold_is_pointed_back(f, out, &b);
  if (MUTANT("panda-lists-shared") && references(f, a.object) == expected + 1)
    return true;
  return references(f, a.object) == expected;
}

static void fold(folder *f, const list_pair *pair) {
  concolic *engine = f->k;
  list_link b = lists_link_at(engine, pair->second, pair->link);
  bool is_pointed = fold_is_pointed_back(f, pair, &b);
  if (!MUTANT("panda-lists-content"))
    lists_join(engine, pair);
  b.kind = LIST_CHAIN;
  b.back = pair->back;
  b.end = TERM_NONE;
  lists_put_link(engine, pair->first, pair->link, b);
  list_link last = {LIST_LAST, pair->first, 0, LIST_NO_BACK, TERM_NONE};
  if (is_pointed)
    lists_put_link(engine, b.object, pair->back, last);
  engine->lists->folded++;
}

/* One at a time. */

/* From a pair on, as long as each node could be folded into the one before; the
 * last pair that can. How many there are. */
static uint32_t follow(const folder *f, list_pair *pair) {
  uint32_t length = 1;
  list_pair next;
  while (length <= f->k->lists->most_unlike &&
         is_pair(f, pair->second, pair->link, &next) &&
         lists_are_alike(f->k, &next) >= 0) {
    *pair = next;
    length++;
  }
  return length;
}

/* Nodes that are alike are folded wherever they are; others if a list has many
 * of them. False: there is nothing more to do. */
static bool fold_one(folder *f) {
  unsigned bytes = lists_link_bytes(f->k);
  list_pair pair, unlike = {0};
  for (uint32_t at = 0; at < MOST_OFFSET; at += bytes)
    vec_each (const cover_object, o, &f->state->objects) {
      if (!is_node(f, o->id) || !is_pair(f, o->id, at, &pair))
        continue;
      int alike = lists_are_alike(f->k, &pair);
      if (alike > 0) {
        fold(f, &pair);
        return true;
      }
      if (alike == 0 && !unlike.first &&
          follow(f, &pair) > f->k->lists->most_unlike)
        unlike = pair;
    }
  if (unlike.first)
    fold(f, &unlike);
  return unlike.first != 0;
}

void lists_fold(concolic *engine) {
  bool goes_on = true;
  for (int n = 0; n < MOST_ROUNDS && goes_on; n++) {
    folder f = {.k = engine};
    f.state = mem_alloc(engine->m, sizeof *f.state);
    *f.state = (cover_state){.control.count = 0};
    goes_on = cover_take_state(engine, f.state);
    if (goes_on) {
      count_all(&f);
      goes_on = !f.is_broken && fold_one(&f);
    }
    cover_free_state(engine->m, f.state);
    map_free(engine->m, &f.places);
    vec_free(engine->m, &f.counts);
  }
}
