/* Random programs, and a slow twin of the language that runs them by its own
 * reading of docs/formats/gcl.md: trees, recursion, 128-bit integers. */
#include "tests/unit/lang/gcl/gcl_twin.h"

typedef struct world {
  const twin *t;
  const int64_t *cells;
  int64_t index[MOST_DEPTH + 8];
  bool fault;
} world;

__extension__ typedef __int128 wide;

static int64_t value_of(world *w, int e);

static int64_t calculate(world *w, top op, wide a, wide b) {
  wide result = 0, rest;
  switch (op) {
  case T_ADD:
    result = a + b;
    break;
  case T_SUB:
    result = a - b;
    break;
  case T_MUL:
    result = a * b;
    break;
  default:
    if (b == 0) {
      w->fault = true;
      return 0;
    }
    rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0))
      rest += b;
    result = op == T_MOD ? rest : (a - rest) / b;
  }
  if (result < INT64_MIN || result > INT64_MAX)
    w->fault = true;
  return w->fault ? 0 : (int64_t)result;
}

static int64_t quantify(world *w, const texpr *x) {
  int64_t low = value_of(w, x->a), high = value_of(w, x->b);
  int64_t sum = 0;
  for (int64_t i = low; i <= high && !w->fault; i++) {
    w->index[x->depth] = i;
    int64_t v = value_of(w, x->c);
    if (w->fault)
      return 0;
    if (x->op == T_SUM)
      sum = calculate(w, T_ADD, sum, v);
    else if (v == (x->op == T_ANY))
      return v;
  }
  return x->op == T_SUM ? sum : x->op == T_ALL;
}

static int64_t value_of(world *w, int e) {
  const texpr *x = &w->t->exprs[e];
  const tvar *v = &w->t->vars[x->a < MOST_VARS ? x->a : 0];
  int64_t a, b;
  if (w->fault)
    return 0;
  switch (x->op) {
  case T_INT:
    return x->value;
  case T_TRUE:
    return 1;
  case T_FALSE:
    return 0;
  case T_PARAM:
    return w->t->param;
  case T_IDX:
    return w->index[x->depth];
  case T_VAR:
    return w->cells[v->at];
  case T_AT:
    a = value_of(w, x->b);
    if (a < 0 || a >= v->size)
      w->fault = true;
    return w->fault ? 0 : w->cells[v->at + a];
  case T_NOT:
    return !value_of(w, x->a);
  case T_NEG:
    return calculate(w, T_SUB, 0, value_of(w, x->a));
  case T_ALL:
  case T_ANY:
  case T_SUM:
    return quantify(w, x);
  case T_AND:
    return value_of(w, x->a) ? value_of(w, x->b) : 0;
  case T_OR:
    return value_of(w, x->a) ? 1 : value_of(w, x->b);
  case T_IMP:
    return value_of(w, x->a) ? value_of(w, x->b) : 1;
  default:
    a = value_of(w, x->a);
    b = value_of(w, x->b);
    if (w->fault)
      return 0;
  }
  switch (x->op) {
  case T_EQ:
    return a == b;
  case T_NE:
    return a != b;
  case T_LT:
    return a < b;
  case T_LE:
    return a <= b;
  case T_GT:
    return a > b;
  case T_GE:
    return a >= b;
  default:
    return calculate(w, x->op, a, b);
  }
}

/* The expanded program: nodes in order, each with its indices' values. */
enum { MOST_NODES = 3000, MOST_COPIES = 6000 };

typedef struct tnode {
  const tcommand *c; /* NULL: an added SKIP */
  int64_t index[MOST_DEPTH + 8];
  int next, first_copy, second;
} tnode;

typedef struct tcopy {
  const tbranch *b;
  int64_t index[MOST_DEPTH + 8];
  int node, next;
} tcopy;

typedef struct expansion {
  const twin *t;
  tnode *nodes;
  int count;
  tcopy *copies;
  int copy_count;
  bool is_large;
} expansion;

/* Expands a sequence; the last command of it gets 'next' -1 - (number of the
 * node around it), to be resolved, or -1 at the very end. */
static void expand(expansion *x, int c, const int64_t *index, int around);

