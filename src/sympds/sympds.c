#include "sympds/sympds.h"

#include "base/check.h"

#include <assert.h>

void sympds_init(sympds *system, mem *m, dds *diagrams, uint32_t globals,
                 uint32_t locals, const uint32_t *positions, uint32_t symbols) {
  assert(diagrams->is_open &&
         diagrams->variables >= SYM_COPIES * (globals + locals));
  *system = (sympds){.m = m,
                     .d = diagrams,
                     .globals = globals,
                     .locals = locals,
                     .symbols = symbols,
                     .initial = DD_FALSE};
  system->global_position =
      mem_array(m, (size_t)globals + 1, sizeof *positions);
  system->local_position = mem_array(m, (size_t)locals + 1, sizeof *positions);
  for (uint32_t i = 0; i < globals; i++)
    system->global_position[i] = positions[i];
  for (uint32_t i = 0; i < locals; i++)
    system->local_position[i] = positions[globals + i];
}

static uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
  return hash ^ hash >> 29;
}

static bool changes_same(const sympds *system, const sym_change *change,
                         size_t first, size_t count, uint32_t globals) {
  assert(first + count <= system->changed.count);
  if (change->count != count || change->globals != globals)
    return false;
  for (size_t i = 0; i < count; i++)
    if (system->changed.at[change->first + i] != system->changed.at[first + i])
      return false;
  return true;
}

/* The number of the set of changed bits that starts at 'first'. */
static uint32_t change_number(sympds *system, size_t first, size_t count,
                              uint32_t globals) {
  uint64_t hash = mixed(count, globals);
  for (size_t i = 0; i < count; i++)
    hash = mixed(hash, system->changed.at[first + i]);
  for (;; hash++) {
    uint32_t number = map_insert(system->m, &system->change_numbers, hash);
    if (number == system->changes.count) {
      sym_change new = {.first = first, .count = count, .globals = globals};
      vec_push(system->m, &system->changes, new);
      return number;
    }
    if (changes_same(system, &system->changes.at[number], first, count,
                     globals))
      return number;
  }
}

static void push_all(sympds *system, const uint32_t *bits, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vec_push(system->m, &system->changed, bits[i]);
}

void sympds_add_rule(sympds *system, const sym_rule *rule,
                     const uint32_t *globals, const uint32_t *locals,
                     const uint32_t *below) {
  assert(rule->from < system->symbols);
  assert(rule->changes_locals == 0 || rule->kind == SYM_SWAP);
  assert(rule->changes_below == 0 || rule->kind == SYM_PUSH);
  sym_rule new = *rule;
  new.first_changed = system->changed.count;
  new.relation = DD_FALSE;
  push_all(system, globals, rule->changes_globals);
  push_all(system, locals, rule->changes_locals);
  push_all(system, below, rule->changes_below);
  new.change =
      change_number(system, new.first_changed,
                    (size_t)rule->changes_globals + rule->changes_locals,
                    rule->changes_globals);
  vec_push(system->m, &system->rules, new);
  dd_keep(system->d, &vec_last(&system->rules).relation, rule->relation);
}

#ifndef NDEBUG
/* Rules are sorted, possible, and speak of symbols and bits that there are. */
static void check_sympds(const sympds *s) {
  assert(s->first_rule[0] == 0 && s->first_rule[s->symbols] == s->rules.count);
  for (uint32_t i = 0; i < s->rules.count; i++) {
    const sym_rule *r = &s->rules.at[i];
    size_t changes =
        (size_t)r->changes_globals + r->changes_locals + r->changes_below;
    assert(r->from < s->symbols && r->relation != DD_FALSE);
    assert(s->first_rule[r->from] <= i && i < s->first_rule[r->from + 1]);
    assert(r->kind == SYM_POP || r->to < s->symbols);
    assert(r->kind != SYM_PUSH || r->below < s->symbols);
    assert(r->first_changed + changes <= s->changed.count);
    assert(r->change < s->changes.count);
  }
}
#endif

void sympds_finish(sympds *system) {
  system->first_rule =
      mem_array(system->m, (size_t)system->symbols + 2, sizeof(uint32_t));
  uint32_t *next = system->first_rule + 1; /* where each symbol's rules go */
  vec_each (const sym_rule, rule, &system->rules)
    if (rule->relation != DD_FALSE)
      next[rule->from + 1]++;
  for (uint32_t i = 0; i < system->symbols; i++)
    next[i + 1] += next[i];
  sym_rule *sorted =
      mem_array(system->m, system->rules.count + 1, sizeof *sorted);
  size_t count = 0;
  vec_each (const sym_rule, rule, &system->rules)
    if (rule->relation != DD_FALSE) {
      sorted[next[rule->from]++] = *rule;
      count++;
    }
  for (size_t i = 0; i < count; i++)
    system->rules.at[i] = sorted[i];
  system->rules.count = count;
  mem_free(system->m, sorted);
  debug_check(check_sympds(system));
}

static uint32_t variable_of(const sympds *system, const sym_change *change,
                            size_t i, sym_copy copy) {
  assert(i < change->count);
  uint32_t bit = system->changed.at[change->first + i];
  return i < change->globals ? sym_global(system, bit, copy)
                             : sym_local(system, bit, copy);
}

static void make(sympds *system, sym_change *change) {
  assert(!change->is_made);
  uint32_t *now = mem_array(system->m, change->count + 1, sizeof *now);
  uint32_t *next = mem_array(system->m, change->count + 1, sizeof *next);
  for (size_t i = 0; i < change->count; i++) {
    now[i] = variable_of(system, change, i, SYM_NOW);
    next[i] = variable_of(system, change, i, SYM_NEXT);
  }
  size_t mark = dd_mark(system->d);
  dd_keep(system->d, &change->now, dd_set(system->d, now, change->count));
  dd_keep(system->d, &change->next, dd_set(system->d, next, change->count));
  dd_release(system->d, mark);
  change->forth = dd_renaming_make(system->d, next, now, change->count);
  change->back = dd_renaming_make(system->d, now, next, change->count);
  change->is_made = true;
  mem_free(system->m, now);
  mem_free(system->m, next);
}

const sym_change *sym_change_of(sympds *system, uint32_t rule) {
  assert(rule < system->rules.count);
  sym_change *change = &system->changes.at[system->rules.at[rule].change];
  if (!change->is_made)
    make(system, change);
  return change;
}

dd sym_image(sympds *system, uint32_t rule, dd x) {
  assert(rule < system->rules.count);
  const sym_rule *r = &system->rules.at[rule];
  assert(r->kind == SYM_SWAP);
  if (r->changes_globals + r->changes_locals == 0)
    return dd_and(system->d, x, r->relation);
  const sym_change *change = sym_change_of(system, rule);
  size_t mark = dd_mark(system->d);
  dd y = dd_and_exists(system->d, x, r->relation, change->now);
  return dd_only(system->d, mark, dd_rename(system->d, y, change->forth));
}

dd sym_preimage(sympds *system, uint32_t rule, dd x) {
  assert(rule < system->rules.count);
  const sym_rule *r = &system->rules.at[rule];
  assert(r->kind == SYM_SWAP);
  if (r->changes_globals + r->changes_locals == 0)
    return dd_and(system->d, x, r->relation);
  const sym_change *change = sym_change_of(system, rule);
  size_t mark = dd_mark(system->d);
  dd y = dd_rename(system->d, x, change->back);
  return dd_only(system->d, mark,
                 dd_and_exists(system->d, y, r->relation, change->next));
}
