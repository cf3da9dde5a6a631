#include "logic/alphabet.h"

#include <assert.h>

/* A condition with more cubes than this is not used as one. */
enum { MOST_CUBES = 1024 };

static bool meet(omega_cube a, omega_cube b) {
  return ((a.value ^ b.value) & a.mask & b.mask) == 0;
}

static bool within(omega_cube inner, omega_cube outer) {
  return (outer.mask & ~inner.mask) == 0 &&
         (inner.value & outer.mask) == outer.value;
}

/* Adds the cube unless another one has it; drops those that it has. */
static void alphabet_add(mem *m, letters_cubes *to, omega_cube cube) {
  size_t kept = 0;
  for (size_t i = 0; i < to->count; i++)
    if (within(cube, to->at[i]))
      return;
  for (size_t i = 0; i < to->count; i++)
    if (!within(to->at[i], cube))
      to->at[kept++] = to->at[i];
  to->count = kept;
  vec_push(m, to, cube);
}

static void add_all(mem *m, letters_cubes *to, const letters_cubes *from) {
  vec_each (const omega_cube, cube, from)
    alphabet_add(m, to, *cube);
}

static void add_product(mem *m, progress *clock, letters_cubes *to,
                        const letters_cubes *a, const letters_cubes *b) {
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++) {
      omega_cube x = a->at[i], y = b->at[j];
      progress_tick(clock);
      if (meet(x, y))
        alphabet_add(m, to, (omega_cube){x.mask | y.mask, x.value | y.value});
    }
}

typedef struct survey { /* bytes by node */
  uint8_t *used, *boolean;
} survey;

static bool alphabet_has_left(ltl_op op) {
  return op != LTL_TRUE && op != LTL_FALSE && op != LTL_ATOM;
}

static bool alphabet_has_right(ltl_op op) {
  return alphabet_has_left(op) && op != LTL_NOT && op != LTL_NEXT &&
         op != LTL_FINALLY && op != LTL_GLOBALLY;
}

static void look(const ltl *t, uint32_t f, survey *s) {
  for (uint32_t i = 0; i <= f; i++) {
    const ltl_node *node = &t->nodes.at[i];
    s->boolean[i] = node->op < LTL_NEXT &&
                    (!alphabet_has_left(node->op) || s->boolean[node->left]) &&
                    (!alphabet_has_right(node->op) || s->boolean[node->right]);
  }
  s->used[f] = 1;
  for (uint32_t i = f + 1; i-- > 0;) {
    const ltl_node *node = &t->nodes.at[i];
    if (!s->used[i])
      continue;
    if (alphabet_has_left(node->op))
      s->used[node->left] = 1;
    if (alphabet_has_right(node->op))
      s->used[node->right] = 1;
  }
}

/* The nodes that are conditions: Boolean ones under a node that is not, without
 * negations in front. Constants are none. */
static void find_conditions(const ltl *t, uint32_t f, const survey *s, mem *m,
                            alphabet *a) {
  for (uint32_t i = 0; i <= f + 1; i++) {
    uint32_t part[2] = {LTL_NONE, LTL_NONE};
    if (i == f + 1) { /* the formula itself is under nothing */
      part[0] = f;
    } else if (s->used[i] && !s->boolean[i]) {
      part[0] = t->nodes.at[i].left;
      part[1] = alphabet_has_right(t->nodes.at[i].op) ? t->nodes.at[i].right
                                                      : LTL_NONE;
    }
    for (int j = 0; j < 2; j++) {
      uint32_t p = part[j];
      if (p == LTL_NONE || !s->boolean[p])
        continue;
      while (t->nodes.at[p].op == LTL_NOT)
        p = t->nodes.at[p].left;
      if (t->nodes.at[p].op <= LTL_FALSE || a->dimension.at[p])
        continue;
      vec_push(m, &a->nodes, p);
      a->dimension.at[p] = (uint32_t)a->nodes.count;
    }
  }
}

static void find_atoms(const ltl *t, uint32_t f, const survey *s, mem *m,
                       alphabet *a) {
  for (uint32_t i = 0; i <= f; i++)
    if (s->used[i] && t->nodes.at[i].op == LTL_ATOM) {
      vec_push(m, &a->nodes, i);
      a->dimension.at[i] = (uint32_t)a->nodes.count;
    }
}

static void forget(alphabet *a) {
  vec_each (uint32_t, n, &a->nodes)
    a->dimension.at[*n] = 0;
  a->nodes.count = 0;
}

/* When conditions are true. */