static void expand_branch(expansion *x, const tbranch *b, int range,
                          int64_t *index, int node, int *last) {
  if (x->is_large)
    return;
  if (range == b->ranges) {
    tcopy *copy = &x->copies[x->copy_count];
    x->is_large |= x->copy_count + 1 >= MOST_COPIES;
    copy->b = b;
    memcpy(copy->index, index, sizeof copy->index);
    copy->node = x->count;
    copy->next = -1;
    if (*last < 0)
      x->nodes[node].first_copy = x->copy_count;
    else
      x->copies[*last].next = x->copy_count;
    *last = x->copy_count++;
    expand(x, b->body, index, node);
    return;
  }
  world w = {.t = x->t};
  memcpy(w.index, index, sizeof w.index);
  int64_t low = value_of(&w, b->low[range]),
          high = value_of(&w, b->high[range]);
  for (int64_t i = low; i <= high; i++) {
    index[b->depth[range]] = i;
    expand_branch(x, b, range + 1, index, node, last);
  }
}

static int add_node(expansion *x, const tcommand *c, const int64_t *index) {
  tnode *n = &x->nodes[x->count];
  n->c = c;
  memcpy(n->index, index, sizeof n->index);
  n->next = n->first_copy = n->second = -1;
  x->is_large |= x->count + 1 >= MOST_NODES;
  return x->count++;
}

static void expand(expansion *x, int c, const int64_t *index, int around) {
  for (; c >= 0 && !x->is_large; c = x->t->commands[c].next) {
    const tcommand *command = &x->t->commands[c];
    int64_t mine[MOST_DEPTH + 8];
    memcpy(mine, index, sizeof mine);
    int n = add_node(x, command, index), last = -1;
    if (command->kind == C_IF)
      for (int i = 0; i < command->branches; i++)
        expand_branch(x, &command->branch[i], 0, mine, n, &last);
    if (command->kind == C_ELSE || command->kind == C_WHILE)
      expand(x, command->first, index, n);
    if (command->kind == C_ELSE) {
      x->nodes[n].second = x->count;
      if (command->second >= 0)
        expand(x, command->second, index, n);
      else if (!x->is_large)
        x->nodes[add_node(x, NULL, index)].next = -2 - n;
    }
    x->nodes[n].next = command->next >= 0 ? x->count : -2 - around;
  }
}

/* The node that comes next. */
static int after(const expansion *x, int n) {
  int next = x->nodes[n].next;
  if (next >= 0)
    return next;
  int around = -2 - next;
  if (around < 0)
    return x->count;
  if (x->nodes[around].c->kind == C_WHILE)
    return around;
  return after(x, around);
}

enum { MOST_STEPS = 4000 };

typedef struct successors {
  int count;
  int64_t (*states)[MOST_CELLS + 16]; /* point, cells */
  bool fault;
} successors;

static void steps_of(const expansion *x, int n, const int64_t *cells,
                     successors *out);

static void add_step(const expansion *x, int point, const int64_t *cells,
                     successors *out) {
  if (out->count == MOST_STEPS)
    abort();
  out->states[out->count][0] = point;
  memcpy(&out->states[out->count][1], cells,
         (size_t)x->t->cells * sizeof *cells);
  out->count++;
}

static world world_of(const expansion *x, const int64_t *index,
                      const int64_t *cells) {
  world w = {.t = x->t, .cells = cells};
  memcpy(w.index, index, sizeof w.index);
  return w;
}

static bool holds(const expansion *x, const int64_t *index, int e,
                  const int64_t *cells, successors *out) {
  world w = world_of(x, index, cells);
  bool value = value_of(&w, e) != 0;
  out->fault |= w.fault;
  return value && !w.fault;
}

static void assign(const expansion *x, int n, const int64_t *cells,
                   successors *out) {
  const tcommand *c = x->nodes[n].c;
  int64_t next[MOST_CELLS + 16];
  bool written[MOST_CELLS + 16] = {false};
  memcpy(next, cells, (size_t)x->t->cells * sizeof *next);
  for (int i = 0; i < c->places; i++) {
    const tvar *v = &x->t->vars[c->var[i]];
    world w = world_of(x, x->nodes[n].index, cells);
    int64_t index = c->index[i] >= 0 ? value_of(&w, c->index[i]) : 0;
    int64_t value = value_of(&w, c->value[i]);
    if (w.fault || index < 0 || index >= v->size || value < v->low ||
        value > v->high || written[v->at + index]) {
      out->fault = true;
      return;
    }
    written[v->at + index] = true;
    next[v->at + index] = value;
  }
  add_step(x, after(x, n), next, out);
}

