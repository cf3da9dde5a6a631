#include "lang/gcl/compile.h"

#include <assert.h>

typedef enum expand_kind {
  EXPAND_COMMAND,
  EXPAND_NEXT, /* the command that follows node 'other' in its sequence */
  EXPAND_ELSE, /* of node 'parent' */
  EXPAND_BRANCH,
  EXPAND_RANGE /* number 'range' of branch 'what' */
} expand_kind;

typedef struct expand_task {
  expand_kind kind;
  uint32_t what; /* command or branch */
  uint32_t env, parent, other;
  uint32_t range;
  bool has_bounds;
  int64_t value, last;
} expand_task;

typedef struct expander {
  gcl_compiler *c;
  gcl_expanded *expanded;
  vec(expand_task) tasks;
  vec(uint32_t) last_copy; /* by node: of its branches */
} expander;

static expand_task *later(expander *d, expand_kind kind, uint32_t what,
                          uint32_t env, uint32_t parent) {
  expand_task task = {.kind = kind, .what = what, .env = env, .parent = parent};
  vec_push(d->c->m, &d->tasks, task);
  return &vec_last(&d->tasks);
}

static void expand_command(expander *d, uint32_t command, uint32_t env,
                           uint32_t parent) {
  gcl_compiler *c = d->c;
  const gcl_command *x = &c->syntax->commands.at[command];
  if (!gcl_count(c, x->line, x->column))
    return;
  uint32_t n = (uint32_t)d->expanded->nodes.count;
  gcl_node node = {.command = command,
                   .env = env,
                   .next = GCL_NONE,
                   .parent = parent,
                   .second = GCL_NONE};
  if (parent != GCL_NONE)
    node.loops = d->expanded->nodes.at[parent].loops;
  node.loops += x->kind == GCL_WHILE;
  vec_push(c->m, &d->expanded->nodes, node);
  vec_push(c->m, &d->last_copy, GCL_NONE);
  if (x->next != GCL_NONE)
    later(d, EXPAND_NEXT, x->next, env, parent)->other = n;
  if (x->kind == GCL_IF) {
    later(d, EXPAND_BRANCH, x->first, env, n);
  } else if (x->kind == GCL_THEN) {
    later(d, EXPAND_ELSE, x->second, env, n);
    later(d, EXPAND_COMMAND, x->first, env, n);
  } else if (x->kind == GCL_WHILE) {
    later(d, EXPAND_COMMAND, x->first, env, n);
  }
}

/* All indices of the branch have values. */
static void copy_branch(expander *d, const expand_task *t) {
  gcl_compiler *c = d->c;
  gcl_expanded *p = d->expanded;
  assert(t->what < c->syntax->branches.count);
  const gcl_branch *b = &c->syntax->branches.at[t->what];
  assert(b->guard < c->syntax->exprs.count);
  const gcl_expr *guard = &c->syntax->exprs.at[b->guard];
  if (!gcl_count(c, guard->line, guard->column))
    return;
  uint32_t n = (uint32_t)p->copies.count, *last = &d->last_copy.at[t->parent];
  gcl_copy copy = {.branch = t->what,
                   .env = t->env,
                   .node = (uint32_t)p->nodes.count,
                   .next = GCL_NONE};
  vec_push(c->m, &p->copies, copy);
  if (*last == GCL_NONE)
    p->nodes.at[t->parent].second = n;
  else
    p->copies.at[*last].next = n;
  *last = n;
  later(d, EXPAND_COMMAND, b->command, t->env, t->parent);
}

