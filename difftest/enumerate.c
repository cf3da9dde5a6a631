#include "enumerate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_ELEMENTS = 4096, /* rules or edges to choose from */
  MOST_CHOSEN = 8,
  MOST_RENAMINGS = 5040,
  MOST_STATES = 16,
  PARTS = 3 /* rules, initial set, final set */
};

/* A set of at most MOST_CHOSEN elements, ascending, and, in automata, of
 * accepting states. */
typedef struct chosen {
  uint32_t count;
  uint16_t element[MOST_CHOSEN];
  uint32_t accepting;
} chosen;

/* What can be chosen in a part, and what each renaming makes of it. */
typedef struct part {
  uint32_t elements, most, states;
  uint16_t *image;      /* [renaming][element] */
  uint8_t *state_image; /* [renaming][state]; automata only */
  chosen now;
  uint32_t *stable; /* the renamings that fix this and all earlier parts */
  size_t stable_count;
  /* Automata: every choice that the size allows, so that walking is fast. */
  chosen *list;
  size_t list_count, list_capacity, at;
} part;

struct enumeration {
  enumerate_size size;
  rule *rules;
  edge *edges[2];
  part part[PARTS];
  size_t renamings;
  bool started;
};

enumerate_size enumerate_phase3(void) {
  return (enumerate_size){.states = 2,
                          .labels = 2,
                          .rules = 2,
                          .transitions = 2,
                          .extra = {2, 1},
                          .sets = SETS_ANY};
}

/* Symbols, and "*" behind them. */
static uint32_t nth_symbol(const enumerate_size *size, uint32_t n) {
  return n < size->labels ? n : INSTANCE_ANY;
}

static bool is_rule(const rule *r) {
  if (r->operation == RULE_POP)
    return r->symbol == 0;
  return r->symbol != INSTANCE_ANY ||
         (r->operation == RULE_SWAP && r->top == INSTANCE_ANY);
}

static void list_rules(enumeration *e) {
  const enumerate_size *size = &e->size;
  uint32_t symbols = size->labels + size->wildcards;
  size_t capacity = 0, count = 0;
  for (uint32_t from = 0; from < size->states; from++)
    for (uint32_t top = 0; top < symbols; top++)
      for (uint32_t to = 0; to < size->states; to++)
        for (int kind = RULE_POP; kind <= RULE_PUSH; kind++)
          for (uint32_t symbol = 0; symbol < symbols; symbol++) {
            rule r = {from, nth_symbol(size, top), to, nth_symbol(size, symbol),
                      (operation)kind};
            if (!is_rule(&r))
              continue;
            memory_room(e->rules, count, capacity);
            e->rules[count++] = r;
          }
  e->part[0].elements = (uint32_t)count;
  e->part[0].most = size->rules;
}

static void list_edges(enumeration *e, int side) {
  const enumerate_size *size = &e->size;
  uint32_t states = size->states + size->extra[side];
  uint32_t symbols = size->labels + size->wildcards + size->epsilon;
  size_t capacity = 0, count = 0;
  for (uint32_t from = 0; from < states; from++)
    for (uint32_t symbol = 0; symbol < symbols; symbol++)
      for (uint32_t to = size->into_control ? 0 : size->states; to < states;
           to++) {
        bool epsilon = size->epsilon && symbol == symbols - 1;
        memory_room(e->edges[side], count, capacity);
        e->edges[side][count++] = (edge){
            from, epsilon ? INSTANCE_EPSILON : nth_symbol(size, symbol), to};
      }
  e->part[1 + side].elements = (uint32_t)count;
  e->part[1 + side].most = size->transitions;
  e->part[1 + side].states = states;
}

static size_t factorial(uint32_t n) {
  size_t f = 1;
  for (; n > 1; n--)
    f *= n;
  return f;
}