static void steps_of(const expansion *x, int n, const int64_t *cells,
                     successors *out) {
  if (n == x->count)
    return;
  const tnode *node = &x->nodes[n];
  bool value;
  switch (node->c ? node->c->kind : C_SKIP) {
  case C_SKIP:
    add_step(x, after(x, n), cells, out);
    break;
  case C_SET:
    assign(x, n, cells, out);
    break;
  case C_IF:
    for (int i = node->first_copy; i >= 0; i = x->copies[i].next)
      if (holds(x, x->copies[i].index, x->copies[i].b->guard, cells, out))
        steps_of(x, x->copies[i].node, cells, out);
    break;
  case C_ELSE:
    value = holds(x, node->index, node->c->condition, cells, out);
    if (!out->fault)
      steps_of(x, value ? n + 1 : node->second, cells, out);
    break;
  case C_WHILE:
    value = holds(x, node->index, node->c->condition, cells, out);
    if (!out->fault && value)
      steps_of(x, n + 1, cells, out);
    else if (!out->fault)
      add_step(x, after(x, n), cells, out);
    break;
  }
}

enum { MOST_STATES = 60, ATOMS = 4 };

static unsigned long states_seen, steps_seen, faults_seen, ends_seen;

typedef struct comparison {
  twin t;
  expansion x;
  models *m;
  model_binding binding;
  int atoms[ATOMS];
  int64_t queue[MOST_STATES][MOST_CELLS + 16];
  int queued;
  successors found;
} comparison;

