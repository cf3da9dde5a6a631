#include "logic/tableau.h"

#include <stdlib.h>

typedef struct cube {
  uint32_t next;  /* a set of formulas */
  uint32_t label; /* letters */
  uint64_t promises;
  uint32_t weight; /* formulas and promises */
} cube;

typedef vec(cube) cubes;

typedef struct span {
  uint32_t first, count;
  bool known;
} span;

/* A formula is expanded in two ways; 'again' is: under G, which brings it back
 * anyway. A key is twice the formula, plus 1 for 'again'. */
typedef struct tableau {
  rewriter *w;
  nnf *t;
  letters *l;
  const tableau_options *o;
  sequences sets;  /* of formulas; number 0 is the empty one */
  vec(span) spans; /* by key, in 'pool' */
  cubes pool, left, right, made;
  map promises;     /* formulas to numbers */
  bool too_many;    /* promises */
  sequences shapes; /* of states: their expansions, if equal ones are one */
  vec(uint32_t) state_of; /* of a set, plus one */
  vec(span) states;       /* their expansions, in 'pool' */
} tableau;

static int compare(const void *a, const void *b) {
  const cube *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  if (x->next != y->next)
    return x->next < y->next ? -1 : 1;
  return (x->promises > y->promises) - (x->promises < y->promises);
}

/* Sorted; no two with the same duties; no letter in a cube that a smaller one
 * has, too. */
static void tableau_normalise(tableau *x, cubes *c) {
  size_t kept = 0, done = 0;
  if (c->count > 1)
    qsort(c->at, c->count, sizeof *c->at, compare);
  for (size_t i = 0; i < c->count; i++) {
    cube *last = kept ? &c->at[kept - 1] : NULL;
    if (last && compare(last, &c->at[i]) == 0)
      last->label = letters_or(x->l, last->label, c->at[i].label);
    else
      c->at[kept++] = c->at[i];
  }
  for (size_t i = 0; i < kept; i++) {
    cube k = c->at[i];
    bool any = false, none = false;
    letters_rest(x->l, k.label);
    for (size_t j = 0; j < done && !none; j++) {
      const cube *d = &c->at[j];
      progress_tick(x->t->clock);
      if ((d->promises & ~k.promises) == 0 &&
          sequences_within(&x->sets, d->next, k.next)) {
        any = true;
        none = letters_rest_minus(x->l, d->label);
      }
    }
    if (none)
      continue;
    if (any)
      k.label = letters_rest_set(x->l);
    c->at[done++] = k;
  }
  c->count = done;
}

static void tableau_add(tableau *x, cubes *c, uint32_t next, uint64_t promises,
                        uint32_t label) {
  uint32_t weight = sequences_length(&x->sets, next) + base_bit_count(promises);
  if (label != LETTERS_NONE)
    vec_push(x->t->m, c, ((cube){next, label, promises, weight}));
}

/* 'made' becomes the ways to satisfy both of 'left' and 'right'. */
static void multiply(tableau *x) {
  x->made.count = 0;
  for (size_t i = 0; i < x->left.count; i++)
    for (size_t j = 0; j < x->right.count; j++) {
      cube a = x->left.at[i], b = x->right.at[j];
      progress_tick(x->t->clock);
      if (!letters_meet(x->l, a.label, b.label))
        continue;
      uint32_t next = sequences_union(x->t->m, &x->sets, a.next, b.next);
      tableau_add(x, &x->made, next, a.promises | b.promises,
                  letters_and(x->l, a.label, b.label));
    }
  tableau_normalise(x, &x->made);
}

/* Either of them. */
static void unite(tableau *x) {
  x->made.count = 0;
  vec_each (const cube, c, &x->left)
    vec_push(x->t->m, &x->made, *c);
  vec_each (const cube, c, &x->right)
    vec_push(x->t->m, &x->made, *c);
  tableau_normalise(x, &x->made);
}

static void exchange(cubes *a, cubes *b) {
  cubes c = *a;
  *a = *b;
  *b = c;
}

