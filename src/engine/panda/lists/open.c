/* A node that stands for several is followed: one of them is taken apart. */
#include "engine/panda/lists/lists.h"

#include "base/mutant.h"

#include <assert.h>

/* Another node with the content of the first. */

/* How many bytes a word has that begins there and depends on inputs; 0: none
 * does. */
static unsigned word_bytes(const concolic *engine, const object *o,
                           uint64_t at) {
  if (!o->state || o->state[at] != BYTE_TERM)
    return 0;
  unsigned bytes = terms_width(engine->terms, o->refs[at]) / 8;
  for (unsigned i = 0; i < bytes; i++)
    if (at + i >= o->size || o->refs[at + i] != o->refs[at] ||
        o->state[at + i] != (BYTE_TERM | i << BYTE_INDEX))
      return 0;
  return bytes;
}

/* An input for each that words of the node depend on, or that the path connects
 * with these; it says of them what it says of the others. By number. */
static void copy_inputs(concolic *engine, const object *o, list_terms *with) {
  list_inputs inputs = {.all.count = 0};
  for (uint64_t at = 0; at < o->size; at++)
    if (word_bytes(engine, o, at))
      lists_add_inputs(engine, &inputs, o->refs[at]);
  lists_connect(engine, &inputs);
  vec_resize(engine->m, with, terms_inputs(engine->terms));
  for (size_t i = 0; i < inputs.all.count && !MUTANT("panda-lists-one-input");
       i++) {
    uint32_t n = inputs.all.at[i];
    unsigned width =
        terms_width(engine->terms, terms_input_at(engine->terms, n));
    with->at[n] =
        lists_new_input(engine, width, terms_input_value(engine->terms, n));
  }
  vec_each (const term, c, &inputs.constraints)
    smt_push(engine->solver,
             terms_substitute(engine->terms, *c, with->at, with->count));
  lists_clear_inputs(engine, &inputs);
}

/* Each node has inputs of its own. What is left of words that were overwritten
 * may be anything. */
static void rename_inputs(concolic *engine, uint32_t id) {
  assert(id < engine->objects.count);
  list_terms with = {0};
  copy_inputs(engine, &engine->objects.at[id], &with);
  for (uint64_t at = 0; at < engine->objects.at[id].size;) {
    const object *o = &engine->objects.at[id];
    unsigned bytes = word_bytes(engine, o, at);
    if (bytes) {
      term t =
          terms_substitute(engine->terms, o->refs[at], with.at, with.count);
      concolic_write(engine, id, at, 8 * bytes, concolic_value(engine, t));
    } else if (o->state && (o->state[at] & BYTE_KINDS) == BYTE_TERM) {
      concolic_write_link(engine, id, at, BYTE_UNINITIALISED, 0, NULL);
    }
    at += bytes ? bytes : 1;
  }
  vec_free(engine->m, &with);
}

static uint32_t new_node(concolic *engine, uint32_t like) {
  assert(like < engine->objects.count);
  uint64_t size = engine->objects.at[like].size;
  uint32_t id = concolic_new_object(engine, OBJECT_HEAP, size, false);
  concolic_move_bytes(engine, id, 0, like, 0, size);
  rename_inputs(engine, id);
  engine->lists->opened++;
  return id;
}

/* The decision is made on an input that is kept in the link, so that it is the
 * same when the instruction is executed again. Whatever is decided afterwards,
 * is decided by another step. */
static bool decide_end(concolic *engine, uint32_t id, uint64_t at, list_link *l,
                       bool *ends) {
  if (!l->end) {
    l->end = lists_new_input(engine, 1, 1);
    lists_put_link(engine, id, at, *l);
  }
  if (!concolic_decide(engine, l->end, CFA_NONE, ends))
    return false;
  engine->ordinal = 0;
  return true;
}

