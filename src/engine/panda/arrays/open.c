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

void arrays_forget(concolic *engine) {
  arrays *a = engine->arrays;
  a->nodes.count = 1;
  a->reads.count = a->facts.count = a->seen.count = a->heads.count = 0;
  a->asked.count = 0;
  a->pending = TERM_NONE;
  a->depth = 0;
}

arrays_mark arrays_now(const concolic *engine) {
  const arrays *a = engine->arrays;
  return (arrays_mark){a->nodes.count, a->reads.count, a->facts.count,
                       a->seen.count,  a->heads.count, a->asked.count};
}

void arrays_undo(concolic *engine, const arrays_mark *to) {
  arrays *a = engine->arrays;
  while (a->heads.count > to->heads) {
    arrays_head head = vec_pop(&a->heads);
    engine->objects.at[head.object].open = head.old;
  }
  a->nodes.count = to->nodes;
  a->reads.count = to->reads;
  a->facts.count = to->facts;
  a->seen.count = to->seen;
  a->asked.count = to->asked;
  a->pending = TERM_NONE;
  a->depth = 0;
}

void arrays_set_head(concolic *engine, uint32_t id, uint32_t node) {
  assert(id < engine->objects.count);
  arrays_head head = {id, engine->objects.at[id].open};
  if (engine->since)
    vec_push(engine->m, &engine->arrays->heads, head);
  engine->objects.at[id].open = node;
  engine->changes++;
}

uint32_t arrays_add_node(concolic *engine, arrays_node node) {
  uint32_t id = (uint32_t)engine->arrays->nodes.count;
  node.root = node.kind == ARRAYS_WRITTEN
                  ? engine->arrays->nodes.at[node.before].root
                  : id;
  node.length = node.kind == ARRAYS_WRITTEN
                    ? engine->arrays->nodes.at[node.before].length + 1
                    : 0;
  vec_push(engine->m, &engine->arrays->nodes, node);
  return id;
}

bool arrays_wants(const concolic *engine, const object *o) {
  if (!arrays_are_allowed(engine))
    return false;
  if (o->size_term)
    return true;
  uint64_t least =
      engine->options->open_bytes ? engine->options->open_bytes : LARGE;
  if (o->size >= least)
    return true;
  if (o->variable == CFA_NONE || o->kind == OBJECT_FUNCTION)
    return false;
  uint32_t type = engine->p->variables.at[o->variable].type;
  return type != CFA_NONE && engine->p->types.at[type].kind == CFA_TYPE_ARRAY;
}

void arrays_close(concolic *engine, uint32_t id) {
  assert(id < engine->objects.count);
  if (engine->objects.at[id].open && !engine->objects.at[id].size_term)
    arrays_set_head(engine, id, 0);
}

void arrays_become(concolic *engine, uint32_t id, arrays_kind root,
                   uint8_t byte) {
  assert(id < engine->objects.count);
  arrays_node node = {.kind = (uint8_t)root, .v = value_word(byte)};
  engine->objects.at[id].is_touched = true;
  arrays_set_head(engine, id, arrays_add_node(engine, node));
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

bool arrays_open(concolic *engine, uint32_t id, unsigned bytes) {
  assert(id < engine->objects.count);
  const object *o = &engine->objects.at[id];
  uint64_t exceptions[MOST_EXCEPTIONS];
  size_t count = 0;
  if (o->open)
    return true;
  if (!arrays_are_allowed(engine) || !o->bytes || o->size % bytes || !o->size)
    return false;
  arrays_node root = background(o);
  for (uint64_t at = 0; at < o->size; at += bytes) {
    if (!is_exception(o, &root, at, bytes))
      continue;
    if (count == MOST_EXCEPTIONS || !concolic_is_wordy(engine, id, at, bytes))
      return false;
    exceptions[count++] = at;
  }
  uint32_t head = arrays_add_node(engine, root);
  for (size_t i = 0; i < count; i++) {
    arrays_node node = {.kind = ARRAYS_WRITTEN,
                        .bytes = (uint8_t)bytes,
                        .before = head,
                        .offset = terms_constant(engine->terms,
                                                 engine->p->pointer_bits,
                                                 exceptions[i])};
    concolic_read(engine, id, exceptions[i], 8 * bytes, false, &node.v);
    head = arrays_add_node(engine, node);
  }
  arrays_set_head(engine, id, head);
  return true;
}

/* Objects that cannot be opened. */

/* Does an expression read the variable's memory? */
static bool reads(const cfa *automaton, uint32_t x, uint32_t variable) {
  enum { MOST_NODES = 100 };
  uint32_t work[MOST_NODES], operands[3];
  size_t n = 0, nodes = 0;
  if (x == CFA_NONE)
    return false;
  work[n++] = x;
  while (n && nodes++ < MOST_NODES) {
    const cfa_expression *expression = &automaton->expressions.at[work[--n]];
    if (expression->kind == CFA_ADDRESS && expression->a == variable)
      return true;
    size_t m = cfa_operands(expression, operands);
    for (size_t i = 0; i < m && n < MOST_NODES; i++)
      work[n++] = operands[i];
  }
  return false;
}

/* Loops that only read it are as long, most likely. */
static bool uses(const concolic *engine, const loop *l, uint32_t variable) {
  const cfa *automaton = engine->p;
  if (l->changes_memory)
    return true;
  for (size_t i = 0; i < l->objects.count; i++)
    if (l->objects.at[i] == variable)
      return true;
  if (variable == CFA_NONE)
    return false;
  vec_each (const uint32_t, at, &l->body) {
    const cfa_location *location = &automaton->locations.at[*at];
    for (uint32_t i = location->first_edge;
         i < location->first_edge + location->edges; i++) {
      const cfa_edge *edge = &automaton->edges.at[i];
      if (reads(automaton, edge->a, variable) ||
          reads(automaton, edge->b, variable))
        return true;
      for (uint32_t j = 0; edge->kind == CFA_CALL && j < edge->arguments; j++)
        if (reads(automaton, automaton->arguments.at[edge->first_argument + j],
                  variable))
          return true;
    }
  }
  return false;
}

bool arrays_want_writers(concolic *engine, uint32_t id) {
  loops *x = engine->loops;
  bool any = false;
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    if (l->is_wanted || !uses(engine, l, engine->objects.at[id].variable))
      continue;
    l->is_wanted = true;
    l->wanted_in = x->pass;
    any = true;
  }
  x->wants_writers = x->wants_writers || any;
  return any;
}