/* One value of one index, and then the others. */
static void expand_range(expander *d, expand_task t) {
  gcl_compiler *c = d->c;
  assert(t.what < c->syntax->branches.count);
  const gcl_branch *b = &c->syntax->branches.at[t.what];
  if (t.range == b->ranges) {
    copy_branch(d, &t);
    return;
  }
  const gcl_range *r = &c->syntax->ranges.at[b->range + t.range];
  if (!t.has_bounds && !gcl_bounds(c, r->low, r->high, &t.value, &t.last))
    return;
  t.has_bounds = true;
  if (t.value > t.last || !gcl_count(c, r->line, r->column))
    return;
  gcl_env env = {
      .parent = t.env, .depth = r->depth, .name = r->name, .value = t.value};
  vec_push(c->m, &d->expanded->envs, env);
  c->values.at[r->depth] = t.value;
  expand_task *rest = later(d, EXPAND_RANGE, t.what, t.env, t.parent);
  *rest = t;
  rest->value++;
  later(d, EXPAND_RANGE, t.what, (uint32_t)d->expanded->envs.count - 1,
        t.parent)
      ->range = t.range + 1;
}

static void expand_task_of(expander *d, expand_task t) {
  uint32_t n = (uint32_t)d->expanded->nodes.count;
  switch (t.kind) {
  case EXPAND_NEXT:
    d->expanded->nodes.at[t.other].next = n;
    expand_command(d, t.what, t.env, t.parent);
    break;
  case EXPAND_ELSE:
    d->expanded->nodes.at[t.parent].second = n;
    expand_command(d, t.what, t.env, t.parent);
    break;
  case EXPAND_COMMAND:
    expand_command(d, t.what, t.env, t.parent);
    break;
  case EXPAND_BRANCH: {
    uint32_t next = d->c->syntax->branches.at[t.what].next;
    if (next != GCL_NONE)
      later(d, EXPAND_BRANCH, next, t.env, t.parent);
    later(d, EXPAND_RANGE, t.what, t.env, t.parent);
    break;
  }
  case EXPAND_RANGE:
    expand_range(d, t);
    break;
  }
}

/* Where the last command of a sequence leads: a loop begins again, other
 * constructs end, too. Parents come before their parts. */
static void find_next(gcl_compiler *c) {
  gcl_expanded *p = c->expanded;
  for (uint32_t n = 0; n < p->nodes.count; n++) {
    gcl_node *x = &p->nodes.at[n];
    if (x->next != GCL_NONE)
      continue;
    if (x->parent == GCL_NONE)
      x->next = (uint32_t)p->nodes.count;
    else if (c->syntax->commands.at[p->nodes.at[x->parent].command].kind ==
             GCL_WHILE)
      x->next = x->parent;
    else
      x->next = p->nodes.at[x->parent].next;
  }
}

bool gcl_expand(gcl_compiler *c, uint32_t first) {
  expander d = {.c = c, .expanded = c->expanded};
  vec_resize(c->m, &c->values, c->syntax->most_depth);
  vec_resize(c->m, &c->loaded, c->syntax->most_depth);
  later(&d, EXPAND_COMMAND, first, GCL_NONE, GCL_NONE);
  while (d.tasks.count && !c->is_broken)
    expand_task_of(&d, vec_pop(&d.tasks));
  vec_free(c->m, &d.tasks);
  vec_free(c->m, &d.last_copy);
  if (!c->is_broken)
    find_next(c);
  return !c->is_broken;
}

/* Gives the indices the values of 'env'. The values above 'valid' have been
 * used for something else. */
static void load_env(gcl_compiler *c, uint32_t env) {
  const gcl_env *envs = c->expanded->envs.at;
  for (uint32_t e = env; e != GCL_NONE; e = envs[e].parent) {
    uint32_t depth = envs[e].depth;
    if (depth < c->valid && c->loaded.at[depth] == e)
      break;
    c->values.at[depth] = envs[e].value;
    c->loaded.at[depth] = e;
  }
  c->valid = env == GCL_NONE ? 0 : envs[env].depth + 1;
}

static void do_step(gcl_compiler *c, uint32_t node) {
  assert(node < c->expanded->nodes.count);
  const gcl_node *x = &c->expanded->nodes.at[node];
  assert(x->command < c->syntax->commands.count);
  const gcl_command *command = &c->syntax->commands.at[x->command];
  uint32_t words[] = {OP_STEP, map_insert(c->m, c->points, x->next),
                      command->line, command->column};
  gcl_do_words(c, words, 4, 0, 0);
}

