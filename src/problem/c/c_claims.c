/* Where an invariant stands in the text: loops by their keyword, statements by
 * the line where they begin, contracts by the name of their function. */
#include "problem/c/c_claims.h"

#include "base/kept.h"
#include "cfa/predicates.h"
#include "cfa/print.h"

#include <assert.h>
#include <string.h>

static c_place place_of(const cfa *automaton, cfa_place at) {
  if (at.file == CFA_NONE)
    return (c_place){.file = ""};
  return (c_place){cfa_text(automaton, automaton->files.at[at.file]), at.line,
                   at.column};
}

enum { NOT_LOOKED_FOR, IS_THERE, IS_NOWHERE };

void c_places_init(custos *c, const c_sources *files, c_places *out) {
  size_t count = c->c_problem.cfa.locations.count + 1;
  *out = (c_places){.m = &c->job, .p = &c->c_problem.cfa, .files = *files};
  out->points = mem_array(out->m, count, sizeof *out->points);
  out->states = mem_array(out->m, count, sizeof *out->states);
}

static bool is_there(c_places *places, uint32_t location, c_point *out) {
  assert(location < places->p->locations.count);
  cfa_place at = places->p->locations.at[location].place;
  uint8_t *state = &places->states[location];
  if (*state == NOT_LOOKED_FOR) {
    c_place place = place_of(places->p, at);
    bool is_found =
        at.file != CFA_NONE &&
        c_source_find(&places->files, &place, &places->points[location]);
    *state = is_found ? IS_THERE : IS_NOWHERE;
  }
  *out = places->points[location];
  return *state == IS_THERE;
}

/* How well does the head of a loop fit a claim? 0: it does not. */
static unsigned fit_loop(const c_witness_claim *claim, const c_point *at) {
  c_point loop;
  bool has_loop = c_source_loop(at, &loop);
  if (has_loop && loop.line == claim->line)
    return !claim->column || loop.column == claim->column ? 3 : 2;
  return at->line == claim->line;
}

/* Does a statement begin here: is the line another one before it? */
static bool begins(const cfa *automaton, uint32_t location) {
  assert(location < automaton->locations.count);
  const cfa_location *l = &automaton->locations.at[location];
  assert(l->function < automaton->functions.count);
  if (automaton->functions.at[l->function].entry == location)
    return true;
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->to == location &&
        automaton->locations.at[edge->from].place.line != l->place.line)
      return true;
  return false;
}

static unsigned fit_statement(const cfa *automaton, uint32_t location,
                              const c_witness_claim *claim, const c_point *at) {
  if (at->line != claim->line || !begins(automaton, location))
    return 0;
  return claim->column && claim->column == at->column ? 2 : 1;
}

/* The one that fits best; CFA_NONE: none, or of statements: several. */
static uint32_t find_place(c_places *places, const c_witness_claim *claim) {
  const cfa *automaton = places->p;
  bool is_loop = claim->kind == C_WITNESS_LOOP;
  uint32_t best = CFA_NONE;
  unsigned how = 0, as_well = 0;
  for (uint32_t n = 0; n < automaton->locations.count; n++) {
    const cfa_location *location = &automaton->locations.at[n];
    c_point at;
    const char *function =
        cfa_text(automaton, automaton->functions.at[location->function].name);
    if ((is_loop && !location->is_loop_head) ||
        (claim->function[0] && strcmp(claim->function, function) != 0) ||
        !is_there(places, n, &at))
      continue;
    unsigned here = is_loop ? fit_loop(claim, &at)
                            : fit_statement(automaton, n, claim, &at);
    as_well += here && here == how;
    if (here > how) {
      how = here;
      as_well = 0;
      best = n;
    }
  }
  return !is_loop && as_well ? CFA_NONE : best;
}

static uint32_t find_function(const c_places *places,
                              const c_witness_claim *claim) {
  const cfa *automaton = places->p;
  for (uint32_t f = 0; f < automaton->functions.count; f++) {
    c_place place = place_of(automaton, automaton->functions.at[f].place);
    c_point at;
    if (claim->function[0]
            ? strcmp(cfa_text(automaton, automaton->functions.at[f].name),
                     claim->function) == 0
            : c_source_find(&places->files, &place, &at) &&
                  at.line == claim->line)
      return f;
  }
  return CFA_NONE;
}

static uint32_t find(c_places *places, const c_witness_claim *claim) {
  return claim->kind <= C_WITNESS_LOCATION ? find_place(places, claim)
                                           : find_function(places, claim);
}

static bool claims_say(c_places *places, const cfa_invariant *invariant,
                       const char **out) {
  kept k = {.m = places->m};
  text to;
  text_init(&to, kept_add, &k);
  bool is_c = cfa_print_invariant(places->p, invariant, true, &to);
  text_end(&to);
  vec_push(places->m, &k.bytes, '\0');
  *out = k.bytes.at;
  return is_c;
}

/* As a reader will look for it. */
static bool is_found_again(c_places *places, const cfa_invariant *invariant) {
  const cfa *automaton = places->p;
  c_witness_claim as = {.kind = C_WITNESS_ENSURES};
  c_point at, loop;
  if (invariant->kind != CFA_AT_LOCATION) {
    c_place place =
        place_of(automaton, automaton->functions.at[invariant->at].place);
    as.function =
        cfa_text(automaton, automaton->functions.at[invariant->at].name);
    return c_source_find(&places->files, &place, &at) &&
           find(places, &as) == invariant->at;
  }
  const cfa_location *location = &automaton->locations.at[invariant->at];
  if (!is_there(places, invariant->at, &at))
    return false;
  as.kind = location->is_loop_head ? C_WITNESS_LOOP : C_WITNESS_LOCATION;
  as.function =
      cfa_text(automaton, automaton->functions.at[location->function].name);
  as.line = at.line;
  if (location->is_loop_head && c_source_loop(&at, &loop)) {
    as.line = loop.line;
    as.column = loop.column;
  }
  return find(places, &as) == invariant->at;
}

