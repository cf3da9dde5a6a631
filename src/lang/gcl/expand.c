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
  gcl_compiler *compiler = d->c;
  const gcl_command *x = &compiler->syntax->commands.at[command];
  if (!gcl_count(compiler, x->line, x->column))
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
  vec_push(compiler->m, &d->expanded->nodes, node);
  vec_push(compiler->m, &d->last_copy, GCL_NONE);
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
static void copy_branch(expander *d, const expand_task *task) {
  gcl_compiler *compiler = d->c;
  gcl_expanded *expanded = d->expanded;
  assert(task->what < compiler->syntax->branches.count);
  const gcl_branch *branch = &compiler->syntax->branches.at[task->what];
  assert(branch->guard < compiler->syntax->exprs.count);
  const gcl_expr *guard = &compiler->syntax->exprs.at[branch->guard];
  if (!gcl_count(compiler, guard->line, guard->column))
    return;
  uint32_t n = (uint32_t)expanded->copies.count,
           *last = &d->last_copy.at[task->parent];
  gcl_copy copy = {.branch = task->what,
                   .env = task->env,
                   .node = (uint32_t)expanded->nodes.count,
                   .next = GCL_NONE};
  vec_push(compiler->m, &expanded->copies, copy);
  if (*last == GCL_NONE)
    expanded->nodes.at[task->parent].second = n;
  else
    expanded->copies.at[*last].next = n;
  *last = n;
  later(d, EXPAND_COMMAND, branch->command, task->env, task->parent);
}

/* One value of one index, and then the others. */
static void expand_range(expander *d, expand_task task) {
  gcl_compiler *compiler = d->c;
  assert(task.what < compiler->syntax->branches.count);
  const gcl_branch *branch = &compiler->syntax->branches.at[task.what];
  if (task.range == branch->ranges) {
    copy_branch(d, &task);
    return;
  }
  const gcl_range *range =
      &compiler->syntax->ranges.at[branch->range + task.range];
  if (!task.has_bounds &&
      !gcl_bounds(compiler, range->low, range->high, &task.value, &task.last))
    return;
  task.has_bounds = true;
  if (task.value > task.last ||
      !gcl_count(compiler, range->line, range->column))
    return;
  gcl_env env = {.parent = task.env,
                 .depth = range->depth,
                 .name = range->name,
                 .value = task.value};
  vec_push(compiler->m, &d->expanded->envs, env);
  compiler->values.at[range->depth] = task.value;
  expand_task *rest = later(d, EXPAND_RANGE, task.what, task.env, task.parent);
  *rest = task;
  rest->value++;
  later(d, EXPAND_RANGE, task.what, (uint32_t)d->expanded->envs.count - 1,
        task.parent)
      ->range = task.range + 1;
}

static void expand_task_of(expander *d, expand_task task) {
  uint32_t n = (uint32_t)d->expanded->nodes.count;
  switch (task.kind) {
  case EXPAND_NEXT:
    d->expanded->nodes.at[task.other].next = n;
    expand_command(d, task.what, task.env, task.parent);
    break;
  case EXPAND_ELSE:
    d->expanded->nodes.at[task.parent].second = n;
    expand_command(d, task.what, task.env, task.parent);
    break;
  case EXPAND_COMMAND:
    expand_command(d, task.what, task.env, task.parent);
    break;
  case EXPAND_BRANCH: {
    uint32_t next = d->c->syntax->branches.at[task.what].next;
    if (next != GCL_NONE)
      later(d, EXPAND_BRANCH, next, task.env, task.parent);
    later(d, EXPAND_RANGE, task.what, task.env, task.parent);
    break;
  }
  case EXPAND_RANGE:
    expand_range(d, task);
    break;
  }
}

/* Where the last command of a sequence leads: a loop begins again, other
 * constructs end, too. Parents come before their parts. */
static void find_next(gcl_compiler *compiler) {
  gcl_expanded *expanded = compiler->expanded;
  for (uint32_t n = 0; n < expanded->nodes.count; n++) {
    gcl_node *node = &expanded->nodes.at[n];
    if (node->next != GCL_NONE)
      continue;
    if (node->parent == GCL_NONE)
      node->next = (uint32_t)expanded->nodes.count;
    else if (compiler->syntax->commands
                 .at[expanded->nodes.at[node->parent].command]
                 .kind == GCL_WHILE)
      node->next = node->parent;
    else
      node->next = expanded->nodes.at[node->parent].next;
  }
}

