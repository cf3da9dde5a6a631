#include "engine/predicates/choose.h"

#include <assert.h>

void chooser_init(chooser *c, predicates *x, mem *m, prog *out) {
  *c = (chooser){.x = x, .m = m, .out = out, .asked = x->asker.queries};
  c->no = prog_constant(m, out, 1, 0);
  c->yes = prog_constant(m, out, 1, 1);
}

void literals_add(chooser *c, literals *l, uint32_t atom, uint32_t now) {
  size_t before = l->index.keys.count;
  if (map_insert(c->m, &l->index, atom) < before)
    return;
  literal x = {.atom = atom,
               .now = now,
               .range = shape_range_of(&c->x->shapes, atom, false)};
  vec_push(c->m, &l->all, x);
}

void literals_clear(chooser *c, literals *l) {
  vec_free(c->m, &l->all);
  map_free(c->m, &l->index);
  map_free(c->m, &l->known);
  vec_free(c->m, &l->choices);
}

/* Expressions of the program. */

uint32_t choose_not(chooser *c, uint32_t a) {
  assert(a < c->out->expressions.count);
  const prog_expression *expression = &c->out->expressions.at[a];
  if (a == c->yes || a == c->no)
    return a == c->yes ? c->no : c->yes;
  if (expression->op == PROG_NOT)
    return expression->a;
  return prog_add_expression(c->m, c->out, PROG_NOT, 1, a, PROG_NONE,
                             PROG_NONE);
}

uint32_t choose_and(chooser *c, uint32_t a, uint32_t b) {
  if (a == c->no || b == c->no)
    return c->no;
  if (a == c->yes || a == b)
    return b;
  if (b == c->yes)
    return a;
  return prog_add_expression(c->m, c->out, PROG_AND, 1, a, b, PROG_NONE);
}

uint32_t choose_or(chooser *c, uint32_t a, uint32_t b) {
  if (a == c->yes || b == c->yes)
    return c->yes;
  if (a == c->no || a == b)
    return b;
  if (b == c->no)
    return a;
  return prog_add_expression(c->m, c->out, PROG_OR, 1, a, b, PROG_NONE);
}

uint32_t choice_value(chooser *c, choice of) {
  if (of.is_exact)
    return of.yes;
  if (of.yes == c->no && of.no == c->no)
    return prog_add_expression(c->m, c->out, PROG_ANY, 1, PROG_NONE, PROG_NONE,
                               PROG_NONE);
  if (of.yes == c->yes || of.no == c->yes)
    return of.yes == c->yes ? c->yes : c->no;
  return prog_add_expression(c->m, c->out, PROG_CHOOSE, 1, of.yes, of.no,
                             PROG_NONE);
}

typedef struct near {
  uint32_t at[ASK_MOST]; /* literals */
  int score[ASK_MOST];   /* lower is nearer */
  size_t count;
  bool is_beyond; /* some say more than ranges can */
} near;

static void keep_near(near *n, uint32_t at, int score) {
  size_t i = n->count;
  if (i == ASK_MOST && n->score[i - 1] <= score)
    return;
  if (i == ASK_MOST)
    i--;
  else
    n->count++;
  for (; i > 0 && n->score[i - 1] > score; i--) {
    n->at[i] = n->at[i - 1];
    n->score[i] = n->score[i - 1];
  }
  n->at[i] = at;
  n->score[i] = score;
}

/* Predicates that share variables with the atom, those with few others
 * first. */
static near nearest(chooser *c, literals *l, uint32_t atom, uint32_t word) {
  shapes *s = &c->x->shapes;
  near out = {0};
  for (uint32_t i = 0; i < l->all.count; i++) {
    const literal *x = &l->all.at[i];
    if (x->atom == atom)
      continue;
    shape_leaves leaves = *shape_look(s, x->atom);
    int shared = 0, other = 0;
    for (uint32_t k = 0; k < leaves.count; k++)
      if (shape_mentions(s, atom, s->leaves.at[leaves.first + k]))
        shared++;
      else
        other++;
    if (!shared)
      continue;
    bool is_beyond = x->range.word != word;
    out.is_beyond = out.is_beyond || is_beyond;
    keep_near(&out, i, 8 * other - 2 * shared - is_beyond);
  }
  return out;
}

/* The rows in which predicate k has the value. */
static uint64_t rows_with(const ask_table *table, unsigned k, bool value) {
  uint64_t rows = 0;
  for (unsigned i = 0; i < 1u << table->count; i++)
    if ((i >> k & 1) == value)
      rows |= UINT64_C(1) << i;
  return rows;
}

