/* What the path says of the words of two nodes.
 *
 * Words that are inputs of their own: the constraints on these. Other words:
 * the values that they can have, if these are few, or else bounds by constants
 * of the constraints. What is true of one node may be true of the other, too;
 * or there are two cases; or the bounds that both have. Nothing is said of
 * other inputs, so that what is said can be said of any other node. */
#include "engine/panda/lists/lists.h"

#include "base/mutant.h"
#include "engine/panda/run/small_set.h"

enum {
  MOST_VALUES = 4,
  MOST_CASES = 300,    /* nodes of a term */
  MOST_CONSTANTS = 12, /* of a unit */
  MOST_NODES = 400     /* that are looked at for these */
};

typedef struct describer {
  concolic *k;
  const list_unit *units;
  size_t count;
} describer;

static term apply(concolic *k, bits_op op, term a, term b) {
  return terms_apply(k->terms, op, 1, a, b, TERM_NONE);
}

static term either(concolic *k, term a, term b) {
  terms *t = k->terms;
  return terms_not(t, terms_and(t, terms_not(t, a), terms_not(t, b)));
}

static term truth(concolic *k) { return terms_constant(k->terms, 1, 1); }

/* Is it so for all inputs of the path? */
static bool is_certain(concolic *k, term t) {
  if (terms_is_constant(k->terms, t))
    return terms_at(k->terms, t)->value != 0;
  return terms_value(k->terms, t) &&
         concolic_ask(k, terms_not(k->terms, t)) == SMT_UNSAT;
}

/* TERM_NONE: there are many. */
static term list_values(concolic *k, term word, term joined) {
  term said = TERM_NONE, others = truth(k);
  for (int n = 0; n < MOST_VALUES; n++) {
    term one = terms_constant(k->terms, terms_width(k->terms, word),
                              terms_value(k->terms, word));
    term is = apply(k, BITS_EQ, joined, one);
    said = said ? either(k, said, is) : is;
    others = terms_and(k->terms, others,
                       terms_not(k->terms, apply(k, BITS_EQ, word, one)));
    if (terms_is_constant(k->terms, others))
      return terms_at(k->terms, others)->value ? TERM_NONE : said;
    smt_answer a = concolic_ask(k, others);
    if (a == SMT_UNSAT)
      return said;
    if (a == SMT_UNKNOWN)
      return TERM_NONE;
    concolic_take_model(k);
  }
  return TERM_NONE;
}

static void find_constants(concolic *k, term t, unsigned width, small_set *c) {
  vec(term) work = {0};
  vec_push(k->m, &work, t);
  for (int n = 0; work.count && n < MOST_NODES; n++) {
    const term_node *x = terms_at(k->terms, vec_pop(&work));
    const term operands[] = {x->a, x->b, x->c};
    if (x->kind == TERM_CONSTANT && x->width == width)
      small_set_add(c, MOST_CONSTANTS, x->value);
    for (int i = 0; x->kind == TERM_APPLY && i < 3; i++)
      if (operands[i])
        vec_push(k->m, &work, operands[i]);
  }
  vec_free(k->m, &work);
}

static void find_bounds(concolic *k, term word, small_set *c) {
  unsigned width = terms_width(k->terms, word);
  list_inputs x = {.all.count = 0};
  find_constants(k, word, width, c);
  lists_add_inputs(k, &x, word);
  lists_connect(k, &x);
  vec_each (const term, t, &x.constraints)
    find_constants(k, *t, width, c);
  lists_clear_inputs(k, &x);
}

/* Bounds of the joined word that the words of both nodes have. */
static term bound(concolic *k, const list_unit *u) {
  small_set c = {.count = 0};
  term said = truth(k);
  find_bounds(k, u->words[0], &c);
  find_bounds(k, u->words[1], &c);
  for (size_t i = 0; i < 2 * c.count; i++) {
    term x = terms_constant(k->terms, 8 * u->bytes, c.at[i / 2]);
    term parts[3]; /* of both nodes, of the joined word */
    const term words[] = {u->words[0], u->words[1], u->joined};
    for (int n = 0; n < 3; n++)
      parts[n] = i % 2 ? apply(k, BITS_SLE, words[n], x)
                       : apply(k, BITS_SLE, x, words[n]);
    if (is_certain(k, parts[0]) && is_certain(k, parts[1]))
      said = terms_and(k->terms, said, parts[2]);
  }
  return said;
}

