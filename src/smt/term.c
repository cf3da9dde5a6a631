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

static uint32_t hash_of(const term_node *n) {
  uint64_t h = (uint64_t)n->op << 16 | (uint64_t)n->kind << 8 | n->width;
  h = (h + n->a) * UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 29;
  h = (h + n->b) * UINT64_C(0xBF58476D1CE4E5B9);
  h ^= h >> 32;
  h = (h + n->c) * UINT64_C(0x94D049BB133111EB);
  if (n->kind != TERM_APPLY)
    h = ((h ^ h >> 31) + n->value) * UINT64_C(0x9E3779B97F4A7C15);
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

static term number_for(terms *t, const term_node *n) {
  term after = most(n->a, most(n->b, n->c));
  if (t->holes.count > t->filled && n->kind == TERM_CONSTANT)
    return t->holes.at[t->filled++];
  if (t->holes.count > t->filled && n->kind == TERM_APPLY &&
      vec_last(&t->holes) > after)
    return vec_pop(&t->holes);
  if (base_unlikely(t->slots.count >= UINT32_MAX))
    mem_raise(t->m->budget, MEM_LIMIT);
  t->slots.count++;
  return (term)(t->slots.count - 1);
}

/* Everything that can fail comes first. */
static term make(terms *t, const term_node *n, uint32_t hash, uint32_t top) {
  assert(n->width >= 1 && n->width <= BITS_MOST);
  assert(n->a < t->slots.count && n->b < t->slots.count &&
         n->c < t->slots.count);
  vec_reserve(t->m, &t->slots, 1);
  if (2 * t->live >= t->room)
    widen(t);
  term x = number_for(t, n);
  t->slots.at[x] =
      (term_slot){.node = *n, .top = top, .birth = t->cuts, .hash = hash};
  t->slots.at[x].node.has_input = top != 0;
  put(t->table, t->room - 1, hash, x);
  t->live++;
  return x;
}

static term find(const terms *t, const term_node *n, uint32_t hash) {
  size_t mask = t->room - 1;
  for (size_t i = hash & mask; t->table[i].at != TERM_NONE; i = (i + 1) & mask)
    if (t->table[i].hash == hash && same(term_node_of(t, t->table[i].at), n))
      return t->table[i].at;
  return TERM_NONE;
}

/* The value, if it is known without a traversal. */
static inline bool term_known(const terms *t, term x, uint64_t *value) {
  *value = 0;
  if (x == TERM_NONE)
    return true;
  const term_slot *s = &t->slots.at[x];
  if (s->node.kind == TERM_INPUT)
    *value = t->inputs.at[s->node.value].value;
  else if (s->node.kind == TERM_CONSTANT || s->stamp == t->epoch)
    *value = s->node.value;
  else
    return false;
  return true;
}

static void refresh(terms *t, term x) {
  assert(x < t->slots.count);
  term_slot *s = &t->slots.at[x];
  uint64_t a, b, c;
  if (s->stamp == t->epoch || s->node.kind != TERM_APPLY)
    return;
  if (!term_known(t, s->node.a, &a) || !term_known(t, s->node.b, &b) ||
      !term_known(t, s->node.c, &c))
    return;
  s->node.value =
      bits_apply(s->node.op, s->node.width, term_from(t, &s->node), a, b, c);
  s->stamp = t->epoch;
}

term term_intern(terms *t, bits_op op, unsigned width, term a, term b, term c) {
  term_node n = {.kind = TERM_APPLY,
                 .op = (uint8_t)op,
                 .width = (uint8_t)width,
                 .a = a,
                 .b = b,
                 .c = c};
  uint32_t hash = hash_of(&n);
  term x = find(t, &n, hash);
  if (x == TERM_NONE) {
    const term_slot *s = t->slots.at; /* the first has no input */
    x = make(t, &n, hash, most(s[a].top, most(s[b].top, s[c].top)));
  }
  refresh(t, x);
  return x;
}

term terms_constant(terms *t, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= BITS_MOST);
  term_node n = {.kind = TERM_CONSTANT,
                 .width = (uint8_t)width,
                 .value = bits_cut(value, width)};
  uint32_t hash = hash_of(&n);
  term x = find(t, &n, hash);
  return x == TERM_NONE ? make(t, &n, hash, 0) : x;
}

/* The table knows inputs, too: then every term is in it. */
term terms_input(terms *t, unsigned width, uint64_t value) {
  assert(width >= 1 && width <= BITS_MOST);
  uint32_t number = (uint32_t)t->inputs.count;
  term_node n = {.kind = TERM_INPUT, .width = (uint8_t)width, .value = number};
  vec_reserve(t->m, &t->inputs, 1);
  term x = make(t, &n, hash_of(&n), number + 1);
  vec_push(t->m, &t->inputs, ((term_input){bits_cut(value, width), x}));
  return x;
}

static term folded(terms *t, simplify_in in) {
  term_node n = {.op = (uint8_t)in.op, .a = in.a, .b = in.b, .c = in.c};
  const term_slot *s = t->slots.at;
  return terms_constant(t, in.width,
                        bits_apply(in.op, in.width, term_from(t, &n),
                                   s[in.a].node.value, s[in.b].node.value,
                                   s[in.c].node.value));
}

term terms_apply(terms *t, bits_op op, unsigned width, term a, term b, term c) {
  assert(a != TERM_NONE && a < t->slots.count && width >= 1 &&
         width <= BITS_MOST);
  assert((b != TERM_NONE) == (bits_operands(op) >= 2));
  assert((c != TERM_NONE) == (bits_operands(op) == 3));
  const term_slot *s = t->slots.at;
  simplify_in in = {op, width, a, b, c};
  if (s[a].top == 0 && s[b].top == 0 && s[c].top == 0)
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
  term_input *i = &t->inputs.at[number];
  value = bits_cut(value, term_width_of(t, i->at));
  if (i->value == value)
    return;
  i->value = value;
  if (base_unlikely(++t->epoch == 0)) {
    vec_each (term_slot, s, &t->slots)
      s->stamp = 0;
    t->epoch = 1;
  }
}

/* Of a conditional, only the side that counts. */
static bool term_push_unknown(terms *t, term x) {
  const term_node *n = term_node_of(t, x);
  uint64_t value;
  term operands[3] = {n->a, n->b, n->c};
  size_t before = t->work.count;
  for (int i = 0; i < 3; i++)
    if (!term_known(t, operands[i], &value))
      vec_push(t->m, &t->work, operands[i]);
  return t->work.count > before;
}

static bool choose(terms *t, term x) {
  assert(x < t->slots.count);
  term_slot *s = &t->slots.at[x];
  uint64_t condition, value;
  if (!term_known(t, s->node.a, &condition)) {
    vec_push(t->m, &t->work, s->node.a);
    return false;
  }
  term side = condition ? s->node.b : s->node.c;
  if (!term_known(t, side, &value)) {
    vec_push(t->m, &t->work, side);
    return false;
  }
  s->node.value = value;
  s->stamp = t->epoch;
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
    term_slot *s = &t->slots.at[x];
    if (s->node.width && s->top > inputs) {
      take_out(t, s->hash, x);
      *s = (term_slot){.birth = s->birth};
    }
    if (!s->node.width)
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
