/* Which objects are open, and how they become so. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum {
  MOST_EXCEPTIONS = 64, /* cells that differ when an object is opened */
  LARGE = 64            /* bytes, if nobody says otherwise */
};

/* The state and its trail. */

arrays *arrays_new(mem *m) {
  arrays *a = mem_alloc(m, sizeof *a);
  *a = (arrays){.pending = TERM_NONE};
  vec_resize(m, &a->nodes, 1);
  return a;
}

void arrays_forget(concolic *k) {
  arrays *a = k->arrays;
  a->nodes.count = 1;
  a->reads.count = a->facts.count = a->seen.count = a->heads.count = 0;
  a->asked.count = 0;
  a->pending = TERM_NONE;
  a->depth = 0;
}

arrays_mark arrays_now(const concolic *k) {
  const arrays *a = k->arrays;
  return (arrays_mark){a->nodes.count, a->reads.count, a->facts.count,
                       a->seen.count,  a->heads.count, a->asked.count};
}

void arrays_undo(concolic *k, const arrays_mark *to) {
  arrays *a = k->arrays;
  while (a->heads.count > to->heads) {
    arrays_head h = vec_pop(&a->heads);
    k->objects.at[h.object].open = h.old;
  }
  a->nodes.count = to->nodes;
  a->reads.count = to->reads;
  a->facts.count = to->facts;
  a->seen.count = to->seen;
  a->asked.count = to->asked;
  a->pending = TERM_NONE;
  a->depth = 0;
}

void arrays_set_head(concolic *k, uint32_t id, uint32_t node) {
  assert(id < k->objects.count);
  arrays_head h = {id, k->objects.at[id].open};
  if (k->since)
    vec_push(k->m, &k->arrays->heads, h);
  k->objects.at[id].open = node;
  k->changes++;
}

uint32_t arrays_add_node(concolic *k, arrays_node n) {
  uint32_t id = (uint32_t)k->arrays->nodes.count;
  n.root = n.kind == ARRAYS_WRITTEN ? k->arrays->nodes.at[n.before].root : id;
  n.length =
      n.kind == ARRAYS_WRITTEN ? k->arrays->nodes.at[n.before].length + 1 : 0;
  vec_push(k->m, &k->arrays->nodes, n);
  return id;
}

bool arrays_wants(const concolic *k, const object *o) {
  if (!arrays_are_allowed(k))
    return false;
  if (o->size_term)
    return true;
  uint64_t least = k->options->open_bytes ? k->options->open_bytes : LARGE;
  if (o->size >= least)
    return true;
  if (o->variable == CFA_NONE || o->kind == OBJECT_FUNCTION)
    return false;
  uint32_t type = k->p->variables.at[o->variable].type;
  return type != CFA_NONE && k->p->types.at[type].kind == CFA_TYPE_ARRAY;
}

void arrays_close(concolic *k, uint32_t id) {
  assert(id < k->objects.count);
  if (k->objects.at[id].open && !k->objects.at[id].size_term)
    arrays_set_head(k, id, 0);
}

void arrays_become(concolic *k, uint32_t id, arrays_kind root, uint8_t byte) {
  assert(id < k->objects.count);
  arrays_node n = {.kind = (uint8_t)root, .v = value_word(byte)};
  k->objects.at[id].is_touched = true;
  arrays_set_head(k, id, arrays_add_node(k, n));
}

/* What most of its bytes are: uninitialised, or the byte in the middle. */
static arrays_node background(const object *o) {
  uint64_t empty = 0;
  for (uint64_t i = 0; o->state && i < o->size; i++)
    empty += o->state[i] == BYTE_UNINITIALISED;
  if (o->state && 2 * empty >= o->size)
    return (arrays_node){.kind = ARRAYS_UNKNOWN};
  return (arrays_node){.kind = ARRAYS_FILLED,
                       .v = value_word(o->bytes[o->size / 2])};
}

static bool is_exception(const object *o, const arrays_node *root,
                         uint64_t offset, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) {
    unsigned state = o->state ? o->state[offset + i] : BYTE_KNOWN;
    bool fits =
        root->kind == ARRAYS_UNKNOWN
            ? state == BYTE_UNINITIALISED
            : state == BYTE_KNOWN && o->bytes[offset + i] == root->v.bits;
    if (!fits)
      return true;
  }
  return false;
}

bool arrays_open(concolic *k, uint32_t id, unsigned bytes) {
  assert(id < k->objects.count);
  const object *o = &k->objects.at[id];
  uint64_t exceptions[MOST_EXCEPTIONS];
  size_t count = 0;
  if (o->open)
    return true;
  if (!arrays_are_allowed(k) || !o->bytes || o->size % bytes || !o->size)
    return false;
  arrays_node root = background(o);
  for (uint64_t at = 0; at < o->size; at += bytes) {
    if (!is_exception(o, &root, at, bytes))
      continue;
    if (count == MOST_EXCEPTIONS || !concolic_is_wordy(k, id, at, bytes))
      return false;
    exceptions[count++] = at;
  }
  uint32_t head = arrays_add_node(k, root);
  for (size_t i = 0; i < count; i++) {
    arrays_node n = {
        .kind = ARRAYS_WRITTEN,
        .bytes = (uint8_t)bytes,
        .before = head,
        .offset = terms_constant(k->terms, k->p->pointer_bits, exceptions[i])};
    concolic_read(k, id, exceptions[i], 8 * bytes, false, &n.v);
    head = arrays_add_node(k, n);
  }
  arrays_set_head(k, id, head);
  return true;
}

/* Objects that cannot be opened. */

/* Does an expression read the variable's memory? */
static bool reads(const cfa *p, uint32_t x, uint32_t variable) {
  enum { MOST_NODES = 100 };
  uint32_t work[MOST_NODES], operands[3];
  size_t n = 0, nodes = 0;
  if (x == CFA_NONE)
    return false;
  work[n++] = x;
  while (n && nodes++ < MOST_NODES) {
    const cfa_expression *e = &p->expressions.at[work[--n]];
    if (e->kind == CFA_ADDRESS && e->a == variable)
      return true;
    size_t m = cfa_operands(e, operands);
    for (size_t i = 0; i < m && n < MOST_NODES; i++)
      work[n++] = operands[i];
  }
  return false;
}

/* Loops that only read it are as long, most likely. */
static bool uses(const concolic *k, const loop *l, uint32_t variable) {
  const cfa *p = k->p;
  if (l->changes_memory)
    return true;
  for (size_t i = 0; i < l->objects.count; i++)
    if (l->objects.at[i] == variable)
      return true;
  if (variable == CFA_NONE)
    return false;
  vec_each (const uint32_t, at, &l->body) {
    const cfa_location *x = &p->locations.at[*at];
    for (uint32_t i = x->first_edge; i < x->first_edge + x->edges; i++) {
      const cfa_edge *e = &p->edges.at[i];
      if (reads(p, e->a, variable) || reads(p, e->b, variable))
        return true;
      for (uint32_t j = 0; e->kind == CFA_CALL && j < e->arguments; j++)
        if (reads(p, p->arguments.at[e->first_argument + j], variable))
          return true;
    }
  }
  return false;
}

bool arrays_want_writers(concolic *k, uint32_t id) {
  loops *x = k->loops;
  bool any = false;
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    if (l->is_wanted || !uses(k, l, k->objects.at[id].variable))
      continue;
    l->is_wanted = true;
    l->wanted_in = x->pass;
    any = true;
  }
  x->wants_writers = x->wants_writers || any;
  return any;
}