bool gcl_expand(gcl_compiler *compiler, uint32_t first) {
  expander d = {.c = compiler, .expanded = compiler->expanded};
  vec_resize(compiler->m, &compiler->values, compiler->syntax->most_depth);
  vec_resize(compiler->m, &compiler->loaded, compiler->syntax->most_depth);
  later(&d, EXPAND_COMMAND, first, GCL_NONE, GCL_NONE);
  while (d.tasks.count && !compiler->is_broken)
    expand_task_of(&d, vec_pop(&d.tasks));
  vec_free(compiler->m, &d.tasks);
  vec_free(compiler->m, &d.last_copy);
  if (!compiler->is_broken)
    find_next(compiler);
  return !compiler->is_broken;
}

/* Gives the indices the values of 'env'. The values above 'valid' have been
 * used for something else. */
static void load_env(gcl_compiler *compiler, uint32_t env) {
  const gcl_env *envs = compiler->expanded->envs.at;
  for (uint32_t e = env; e != GCL_NONE; e = envs[e].parent) {
    uint32_t depth = envs[e].depth;
    if (depth < compiler->valid && compiler->loaded.at[depth] == e)
      break;
    compiler->values.at[depth] = envs[e].value;
    compiler->loaded.at[depth] = e;
  }
  compiler->valid = env == GCL_NONE ? 0 : envs[env].depth + 1;
}

static void do_step(gcl_compiler *compiler, uint32_t node) {
  assert(node < compiler->expanded->nodes.count);
  const gcl_node *x = &compiler->expanded->nodes.at[node];
  assert(x->command < compiler->syntax->commands.count);
  const gcl_command *command = &compiler->syntax->commands.at[x->command];
  uint32_t words[] = {OP_STEP,
                      map_insert(compiler->m, compiler->points, x->next),
                      command->line, command->column};
  gcl_do_words(compiler, words, 4, 0, 0);
}

static void do_op(gcl_compiler *compiler, uint32_t op) {
  gcl_do_words(compiler, &op, 1, 0, 0);
}

