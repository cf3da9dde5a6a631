/* Checks a translation certificate by the definition, as the kernel does
 * (kernel/theory/ltl/CheckTranslation.v): plain lists, every cube against every
 * other, sets of formulas as rows of bits over a table of its own. */
#include "logic/certificate.h"

#include <assert.h>

enum { MOST_CUBES = 16384 }; /* of one expansion: absorption is quadratic */

/* Cubes, one behind the other: mask, value, bits of the formulas next, bits of
 * the promises. */
typedef vec(uint64_t) cube_list;

typedef struct checker {
  mem *m;
  ltl own; /* the formula's core, then the certificate's formulas */
  uint32_t root;
  const omega *a;
  const certificate *c;
  uint32_t *number;                /* the certificate's formulas in 'own' */
  uint32_t atom[OMEGA_MOST_ATOMS]; /* the automaton's atoms in 'own' */
  size_t words, width;             /* of a row of bits; of a cube */
  cube_list *lists;                /* expansions, by formula */
  map ranks;                       /* those with a promise, */
  vec(uint32_t) promises;          /* and the promise */
  vec(uint32_t) first,
      entries; /* the entries by state, those of the sink last */
  vec(omega_cube) guard;
  bool *implied;
  bool failed;
} checker;

static bool add_atoms(checker *k, const names *from, uint32_t *number) {
  for (uint32_t i = 0; i < names_count(from); i++) {
    if (i == OMEGA_MOST_ATOMS)
      return false;
    number[i] = names_insert(k->m, &k->own.atoms, names_text(from, i),
                             names_length(from, i));
  }
  return names_count(&k->own.atoms) <= OMEGA_MOST_ATOMS;
}

static bool add_formulas(checker *k) {
  const ltl *core = &k->c->core;
  uint32_t atom[OMEGA_MOST_ATOMS];
  if (!add_atoms(k, &core->atoms, atom))
    return false;
  k->number = mem_array(k->m, core->nodes.count, sizeof *k->number);
  for (uint32_t f = 0; f < core->nodes.count; f++) {
    ltl_node node = core->nodes.at[f];
    switch (node.op) {
    case LTL_TRUE:
    case LTL_FALSE:
      break;
    case LTL_ATOM:
      node.left = atom[node.left];
      break;
    case LTL_NOT:
      if (core->nodes.at[node.left].op != LTL_ATOM)
        return false;
      node.left = k->number[node.left];
      break;
    case LTL_NEXT:
      node.left = k->number[node.left];
      break;
    case LTL_AND:
    case LTL_OR:
    case LTL_UNTIL:
    case LTL_RELEASE:
      node.left = k->number[node.left];
      node.right = k->number[node.right];
      break;
    default:
      return false;
    }
    k->number[f] = ltl_make(k->m, &k->own, node.op, node.left, node.right);
  }
  return true;
}

static uint64_t renumbered(const checker *k, uint64_t atoms) {
  uint64_t result = 0;
  for (; atoms; atoms &= atoms - 1)
    result |= UINT64_C(1) << k->atom[base_lowest_bit(atoms)];
  return result;
}

/* A Büchi automaton with accepting states? */
static bool is_buchi(const omega *automaton) {
  if (!automaton->state_based || automaton->sets > 1)
    return false;
  for (size_t i = 1; i < automaton->edges.count; i++)
    if (automaton->edges.at[i].from == automaton->edges.at[i - 1].from &&
        automaton->edges.at[i].marks != automaton->edges.at[i - 1].marks)
      return false;
  return true;
}

static bool has(const uint64_t *row, uint32_t f) {
  return row[f / 64] >> f % 64 & 1;
}

static void put(uint64_t *row, uint32_t f) {
  row[f / 64] |= UINT64_C(1) << f % 64;
}

/* The members of a conjunction; a part has a smaller number. */
static void conjuncts(const checker *k, uint32_t f, uint64_t *row) {
  put(row, f);
  for (uint32_t g = f + 1; g-- > 0;) {
    const ltl_node *node = &k->own.nodes.at[g];
    if (!has(row, g) || (node->op != LTL_AND && node->op != LTL_TRUE))
      continue;
    row[g / 64] &= ~(UINT64_C(1) << g % 64);
    if (node->op == LTL_AND) {
      put(row, node->left);
      put(row, node->right);
    }
  }
}

