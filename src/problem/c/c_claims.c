/* Where an invariant stands in the text: loops by their keyword, statements by
 * the line where they begin, contracts by the name of their function. */
#include "problem/c/c_claims.h"

#include "base/kept.h"
#include "cfa/predicates.h"
#include "cfa/print.h"

#include <assert.h>
#include <string.h>

static c_place place_of(const cfa *p, cfa_place at) {
  if (at.file == CFA_NONE)
    return (c_place){.file = ""};
  return (c_place){cfa_text(p, p->files.at[at.file]), at.line, at.column};
}

enum { NOT_LOOKED_FOR, IS_THERE, IS_NOWHERE };

void c_places_init(custos *c, const c_sources *files, c_places *out) {
  size_t count = c->c_problem.cfa.locations.count + 1;
  *out = (c_places){.m = &c->job, .p = &c->c_problem.cfa, .files = *files};
  out->points = mem_array(out->m, count, sizeof *out->points);
  out->states = mem_array(out->m, count, sizeof *out->states);
}

static bool is_there(c_places *x, uint32_t location, c_point *out) {
  assert(location < x->p->locations.count);
  cfa_place at = x->p->locations.at[location].place;
  uint8_t *state = &x->states[location];
  if (*state == NOT_LOOKED_FOR) {
    c_place place = place_of(x->p, at);
    bool is_found = at.file != CFA_NONE &&
                    c_source_find(&x->files, &place, &x->points[location]);
    *state = is_found ? IS_THERE : IS_NOWHERE;
  }
  *out = x->points[location];
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
static bool begins(const cfa *p, uint32_t location) {
  assert(location < p->locations.count);
  const cfa_location *l = &p->locations.at[location];
  assert(l->function < p->functions.count);
  if (p->functions.at[l->function].entry == location)
    return true;
  vec_each (const cfa_edge, e, &p->edges)
    if (e->to == location &&
        p->locations.at[e->from].place.line != l->place.line)
      return true;
  return false;
}

static unsigned fit_statement(const cfa *p, uint32_t location,
                              const c_witness_claim *claim, const c_point *at) {
  if (at->line != claim->line || !begins(p, location))
    return 0;
  return claim->column && claim->column == at->column ? 2 : 1;
}

/* The one that fits best; CFA_NONE: none, or of statements: several. */
static uint32_t find_place(c_places *x, const c_witness_claim *claim) {
  const cfa *p = x->p;
  bool is_loop = claim->kind == C_WITNESS_LOOP;
  uint32_t best = CFA_NONE;
  unsigned how = 0, as_well = 0;
  for (uint32_t n = 0; n < p->locations.count; n++) {
    const cfa_location *l = &p->locations.at[n];
    c_point at;
    const char *function = cfa_text(p, p->functions.at[l->function].name);
    if ((is_loop && !l->is_loop_head) ||
        (claim->function[0] && strcmp(claim->function, function) != 0) ||
        !is_there(x, n, &at))
      continue;
    unsigned here =
        is_loop ? fit_loop(claim, &at) : fit_statement(p, n, claim, &at);
    as_well += here && here == how;
    if (here > how) {
      how = here;
      as_well = 0;
      best = n;
    }
  }
  return !is_loop && as_well ? CFA_NONE : best;
}

static uint32_t find_function(const c_places *x, const c_witness_claim *claim) {
  const cfa *p = x->p;
  for (uint32_t f = 0; f < p->functions.count; f++) {
    c_place place = place_of(p, p->functions.at[f].place);
    c_point at;
    if (claim->function[0]
            ? strcmp(cfa_text(p, p->functions.at[f].name), claim->function) == 0
            : c_source_find(&x->files, &place, &at) && at.line == claim->line)
      return f;
  }
  return CFA_NONE;
}

static uint32_t find(c_places *x, const c_witness_claim *claim) {
  return claim->kind <= C_WITNESS_LOCATION ? find_place(x, claim)
                                           : find_function(x, claim);
}

static bool claims_say(c_places *x, const cfa_invariant *i, const char **out) {
  kept k = {.m = x->m};
  text to;
  text_init(&to, kept_add, &k);
  bool is_c = cfa_print_invariant(x->p, i, true, &to);
  text_end(&to);
  vec_push(x->m, &k.bytes, '\0');
  *out = k.bytes.at;
  return is_c;
}

/* As a reader will look for it. */
static bool is_found_again(c_places *x, const cfa_invariant *i) {
  const cfa *p = x->p;
  c_witness_claim as = {.kind = C_WITNESS_ENSURES};
  c_point at, loop;
  if (i->kind != CFA_AT_LOCATION) {
    c_place place = place_of(p, p->functions.at[i->at].place);
    as.function = cfa_text(p, p->functions.at[i->at].name);
    return c_source_find(&x->files, &place, &at) && find(x, &as) == i->at;
  }
  const cfa_location *l = &p->locations.at[i->at];
  if (!is_there(x, i->at, &at))
    return false;
  as.kind = l->is_loop_head ? C_WITNESS_LOOP : C_WITNESS_LOCATION;
  as.function = cfa_text(p, p->functions.at[l->function].name);
  as.line = at.line;
  if (l->is_loop_head && c_source_loop(&at, &loop)) {
    as.line = loop.line;
    as.column = loop.column;
  }
  return find(x, &as) == i->at;
}

bool c_claims_can_say(c_places *x, const cfa_invariant *i) {
  const char *said;
  return (i->kind == CFA_AT_LOCATION || !i->index) && claims_say(x, i, &said) &&
         is_found_again(x, i);
}

static bool add(c_places *x, const cfa_invariant *i, c_claims *out) {
  const cfa *p = x->p;
  assert(i->at < p->locations.count);
  const cfa_location *at = &p->locations.at[i->at];
  c_invariant as = {.is_loop = at->is_loop_head,
                    .is_quantified = i->index != 0,
                    .place = place_of(p, at->place),
                    .function =
                        cfa_text(p, p->functions.at[at->function].name)};
  if (!c_claims_can_say(x, i) || !claims_say(x, i, &as.condition))
    return false;
  vec_push(x->m, out, as);
  return true;
}

/* All clauses of a kind, as one. "1": there are none. */
static const char *claims_join(c_places *x, const cfa_invariants *all,
                               cfa_invariant_kind kind, uint32_t function,
                               size_t *lost) {
  kept k = {.m = x->m};
  text to;
  bool is_first = true;
  text_init(&to, kept_add, &k);
  vec_each (const cfa_invariant, i, all) {
    const char *clause;
    if (i->kind != kind || i->at != function)
      continue;
    if (!c_claims_can_say(x, i) || !claims_say(x, i, &clause)) {
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
  vec_push(x->m, &k.bytes, '\0');
  return k.bytes.at;
}

static void add_contract(c_places *x, const cfa_invariants *all,
                         uint32_t function, c_claims *out, size_t *lost) {
  const cfa *p = x->p;
  const cfa_function *f = &p->functions.at[function];
  c_invariant as = {.is_contract = true,
                    .place = place_of(p, f->place),
                    .function = cfa_text(p, f->name)};
  as.requires = claims_join(x, all, CFA_REQUIRES, function, lost);
  as.condition = claims_join(x, all, CFA_ENSURES, function, lost);
  vec_push(x->m, out, as);
}

static bool is_among(const cfa_invariants *all, const panda_predicate *x) {
  vec_each (const cfa_invariant, i, all)
    if (i->kind == CFA_AT_LOCATION && i->at == x->location &&
        i->condition == x->condition)
      return true;
  return false;
}

size_t c_claims_collect(custos *c, const c_sources *files, c_claims *out) {
  const panda_result *r = &c->c_problem.result;
  const cfa_invariants *all = &c->c_problem.proven;
  bool *is_told =
      mem_array(&c->job, c->c_problem.cfa.functions.count + 1, sizeof *is_told);
  size_t lost = 0;
  c_places x;
  c_places_init(c, files, &x);
  vec_each (const cfa_invariant, i, all) {
    if (i->kind == CFA_AT_LOCATION) {
      lost += !add(&x, i, out);
    } else if (!is_told[i->at]) {
      is_told[i->at] = true;
      add_contract(&x, all, i->at, out, &lost);
    }
  }
  vec_each (const panda_predicate, y, &r->predicates) {
    cfa_invariant i = {CFA_AT_LOCATION, y->location, y->condition, 0};
    if (y->is_invariant && !is_among(all, y))
      add(&x, &i, out);
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
  cfa *p = &c->c_problem.cfa;
  c_sources files;
  if (!context_read_c_sources(c, &files))
    return false;
  c_places x;
  c_places_init(c, &files, &x);
  *left_out = w->skipped;
  for (size_t i = 0; i < w->count; i++) {
    const c_witness_claim *claim = &w->claims[i];
    cfa_invariant known = {.kind = kinds[claim->kind]};
    known.at = claim->is_c ? find(&x, claim) : CFA_NONE;
    if (known.at == CFA_NONE) {
      ++*left_out;
      continue;
    }
    cfa_claim_text t = {claim->value, path, claim->at_line, claim->at_column};
    if (!cfa_read_claim(&c->c_problem.mem, p, &t, &c->report, &known))
      return false;
    vec_push(&c->job, out, known);
  }
  return true;
}
