/* Results of calls that depend on nothing but their arguments, which depend on
 * no inputs. Such a call makes no decision, unless it meets inputs of its own
 * (what is not initialised): then it is not remembered. */
#include "engine/panda/calls/calls.h"

#include "base/mutant.h"

#include <assert.h>

enum { MOST_RESULTS = 1 << 20 };

/* All inputs of this path give it the same value? That is worth a query: a
 * whole tree of calls may need none then. */
static void settle(concolic *engine, value *v, unsigned width) {
  if (!v->term || v->object || engine->is_scouting || engine->is_guided)
    return;
  uint64_t bits = terms_value(engine->terms, v->term);
  term is = terms_apply(engine->terms, BITS_EQ, 1, v->term,
                        terms_constant(engine->terms, width, bits), TERM_NONE);
  if (concolic_ask(engine, terms_not(engine->terms, is)) == SMT_UNSAT)
    *v = value_word(bits);
}

/* The number of (function, arguments), or MAP_NONE. Numbers of functions come
 * first, then those of pairs of a number and half a word. */
static uint32_t chain(calls *x, uint32_t function, const value *given,
                      uint32_t count, bool may_add) {
  uint32_t functions = (uint32_t)x->p->functions.count, at = function;
  if (MUTANT("panda-contract-memo") && count)
    count--;
  for (uint32_t n = 0; n < 2 * count; n++) {
    uint64_t bits = given[n / 2].bits;
    uint64_t key = map_pair(at, (uint32_t)(n % 2 ? bits >> 32 : bits));
    uint32_t number =
        may_add ? map_insert(x->m, &x->chains, key) : map_find(&x->chains, key);
    if (number == MAP_NONE)
      return MAP_NONE;
    at = functions + number;
  }
  return at;
}

static bool are_plain(const value *given, uint32_t count) {
  for (uint32_t n = 0; n < count; n++)
    if (!value_is_plain(given[n]))
      return false;
  return true;
}

bool calls_recall(concolic *engine, uint32_t function, value *given,
                  uint32_t count, value *result) {
  assert(function < engine->p->functions.count);
  calls *x = engine->calls;
  const cfa_function *f = &engine->p->functions.at[function];
  if (!x->all[function].is_pure || count != f->parameters)
    return false;
  for (uint32_t n = 0; n < count; n++)
    if (engine->p->variables.at[f->first_variable + n].is_scalar)
      settle(engine, &given[n],
             engine->p->variables.at[f->first_variable + n].width);
  if (!are_plain(given, count))
    return false;
  uint32_t key = chain(x, function, given, count, false);
  if (key == MAP_NONE || key >= x->results.count ||
      !x->results.at[key].is_known)
    return false;
  *result = value_word(x->results.at[key].bits);
  return true;
}

void calls_note(concolic *engine, uint32_t function, const value *given,
                uint32_t count) {
  calls *x = engine->calls;
  if (!x->all[function].is_pure || !are_plain(given, count) ||
      count != engine->p->functions.at[function].parameters ||
      x->results.count > MOST_RESULTS)
    return;
  while (x->pending.count && vec_last(&x->pending).depth >= engine->depth)
    x->pending.count--;
  calls_pending pending = {.depth = engine->depth,
                           .key = chain(x, function, given, count, true),
                           .serial =
                               engine->frames.at[engine->depth - 1].serial,
                           .symbolic = engine->symbolic,
                           .inputs = engine->inputs.count};
  vec_push(x->m, &x->pending, pending);
}

void calls_remember(concolic *engine, value result) {
  calls *x = engine->calls;
  while (x->pending.count && vec_last(&x->pending).depth > engine->depth)
    x->pending.count--;
  if (!x->pending.count || vec_last(&x->pending).depth != engine->depth)
    return;
  calls_pending pending = vec_pop(&x->pending);
  if (pending.serial != engine->frames.at[engine->depth - 1].serial ||
      pending.symbolic != engine->symbolic ||
      pending.inputs != engine->inputs.count || !value_is_plain(result))
    return;
  if (x->results.count <= pending.key)
    vec_resize(x->m, &x->results, pending.key + 1);
  x->results.at[pending.key] = (calls_result){true, result.bits};
}