/* All formulas that follow from those in the row: members, or made of such. */
static void find_implied(checker *k, const uint64_t *row) {
  for (uint32_t f = 0; f < k->own.nodes.count; f++) {
    const ltl_node *node = &k->own.nodes.at[f];
    k->implied[f] = has(row, f) || node->op == LTL_TRUE ||
                    (node->op == LTL_AND && k->implied[node->left] &&
                     k->implied[node->right]) ||
                    (node->op == LTL_OR &&
                     (k->implied[node->left] || k->implied[node->right]));
  }
}

static const uint64_t *nexts(const uint64_t *cube) { return cube + 2; }
static const uint64_t *promises(const checker *k, const uint64_t *cube) {
  return cube + 2 + k->words;
}

/* 'c' asks for no more than 'd'. */
static bool less(const checker *k, const uint64_t *c, const uint64_t *d) {
  if ((c[0] & ~d[0]) || (d[1] & c[0]) != c[1])
    return false;
  for (size_t i = 2; i < k->width; i++)
    if (c[i] & ~d[i])
      return false;
  return true;
}

/* Adds the cube that the last 'width' words of the list are. */
static void absorb_last(checker *k, cube_list *list) {
  size_t w = k->width, end = list->count - w, kept = 0;
  for (size_t i = 0; i < end; i += w)
    if (less(k, list->at + i, list->at + end)) {
      list->count = end;
      return;
    }
  for (size_t i = 0; i <= end; i += w)
    if (i == end || !less(k, list->at + end, list->at + i)) {
      memmove(list->at + kept, list->at + i, w * sizeof *list->at);
      kept += w;
    }
  list->count = kept;
  if (kept > MOST_CUBES * w)
    k->failed = true;
}

static void add_meet(checker *k, const uint64_t *c, const uint64_t *d,
                     cube_list *out) {
  if ((c[1] ^ d[1]) & c[0] & d[0])
    return;
  vec_reserve(k->m, out, k->width);
  for (size_t i = 0; i < k->width; i++)
    out->at[out->count++] = c[i] | d[i];
  absorb_last(k, out);
}

static void add_times(checker *k, const cube_list *x, const cube_list *y,
                      cube_list *out) {
  for (size_t i = 0; i < x->count; i += k->width)
    for (size_t j = 0; j < y->count && !k->failed; j += k->width)
      add_meet(k, x->at + i, y->at + j, out);
}

/* The cube without conditions, to be filled in. */
static uint64_t *add_true(checker *k, cube_list *out) {
  vec_resize(k->m, out, out->count + k->width);
  return out->at + out->count - k->width;
}

static void check_expand(checker *k, uint32_t f) {
  assert(f < k->own.nodes.count);
  const ltl_node *node = &k->own.nodes.at[f];
  cube_list *out = &k->lists[f], step = {0};
  uint64_t *cube;
  switch (node->op) {
  case LTL_TRUE:
    add_true(k, out);
    break;
  case LTL_ATOM:
    cube = add_true(k, out);
    cube[0] = cube[1] = UINT64_C(1) << node->left;
    break;
  case LTL_NOT:
    add_true(k, out)[0] = UINT64_C(1) << k->own.nodes.at[node->left].left;
    break;
  case LTL_AND:
    add_times(k, &k->lists[node->left], &k->lists[node->right], out);
    break;
  case LTL_NEXT:
    conjuncts(k, node->left, add_true(k, out) + 2);
    break;
  case LTL_OR:
    add_true(k, &step);
    add_times(k, &k->lists[node->left], &step, out);
    add_times(k, &k->lists[node->right], &step, out);
    break;
  case LTL_UNTIL:
    add_true(k, &step);
    add_times(k, &k->lists[node->right], &step, out);
    put(step.at + 2, f);
    put(step.at + 2 + k->words, node->right);
    add_times(k, &k->lists[node->left], &step, out);
    break;
  case LTL_RELEASE:
    put(add_true(k, &step) + 2, f);
    add_times(k, &k->lists[node->right], &k->lists[node->left], out);
    add_times(k, &k->lists[node->right], &step, out);
    break;
  default: /* LTL_FALSE */
    break;
  }
  vec_free(k->m, &step);
}