static void load(tableau *x, cubes *to, span s) {
  to->count = 0;
  for (uint32_t i = 0; i < s.count; i++)
    vec_push(x->t->m, to, x->pool.at[s.first + i]);
}

static span store(tableau *x, const cubes *from) {
  span s = {(uint32_t)x->pool.count, (uint32_t)from->count, true};
  if (x->pool.count + from->count >= UINT32_MAX)
    mem_raise(x->t->m->budget, MEM_LIMIT);
  vec_each (const cube, c, from)
    vec_push(x->t->m, &x->pool, *c);
  return s;
}

/* What is left for the next position if f is to hold there. */
static uint32_t next_set(tableau *x, uint32_t f) {
  if (f == NNF_TRUE)
    return 0;
  if (nnf_op_of(x->t, f) != NNF_AND)
    return sequences_insert(x->t->m, &x->sets, &f, 1);
  return sequences_insert(x->t->m, &x->sets,
                          sequences_at(&x->t->members, nnf_left(x->t, f)),
                          nnf_count(x->t, f));
}

/* The promise of f; of a U (b U c) it is c. */
static uint64_t promise(tableau *x, uint32_t f) {
  nnf_op op = nnf_op_of(x->t, f);
  if (x->o->one_set) {
    f = NNF_TRUE;
  } else if (x->o->tricks) {
    for (; op == NNF_FINALLY || op == NNF_UNTIL; op = nnf_op_of(x->t, f))
      f = op == NNF_FINALLY ? nnf_left(x->t, f) : nnf_right(x->t, f);
    if (op == NNF_STRONG)
      f = rewrite_two(x->w, NNF_AND, nnf_left(x->t, f), nnf_right(x->t, f));
  }
  uint32_t n = map_insert(x->t->m, &x->promises, f);
  x->too_many |= n >= OMEGA_MOST_SETS;
  return x->too_many ? 0 : UINT64_C(1) << n;
}

/* The key of the expansion that is needed i-th for that of 'key'; NNF_NONE
 * behind the last. */
static uint32_t needed(const tableau *x, uint32_t key, uint32_t i) {
  const nnf *t = x->t;
  uint32_t f = key / 2, again = key % 2;
  nnf_op op = nnf_op_of(t, f);
  uint32_t part = nnf_part(t, f, i);
  if (op == NNF_NEXT || part == NNF_NONE)
    return NNF_NONE;
  switch (op) {
  case NNF_AND:
    return 2 * part + again;
  case NNF_OR:
  case NNF_FINALLY:
    return 2 * part;
  case NNF_GLOBALLY:
    return 2 * part + x->o->tricks;
  case NNF_UNTIL:
  case NNF_WEAK:
    return 2 * nnf_part(t, f, 1 - i);
  default: /* NNF_RELEASE, NNF_STRONG */
    if (i == 0)
      return 2 * nnf_right(t, f) + again;
    return op == NNF_RELEASE && again ? NNF_NONE : 2 * nnf_left(t, f);
  }
}

static span expansion(const tableau *x, uint32_t key) {
  return x->spans.at[key];
}

/* The way of waiting: f again at the next position, unless G brings it. */
static void wait(tableau *x, cubes *to, uint32_t f, bool again,
                 uint64_t promises) {
  to->count = 0;
  tableau_add(x, to, again ? 0 : next_set(x, f), promises, LETTERS_ALL);
}

/* Leaves the members' product or union in 'made'. */
static void expand_list(tableau *x, uint32_t key) {
  nnf_op op = nnf_op_of(x->t, key / 2);
  uint32_t part;
  for (uint32_t i = 0; (part = needed(x, key, i)) != NNF_NONE; i++) {
    exchange(&x->left, &x->made);
    load(x, i == 0 ? &x->made : &x->right, expansion(x, part));
    if (i > 0 && op == NNF_AND)
      multiply(x);
    else if (i > 0)
      unite(x);
  }
}