static bool same_numbers(const int64_t *a, const int64_t *b, int count) {
  return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static void visit(comparison *d, const int64_t *state) {
  for (int i = 0; i < d->queued; i++)
    if (same_numbers(d->queue[i], state, d->t.cells + 1))
      return;
  if (d->queued < MOST_STATES)
    memcpy(d->queue[d->queued++], state, sizeof d->queue[0]);
}

static bool same_letter(comparison *d, const int64_t *state,
                        const uint8_t *bytes, uint32_t size) {
  const model *x = &d->m->model;
  uint64_t letter = 0, wanted = 0;
  bool fault = false;
  for (int i = 0; i < ATOMS; i++) {
    world w = {.t = &d->t, .cells = state + 1};
    wanted |= (uint64_t)(value_of(&w, d->atoms[i]) != 0) << i;
    fault |= w.fault;
  }
  model_steps_reset(&d->m->steps);
  bool good = x->ops->letter(x, &d->binding, d->m->scratch, bytes, size,
                             &letter, &d->m->steps);
  return good == !fault && (d->m->steps.worst == MODEL_UNDEFINED) == fault &&
         (fault || letter == wanted);
}

static bool same_steps(comparison *d, const int64_t *state) {
  const model *x = &d->m->model;
  uint8_t *bytes = malloc(x->most_bytes);
  int64_t numbers[MOST_CELLS + 16];
  uint32_t size;
  d->found.count = 0;
  d->found.fault = false;
  steps_of(&d->x, (int)state[0], state + 1, &d->found);
  bool same = bytes && x->ops->from_numbers(x, state, bytes, &size);
  if (same) {
    x->ops->numbers(x, bytes, size, numbers);
    same = same_numbers(numbers, state, d->t.cells + 1) &&
           same_letter(d, state, bytes, size);
    model_steps_reset(&d->m->steps);
    x->ops->next(x, d->m->scratch, bytes, size, &d->m->steps);
    same &= (d->m->steps.worst == MODEL_UNDEFINED) == d->found.fault;
  }
  free(bytes);
  if (d->found.fault) {
    faults_seen++;
    return same && d->m->steps.steps.count == 0;
  }
  ends_seen += d->found.count == 0;
  same = same && d->m->steps.steps.count == (size_t)d->found.count;
  for (int i = 0; same && i < d->found.count; i++) {
    const model_step *step = &d->m->steps.steps.at[i];
    x->ops->numbers(x, d->m->steps.bytes.at + step->at, step->size, numbers);
    same = same_numbers(numbers, d->found.states[i], d->t.cells + 1) &&
           step->line > 0 && step->column > 0;
    visit(d, d->found.states[i]);
  }
  steps_seen += (unsigned long)d->found.count;
  return same;
}

/* Four Boolean expressions over the variables, as atoms. */
static bool bind_atoms(comparison *d) {
  twin *t = &d->t;
  char *program = t->out;
  t->out = NULL;
  t->length = t->capacity = 0;
  for (int i = 0; i < ATOMS; i++) {
    d->atoms[i] = make(t, T_AND, make_expr(t, true, 6, false),
                       make(t, T_EQ, make_int(t, i), make_int(t, i)));
    put(t, i ? "\n" : "");
    put_expr(t, d->atoms[i], 0, false);
  }
  bool good = models_bind(d->m, t->out, &d->binding);
  if (!good)
    printf("%s\n%s\n", t->out, d->m->report.entries[0].message);
  free(t->out);
  t->out = program;
  return good;
}

static bool compare_states(comparison *d) {
  twin *t = &d->t;
  int64_t state[MOST_CELLS + 16] = {0};
  for (int i = 0; i < t->var_count; i++)
    for (int k = 0; k < t->vars[i].size; k++)
      state[1 + t->vars[i].at + k] = t->vars[i].initial;
  const model *x = &d->m->model;
  int64_t numbers[MOST_CELLS + 16];
  model_steps_reset(&d->m->steps);
  x->ops->initial(x, d->m->scratch, &d->m->steps);
  bool same = d->m->steps.steps.count == 1;
  x->ops->numbers(x, d->m->steps.bytes.at, x->most_bytes, numbers);
  same = same && same_numbers(numbers, state, t->cells + 1);
  visit(d, state);
  for (int i = 0; same && i < d->queued; i++) {
    int64_t current[MOST_CELLS + 16];
    memcpy(current, d->queue[i], sizeof current);
    same = same_steps(d, current);
    states_seen++;
  }
  return same;
}

static void compare(uint64_t seed, comparison *d) {
  twin *t = &d->t;
  define given = {"N", 0};
  *t = (twin){.seed = seed, .out = t->out, .capacity = t->capacity};
  d->queued = 0;
  for (int i = 0; i < 10; i++)
    pick(t, 2);
  make_vars(t);
  t->param = pick(t, 4);
  t->first = make_program(t);
  t->length = 0;
  put_program(t);
  bool is_defined = pick(t, 3) == 0;
  if (is_defined) /* the text says something else */
    given.value = t->param = pick(t, 4);
  d->x = (expansion){.t = t, .nodes = d->x.nodes, .copies = d->x.copies};
  expand(&d->x, t->first, (int64_t[MOST_DEPTH + 8]){0}, -1);
  if (d->x.is_large)
    return;
  d->m = models_new();
  bool good = models_read_bytes(d->m, MODELS_GCL, t->out, t->length, &given,
                                is_defined);
  if (!good)
    printf("%u:%u: %s\n", (unsigned)d->m->report.entries[0].line,
           (unsigned)d->m->report.entries[0].column,
           d->m->report.entries[0].message);
  good = good && bind_atoms(d) && compare_states(d);
  if (!good)
    printf("seed %" PRIu64 " N=%" PRId64 ":\n%s", seed, t->param, t->out);
  CHECK(good);
  models_delete(d->m);
}

static void test_random_programs(void) {
  enum { PROGRAMS = 15000 };
  comparison *d = calloc(1, sizeof *d);
  if (!d)
    abort();
  d->x.nodes = calloc(MOST_NODES + 1, sizeof *d->x.nodes);
  d->x.copies = calloc(MOST_COPIES + 1, sizeof *d->x.copies);
  d->found.states = calloc(MOST_STEPS, sizeof *d->found.states);
  for (uint64_t seed = 1; seed <= PROGRAMS && check_failed == 0; seed++)
    compare(seed, d);
  printf("%lu states, %lu steps, %lu faults, %lu ends\n", states_seen,
         steps_seen, faults_seen, ends_seen);
  CHECK(states_seen > 20000 && steps_seen > 20000);
  CHECK(faults_seen > 1000 && ends_seen > 1000);
  free(d->t.out);
  free(d->x.nodes);
  free(d->x.copies);
  free(d->found.states);
  free(d);
}

int main(void) {
  test_random_programs();
  return check_end();
}