/* The expansions of all obligations and what they are made of. */
static void expand_formulas(checker *k) {
  bool *needed = mem_array(k->m, k->own.nodes.count, 1);
  vec_each (const uint32_t, f, &k->c->formulas)
    needed[k->number[*f]] = true;
  for (uint32_t f = (uint32_t)k->own.nodes.count; f-- > 0;) {
    const ltl_node *node = &k->own.nodes.at[f];
    if (needed[f] && node->right != LTL_NONE)
      needed[node->left] = needed[node->right] = true;
  }
  for (uint32_t f = 0; f < k->own.nodes.count && !k->failed; f++)
    if (needed[f])
      check_expand(k, f);
  mem_free(k->m, needed);
}

static uint32_t obligation(const checker *k, const certificate_entry *entry,
                           uint32_t i) {
  return k->number[k->c->formulas.at[entry->first + i]];
}

static bool is_implied(const checker *k, const certificate_entry *entry) {
  for (uint32_t i = 0; i < entry->count; i++)
    if (!k->implied[obligation(k, entry, i)])
      return false;
  return true;
}

/* The letters of 'c' are in the guard: by case distinction on atoms. Each step
 * decides one atom more, so the stack holds one cube a level. */
static bool covers(const checker *k, omega_cube c) {
  omega_cube stack[OMEGA_MOST_ATOMS + 1] = {c};
  for (size_t depth = 1; depth > 0;) {
    omega_cube x = stack[--depth];
    uint64_t undecided = 0;
    bool inside = false;
    vec_each (const omega_cube, g, &k->guard) {
      if ((g->value ^ x.value) & g->mask & x.mask)
        continue;
      inside = !(g->mask & ~x.mask);
      undecided = g->mask & ~x.mask;
      break;
    }
    if (inside)
      continue;
    if (!undecided)
      return false;
    uint64_t bit = UINT64_C(1) << base_lowest_bit(undecided);
    stack[depth++] = (omega_cube){x.mask | bit, x.value};
    stack[depth++] = (omega_cube){x.mask | bit, x.value | bit};
  }
  return true;
}

static bool may_advance(const checker *k, const certificate_entry *x,
                        const certificate_entry *y, const uint64_t *cube) {
  if (x->state != CERTIFICATE_SINK && omega_is_accepting(k->a, x->state))
    return true;
  if (y->rank != x->rank)
    return y->rank < x->rank;
  uint32_t n = map_find(&k->ranks, x->rank);
  return n != MAP_NONE && has(promises(k, cube), k->promises.at[n]);
}

/* Is some entry of 'state' good to go on with? */
static bool has_usable(const checker *k, const certificate_entry *x,
                       uint32_t state, const uint64_t *cube) {
  uint32_t slot = state == CERTIFICATE_SINK ? k->a->states : state;
  assert(slot < k->first.count);
  for (uint32_t i = k->first.at[slot]; i < k->first.at[slot + 1]; i++) {
    const certificate_entry *y = &k->c->entries.at[k->entries.at[i]];
    if (may_advance(k, x, y, cube) && is_implied(k, y))
      return true;
  }
  return false;
}

static bool check_cube(checker *k, const certificate_entry *entry,
                       const uint64_t *cube) {
  const omega *automaton = k->a;
  find_implied(k, nexts(cube));
  if (has_usable(k, entry, CERTIFICATE_SINK, cube))
    return true;
  if (entry->state == CERTIFICATE_SINK)
    return false;
  k->guard.count = 0;
  for (uint32_t e = automaton->first.at[entry->state];
       e < automaton->first.at[entry->state + 1]; e++) {
    const omega_edge *edge = &automaton->edges.at[e];
    if (!has_usable(k, entry, edge->to, cube))
      continue;
    for (uint32_t i = 0; i < edge->cubes; i++) {
      omega_cube g = automaton->cubes.at[edge->first_cube + i];
      g = (omega_cube){renumbered(k, g.mask), renumbered(k, g.value)};
      vec_push(k->m, &k->guard, g);
    }
  }
  return covers(k, (omega_cube){cube[0], cube[1]});
}