/* The 'number'-th permutation of 0 .. n - 1, the identity first. */
static void permutation(size_t number, uint32_t n, uint32_t *out) {
  bool used[MOST_STATES] = {false};
  for (uint32_t i = 0; i < n; i++) {
    size_t rest = factorial(n - 1 - i), skip = number / rest;
    uint32_t k = 0;
    while (used[k] || skip > 0)
      skip -= !used[k++];
    used[k] = true;
    out[i] = k;
    number %= rest;
  }
}

typedef struct renaming {
  uint32_t state[MOST_STATES], symbol[MOST_STATES], extra[2][MOST_STATES];
} renaming;

static void renaming_at(const enumerate_size *size, size_t number,
                        renaming *out) {
  size_t states = factorial(size->states), symbols = factorial(size->labels);
  size_t first = factorial(size->extra[0]);
  permutation(number % states, size->states, out->state);
  number /= states;
  permutation(number % symbols, size->labels, out->symbol);
  number /= symbols;
  permutation(number % first, size->extra[0], out->extra[0]);
  permutation(number / first, size->extra[1], out->extra[1]);
}

static uint32_t rename_symbol(const renaming *r, uint32_t symbol) {
  return symbol >= INSTANCE_ANY ? symbol : r->symbol[symbol];
}

static uint32_t rename_state(const enumerate_size *size, const renaming *r,
                             int side, uint32_t state) {
  return state < size->states
             ? r->state[state]
             : size->states + r->extra[side][state - size->states];
}

static uint16_t find_rule(const enumeration *e, const rule *r) {
  uint32_t i = 0;
  while (memcmp(&e->rules[i], r, sizeof *r) != 0)
    i++;
  assert(i < e->part[0].elements);
  return (uint16_t)i;
}

static uint16_t find_edge(const enumeration *e, int side, const edge *x) {
  uint32_t i = 0;
  while (memcmp(&e->edges[side][i], x, sizeof *x) != 0)
    i++;
  assert(i < e->part[1 + side].elements);
  return (uint16_t)i;
}

static void make_images(enumeration *e, size_t number) {
  const enumerate_size *size = &e->size;
  renaming r;
  renaming_at(size, number, &r);
  part *p = &e->part[0];
  for (uint32_t i = 0; i < p->elements; i++) {
    rule x = e->rules[i];
    x.from = r.state[x.from];
    x.to = r.state[x.to];
    x.top = rename_symbol(&r, x.top);
    if (x.operation != RULE_POP)
      x.symbol = rename_symbol(&r, x.symbol);
    p->image[number * p->elements + i] = find_rule(e, &x);
  }
  for (int side = 0; side < 2; side++) {
    p = &e->part[1 + side];
    for (uint32_t i = 0; i < p->elements; i++) {
      edge x = e->edges[side][i];
      x = (edge){rename_state(size, &r, side, x.from),
                 rename_symbol(&r, x.symbol),
                 rename_state(size, &r, side, x.to)};
      p->image[number * p->elements + i] = find_edge(e, side, &x);
    }
    for (uint32_t i = 0; i < p->states; i++)
      p->state_image[number * p->states + i] =
          (uint8_t)rename_state(size, &r, side, i);
  }
}

static void image_of(const part *p, size_t g, const chosen *c, chosen *out) {
  const uint16_t *image = p->image + g * p->elements;
  out->count = c->count;
  for (uint32_t i = 0; i < c->count; i++) { /* insertion: they are few */
    uint16_t x = image[c->element[i]];
    uint32_t k = i;
    for (; k > 0 && out->element[k - 1] > x; k--)
      out->element[k] = out->element[k - 1];
    out->element[k] = x;
  }
  out->accepting = 0;
  for (uint32_t rest = c->accepting, i = 0; rest; rest >>= 1, i++)
    if (rest & 1)
      out->accepting |= UINT32_C(1) << p->state_image[g * p->states + i];
}

/* Of choices with as many elements. */
static int compare(const chosen *a, const chosen *b) {
  for (uint32_t i = 0; i < a->count; i++)
    if (a->element[i] != b->element[i])
      return a->element[i] < b->element[i] ? -1 : 1;
  return (a->accepting > b->accepting) - (a->accepting < b->accepting);
}

