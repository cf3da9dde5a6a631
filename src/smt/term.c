#include "smt/term.h"

#include "smt/simplify.h"
#include "smt/term_data.h"

#include <assert.h>

enum { FIRST_ROOM = 1 << 10 };

terms *terms_new(mem *m) {
  terms *t = mem_alloc(m, sizeof *t);
  t->m = m;
  t->epoch = 1;
  vec_resize(m, &t->slots, 1);
  t->table = mem_array(m, FIRST_ROOM, sizeof *t->table);
  t->room = FIRST_ROOM;
  return t;
}

void terms_delete(terms *t) {
  if (!t)
    return;
  mem *m = t->m;
  vec_free(m, &t->slots);
  vec_free(m, &t->holes);
  vec_free(m, &t->inputs);
  vec_free(m, &t->work);
  vec_free(m, &t->notes);
  mem_free(m, t->table);
  mem_free(m, t);
}

const term_node *terms_at(const terms *t, term x) {
  assert(x != TERM_NONE && x < t->slots.count);
  return term_node_of(t, x);
}

unsigned terms_width(const terms *t, term x) { return term_width_of(t, x); }

size_t terms_count(const terms *t) { return t->slots.count; }

static uint32_t hash_of(const term_node *node) {
  uint64_t h =
      (uint64_t)node->op << 16 | (uint64_t)node->kind << 8 | node->width;
  h = (h + node->a) * UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 29;
  h = (h + node->b) * UINT64_C(0xBF58476D1CE4E5B9);
  h ^= h >> 32;
  h = (h + node->c) * UINT64_C(0x94D049BB133111EB);
  if (node->kind != TERM_APPLY)
    h = ((h ^ h >> 31) + node->value) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(h >> 32);
}

static bool same(const term_node *x, const term_node *y) {
  return x->kind == y->kind && x->op == y->op && x->width == y->width &&
         x->a == y->a && x->b == y->b && x->c == y->c &&
         (x->kind == TERM_APPLY || x->value == y->value);
}

static void put(term_entry *table, size_t mask, uint32_t hash, term x) {
  assert((mask & (mask + 1)) == 0 && x != TERM_NONE);
  size_t i = hash & mask;
  while (table[i].at != TERM_NONE)
    i = (i + 1) & mask;
  table[i] = (term_entry){hash, x};
}

static void widen(terms *t) {
  size_t room = 2 * t->room;
  term_entry *table = mem_array(t->m, room, sizeof *table);
  for (size_t i = 0; i < t->room; i++)
    if (t->table[i].at != TERM_NONE)
      put(table, room - 1, t->table[i].hash, t->table[i].at);
  mem_free(t->m, t->table);
  t->table = table;
  t->room = room;
}

/* Entries behind the gap that belong before it move up, so that no search
 * stops too early. */
static void take_out(terms *t, uint32_t hash, term x) {
  assert(t->live > 0 && x < t->slots.count);
  size_t mask = t->room - 1, gap = hash & mask;
  while (t->table[gap].at != x)
    gap = (gap + 1) & mask;
  for (size_t i = (gap + 1) & mask; t->table[i].at != TERM_NONE;
       i = (i + 1) & mask) {
    size_t home = t->table[i].hash & mask;
    if (((i - home) & mask) < ((i - gap) & mask))
      continue;
    t->table[gap] = t->table[i];
    gap = i;
  }
  t->table[gap].at = TERM_NONE;
  t->live--;
}

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static term number_for(terms *t, const term_node *node) {
  term after = most(node->a, most(node->b, node->c));
  if (t->holes.count > t->filled && node->kind == TERM_CONSTANT)
    return t->holes.at[t->filled++];
  if (t->holes.count > t->filled && node->kind == TERM_APPLY &&
      vec_last(&t->holes) > after)
    return vec_pop(&t->holes);
  if (base_unlikely(t->slots.count >= UINT32_MAX))
    mem_raise(t->m->budget, MEM_LIMIT);
  t->slots.count++;
  return (term)(t->slots.count - 1);
}

/* Everything that can fail comes first. */
static term make(terms *t, const term_node *node, uint32_t hash, uint32_t top) {
  assert(node->width >= 1 && node->width <= BITS_MOST);
  assert(node->a < t->slots.count && node->b < t->slots.count &&
         node->c < t->slots.count);
  vec_reserve(t->m, &t->slots, 1);
  if (2 * t->live >= t->room)
    widen(t);
  term x = number_for(t, node);
  t->slots.at[x] =
      (term_slot){.node = *node, .top = top, .birth = t->cuts, .hash = hash};
  t->slots.at[x].node.has_input = top != 0;
  put(t->table, t->room - 1, hash, x);
  t->live++;
  return x;
}