static bool check_entry(checker *k, const certificate_entry *entry) {
  cube_list all = {0};
  bool good = true;
  add_true(k, &all);
  for (uint32_t i = 0; i < entry->count; i++) {
    cube_list more = {0};
    add_times(k, &k->lists[obligation(k, entry, i)], &all, &more);
    vec_free(k->m, &all);
    all.at = more.at;
    all.count = more.count;
    all.capacity = more.capacity;
  }
  for (size_t i = 0; i < all.count && good && !k->failed; i += k->width)
    good = check_cube(k, entry, all.at + i);
  vec_free(k->m, &all);
  return good && !k->failed;
}

static bool check_entries(checker *k) {
  uint64_t *row = mem_array(k->m, k->words, sizeof *row);
  bool good = false;
  conjuncts(k, k->root, row);
  find_implied(k, row);
  vec_each (const certificate_entry, entry, &k->c->entries)
    good |= entry->state == k->a->initial && is_implied(k, entry);
  mem_free(k->m, row);
  vec_each (const certificate_entry, entry, &k->c->entries)
    if (!good || !check_entry(k, entry))
      return false;
  return good;
}

/* Entries by state; false: an entry is about something that does not exist. */
static bool sort_entries(checker *k) {
  const certificate *c = k->c;
  uint32_t states = k->a->states;
  vec_resize(k->m, &k->first, (size_t)states + 2);
  vec_resize(k->m, &k->entries, c->entries.count);
  for (int round = 0; round < 2; round++) {
    for (uint32_t i = (uint32_t)c->entries.count; i-- > 0;) {
      const certificate_entry *entry = &c->entries.at[i];
      if ((entry->state >= states && entry->state != CERTIFICATE_SINK) ||
          entry->rank == 0 || entry->first > c->formulas.count ||
          entry->count > c->formulas.count - entry->first)
        return false;
      uint32_t slot = entry->state == CERTIFICATE_SINK ? states : entry->state;
      if (round == 0)
        k->first.at[slot]++;
      else
        k->entries.at[--k->first.at[slot]] = i;
    }
    for (uint32_t q = 0; q <= states && round == 0; q++)
      k->first.at[q + 1] += k->first.at[q];
  }
  return true;
}

/* At most one promise a rank. */
static bool sort_promises(checker *k) {
  size_t formulas = k->c->core.nodes.count;
  vec_each (const certificate_promise, promise, &k->c->promises) {
    if (promise->formula >= formulas ||
        map_insert(k->m, &k->ranks, promise->rank) != k->promises.count)
      return false;
    vec_push(k->m, &k->promises, k->number[promise->formula]);
  }
  vec_each (const uint32_t, f, &k->c->formulas)
    if (*f >= formulas)
      return false;
  return true;
}

static bool check(checker *k) {
  if (!is_buchi(k->a) || !add_formulas(k) ||
      !add_atoms(k, &k->a->atoms, k->atom) || !sort_entries(k) ||
      !sort_promises(k))
    return false;
  k->words = (k->own.nodes.count + 63) / 64;
  k->width = 2 + 2 * k->words;
  k->lists = mem_array(k->m, k->own.nodes.count, sizeof *k->lists);
  k->implied = mem_array(k->m, k->own.nodes.count, 1);
  expand_formulas(k);
  return !k->failed && check_entries(k);
}

bool certificate_check(mem *m, const ltl *t, uint32_t f, bool negated,
                       const omega *automaton, const certificate *c) {
  checker k = {.m = m, .a = automaton, .c = c};
  k.root = certificate_core(m, t, f, negated, &k.own);
  bool good = names_count(&t->atoms) <= OMEGA_MOST_ATOMS && check(&k);
  for (size_t i = 0; k.lists && i < k.own.nodes.count; i++)
    vec_free(m, &k.lists[i]);
  mem_free(m, k.lists);
  mem_free(m, k.number);
  map_free(m, &k.ranks);
  vec_free(m, &k.promises);
  mem_free(m, k.implied);
  vec_free(m, &k.first);
  vec_free(m, &k.entries);
  vec_free(m, &k.guard);
  ltl_free(m, &k.own);
  return good;
}