/* The rows 'wanted', and some of those that do not matter, as cubes. */
static uint32_t cover(chooser *c, const literals *l, const near *n,
                      const ask_table *table, uint64_t wanted,
                      uint64_t allowed) {
  uint32_t out = c->no;
  uint64_t all = table->count == ASK_MOST
                     ? UINT64_MAX
                     : (UINT64_C(1) << (1u << table->count)) - 1;
  for (unsigned row = 0; row < 1u << table->count; row++) {
    if (!(wanted >> row & 1))
      continue;
    uint64_t sets[ASK_MOST], cube;
    bool used[ASK_MOST];
    for (unsigned k = 0; k < table->count; k++) {
      sets[k] = rows_with(table, k, row >> k & 1);
      used[k] = true;
    }
    for (unsigned drop = 0; drop < table->count; drop++) {
      cube = all;
      for (unsigned k = 0; k < table->count; k++)
        if (used[k] && k != drop)
          cube &= sets[k];
      used[drop] = (cube & ~allowed) != 0;
    }
    uint32_t product = c->yes;
    cube = all;
    for (unsigned k = 0; k < table->count; k++) {
      if (!used[k])
        continue;
      uint32_t now = l->all.at[n->at[k]].now;
      cube &= sets[k];
      product = choose_and(c, product, row >> k & 1 ? now : choose_not(c, now));
    }
    wanted &= ~cube;
    out = choose_or(c, out, product);
  }
  return out;
}

/* NULL: nothing to ask, or too much was asked. */
static const ask_table *table_of(chooser *c, const literals *l, uint32_t atom,
                                 const near *n) {
  uint32_t of[ASK_MOST];
  if (!n->is_beyond || c->x->asker.queries - c->asked > PREDICATES_QUESTIONS)
    return NULL;
  for (size_t i = 0; i < n->count; i++)
    of[i] = l->all.at[n->at[i]].atom;
  return ask(&c->x->asker, atom, of, n->count);
}

static choice exactly(chooser *c, uint32_t yes) {
  return (choice){.yes = yes, .no = choose_not(c, yes), .is_exact = true};
}

/* By comparisons of the same word: alone, and in pairs. */
static void by_ranges(chooser *c, const literals *l, shape_range range,
                      choice *out) {
  vec(uint32_t) open = {0};
  shape_range set[3] = {range};
  for (uint32_t i = 0; i < l->all.count; i++) {
    const literal *x = &l->all.at[i];
    if (x->range.word != range.word)
      continue;
    bool decides = false;
    for (int side = 0; side < 2; side++) {
      uint32_t now = side ? choose_not(c, x->now) : x->now;
      set[1] = side ? shape_range_not(x->range) : x->range;
      set[0] = range;
      if (shape_ranges_exclude(set, 2)) {
        out->no = choose_or(c, out->no, now);
        decides = true;
      }
      set[0] = shape_range_not(range);
      if (shape_ranges_exclude(set, 2)) {
        out->yes = choose_or(c, out->yes, now);
        decides = true;
      }
    }
    if (!decides)
      vec_push(c->m, &open, i);
  }
  for (uint32_t i = 0; i < open.count && open.count <= 24; i++)
    for (uint32_t k = i + 1; k < open.count; k++)
      for (int side = 0; side < 8; side++) {
        const literal *x = &l->all.at[open.at[i]], *y = &l->all.at[open.at[k]];
        set[0] = side & 4 ? shape_range_not(range) : range;
        set[1] = side & 1 ? shape_range_not(x->range) : x->range;
        set[2] = side & 2 ? shape_range_not(y->range) : y->range;
        if (!shape_ranges_exclude(set, 3))
          continue;
        uint32_t both = choose_and(c, side & 1 ? choose_not(c, x->now) : x->now,
                                   side & 2 ? choose_not(c, y->now) : y->now);
        if (side & 4)
          out->yes = choose_or(c, out->yes, both);
        else
          out->no = choose_or(c, out->no, both);
      }
  vec_free(c->m, &open);
}

static choice choose_atom(chooser *c, literals *l, uint32_t atom) {
  uint64_t k;
  choice out = {c->no, c->no, false};
  if (shape_is_constant(&c->x->shapes, atom, &k))
    return exactly(c, k ? c->yes : c->no);
  uint32_t n = map_find(&l->index, atom);
  if (n != MAP_NONE)
    return exactly(c, l->all.at[n].now);
  shape_range range = shape_range_of(&c->x->shapes, atom, false);
  by_ranges(c, l, range, &out);
  near close = nearest(c, l, atom, range.word);
  const ask_table *table = table_of(c, l, atom, &close);
  if (!table)
    return out;
  uint64_t yes = table->can_be_true & ~table->can_be_false;
  uint64_t no = table->can_be_false & ~table->can_be_true;
  uint64_t none = ~(table->can_be_true | table->can_be_false);
  out.yes = choose_or(c, out.yes, cover(c, l, &close, table, yes, yes | none));
  out.no = choose_or(c, out.no, cover(c, l, &close, table, no, no | none));
  return out;
}

static choice negated(choice x) { return (choice){x.no, x.yes, x.is_exact}; }