/* Does what the chain leads to point back to its last node? */
static bool open_is_pointed_back(const concolic *engine, uint32_t id,
                                 const list_link *l) {
  if (!l->object || l->back == LIST_NO_BACK)
    return false;
  list_link back = lists_link_at(engine, l->object, l->back);
  return back.kind == LIST_LAST && back.object == id;
}

static list_link pointer_to(uint32_t id) {
  return (list_link){LIST_POINTER, id, 0, LIST_NO_BACK, TERM_NONE};
}

static list_link last_of(uint32_t id) {
  return (list_link){LIST_LAST, id, 0, LIST_NO_BACK, TERM_NONE};
}

/* The link of a node, which is a chain. */
static bool open_chain(concolic *engine, uint32_t id, uint32_t at) {
  list_link l = lists_link_at(engine, id, at);
  bool ends;
  if (l.kind != LIST_CHAIN)
    return concolic_unsupported(engine, "part of a chain");
  if (!decide_end(engine, id, at, &l, &ends))
    return false;
  bool is_pointed = open_is_pointed_back(engine, id, &l);
  ends = ends || MUTANT("panda-lists-ends");
  l.end = TERM_NONE;
  if (ends) {
    list_link direct = l;
    direct.kind = l.object ? LIST_POINTER : LIST_NULL;
    lists_put_link(engine, id, at, direct);
    if (is_pointed)
      lists_put_link(engine, l.object, l.back, pointer_to(id));
    return true;
  }
  uint32_t next = new_node(engine, id);
  lists_put_link(engine, next, at, l);
  if (l.back != LIST_NO_BACK)
    lists_put_link(engine, next, l.back, pointer_to(id));
  if (is_pointed)
    lists_put_link(engine, l.object, l.back, last_of(next));
  lists_put_link(engine, id, at, pointer_to(next));
  return true;
}

/* A pointer back to the last node of a chain, at 'at' of an object. */
static bool open_last(concolic *engine, uint32_t id, uint64_t at) {
  list_link back = lists_link_at(engine, id, at);
  bool ends;
  uint32_t first = back.object;
  uint32_t link =
      back.kind == LIST_LAST ? lists_chain_of(engine, first) : LIST_NO_BACK;
  if (link == LIST_NO_BACK)
    return concolic_unsupported(engine, "part of a chain");
  if (!decide_end(engine, id, at, &back, &ends))
    return false;
  list_link l = lists_link_at(engine, first, link), direct = l;
  if (l.kind != LIST_CHAIN || l.object != id || l.back != at)
    return concolic_unsupported(engine, "part of a chain");
  direct.kind = LIST_POINTER;
  if (ends) {
    lists_put_link(engine, first, link, direct);
    lists_put_link(engine, id, at, pointer_to(first));
    return true;
  }
  uint32_t last = new_node(engine, first);
  lists_put_link(engine, last, link, direct);
  lists_put_link(engine, last, at, last_of(first));
  l.object = last;
  l.bits = 0;
  lists_put_link(engine, first, link, l);
  lists_put_link(engine, id, at, pointer_to(last));
  return true;
}

static bool overlaps(const concolic *engine, uint64_t link, value at,
                     uint64_t bytes) {
  return at.term || (at.bits < link + lists_link_bytes(engine) &&
                     (at.bits + bytes > link || at.bits + bytes < at.bits));
}

bool lists_open(concolic *engine, uint32_t id, value at, uint64_t bytes) {
  if (!id || !engine->objects.at[id].is_alive || !engine->objects.at[id].state)
    return true;
  if (MUTANT("panda-lists-unopened"))
    return true;
  uint32_t chain = lists_chain_of(engine, id);
  if (chain != LIST_NO_BACK && !open_chain(engine, id, chain))
    return false;
  for (uint64_t i = 0; i < engine->objects.at[id].size; i++)
    if (engine->objects.at[id].state[i] == BYTE_LAST &&
        overlaps(engine, i, at, bytes) && !open_last(engine, id, i))
      return false;
  return true;
}
