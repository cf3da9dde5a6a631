/* Predicates that compare one word with several constants, as one variable. */
#include "engine/predicates/abstract_inside.h"

#include <assert.h>

enum { GROUP_LEAST = 3 }; /* members; fewer are Booleans */

static bool can_join(builder *b, const predicate *q, shape_range *out) {
  *out = shape_range_of(&b->x->shapes, q->condition, false);
  return !q->is_ensured && out->word != q->condition && out->beyond == 0 &&
         !out->is_empty && !out->is_full;
}

static void group_join(builder *b, size_t i, uint32_t word) {
  assert(i < b->x->all.count);
  const predicate *q = &b->x->all.at[i];
  vec_each (builder_group, group, &b->all_groups)
    if (group->word == word && group->function == q->function) {
      vec_push(b->m, &group->members, (uint32_t)i);
      b->group[i] = (uint32_t)(group - b->all_groups.at);
      return;
    }
  builder_group new = {
      .word = word, .function = q->function, .is_at_entry = q->is_at_entry};
  vec_push(b->m, &new.members, (uint32_t)i);
  b->group[i] = (uint32_t)b->all_groups.count;
  vec_push(b->m, &b->all_groups, new);
}

void builder_find_groups(builder *b) {
  shape_range range;
  for (size_t i = 0; i < b->x->all.count; i++) {
    b->group[i] = CFA_NONE;
    if (b->groups && can_join(b, &b->x->all.at[i], &range))
      group_join(b, i, range.word);
  }
  vec_each (const builder_group, group, &b->all_groups)
    if (group->members.count < GROUP_LEAST)
      vec_each (const uint32_t, i, &group->members)
        b->group[*i] = CFA_NONE;
}

static uint32_t number_of(const builder *b, size_t i) {
  const builder_group *group = &b->all_groups.at[b->group[i]];
  uint32_t k = 0;
  while (group->members.at[k] != i)
    k++;
  return k;
}

uint32_t builder_now(builder *b, size_t i) {
  if (b->group[i] == CFA_NONE)
    return prog_add_expression(b->m, b->p, PROG_NOW, 1, b->variable[i],
                               PROG_NONE, PROG_NONE);
  uint32_t width = b->p->variables.at[b->variable[i]].width;
  uint32_t now = prog_add_expression(b->m, b->p, PROG_NOW, width,
                                     b->variable[i], PROG_NONE, PROG_NONE);
  uint32_t k = prog_constant(b->m, b->p, width, number_of(b, i) + 1);
  return prog_add_expression(b->m, b->p, PROG_EQUAL, 1, now, k, PROG_NONE);
}

void builder_put(builder *b, size_t i, choice to) {
  if (b->group[i] == CFA_NONE) {
    builder_set(b, b->variable[i], choice_value(&b->c, to));
    return;
  }
  builder_group *group = &b->all_groups.at[b->group[i]];
  choice open = {b->c.no, b->c.no, false};
  while (group->pending.count < group->members.count)
    vec_push(b->m, &group->pending, open);
  group->pending.at[number_of(b, i)] = to;
}

void builder_put_any(builder *b, size_t i) {
  builder_put(b, i, (choice){b->c.no, b->c.no, false});
}

/* The member is true behind the edge: where it must be, where it may be. */
static uint32_t where_of(builder *b, const builder_group *group, uint32_t k) {
  assert(k < group->pending.count);
  assert(group->variable < b->p->variables.count);
  choice to = group->pending.at[k];
  uint32_t width = b->p->variables.at[group->variable].width;
  uint32_t is_it =
      prog_add_expression(b->m, b->p, PROG_EQUAL, 1, group->next,
                          prog_constant(b->m, b->p, width, k + 1), PROG_NONE);
  uint32_t must = choose_or(&b->c, choose_not(&b->c, to.yes), is_it);
  uint32_t must_not =
      choose_or(&b->c, choose_not(&b->c, to.no), choose_not(&b->c, is_it));
  return choose_and(&b->c, must, must_not);
}

static void put_group(builder *b, builder_group *group) {
  assert(group->variable < b->p->variables.count);
  uint32_t width = b->p->variables.at[group->variable].width;
  uint32_t count = (uint32_t)group->members.count, none = 0, where;
  for (uint32_t k = 0; k < count; k++) {
    none += group->pending.at[k].no == b->c.yes;
    if (group->pending.at[k].yes != b->c.yes)
      continue;
    builder_set(b, group->variable, prog_constant(b->m, b->p, width, k + 1));
    return;
  }
  if (none == count) {
    builder_set(b, group->variable, prog_constant(b->m, b->p, width, 0));
    return;
  }
  where =
      prog_add_expression(b->m, b->p, PROG_AT_MOST, 1, group->next,
                          prog_constant(b->m, b->p, width, count), PROG_NONE);
  for (uint32_t k = 0; k < count; k++)
    where = choose_and(&b->c, where, where_of(b, group, k));
  builder_set(b, group->variable,
              prog_add_expression(b->m, b->p, PROG_ANY, width, PROG_NONE,
                                  PROG_NONE, PROG_NONE));
  vec_last(&b->set_wheres) = where;
}

void builder_put_groups(builder *b) {
  vec_each (builder_group, group, &b->all_groups)
    if (group->pending.count) {
      put_group(b, group);
      group->pending.count = 0;
    }
}