bool c_claims_can_say(c_places *places, const cfa_invariant *invariant) {
  const char *said;
  return (invariant->kind == CFA_AT_LOCATION || !invariant->index) &&
         claims_say(places, invariant, &said) &&
         is_found_again(places, invariant);
}

static bool add(c_places *places, const cfa_invariant *invariant,
                c_claims *out) {
  const cfa *automaton = places->p;
  assert(invariant->at < automaton->locations.count);
  const cfa_location *at = &automaton->locations.at[invariant->at];
  c_invariant as = {.is_loop = at->is_loop_head,
                    .is_quantified = invariant->index != 0,
                    .place = place_of(automaton, at->place),
                    .function = cfa_text(
                        automaton, automaton->functions.at[at->function].name)};
  if (!c_claims_can_say(places, invariant) ||
      !claims_say(places, invariant, &as.condition))
    return false;
  vec_push(places->m, out, as);
  return true;
}

/* All clauses of a kind, as one. "1": there are none. */
static const char *claims_join(c_places *places, const cfa_invariants *all,
                               cfa_invariant_kind kind, uint32_t function,
                               size_t *lost) {
  kept k = {.m = places->m};
  text to;
  bool is_first = true;
  text_init(&to, kept_add, &k);
  vec_each (const cfa_invariant, invariant, all) {
    const char *clause;
    if (invariant->kind != kind || invariant->at != function)
      continue;
    if (!c_claims_can_say(places, invariant) ||
        !claims_say(places, invariant, &clause)) {
      ++*lost;
      continue;
    }
    text_put(&to, is_first ? "(" : " && (");
    text_put(&to, clause);
    text_char(&to, ')');
    is_first = false;
  }
  if (is_first)
    text_put(&to, "1");
  text_end(&to);
  vec_push(places->m, &k.bytes, '\0');
  return k.bytes.at;
}

static void add_contract(c_places *places, const cfa_invariants *all,
                         uint32_t function, c_claims *out, size_t *lost) {
  const cfa *automaton = places->p;
  const cfa_function *f = &automaton->functions.at[function];
  c_invariant as = {.is_contract = true,
                    .place = place_of(automaton, f->place),
                    .function = cfa_text(automaton, f->name)};
  as.requires = claims_join(places, all, CFA_REQUIRES, function, lost);
  as.condition = claims_join(places, all, CFA_ENSURES, function, lost);
  vec_push(places->m, out, as);
}

static bool is_among(const cfa_invariants *all,
                     const panda_predicate *predicate) {
  vec_each (const cfa_invariant, invariant, all)
    if (invariant->kind == CFA_AT_LOCATION &&
        invariant->at == predicate->location &&
        invariant->condition == predicate->condition)
      return true;
  return false;
}

size_t c_claims_collect(custos *c, const c_sources *files, c_claims *out) {
  const panda_result *result = &c->c_problem.result;
  const cfa_invariants *all = &c->c_problem.proven;
  bool *is_told =
      mem_array(&c->job, c->c_problem.cfa.functions.count + 1, sizeof *is_told);
  size_t lost = 0;
  c_places places;
  c_places_init(c, files, &places);
  vec_each (const cfa_invariant, invariant, all) {
    if (invariant->kind == CFA_AT_LOCATION) {
      lost += !add(&places, invariant, out);
    } else if (!is_told[invariant->at]) {
      is_told[invariant->at] = true;
      add_contract(&places, all, invariant->at, out, &lost);
    }
  }
  vec_each (const panda_predicate, predicate, &result->predicates) {
    cfa_invariant invariant = {CFA_AT_LOCATION, predicate->location,
                               predicate->condition, 0};
    if (predicate->is_invariant && !is_among(all, predicate))
      add(&places, &invariant, out);
  }
  return lost;
}

bool c_claims_take(custos *c, const char *path, const c_witness_proof *w,
                   cfa_invariants *out, size_t *left_out) {
  static const cfa_invariant_kind kinds[] = {
      [C_WITNESS_LOOP] = CFA_AT_LOCATION,
      [C_WITNESS_LOCATION] = CFA_AT_LOCATION,
      [C_WITNESS_REQUIRES] = CFA_REQUIRES,
      [C_WITNESS_ENSURES] = CFA_ENSURES,
  };
  cfa *automaton = &c->c_problem.cfa;
  c_sources files;
  if (!context_read_c_sources(c, &files))
    return false;
  c_places places;
  c_places_init(c, &files, &places);
  *left_out = w->skipped;
  for (size_t i = 0; i < w->count; i++) {
    const c_witness_claim *claim = &w->claims[i];
    cfa_invariant known = {.kind = kinds[claim->kind]};
    known.at = claim->is_c ? find(&places, claim) : CFA_NONE;
    if (known.at == CFA_NONE) {
      ++*left_out;
      continue;
    }
    cfa_claim_text claim_text = {claim->value, path, claim->at_line,
                                 claim->at_column};
    if (!cfa_read_claim(&c->c_problem.mem, automaton, &claim_text, &c->report,
                        &known))
      return false;
    vec_push(&c->job, out, known);
  }
  return true;
}