static term find(const terms *t, const term_node *node, uint32_t hash) {
  size_t mask = t->room - 1;
  for (size_t i = hash & mask; t->table[i].at != TERM_NONE; i = (i + 1) & mask)
    if (t->table[i].hash == hash && same(term_node_of(t, t->table[i].at), node))
      return t->table[i].at;
  return TERM_NONE;
}

/* The value, if it is known without a traversal. */
static inline bool term_known(const terms *t, term x, uint64_t *value) {
  *value = 0;
  if (x == TERM_NONE)
    return true;
  const term_slot *slot = &t->slots.at[x];
  if (slot->node.kind == TERM_INPUT)
    *value = t->inputs.at[slot->node.value].value;
  else if (slot->node.kind == TERM_CONSTANT || slot->stamp == t->epoch)
    *value = slot->node.value;
  else
    return false;
  return true;
}

static void refresh(terms *t, term x) {
  assert(x < t->slots.count);
  term_slot *slot = &t->slots.at[x];
  uint64_t a, b, c;
  if (slot->stamp == t->epoch || slot->node.kind != TERM_APPLY)
    return;
  if (!term_known(t, slot->node.a, &a) || !term_known(t, slot->node.b, &b) ||
      !term_known(t, slot->node.c, &c))
    return;
  slot->node.value = bits_apply(slot->node.op, slot->node.width,
                                term_from(t, &slot->node), a, b, c);
  slot->stamp = t->epoch;
}

term term_intern(terms *t, bits_op op, unsigned width, term a, term b, term c) {
  term_node node = {.kind = TERM_APPLY,
                    .op = (uint8_t)op,
                    .width = (uint8_t)width,
                    .a = a,
                    .b = b,
                    .c = c};
  uint32_t hash = hash_of(&node);
  term x = find(t, &node, hash);
  if (x == TERM_NONE) {
    const term_slot *slot = t->slots.at; /* the first has no input */
    x = make(t, &node, hash, most(slot[a].top, most(slot[b].top, slot[c].top)));
  }
  refresh(t, x);
  return x;
}

term terms_constant(terms *t, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= BITS_MOST);
  term_node node = {.kind = TERM_CONSTANT,
                    .width = (uint8_t)width,
                    .value = bits_cut(value, width)};
  uint32_t hash = hash_of(&node);
  term x = find(t, &node, hash);
  return x == TERM_NONE ? make(t, &node, hash, 0) : x;
}

/* The table knows inputs, too: then every term is in it. */
term terms_input(terms *t, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= BITS_MOST);
  uint32_t number = (uint32_t)t->inputs.count;
  term_node node = {
      .kind = TERM_INPUT, .width = (uint8_t)width, .value = number};
  vec_reserve(t->m, &t->inputs, 1);
  term x = make(t, &node, hash_of(&node), number + 1);
  vec_push(t->m, &t->inputs, ((term_input){bits_cut(value, width), x}));
  return x;
}

static term folded(terms *t, simplify_in in) {
  term_node node = {.op = (uint8_t)in.op, .a = in.a, .b = in.b, .c = in.c};
  const term_slot *slot = t->slots.at;
  return terms_constant(t, in.width,
                        bits_apply(in.op, in.width, term_from(t, &node),
                                   slot[in.a].node.value, slot[in.b].node.value,
                                   slot[in.c].node.value));
}

term terms_apply(terms *t, bits_op op, unsigned width, term a, term b, term c) {
  assert(a != TERM_NONE && a < t->slots.count && width >= 1 &&
         width <= BITS_MOST);
  assert((b != TERM_NONE) == (bits_operands(op) >= 2));
  assert((c != TERM_NONE) == (bits_operands(op) == 3));
  const term_slot *slot = t->slots.at;
  simplify_in in = {op, width, a, b, c};
  if (slot[a].top == 0 && slot[b].top == 0 && slot[c].top == 0)
    return folded(t, in);
  if (base_unlikely(t->depth >= TERM_DEPTH))
    return term_intern(t, op, width, a, b, c);
  t->depth++;
  term simple = simplify(t, in);
  t->depth--;
  return simple != TERM_NONE ? simple : term_intern(t, op, width, a, b, c);
}