/* U, W, and F as true U. */
static void expand_until(tableau *x, uint32_t f, bool again) {
  nnf_op op = nnf_op_of(x->t, f);
  bool unary = op == NNF_FINALLY;
  uint32_t a = nnf_left(x->t, f), b = unary ? a : nnf_right(x->t, f);
  uint32_t then = f;
  if (op == NNF_UNTIL && x->w->mode != REWRITE_NOT &&
      x->t->nodes.at[a].universal)
    then = rewrite_unary(x->w, NNF_FINALLY, b);
  wait(x, &x->right, then, again, op == NNF_WEAK ? 0 : promise(x, b));
  if (!unary) {
    load(x, &x->left, expansion(x, 2 * a));
    multiply(x);
    exchange(&x->right, &x->made);
  }
  load(x, &x->left, expansion(x, 2 * b));
  unite(x);
}

static void expand_release(tableau *x, uint32_t f, bool again) {
  bool strong = nnf_op_of(x->t, f) == NNF_STRONG;
  uint32_t a = nnf_left(x->t, f), b = nnf_right(x->t, f);
  span now = expansion(x, 2 * b + again);
  if (!strong && again) {
    load(x, &x->made, now);
    return;
  }
  wait(x, &x->right, f, again, strong ? promise(x, f) : 0);
  load(x, &x->left, expansion(x, 2 * a));
  unite(x);
  exchange(&x->right, &x->made);
  load(x, &x->left, now);
  multiply(x);
}

static void tableau_expand(tableau *x, uint32_t key) {
  nnf *t = x->t;
  uint32_t f = key / 2;
  x->made.count = 0;
  switch (nnf_op_of(t, f)) {
  case NNF_LETTERS:
    tableau_add(x, &x->made, 0, 0, nnf_left(t, f));
    break;
  case NNF_NEXT:
    tableau_add(x, &x->made, next_set(x, nnf_left(t, f)), 0, LETTERS_ALL);
    break;
  case NNF_AND:
  case NNF_OR:
    expand_list(x, key);
    break;
  case NNF_GLOBALLY:
    load(x, &x->left, expansion(x, needed(x, key, 0)));
    wait(x, &x->right, f, false, 0);
    multiply(x);
    break;
  case NNF_RELEASE:
  case NNF_STRONG:
    expand_release(x, f, key % 2);
    break;
  default:
    expand_until(x, f, key % 2);
  }
}

static bool is_known(tableau *x, uint32_t key) {
  if (key >= x->spans.count)
    vec_resize(x->t->m, &x->spans, (size_t)key + 1);
  return x->spans.at[key].known;
}

/* Makes the expansion and those it needs, from the bottom up. */
static void prepare(tableau *x, uint32_t root) {
  vec(uint32_t) todo = {0};
  vec_push(x->t->m, &todo, root);
  while (todo.count > 0) {
    uint32_t key = vec_last(&todo), part, i = 0;
    size_t before = todo.count;
    if (!is_known(x, key)) {
      while ((part = needed(x, key, i)) != NNF_NONE && is_known(x, part))
        i++;
      if (part != NNF_NONE)
        vec_push(x->t->m, &todo, part);
    }
    if (todo.count > before)
      continue;
    todo.count--;
    if (!is_known(x, key)) {
      tableau_expand(x, key);
      x->spans.at[key] = store(x, &x->made);
    }
  }
  vec_free(x->t->m, &todo);
}

static span expand_state(tableau *x, uint32_t set) {
  for (uint32_t i = 0; i < sequences_length(&x->sets, set); i++)
    prepare(x, 2 * sequences_at(&x->sets, set)[i]);
  x->made.count = 0;
  tableau_add(x, &x->made, 0, 0, LETTERS_ALL);
  for (uint32_t i = 0; i < sequences_length(&x->sets, set); i++) {
    exchange(&x->left, &x->made);
    load(x, &x->right, expansion(x, 2 * sequences_at(&x->sets, set)[i]));
    multiply(x);
  }
  return store(x, &x->made);
}

