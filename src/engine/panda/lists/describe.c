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

static term apply(concolic *engine, bits_op op, term a, term b) {
  return terms_apply(engine->terms, op, 1, a, b, TERM_NONE);
}

static term either(concolic *engine, term a, term b) {
  terms *t = engine->terms;
  return terms_not(t, terms_and(t, terms_not(t, a), terms_not(t, b)));
}

static term truth(concolic *engine) {
  return terms_constant(engine->terms, 1, 1);
}

/* Is it so for all inputs of the path? */
static bool is_certain(concolic *engine, term t) {
  if (terms_is_constant(engine->terms, t))
    return terms_at(engine->terms, t)->value != 0;
  return terms_value(engine->terms, t) &&
         concolic_ask(engine, terms_not(engine->terms, t)) == SMT_UNSAT;
}

/* TERM_NONE: there are many. */
static term list_values(concolic *engine, term word, term joined) {
  term said = TERM_NONE, others = truth(engine);
  for (int n = 0; n < MOST_VALUES; n++) {
    term one = terms_constant(engine->terms, terms_width(engine->terms, word),
                              terms_value(engine->terms, word));
    term is = apply(engine, BITS_EQ, joined, one);
    said = said ? either(engine, said, is) : is;
    others =
        terms_and(engine->terms, others,
                  terms_not(engine->terms, apply(engine, BITS_EQ, word, one)));
    if (terms_is_constant(engine->terms, others))
      return terms_at(engine->terms, others)->value ? TERM_NONE : said;
    smt_answer a = concolic_ask(engine, others);
    if (a == SMT_UNSAT)
      return said;
    if (a == SMT_UNKNOWN)
      return TERM_NONE;
    concolic_take_model(engine);
  }
  return TERM_NONE;
}

static void find_constants(concolic *engine, term t, unsigned width,
                           small_set *set) {
  vec(term) work = {0};
  vec_push(engine->m, &work, t);
  for (int n = 0; work.count && n < MOST_NODES; n++) {
    const term_node *node = terms_at(engine->terms, vec_pop(&work));
    const term operands[] = {node->a, node->b, node->c};
    if (node->kind == TERM_CONSTANT && node->width == width)
      small_set_add(set, MOST_CONSTANTS, node->value);
    for (int i = 0; node->kind == TERM_APPLY && i < 3; i++)
      if (operands[i])
        vec_push(engine->m, &work, operands[i]);
  }
  vec_free(engine->m, &work);
}

static void find_bounds(concolic *engine, term word, small_set *set) {
  unsigned width = terms_width(engine->terms, word);
  list_inputs inputs = {.all.count = 0};
  find_constants(engine, word, width, set);
  lists_add_inputs(engine, &inputs, word);
  lists_connect(engine, &inputs);
  vec_each (const term, t, &inputs.constraints)
    find_constants(engine, *t, width, set);
  lists_clear_inputs(engine, &inputs);
}

/* Bounds of the joined word that the words of both nodes have. */
static term bound(concolic *engine, const list_unit *unit) {
  small_set set = {.count = 0};
  term said = truth(engine);
  find_bounds(engine, unit->words[0], &set);
  find_bounds(engine, unit->words[1], &set);
  for (size_t i = 0; i < 2 * set.count; i++) {
    term x = terms_constant(engine->terms, 8 * unit->bytes, set.at[i / 2]);
    term parts[3]; /* of both nodes, of the joined word */
    const term words[] = {unit->words[0], unit->words[1], unit->joined};
    for (int n = 0; n < 3; n++)
      parts[n] = i % 2 ? apply(engine, BITS_SLE, words[n], x)
                       : apply(engine, BITS_SLE, x, words[n]);
    if (is_certain(engine, parts[0]) && is_certain(engine, parts[1]))
      said = terms_and(engine->terms, said, parts[2]);
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
  concolic *engine = d->k;
  list_inputs inputs = {.all.count = 0};
  vec(term) with = {0};
  term said = truth(engine);
  bool fits = true;
  vec_resize(engine->m, &with, terms_inputs(engine->terms));
  for (size_t i = 0; i < d->count && fits; i++) {
    const list_unit *unit = &d->units[i];
    const term_node *node = terms_at(engine->terms, unit->words[which]);
    if (node->kind == TERM_INPUT && !with.at[node->value]) {
      with.at[node->value] = unit->joined;
      vec_push(engine->m, &inputs.all, (uint32_t)node->value);
    } else {
      fits = node->kind == TERM_CONSTANT;
      said =
          terms_and(engine->terms, said,
                    apply(engine, BITS_EQ, unit->joined, unit->words[which]));
    }
  }
  size_t own = inputs.all.count;
  if (fits)
    lists_connect(engine, &inputs);
  fits = fits && inputs.all.count == own;
  for (size_t i = 0; fits && i < inputs.constraints.count; i++)
    said = terms_and(engine->terms, said,
                     terms_substitute(engine->terms, inputs.constraints.at[i],
                                      with.at, with.count));
  vec_free(engine->m, &with);
  lists_clear_inputs(engine, &inputs);
  return fits ? said : TERM_NONE;
}

static term describe_values(const describer *d, int which) {
  term said = truth(d->k);
  for (size_t i = 0; i < d->count && said; i++) {
    const list_unit *unit = &d->units[i];
    term values = list_values(d->k, unit->words[which], unit->joined);
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
  concolic *engine = d->k;
  vec(term) with = {0};
  if (!said)
    return false;
  vec_resize(engine->m, &with, terms_inputs(engine->terms));
  for (size_t i = 0; i < d->count; i++)
    with.at[terms_at(engine->terms, d->units[i].joined)->value] =
        d->units[i].words[which];
  term here = terms_substitute(engine->terms, said, with.at, with.count);
  vec_free(engine->m, &with);
  return is_certain(engine, here);
}

static bool is_small(concolic *engine, term t) {
  size_t seen = 0;
  vec(term) work = {0};
  vec_push(engine->m, &work, t);
  while (work.count && seen < MOST_CASES) {
    const term_node *node = terms_at(engine->terms, vec_pop(&work));
    const term operands[] = {node->a, node->b, node->c};
    seen++;
    for (int i = 0; node->kind == TERM_APPLY && i < 3; i++)
      if (operands[i])
        vec_push(engine->m, &work, operands[i]);
  }
  vec_free(engine->m, &work);
  return seen < MOST_CASES;
}

term lists_describe(concolic *engine, const list_unit *units, size_t count) {
  describer d = {engine, units, count};
  term a = describe_node(&d, 0), b = describe_node(&d, 1);
  if (MUTANT("panda-lists-first-case") && a)
    return a;
  if (allows(&d, a, 1))
    return a;
  if (allows(&d, b, 0))
    return b;
  if (a && b && is_small(engine, either(engine, a, b)))
    return either(engine, a, b);
  term said = bound_all(&d);
  return terms_is_constant(engine->terms, said) ? TERM_NONE : said;
}