/* Stores a constant that fits without a look at the stack. */
static bool set_constant(gcl_compiler *compiler, const gcl_place *place,
                         uint32_t position) {
  assert(place->var < compiler->table->vars.count);
  assert(place->value < compiler->syntax->exprs.count);
  const gcl_var *var = &compiler->table->vars.at[place->var];
  int64_t value;
  if (compiler->syntax->exprs.at[place->value].has_cell ||
      gcl_constant(compiler, place->value, &value) != FAULT_NONE ||
      value < var->low || value > var->high)
    return false;
  uint64_t stored = (uint64_t)value - (uint64_t)var->low;
  uint32_t words[] = {OP_SET, position, place->var, (uint32_t)stored,
                      (uint32_t)(stored >> 32)};
  gcl_do_words(compiler, words, 5, place->line, place->column);
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
static bool locate_places(gcl_compiler *compiler, const gcl_command *command,
                          located *l) {
  assert(command->first < compiler->syntax->places.count);
  const gcl_place *places = &compiler->syntax->places.at[command->first];
  for (uint32_t i = 0; i < command->count; i++) {
    l->where[i] =
        gcl_locate(compiler, places[i].var, places[i].index, &l->position[i]);
    l->is_listed[i] = false;
    if (l->where[i] == GCL_NOWHERE)
      return false;
    for (uint32_t j = 0; places[i].may_clash && j < i; j++) {
      if (places[i].var != places[j].var)
        continue;
      if (l->where[i] == GCL_MOVING || l->where[j] == GCL_MOVING) {
        l->is_listed[i] = l->is_listed[j] = true;
      } else if (l->position[i] == l->position[j]) {
        gcl_emit_fault(compiler, FAULT_CLASH, 0, 0, places[i].line,
                       places[i].column);
        return false;
      }
    }
  }
  return true;
}

/* Code for the places, the last one to be done first. */
static void do_places(gcl_compiler *compiler, const gcl_command *command) {
  located l;
  uint32_t first = 0;
  if (!locate_places(compiler, command, &l))
    return;
  while (first < command->count && !l.is_listed[first])
    first++;
  for (uint32_t i = command->count; i-- > 0;) {
    const gcl_place *place = &compiler->syntax->places.at[command->first + i];
    if (l.is_listed[i]) {
      uint32_t words[] = {OP_APART, i == first};
      gcl_do_words(compiler, words, 2, place->line, place->column);
    }
    if (l.where[i] == GCL_FIXED && set_constant(compiler, place, l.position[i]))
      continue;
    uint32_t fixed[] = {OP_STORE, l.position[i], place->var};
    uint32_t moving[] = {OP_STORE_AT, place->var};
    if (l.where[i] == GCL_FIXED)
      gcl_do_words(compiler, fixed, 3, place->line, place->column);
    else
      gcl_do_words(compiler, moving, 2, place->line, place->column);
    gcl_do(compiler, GCL_DO_VALUE, place->value);
    if (l.where[i] == GCL_MOVING)
      gcl_do(compiler, GCL_DO_VALUE, place->index);
  }
}

/* A condition that is always this; what is never done needs no code. */
static bool is_always(gcl_compiler *compiler, uint32_t e, bool sense) {
  int64_t value;
  return !compiler->syntax->exprs.at[e].has_cell &&
         gcl_constant(compiler, e, &value) == FAULT_NONE &&
         (value != 0) == sense;
}

static void do_loop(gcl_compiler *compiler, uint32_t node, uint32_t condition) {
  if (node != compiler->entry) {
    uint32_t words[] = {OP_CALL,
                        map_insert(compiler->m, compiler->points, node)};
    gcl_do_words(compiler, words, 2, 0, 0);
    return;
  }
  if (is_always(compiler, condition, true)) {
    gcl_do(compiler, GCL_DO_NODE, node + 1);
    return;
  }
  uint32_t end = gcl_new_label(compiler);
  do_step(compiler, node);
  do_op(compiler, OP_BEGIN);
  gcl_do(compiler, GCL_DO_LABEL, end);
  do_op(compiler, OP_RETURN);
  if (!is_always(compiler, condition, false))
    gcl_do(compiler, GCL_DO_NODE, node + 1);
  gcl_do_boolean(compiler, condition, false, end);
}

static void do_choice(gcl_compiler *compiler, uint32_t node,
                      uint32_t condition) {
  assert(node < compiler->expanded->nodes.count);
  uint32_t second = compiler->expanded->nodes.at[node].second;
  bool is_known = is_always(compiler, condition, true);
  if (is_known || is_always(compiler, condition, false)) {
    gcl_do(compiler, GCL_DO_NODE, is_known ? node + 1 : second);
    return;
  }
  uint32_t otherwise = gcl_new_label(compiler), end = gcl_new_label(compiler);
  uint32_t jump[] = {OP_JUMP, end};
  gcl_do(compiler, GCL_DO_LABEL, end);
  gcl_do(compiler, GCL_DO_NODE, second);
  gcl_do(compiler, GCL_DO_LABEL, otherwise);
  gcl_do_words(compiler, jump, 2, 0, 0);
  gcl_do(compiler, GCL_DO_NODE, node + 1);
  gcl_do_boolean(compiler, condition, false, otherwise);
}

void gcl_compile_node(gcl_compiler *compiler, uint32_t node) {
  assert(node < compiler->expanded->nodes.count);
  const gcl_node *x = &compiler->expanded->nodes.at[node];
  assert(x->command < compiler->syntax->commands.count);
  const gcl_command *command = &compiler->syntax->commands.at[x->command];
  load_env(compiler, x->env);
  switch (command->kind) {
  case GCL_SKIP:
  case GCL_ASSIGN:
    do_step(compiler, node);
    if (command->kind == GCL_ASSIGN)
      do_places(compiler, command);
    do_op(compiler, OP_BEGIN);
    break;
  case GCL_IF:
    if (x->second != GCL_NONE)
      gcl_do(compiler, GCL_DO_COPY, x->second);
    break;
  case GCL_THEN:
    do_choice(compiler, node, command->condition);
    break;
  case GCL_WHILE:
    do_loop(compiler, node, command->condition);
    break;
  }
}

void gcl_compile_copy(gcl_compiler *compiler, uint32_t copy) {
  assert(copy < compiler->expanded->copies.count);
  const gcl_copy *x = &compiler->expanded->copies.at[copy];
  assert(x->branch < compiler->syntax->branches.count);
  uint32_t guard = compiler->syntax->branches.at[x->branch].guard;
  load_env(compiler, x->env);
  if (x->next != GCL_NONE)
    gcl_do(compiler, GCL_DO_COPY, x->next);
  if (is_always(compiler, guard, false))
    return;
  uint32_t end = gcl_new_label(compiler);
  gcl_do(compiler, GCL_DO_LABEL, end);
  gcl_do(compiler, GCL_DO_NODE, x->node);
  gcl_do_boolean(compiler, guard, false, end);
}

bool gcl_compile_commands(gcl_compiler *compiler, gcl_point_code *point_code) {
  uint32_t end = (uint32_t)compiler->expanded->nodes.count;
  map_insert(compiler->m, compiler->points, 0);
  compiler->valid = 0;
  for (uint32_t i = 0; i < compiler->points->keys.count && !compiler->is_broken;
       i++) {
    compiler->entry = (uint32_t)compiler->points->keys.at[i];
    vec_push(compiler->m, point_code, (uint32_t)compiler->code->words.count);
    if (compiler->entry < end)
      gcl_do(compiler, GCL_DO_NODE, compiler->entry);
    gcl_finish(compiler, 0, (gcl_frame){0, 0});
  }
  return !compiler->is_broken;
}