/* The next set of elements: by size, then in lexicographic order. */
static bool next_set(const part *p, chosen *c) {
  uint32_t i = c->count;
  while (i > 0 && c->element[i - 1] == p->elements - 1 - (c->count - i))
    i--;
  if (i > 0) {
    uint16_t x = ++c->element[i - 1];
    for (; i < c->count; i++)
      c->element[i] = ++x;
    return true;
  }
  if (c->count == p->most || c->count == p->elements)
    return false;
  c->count++;
  for (i = 0; i < c->count; i++)
    c->element[i] = (uint16_t)i;
  return true;
}

/* States from which reading can have come this far. */
static uint32_t reached(const enumeration *e, int side, const chosen *c) {
  uint32_t states = (UINT32_C(1) << e->size.states) - 1, before;
  do {
    before = states;
    for (uint32_t i = 0; i < c->count; i++) {
      const edge *x = &e->edges[side][c->element[i]];
      if (states >> x->from & 1)
        states |= UINT32_C(1) << x->to;
    }
  } while (states != before);
  return states;
}

static bool is_allowed(const enumeration *e, int side, const chosen *c) {
  switch (e->size.sets) {
  case SETS_ACCEPTING:
    return c->accepting != 0;
  case SETS_NONEMPTY:
    return (reached(e, side, c) & c->accepting) != 0;
  case SETS_EXTRA:
    return c->accepting != 0 &&
           (c->accepting & ((UINT32_C(1) << e->size.states) - 1)) == 0;
  default:
    return true;
  }
}

static void list_automata(enumeration *e, int side) {
  part *p = &e->part[1 + side];
  chosen c = {0};
  do {
    for (c.accepting = 0; c.accepting < UINT32_C(1) << p->states; c.accepting++)
      if (is_allowed(e, side, &c)) {
        memory_room(p->list, p->list_count, p->list_capacity);
        p->list[p->list_count++] = c;
      }
  } while (next_set(p, &c));
}

static const char *too_large(const enumerate_size *size) {
  if (size->states == 0 || size->labels == 0)
    return "there must be a control state and a label";
  if (size->states > 6 || size->labels > 6 || size->extra[0] > 6 ||
      size->extra[1] > 6)
    return "at most 6 states, labels and extra states can be enumerated";
  if (size->rules > MOST_CHOSEN || size->transitions > 4)
    return "at most 8 rules and 4 transitions can be enumerated";
  if (factorial(size->states) * factorial(size->labels) *
          factorial(size->extra[0]) * factorial(size->extra[1]) >
      MOST_RENAMINGS)
    return "too many renamings; use fewer states or labels";
  return NULL;
}

enumeration *enumeration_new(const enumerate_size *size, const char **why) {
  *why = too_large(size);
  if (*why)
    return NULL;
  enumeration *e = memory_new(1, sizeof *e);
  e->size = *size;
  list_rules(e);
  list_edges(e, 0);
  list_edges(e, 1);
  e->renamings = factorial(size->states) * factorial(size->labels) *
                 factorial(size->extra[0]) * factorial(size->extra[1]);
  for (int i = 0; i < PARTS; i++) {
    part *p = &e->part[i];
    p->image = memory_new(e->renamings * p->elements, sizeof *p->image);
    p->state_image = memory_new(e->renamings * p->states, 1);
    p->stable = memory_new(e->renamings, sizeof *p->stable);
  }
  for (size_t n = 0; n < e->renamings; n++)
    make_images(e, n);
  list_automata(e, 0);
  list_automata(e, 1);
  return e;
}

void enumeration_delete(enumeration *e) {
  if (!e)
    return;
  for (int i = 0; i < PARTS; i++) {
    free(e->part[i].image);
    free(e->part[i].state_image);
    free(e->part[i].stable);
    free(e->part[i].list);
  }
  free(e->rules);
  free(e->edges[0]);
  free(e->edges[1]);
  free(e);
}