static choice both(chooser *c, choice x, choice y) {
  return (choice){choose_and(c, x.yes, y.yes), choose_or(c, x.no, y.no),
                  x.is_exact && y.is_exact};
}

static choice either(chooser *c, choice x, choice y) {
  return negated(both(c, negated(x), negated(y)));
}

static choice combine(chooser *c, bits_op op, const choice *v) {
  switch (op) {
  case BITS_NOT:
    return negated(v[0]);
  case BITS_AND:
    return both(c, v[0], v[1]);
  case BITS_OR:
    return either(c, v[0], v[1]);
  case BITS_EQ:
    return either(c, both(c, v[0], v[1]),
                  both(c, negated(v[0]), negated(v[1])));
  case BITS_XOR:
    return either(c, both(c, v[0], negated(v[1])),
                  both(c, negated(v[0]), v[1]));
  default: /* BITS_ITE */
    return either(c, both(c, v[0], v[1]), both(c, negated(v[0]), v[2]));
  }
}

static bool is_known(const literals *l, uint32_t e) {
  return map_find(&l->known, e) != MAP_NONE;
}

/* The operands of a connective; 0: it is an atom. */
static size_t parts(const chooser *c, uint32_t e, uint32_t *of) {
  const cfa *automaton = c->x->p;
  const cfa_expression *expression = &automaton->expressions.at[e];
  if (expression->kind != CFA_APPLY || expression->width != 1 ||
      shape_is_leaf(&c->x->shapes, e) ||
      automaton->expressions.at[expression->a].width != 1 ||
      automaton->expressions.at[expression->a].is_pointer)
    return 0;
  switch (expression->op) {
  case BITS_NOT:
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
  case BITS_ITE:
  case BITS_EQ:
    return cfa_operands(expression, of);
  default:
    return 0;
  }
}

static void decide(chooser *c, literals *l, uint32_t e) {
  uint32_t of[3];
  choice v[3], made;
  size_t count = parts(c, e, of);
  for (size_t i = 0; i < count; i++)
    v[i] = l->choices.at[map_find(&l->known, of[i])];
  made = count ? combine(c, c->x->p->expressions.at[e].op, v)
               : choose_atom(c, l, e);
  map_insert(c->m, &l->known, e);
  vec_push(c->m, &l->choices, made);
}

choice choose(chooser *c, literals *l, uint32_t condition) {
  shape_list waiting = {0};
  progress_tick(c->x->clock);
  vec_push(c->m, &waiting, condition);
  while (waiting.count) {
    uint32_t e = vec_last(&waiting), of[3];
    size_t before = waiting.count, count = is_known(l, e) ? 0 : parts(c, e, of);
    for (size_t i = 0; i < count; i++)
      if (!is_known(l, of[i]))
        vec_push(c->m, &waiting, of[i]);
    if (waiting.count > before)
      continue;
    if (!is_known(l, e))
      decide(c, l, e);
    waiting.count--;
  }
  vec_free(c->m, &waiting);
  return l->choices.at[map_find(&l->known, condition)];
}

/* What follows for other predicates if the atom is true (or not). */
static uint32_t consequences(chooser *c, literals *l, uint32_t atom,
                             bool holds) {
  uint32_t out = c->yes;
  uint64_t k;
  if (shape_is_constant(&c->x->shapes, atom, &k))
    return out;
  shape_range set[2] = {shape_range_of(&c->x->shapes, atom, !holds)};
  for (uint32_t i = 0; i < l->all.count; i++) {
    const literal *x = &l->all.at[i];
    if (x->range.word != set[0].word || x->atom == atom)
      continue;
    set[1] = x->range;
    if (shape_ranges_exclude(set, 2))
      out = choose_and(c, out, choose_not(c, x->now));
    set[1] = shape_range_not(x->range);
    if (shape_ranges_exclude(set, 2))
      out = choose_and(c, out, x->now);
  }
  near close = nearest(c, l, atom, set[0].word);
  const ask_table *table = table_of(c, l, atom, &close);
  if (!table)
    return out;
  uint64_t all = table->count == ASK_MOST
                     ? UINT64_MAX
                     : (UINT64_C(1) << (1u << table->count)) - 1;
  uint64_t never = all & ~(holds ? table->can_be_true : table->can_be_false);
  return choose_and(c, out,
                    choose_not(c, cover(c, l, &close, table, never, never)));
}

uint32_t choose_guard(chooser *c, literals *l, uint32_t condition, bool holds) {
  bool is_negated;
  choice x = choose(c, l, condition);
  uint32_t out = choose_not(c, holds ? x.no : x.yes), of[3];
  uint32_t atom = shape_strip(&c->x->shapes, condition, &is_negated);
  if (parts(c, atom, of) == 0)
    out = choose_and(c, out, consequences(c, l, atom, holds != is_negated));
  return out;
}