typedef struct tables { /* by node: its cubes, false and true */
  mem *m;
  progress *clock;
  letters_cubes *cubes[2];
} tables;

/* to[value] gets the cubes where both parts have the given values. */
static void alphabet_both(tables *x, uint32_t node, int value, uint32_t a,
                          int value_a, uint32_t b, int value_b) {
  add_product(x->m, x->clock, &x->cubes[value][node], &x->cubes[value_a][a],
              &x->cubes[value_b][b]);
}

static void either(tables *x, uint32_t node, int value, uint32_t a, int value_a,
                   uint32_t b, int value_b) {
  add_all(x->m, &x->cubes[value][node], &x->cubes[value_a][a]);
  add_all(x->m, &x->cubes[value][node], &x->cubes[value_b][b]);
}

static void tabulate(tables *x, const ltl *t, uint32_t i) {
  assert(i < t->nodes.count);
  const ltl_node *node = &t->nodes.at[i];
  uint32_t a = node->left, b = node->right;
  uint64_t bit = node->op == LTL_ATOM ? UINT64_C(1) << a : 0;
  int same = node->op == LTL_EQUIV;
  switch (node->op) {
  case LTL_ATOM:
    alphabet_add(x->m, &x->cubes[0][i], (omega_cube){bit, 0});
    alphabet_add(x->m, &x->cubes[1][i], (omega_cube){bit, bit});
    break;
  case LTL_NOT:
    add_all(x->m, &x->cubes[0][i], &x->cubes[1][a]);
    add_all(x->m, &x->cubes[1][i], &x->cubes[0][a]);
    break;
  case LTL_AND:
    either(x, i, 0, a, 0, b, 0);
    alphabet_both(x, i, 1, a, 1, b, 1);
    break;
  case LTL_OR:
    alphabet_both(x, i, 0, a, 0, b, 0);
    either(x, i, 1, a, 1, b, 1);
    break;
  case LTL_IMPLIES:
    alphabet_both(x, i, 0, a, 1, b, 0);
    either(x, i, 1, a, 0, b, 1);
    break;
  case LTL_EQUIV:
  case LTL_XOR:
    alphabet_both(x, i, same, a, 0, b, 0);
    alphabet_both(x, i, same, a, 1, b, 1);
    alphabet_both(x, i, !same, a, 0, b, 1);
    alphabet_both(x, i, !same, a, 1, b, 0);
    break;
  default:
    alphabet_add(x->m, &x->cubes[node->op == LTL_TRUE][i], (omega_cube){0, 0});
  }
}

/* Fills 'when'. False: some condition is too complex. */
static bool find_cubes(const ltl *t, uint32_t f, const survey *s, mem *m,
                       progress *clock, alphabet *a) {
  tables x = {.m = m, .clock = clock};
  bool fine = true;
  size_t count = (size_t)f + 1;
  for (int v = 0; v < 2; v++)
    x.cubes[v] = mem_array(m, count, sizeof *x.cubes[v]);
  for (uint32_t i = 0; i <= f && fine; i++)
    if (s->used[i] && s->boolean[i]) {
      tabulate(&x, t, i);
      fine = x.cubes[0][i].count <= MOST_CUBES &&
             x.cubes[1][i].count <= MOST_CUBES;
    }
  for (size_t d = 0; d < a->nodes.count && fine; d++)
    for (int v = 0; v < 2; v++)
      add_all(m, &a->when[v][d], &x.cubes[v][a->nodes.at[d]]);
  for (int v = 0; v < 2; v++) {
    for (size_t i = 0; i < count; i++)
      vec_free(m, &x.cubes[v][i]);
    mem_free(m, x.cubes[v]);
  }
  return fine;
}

/* Sets the bits of the valuations that can occur among those with the first
 * dimensions as in 'from' and, from 'dimension' down, any. As deep as there are
 * dimensions. */
static void find_occurring(mem *m, progress *clock, alphabet *a,
                           uint32_t dimension, uint32_t from,
                           const letters_cubes *here, uint64_t *occurs) {
  if (here->count == 0)
    return;
  if (dimension == 0) {
    occurs[from / 64] |= UINT64_C(1) << (from % 64);
    return;
  }
  dimension--;
  for (uint32_t v = 0; v < 2; v++) {
    letters_cubes next = {0};
    add_product(m, clock, &next, here, &a->when[v][dimension]);
    find_occurring(m, clock, a, dimension, from | v << dimension, &next,
                   occurs);
    vec_free(m, &next);
  }
}