static term bound_all(const describer *d) {
  term said = truth(d->k);
  for (size_t i = 0; i < d->count; i++)
    said = terms_and(d->k->terms, said, bound(d->k, &d->units[i]));
  return said;
}

/* Words that are inputs, or constants; what the path says of the former must
 * not mention others. TERM_NONE: it is not so. */
static term describe_inputs(const describer *d, int which) {
  concolic *k = d->k;
  list_inputs x = {.all.count = 0};
  vec(term) with = {0};
  term said = truth(k);
  bool fits = true;
  vec_resize(k->m, &with, terms_inputs(k->terms));
  for (size_t i = 0; i < d->count && fits; i++) {
    const list_unit *u = &d->units[i];
    const term_node *n = terms_at(k->terms, u->words[which]);
    if (n->kind == TERM_INPUT && !with.at[n->value]) {
      with.at[n->value] = u->joined;
      vec_push(k->m, &x.all, (uint32_t)n->value);
    } else {
      fits = n->kind == TERM_CONSTANT;
      said = terms_and(k->terms, said,
                       apply(k, BITS_EQ, u->joined, u->words[which]));
    }
  }
  size_t own = x.all.count;
  if (fits)
    lists_connect(k, &x);
  fits = fits && x.all.count == own;
  for (size_t i = 0; fits && i < x.constraints.count; i++)
    said = terms_and(
        k->terms, said,
        terms_substitute(k->terms, x.constraints.at[i], with.at, with.count));
  vec_free(k->m, &with);
  lists_clear_inputs(k, &x);
  return fits ? said : TERM_NONE;
}

static term describe_values(const describer *d, int which) {
  term said = truth(d->k);
  for (size_t i = 0; i < d->count && said; i++) {
    const list_unit *u = &d->units[i];
    term values = list_values(d->k, u->words[which], u->joined);
    said = values ? terms_and(d->k->terms, said, values) : TERM_NONE;
  }
  return said;
}

static term describe_node(const describer *d, int which) {
  term said = describe_inputs(d, which);
  return said ? said : describe_values(d, which);
}

/* Is it true of the words of a node? */
static bool allows(const describer *d, term said, int which) {
  concolic *k = d->k;
  vec(term) with = {0};
  if (!said)
    return false;
  vec_resize(k->m, &with, terms_inputs(k->terms));
  for (size_t i = 0; i < d->count; i++)
    with.at[terms_at(k->terms, d->units[i].joined)->value] =
        d->units[i].words[which];
  term here = terms_substitute(k->terms, said, with.at, with.count);
  vec_free(k->m, &with);
  return is_certain(k, here);
}

static bool is_small(concolic *k, term t) {
  size_t seen = 0;
  vec(term) work = {0};
  vec_push(k->m, &work, t);
  while (work.count && seen < MOST_CASES) {
    const term_node *n = terms_at(k->terms, vec_pop(&work));
    const term operands[] = {n->a, n->b, n->c};
    seen++;
    for (int i = 0; n->kind == TERM_APPLY && i < 3; i++)
      if (operands[i])
        vec_push(k->m, &work, operands[i]);
  }
  vec_free(k->m, &work);
  return seen < MOST_CASES;
}

term lists_describe(concolic *k, const list_unit *units, size_t count) {
  describer d = {k, units, count};
  term a = describe_node(&d, 0), b = describe_node(&d, 1);
  if (MUTANT("panda-lists-first-case") && a)
    return a;
  if (allows(&d, a, 1))
    return a;
  if (allows(&d, b, 0))
    return b;
  if (a && b && is_small(k, either(k, a, b)))
    return either(k, a, b);
  term said = bound_all(&d);
  return terms_is_constant(k->terms, said) ? TERM_NONE : said;
}