/* The number of an expansion among all different ones. */
static uint32_t shape_of(tableau *x, span s) {
  mem *m = x->t->m;
  uint32_t *flat = mem_array(m, 4 * (size_t)s.count, sizeof *flat);
  for (uint32_t i = 0; i < s.count; i++) {
    const cube *c = &x->pool.at[s.first + i];
    flat[4 * i] = c->next;
    flat[4 * i + 1] = c->label;
    flat[4 * i + 2] = (uint32_t)c->promises;
    flat[4 * i + 3] = (uint32_t)(c->promises >> 32);
  }
  uint32_t shape = sequences_insert(m, &x->shapes, flat, 4 * (size_t)s.count);
  mem_free(m, flat);
  return shape;
}

static uint32_t state_of(tableau *x, uint32_t set) {
  mem *m = x->t->m;
  if (set >= x->state_of.count)
    vec_resize(m, &x->state_of, (size_t)set + 1);
  if (x->state_of.at[set])
    return x->state_of.at[set] - 1;
  span s = expand_state(x, set);
  uint32_t state = (uint32_t)x->states.count;
  if (x->o->tricks) {
    state = shape_of(x, s);
    if (state < x->states.count)
      x->pool.count = s.first; /* it was there */
  }
  if (state == x->states.count)
    vec_push(m, &x->states, s);
  x->state_of.at[set] = state + 1;
  return state;
}

/* The letters after which nothing is left to do. */
static uint32_t free_letters(const tableau *x, span s) {
  uint32_t found = LETTERS_NONE;
  for (uint32_t i = 0; i < s.count; i++)
    if (x->pool.at[s.first + i].next == 0)
      found = letters_or(x->l, found, x->pool.at[s.first + i].label);
  return found;
}

/* Edges have their promises as marks at first. */
static void add_edges(tableau *x, span s, tgba *out) {
  uint32_t free = x->o->tricks ? free_letters(x, s) : LETTERS_NONE;
  tgba_state(out);
  for (uint32_t i = 0; i < s.count; i++) {
    cube c = x->pool.at[s.first + i];
    if (c.next != 0)
      c.label = letters_minus(x->l, c.label, free);
    uint32_t to = state_of(x, c.next);
    tgba_edge_add(out, to, c.label, c.promises);
  }
}

static void tableau_free(tableau *x) {
  mem *m = x->t->m;
  sequences_free(m, &x->sets);
  sequences_free(m, &x->shapes);
  map_free(m, &x->promises);
  vec_free(m, &x->spans);
  vec_free(m, &x->pool);
  vec_free(m, &x->left);
  vec_free(m, &x->right);
  vec_free(m, &x->made);
  vec_free(m, &x->state_of);
  vec_free(m, &x->states);
}

tableau_result tableau_build(rewriter *w, uint32_t f,
                             const tableau_options *options, tgba *out) {
  nnf *t = w->t;
  tableau x = {.w = w, .t = t, .l = t->alphabet, .o = options};
  tableau_result result = TABLEAU_DONE;
  sequences_insert(t->m, &x.sets, NULL, 0);
  tgba_init(out, t->m, t->clock, t->alphabet);
  out->initial = state_of(&x, next_set(&x, f));
  for (uint32_t i = 0; i < x.states.count && result == TABLEAU_DONE; i++) {
    span s = x.states.at[i];
    add_edges(&x, s, out);
    if (x.too_many)
      result = TABLEAU_PROMISES;
    else if (options->most && x.states.count > options->most)
      result = TABLEAU_STATES;
  }
  tgba_end(out);
  out->sets = x.too_many ? 0 : (uint32_t)x.promises.keys.count;
  vec_each (tgba_edge, edge, &out->edges)
    edge->marks = tgba_all(out) & ~edge->marks;
  if (result != TABLEAU_DONE)
    tgba_free(out);
  tableau_free(&x);
  return result;
}