static void make_letters(mem *m, progress *clock, bool conditions,
                         alphabet *a) {
  uint32_t dimensions = (uint32_t)a->nodes.count;
  if (!conditions) {
    letters_init(m, clock, &a->l, dimensions, NULL);
    return;
  }
  uint64_t *occurs =
      mem_array(m, ((size_t)1 << dimensions) / 64 + 1, sizeof *occurs);
  letters_cubes everywhere = {0};
  alphabet_add(m, &everywhere, (omega_cube){0, 0});
  find_occurring(m, clock, a, dimensions, 0, &everywhere, occurs);
  letters_init(m, clock, &a->l, dimensions, occurs);
  vec_free(m, &everywhere);
  mem_free(m, occurs);
}

static void forget_cubes(mem *m, alphabet *a) {
  for (size_t d = 0; d < LETTERS_MOST; d++)
    for (int v = 0; v < 2; v++)
      vec_free(m, &a->when[v][d]);
}

/* False: that would not be fewer than the atoms, or they are too complex. */
static bool use_conditions(const ltl *t, uint32_t f, const survey *s, mem *m,
                           progress *clock, alphabet *a) {
  size_t atoms = a->nodes.count;
  if (atoms <= ALPHABET_PLENTY)
    return false;
  forget(a);
  find_conditions(t, f, s, m, a);
  if (a->nodes.count < atoms && a->nodes.count <= LETTERS_MOST &&
      find_cubes(t, f, s, m, clock, a))
    return true;
  forget_cubes(m, a);
  forget(a);
  find_atoms(t, f, s, m, a);
  return false;
}

static void use_atoms(const ltl *t, mem *m, alphabet *a) {
  for (size_t d = 0; d < a->nodes.count; d++) {
    uint64_t bit = UINT64_C(1) << t->nodes.at[a->nodes.at[d]].left;
    alphabet_add(m, &a->when[0][d], (omega_cube){bit, 0});
    alphabet_add(m, &a->when[1][d], (omega_cube){bit, bit});
  }
}

bool alphabet_init(mem *m, progress *clock, const ltl *t, uint32_t f, report *r,
                   alphabet *out) {
  size_t count = (size_t)f + 1;
  if (names_count(&t->atoms) > OMEGA_MOST_ATOMS)
    return report_add(r, "", 0, 0, "there are %u propositions; at most %d",
                      names_count(&t->atoms), OMEGA_MOST_ATOMS);
  uint8_t *bytes = mem_array(m, 2 * count, 1);
  survey s = {.used = bytes, .boolean = bytes + count};
  *out = (alphabet){.l = {.m = m}};
  vec_resize(m, &out->dimension, count);
  look(t, f, &s);
  find_atoms(t, f, &s, m, out);
  uint32_t atoms = (uint32_t)out->nodes.count;
  bool conditions = use_conditions(t, f, &s, m, clock, out);
  mem_free(m, bytes);
  if (out->nodes.count <= LETTERS_MOST) {
    if (!conditions)
      use_atoms(t, m, out);
    make_letters(m, clock, conditions, out);
    return true;
  }
  vec_free(m, &out->nodes);
  vec_free(m, &out->dimension);
  return report_add(r, "", 0, 0,
                    "the formula has too many propositions (%u) for the "
                    "translation; at most %d independent ones",
                    atoms, LETTERS_MOST);
}

void alphabet_free(alphabet *a) {
  mem *m = a->l.m;
  forget_cubes(m, a);
  vec_free(m, &a->nodes);
  vec_free(m, &a->dimension);
  letters_free(&a->l);
}

void alphabet_to_cubes(alphabet *a, uint32_t set, letters_cubes *out) {
  mem *m = a->l.m;
  letters_cubes rough = {0}, fine = {0};
  letters_to_cubes(&a->l, set, &rough);
  vec_each (const omega_cube, cube, &rough) {
    letters_cubes have = {0}, next = {0};
    alphabet_add(m, &have, (omega_cube){0, 0});
    for (uint64_t left = cube->mask; left; left &= left - 1) {
      uint32_t d = base_lowest_bit(left);
      next.count = 0;
      add_product(m, a->l.clock, &next, &have,
                  &a->when[cube->value >> d & 1][d]);
      letters_cubes swap = have;
      have = next;
      next = swap;
    }
    add_all(m, &fine, &have);
    vec_free(m, &have);
    vec_free(m, &next);
  }
  vec_each (const omega_cube, cube, &fine)
    vec_push(m, out, *cube);
  vec_free(m, &rough);
  vec_free(m, &fine);
}