term terms_not(terms *t, term a) {
  assert(term_width_of(t, a) == 1);
  return terms_apply(t, BITS_NOT, 1, a, TERM_NONE, TERM_NONE);
}

term terms_and(terms *t, term a, term b) {
  return terms_apply(t, BITS_AND, 1, a, b, TERM_NONE);
}

term terms_implies(terms *t, term a, term b) {
  return terms_apply(t, BITS_OR, 1, terms_not(t, a), b, TERM_NONE);
}

term terms_extract(terms *t, unsigned low, unsigned width, term a) {
  assert(width >= 1 && low + width <= term_width_of(t, a));
  return simplify_extract(t, low, width, a);
}

size_t terms_inputs(const terms *t) { return t->inputs.count; }

term terms_input_at(const terms *t, uint32_t number) {
  assert(number < t->inputs.count);
  return t->inputs.at[number].at;
}

uint64_t terms_input_value(const terms *t, uint32_t number) {
  assert(number < t->inputs.count);
  return t->inputs.at[number].value;
}

void terms_assign(terms *t, uint32_t number, uint64_t value) {
  assert(number < t->inputs.count);
  term_input *input = &t->inputs.at[number];
  value = bits_cut(value, term_width_of(t, input->at));
  if (input->value == value)
    return;
  input->value = value;
  if (base_unlikely(++t->epoch == 0)) {
    vec_each (term_slot, slot, &t->slots)
      slot->stamp = 0;
    t->epoch = 1;
  }
}

/* Of a conditional, only the side that counts. */
static bool term_push_unknown(terms *t, term x) {
  const term_node *node = term_node_of(t, x);
  uint64_t value;
  term operands[3] = {node->a, node->b, node->c};
  size_t before = t->work.count;
  for (int i = 0; i < 3; i++)
    if (!term_known(t, operands[i], &value))
      vec_push(t->m, &t->work, operands[i]);
  return t->work.count > before;
}

static bool choose(terms *t, term x) {
  assert(x < t->slots.count);
  term_slot *slot = &t->slots.at[x];
  uint64_t condition, value;
  if (!term_known(t, slot->node.a, &condition)) {
    vec_push(t->m, &t->work, slot->node.a);
    return false;
  }
  term side = condition ? slot->node.b : slot->node.c;
  if (!term_known(t, side, &value)) {
    vec_push(t->m, &t->work, side);
    return false;
  }
  slot->node.value = value;
  slot->stamp = t->epoch;
  return true;
}

uint64_t terms_value(terms *t, term x) {
  uint64_t value;
  if (term_known(t, x, &value))
    return value;
  t->work.count = 0;
  vec_push(t->m, &t->work, x);
  while (t->work.count) {
    term y = vec_last(&t->work);
    if (term_known(t, y, &value)) {
      t->work.count--;
    } else if (term_is(t, y, BITS_ITE)) {
      if (choose(t, y))
        t->work.count--;
    } else if (!term_push_unknown(t, y)) {
      refresh(t, y);
      t->work.count--;
    }
  }
  term_known(t, x, &value);
  return value;
}

static void remove_from(terms *t, term first, size_t inputs) {
  while (t->holes.count > t->filled && vec_last(&t->holes) >= first)
    t->holes.count--;
  for (term x = first; x < t->slots.count; x++) {
    term_slot *slot = &t->slots.at[x];
    if (slot->node.width && slot->top > inputs) {
      take_out(t, slot->hash, x);
      *slot = (term_slot){.birth = slot->birth};
    }
    if (!slot->node.width)
      vec_push(t->m, &t->holes, x);
  }
  while (t->holes.count > t->filled &&
         vec_last(&t->holes) == t->slots.count - 1) {
    t->holes.count--;
    t->slots.count--;
  }
}

/* The front of the list that was filled goes, once it is most of it. */
static void shorten_holes(terms *t) {
  size_t left = t->holes.count - t->filled;
  if (t->filled < left)
    return;
  if (left)
    memmove(t->holes.at, t->holes.at + t->filled, left * sizeof *t->holes.at);
  t->holes.count = left;
  t->filled = 0;
}

void terms_cut(terms *t, size_t inputs) {
  if (inputs >= t->inputs.count)
    return;
  /* Numbers of inputs ascend with their terms: inputs never fill holes. */
  term first = t->inputs.at[inputs].at;
  vec_reserve(t->m, &t->holes, t->slots.count - first);
  t->cuts++;
  shorten_holes(t);
  remove_from(t, first, inputs);
  t->inputs.count = inputs;
}