/* Sets of at most 'most' elements that the renaming fixes: unions of its
 * cycles. */
static double fixed_sets(const part *p, size_t g) {
  const uint16_t *image = p->image + g * p->elements;
  double ways[MOST_CHOSEN + 1] = {1}, sum = 0;
  for (uint32_t i = 0; i < p->elements; i++) {
    uint32_t length = 1, k = image[i];
    for (; k > i; k = image[k])
      length++;
    if (k == i) /* 'i' is the least of its cycle */
      for (uint32_t n = p->most; n >= length; n--)
        ways[n] += ways[n - length];
  }
  for (uint32_t n = 0; n <= p->most; n++)
    sum += ways[n];
  return sum;
}

static double fixed_automata(const part *p, size_t g) {
  double count = 0;
  for (size_t i = 0; i < p->list_count; i++) {
    chosen other;
    image_of(p, g, &p->list[i], &other);
    count += compare(&p->list[i], &other) == 0;
  }
  return count;
}

double enumeration_count(const enumeration *e) {
  double sum = 0;
  for (size_t n = 0; n < e->renamings; n++)
    sum += fixed_sets(&e->part[0], n) * fixed_automata(&e->part[1], n) *
           fixed_automata(&e->part[2], n);
  return sum / (double)e->renamings;
}

size_t enumeration_renamings(const enumeration *e) { return e->renamings; }

/* Is the choice the least among what the earlier parts' renamings make of it?
 * Then those that fix it are kept. */
static bool settle(enumeration *e, int index) {
  part *p = &e->part[index];
  const part *before = index ? &e->part[index - 1] : NULL;
  size_t count = before ? before->stable_count : e->renamings;
  p->stable[0] = 0;
  p->stable_count = 1;
  for (size_t i = 1; i < count; i++) {
    uint32_t g = before ? before->stable[i] : (uint32_t)i;
    chosen other;
    image_of(p, g, &p->now, &other);
    int order = compare(&other, &p->now);
    if (order < 0)
      return false;
    if (order == 0)
      p->stable[p->stable_count++] = g;
  }
  return true;
}

/* The first choice of a part; false: there is none. */
static bool first_choice(part *p, int index) {
  p->at = 0;
  p->now = index ? p->list[0] : (chosen){0};
  return true;
}

static bool next_choice(part *p, int index) {
  if (index == 0)
    return next_set(p, &p->now);
  if (p->at + 1 == p->list_count)
    return false;
  p->now = p->list[++p->at];
  return true;
}

bool enumeration_next(enumeration *e) {
  int index = PARTS - 1;
  bool fresh = false; /* 'index' has just got its first choice */
  if (e->part[1].list_count == 0 || e->part[2].list_count == 0)
    return false;
  if (!e->started) {
    e->started = fresh = true;
    index = 0;
    first_choice(&e->part[0], 0);
  }
  for (;;) {
    part *p = &e->part[index];
    if (!fresh && !next_choice(p, index)) {
      if (index == 0)
        return false;
      index--;
      continue;
    }
    fresh = false;
    if (!settle(e, index))
      continue;
    if (index == PARTS - 1)
      return true;
    index++;
    fresh = first_choice(&e->part[index], index);
  }
}

void enumeration_get(const enumeration *e, instance *out) {
  const enumerate_size *size = &e->size;
  instance_reset(out);
  out->states = size->states;
  out->symbols = size->labels;
  for (uint32_t i = 0; i < e->part[0].now.count; i++)
    instance_add_rule(out, e->rules[e->part[0].now.element[i]], NULL);
  for (int side = 0; side < 2; side++) {
    const part *p = &e->part[1 + side];
    out->side[side].extra = size->extra[side];
    for (uint32_t i = 0; i < p->now.count; i++)
      instance_add_edge(out, side, e->edges[side][p->now.element[i]]);
    for (uint32_t i = 0; i < p->states; i++)
      if (p->now.accepting >> i & 1)
        instance_add_accepting(out, side, i);
  }
}