static void do_op(gcl_compiler *c, uint32_t op) {
  gcl_do_words(c, &op, 1, 0, 0);
}

/* Stores a constant that fits without a look at the stack. */
static bool set_constant(gcl_compiler *c, const gcl_place *place,
                         uint32_t position) {
  assert(place->var < c->table->vars.count);
  assert(place->value < c->syntax->exprs.count);
  const gcl_var *v = &c->table->vars.at[place->var];
  int64_t value;
  if (c->syntax->exprs.at[place->value].has_cell ||
      gcl_constant(c, place->value, &value) != FAULT_NONE || value < v->low ||
      value > v->high)
    return false;
  uint64_t stored = (uint64_t)value - (uint64_t)v->low;
  uint32_t words[] = {OP_SET, position, place->var, (uint32_t)stored,
                      (uint32_t)(stored >> 32)};
  gcl_do_words(c, words, 5, place->line, place->column);
  return true;
}

/* The places of an assignment, once the indices are known. */
typedef struct located {
  gcl_where where[GCL_MOST_PLACES];
  uint32_t position[GCL_MOST_PLACES];
  bool is_listed[GCL_MOST_PLACES]; /* to be kept apart when it runs */
} located;

/* Cells that are fixed are compared now, others when they are known. False:
 * code that faults has been emitted. */
static bool locate_places(gcl_compiler *c, const gcl_command *command,
                          located *l) {
  assert(command->first < c->syntax->places.count);
  const gcl_place *places = &c->syntax->places.at[command->first];
  for (uint32_t i = 0; i < command->count; i++) {
    l->where[i] =
        gcl_locate(c, places[i].var, places[i].index, &l->position[i]);
    l->is_listed[i] = false;
    if (l->where[i] == GCL_NOWHERE)
      return false;
    for (uint32_t j = 0; places[i].may_clash && j < i; j++) {
      if (places[i].var != places[j].var)
        continue;
      if (l->where[i] == GCL_MOVING || l->where[j] == GCL_MOVING) {
        l->is_listed[i] = l->is_listed[j] = true;
      } else if (l->position[i] == l->position[j]) {
        gcl_emit_fault(c, FAULT_CLASH, 0, 0, places[i].line, places[i].column);
        return false;
      }
    }
  }
  return true;
}

/* Code for the places, the last one to be done first. */
static void do_places(gcl_compiler *c, const gcl_command *command) {
  located l;
  uint32_t first = 0;
  if (!locate_places(c, command, &l))
    return;
  while (first < command->count && !l.is_listed[first])
    first++;
  for (uint32_t i = command->count; i-- > 0;) {
    const gcl_place *place = &c->syntax->places.at[command->first + i];
    if (l.is_listed[i]) {
      uint32_t words[] = {OP_APART, i == first};
      gcl_do_words(c, words, 2, place->line, place->column);
    }
    if (l.where[i] == GCL_FIXED && set_constant(c, place, l.position[i]))
      continue;
    uint32_t fixed[] = {OP_STORE, l.position[i], place->var};
    uint32_t moving[] = {OP_STORE_AT, place->var};
    if (l.where[i] == GCL_FIXED)
      gcl_do_words(c, fixed, 3, place->line, place->column);
    else
      gcl_do_words(c, moving, 2, place->line, place->column);
    gcl_do(c, GCL_DO_VALUE, place->value);
    if (l.where[i] == GCL_MOVING)
      gcl_do(c, GCL_DO_VALUE, place->index);
  }
}

/* A condition that is always this; what is never done needs no code. */
static bool is_always(gcl_compiler *c, uint32_t e, bool sense) {
  int64_t value;
  return !c->syntax->exprs.at[e].has_cell &&
         gcl_constant(c, e, &value) == FAULT_NONE && (value != 0) == sense;
}

