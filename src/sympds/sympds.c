#include "sympds/sympds.h"

#include "base/check.h"

#include <assert.h>

void sympds_init(sympds *s, mem *m, dds *d, uint32_t globals, uint32_t locals,
                 const uint32_t *positions, uint32_t symbols) {
  assert(d->is_open && d->variables >= SYM_COPIES * (globals + locals));
  *s = (sympds){.m = m,
                .d = d,
                .globals = globals,
                .locals = locals,
                .symbols = symbols,
                .initial = DD_FALSE};
  s->global_position = mem_array(m, (size_t)globals + 1, sizeof *positions);
  s->local_position = mem_array(m, (size_t)locals + 1, sizeof *positions);
  for (uint32_t i = 0; i < globals; i++)
    s->global_position[i] = positions[i];
  for (uint32_t i = 0; i < locals; i++)
    s->local_position[i] = positions[globals + i];
}

static uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
  return hash ^ hash >> 29;
}

static bool changes_same(const sympds *s, const sym_change *x, size_t first,
                         size_t count, uint32_t globals) {
  assert(first + count <= s->changed.count);
  if (x->count != count || x->globals != globals)
    return false;
  for (size_t i = 0; i < count; i++)
    if (s->changed.at[x->first + i] != s->changed.at[first + i])
      return false;
  return true;
}

/* The number of the set of changed bits that starts at 'first'. */
static uint32_t change_number(sympds *s, size_t first, size_t count,
                              uint32_t globals) {
  uint64_t hash = mixed(count, globals);
  for (size_t i = 0; i < count; i++)
    hash = mixed(hash, s->changed.at[first + i]);
  for (;; hash++) {
    uint32_t number = map_insert(s->m, &s->change_numbers, hash);
    if (number == s->changes.count) {
      sym_change new = {.first = first, .count = count, .globals = globals};
      vec_push(s->m, &s->changes, new);
      return number;
    }
    if (changes_same(s, &s->changes.at[number], first, count, globals))
      return number;
  }
}

static void push_all(sympds *s, const uint32_t *bits, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vec_push(s->m, &s->changed, bits[i]);
}

void sympds_add_rule(sympds *s, const sym_rule *r, const uint32_t *globals,
                     const uint32_t *locals, const uint32_t *below) {
  assert(r->from < s->symbols);
  assert(r->changes_locals == 0 || r->kind == SYM_SWAP);
  assert(r->changes_below == 0 || r->kind == SYM_PUSH);
  sym_rule new = *r;
  new.first_changed = s->changed.count;
  new.relation = DD_FALSE;
  push_all(s, globals, r->changes_globals);
  push_all(s, locals, r->changes_locals);
  push_all(s, below, r->changes_below);
  new.change = change_number(s, new.first_changed,
                             (size_t)r->changes_globals + r->changes_locals,
                             r->changes_globals);
  vec_push(s->m, &s->rules, new);
  dd_keep(s->d, &vec_last(&s->rules).relation, r->relation);
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

void sympds_finish(sympds *s) {
  s->first_rule = mem_array(s->m, (size_t)s->symbols + 2, sizeof(uint32_t));
  uint32_t *next = s->first_rule + 1; /* where each symbol's rules go */
  vec_each (const sym_rule, r, &s->rules)
    if (r->relation != DD_FALSE)
      next[r->from + 1]++;
  for (uint32_t i = 0; i < s->symbols; i++)
    next[i + 1] += next[i];
  sym_rule *sorted = mem_array(s->m, s->rules.count + 1, sizeof *sorted);
  size_t count = 0;
  vec_each (const sym_rule, r, &s->rules)
    if (r->relation != DD_FALSE) {
      sorted[next[r->from]++] = *r;
      count++;
    }
  for (size_t i = 0; i < count; i++)
    s->rules.at[i] = sorted[i];
  s->rules.count = count;
  mem_free(s->m, sorted);
  debug_check(check_sympds(s));
}

static uint32_t variable_of(const sympds *s, const sym_change *x, size_t i,
                            sym_copy copy) {
  assert(i < x->count);
  uint32_t bit = s->changed.at[x->first + i];
  return i < x->globals ? sym_global(s, bit, copy) : sym_local(s, bit, copy);
}

static void make(sympds *s, sym_change *x) {
  assert(!x->is_made);
  uint32_t *now = mem_array(s->m, x->count + 1, sizeof *now);
  uint32_t *next = mem_array(s->m, x->count + 1, sizeof *next);
  for (size_t i = 0; i < x->count; i++) {
    now[i] = variable_of(s, x, i, SYM_NOW);
    next[i] = variable_of(s, x, i, SYM_NEXT);
  }
  size_t mark = dd_mark(s->d);
  dd_keep(s->d, &x->now, dd_set(s->d, now, x->count));
  dd_keep(s->d, &x->next, dd_set(s->d, next, x->count));
  dd_release(s->d, mark);
  x->forth = dd_renaming_make(s->d, next, now, x->count);
  x->back = dd_renaming_make(s->d, now, next, x->count);
  x->is_made = true;
  mem_free(s->m, now);
  mem_free(s->m, next);
}

const sym_change *sym_change_of(sympds *s, uint32_t rule) {
  assert(rule < s->rules.count);
  sym_change *x = &s->changes.at[s->rules.at[rule].change];
  if (!x->is_made)
    make(s, x);
  return x;
}

dd sym_image(sympds *s, uint32_t rule, dd x) {
  assert(rule < s->rules.count);
  const sym_rule *r = &s->rules.at[rule];
  assert(r->kind == SYM_SWAP);
  if (r->changes_globals + r->changes_locals == 0)
    return dd_and(s->d, x, r->relation);
  const sym_change *c = sym_change_of(s, rule);
  size_t mark = dd_mark(s->d);
  dd y = dd_and_exists(s->d, x, r->relation, c->now);
  return dd_only(s->d, mark, dd_rename(s->d, y, c->forth));
}

dd sym_preimage(sympds *s, uint32_t rule, dd x) {
  assert(rule < s->rules.count);
  const sym_rule *r = &s->rules.at[rule];
  assert(r->kind == SYM_SWAP);
  if (r->changes_globals + r->changes_locals == 0)
    return dd_and(s->d, x, r->relation);
  const sym_change *c = sym_change_of(s, rule);
  size_t mark = dd_mark(s->d);
  dd y = dd_rename(s->d, x, c->back);
  return dd_only(s->d, mark, dd_and_exists(s->d, y, r->relation, c->next));
}
