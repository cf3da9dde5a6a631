/* Results of calls that depend on nothing but their arguments, which depend on
 * no inputs. Such a call makes no decision, unless it meets inputs of its own
 * (what is not initialised): then it is not remembered. */
#include "engine/panda/calls/calls.h"

#include "base/mutant.h"

#include <assert.h>

enum { MOST_RESULTS = 1 << 20 };

/* All inputs of this path give it the same value? That is worth a query: a
 * whole tree of calls may need none then. */
static void settle(concolic *k, value *v, unsigned width) {
  if (!v->term || v->object || k->is_scouting || k->is_guided)
    return;
  uint64_t bits = terms_value(k->terms, v->term);
  term is = terms_apply(k->terms, BITS_EQ, 1, v->term,
                        terms_constant(k->terms, width, bits), TERM_NONE);
  if (concolic_ask(k, terms_not(k->terms, is)) == SMT_UNSAT)
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

bool calls_recall(concolic *k, uint32_t function, value *given, uint32_t count,
                  value *result) {
  assert(function < k->p->functions.count);
  calls *x = k->calls;
  const cfa_function *f = &k->p->functions.at[function];
  if (!x->all[function].is_pure || count != f->parameters)
    return false;
  for (uint32_t n = 0; n < count; n++)
    if (k->p->variables.at[f->first_variable + n].is_scalar)
      settle(k, &given[n], k->p->variables.at[f->first_variable + n].width);
  if (!are_plain(given, count))
    return false;
  uint32_t key = chain(x, function, given, count, false);
  if (key == MAP_NONE || key >= x->results.count ||
      !x->results.at[key].is_known)
    return false;
  *result = value_word(x->results.at[key].bits);
  return true;
}

void calls_note(concolic *k, uint32_t function, const value *given,
                uint32_t count) {
  calls *x = k->calls;
  if (!x->all[function].is_pure || !are_plain(given, count) ||
      count != k->p->functions.at[function].parameters ||
      x->results.count > MOST_RESULTS)
    return;
  while (x->pending.count && vec_last(&x->pending).depth >= k->depth)
    x->pending.count--;
  calls_pending p = {.depth = k->depth,
                     .key = chain(x, function, given, count, true),
                     .serial = k->frames.at[k->depth - 1].serial,
                     .symbolic = k->symbolic,
                     .inputs = k->inputs.count};
  vec_push(x->m, &x->pending, p);
}

void calls_remember(concolic *k, value result) {
  calls *x = k->calls;
  while (x->pending.count && vec_last(&x->pending).depth > k->depth)
    x->pending.count--;
  if (!x->pending.count || vec_last(&x->pending).depth != k->depth)
    return;
  calls_pending p = vec_pop(&x->pending);
  if (p.serial != k->frames.at[k->depth - 1].serial ||
      p.symbolic != k->symbolic || p.inputs != k->inputs.count ||
      !value_is_plain(result))
    return;
  if (x->results.count <= p.key)
    vec_resize(x->m, &x->results, p.key + 1);
  x->results.at[p.key] = (calls_result){true, result.bits};
}