static void do_loop(gcl_compiler *c, uint32_t node, uint32_t condition) {
  if (node != c->entry) {
    uint32_t words[] = {OP_CALL, map_insert(c->m, c->points, node)};
    gcl_do_words(c, words, 2, 0, 0);
    return;
  }
  if (is_always(c, condition, true)) {
    gcl_do(c, GCL_DO_NODE, node + 1);
    return;
  }
  uint32_t end = gcl_new_label(c);
  do_step(c, node);
  do_op(c, OP_BEGIN);
  gcl_do(c, GCL_DO_LABEL, end);
  do_op(c, OP_RETURN);
  if (!is_always(c, condition, false))
    gcl_do(c, GCL_DO_NODE, node + 1);
  gcl_do_boolean(c, condition, false, end);
}

static void do_choice(gcl_compiler *c, uint32_t node, uint32_t condition) {
  assert(node < c->expanded->nodes.count);
  uint32_t second = c->expanded->nodes.at[node].second;
  bool is_known = is_always(c, condition, true);
  if (is_known || is_always(c, condition, false)) {
    gcl_do(c, GCL_DO_NODE, is_known ? node + 1 : second);
    return;
  }
  uint32_t otherwise = gcl_new_label(c), end = gcl_new_label(c);
  uint32_t jump[] = {OP_JUMP, end};
  gcl_do(c, GCL_DO_LABEL, end);
  gcl_do(c, GCL_DO_NODE, second);
  gcl_do(c, GCL_DO_LABEL, otherwise);
  gcl_do_words(c, jump, 2, 0, 0);
  gcl_do(c, GCL_DO_NODE, node + 1);
  gcl_do_boolean(c, condition, false, otherwise);
}

void gcl_compile_node(gcl_compiler *c, uint32_t node) {
  assert(node < c->expanded->nodes.count);
  const gcl_node *x = &c->expanded->nodes.at[node];
  assert(x->command < c->syntax->commands.count);
  const gcl_command *command = &c->syntax->commands.at[x->command];
  load_env(c, x->env);
  switch (command->kind) {
  case GCL_SKIP:
  case GCL_ASSIGN:
    do_step(c, node);
    if (command->kind == GCL_ASSIGN)
      do_places(c, command);
    do_op(c, OP_BEGIN);
    break;
  case GCL_IF:
    if (x->second != GCL_NONE)
      gcl_do(c, GCL_DO_COPY, x->second);
    break;
  case GCL_THEN:
    do_choice(c, node, command->condition);
    break;
  case GCL_WHILE:
    do_loop(c, node, command->condition);
    break;
  }
}

void gcl_compile_copy(gcl_compiler *c, uint32_t copy) {
  assert(copy < c->expanded->copies.count);
  const gcl_copy *x = &c->expanded->copies.at[copy];
  assert(x->branch < c->syntax->branches.count);
  uint32_t guard = c->syntax->branches.at[x->branch].guard;
  load_env(c, x->env);
  if (x->next != GCL_NONE)
    gcl_do(c, GCL_DO_COPY, x->next);
  if (is_always(c, guard, false))
    return;
  uint32_t end = gcl_new_label(c);
  gcl_do(c, GCL_DO_LABEL, end);
  gcl_do(c, GCL_DO_NODE, x->node);
  gcl_do_boolean(c, guard, false, end);
}

bool gcl_compile_commands(gcl_compiler *c, gcl_point_code *point_code) {
  uint32_t end = (uint32_t)c->expanded->nodes.count;
  map_insert(c->m, c->points, 0);
  c->valid = 0;
  for (uint32_t i = 0; i < c->points->keys.count && !c->is_broken; i++) {
    c->entry = (uint32_t)c->points->keys.at[i];
    vec_push(c->m, point_code, (uint32_t)c->code->words.count);
    if (c->entry < end)
      gcl_do(c, GCL_DO_NODE, c->entry);
    gcl_finish(c, 0, (gcl_frame){0, 0});
  }
  return !c->is_broken;
}
