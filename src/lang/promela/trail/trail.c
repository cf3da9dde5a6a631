/* Where SPIN rests inside atomics, and the lines of a trail.
 *
 * Outside atomics a process never stands at a goto or at the end of a choice.
 * Inside, it does not pass from one of these to a statement that is not
 * protected by the atomic (its last one, or one outside): it takes a step of
 * its own, which a trail has a line for. */
#include "lang/promela/trail/trail.h"

#include "lang/promela/walker/walker.h"

/* A place that a process can stand at. */
typedef struct node {
  uint32_t statement; /* PML_NONE: the end of the process */
  bool is_join;       /* behind it */
} node;

static const pml_statement *at(const pml_syntax *syntax, uint32_t statement) {
  return &syntax->statements.at[statement];
}

static bool is_choice(pml_kind k) {
  return k == PML_IF || k == PML_DO || k == PML_UNLESS;
}

static bool passes_through(const pml_syntax *syntax, node n) {
  if (n.statement == PML_NONE)
    return false;
  pml_kind k = at(syntax, n.statement)->kind;
  return n.is_join || k == PML_GOTO || k == PML_BREAK;
}

static node enter(const pml_syntax *syntax, uint32_t statement) {
  while (at(syntax, statement)->kind == PML_UNLESS)
    statement = at(syntax, statement)->a;
  return (node){statement, false};
}

/* What comes after a statement that is complete. */
static node after(const pml_syntax *syntax, uint32_t statement) {
  for (;;) {
    const pml_statement *t = at(syntax, statement);
    if (t->next != PML_NONE)
      return enter(syntax, t->next);
    if (t->parent == PML_NONE)
      return (node){PML_NONE, false};
    pml_kind around = at(syntax, t->parent)->kind;
    if (around == PML_DO)
      return (node){t->parent, false};
    if (is_choice(around))
      return (node){t->parent, true};
    statement = t->parent;
  }
}

static node follow(const pml_syntax *syntax, node n) {
  const pml_statement *statement = at(syntax, n.statement);
  if (!n.is_join && statement->kind == PML_GOTO)
    return enter(syntax, statement->target);
  if (!n.is_join && statement->kind == PML_BREAK)
    return (node){statement->target, true};
  return after(syntax, n.statement);
}

static bool is_inside_atomic(const pml_syntax *syntax, uint32_t statement) {
  for (uint32_t p = at(syntax, statement)->parent; p != PML_NONE;
       p = at(syntax, p)->parent)
    if (at(syntax, p)->kind == PML_ATOMIC)
      return true;
  return false;
}

/* In some atomic, and not its last. */
static bool is_before_the_last(const pml_syntax *syntax, uint32_t statement) {
  bool is_last = true;
  for (;;) {
    const pml_statement *t = at(syntax, statement);
    is_last = is_last && t->next == PML_NONE;
    if (t->parent == PML_NONE)
      return false;
    pml_kind around = at(syntax, t->parent)->kind;
    if (around == PML_ATOMIC && !is_last)
      return true;
    is_last = is_last && !is_choice(around);
    statement = t->parent;
  }
}

/* After it, the process goes on alone. */
static bool is_protected(const pml_syntax *syntax, node n) {
  if (n.statement == PML_NONE)
    return false;
  const pml_statement *statement = at(syntax, n.statement);
  if (n.is_join)
    return is_before_the_last(syntax, n.statement);
  switch (statement->kind) {
  case PML_IF:
  case PML_DO:
  case PML_BLOCK:
  case PML_ATOMIC:
    return is_inside_atomic(syntax, n.statement);
  case PML_GOTO:
  case PML_BREAK:
    /* From one atomic into the middle of another: even if it is the last. */
    return is_inside_atomic(syntax, n.statement) &&
           is_inside_atomic(syntax, statement->target);
  default:
    return is_before_the_last(syntax, n.statement);
  }
}

/* Where a process stands after the step of a node. */
static node rest_after(const pml_syntax *syntax, node n) {
  bool is_bound = is_protected(syntax, n);
  node here = follow(syntax, n);
  for (size_t hops = 0;
       passes_through(syntax, here) && hops <= syntax->statements.count;
       hops++) {
    node next = follow(syntax, here);
    if (is_bound && !is_protected(syntax, next))
      break;
    here = next;
  }
  return here;
}

typedef struct trail {
  const pml_syntax *s;
  const pml_trail_numbers *numbers;
  text *out;
  uint64_t depth;
  /* The process that has just taken steps which are not ours, and where. */
  uint32_t ahead_pid;
  node ahead[8];
  size_t ahead_count;
} trail;

static void line(trail *t, uint32_t pid, uint32_t number) {
  text_format(t->out, "%llu:%u:%u\n", (unsigned long long)++t->depth,
              (unsigned)pid, (unsigned)number);
}

static void line_at(trail *t, uint32_t pid, node n) {
  line(t, pid,
       n.is_join ? t->numbers->join[n.statement]
                 : t->numbers->statement[n.statement]);
}

/* The steps from one end to the next that SPIN takes at once. */
static void run_ahead(trail *t, uint32_t pid, node n) {
  t->ahead_pid = pid;
  t->ahead_count = 0;
  node here = rest_after(t->s, n);
  for (size_t hops = 0;
       passes_through(t->s, here) && hops <= t->s->statements.count; hops++) {
    line_at(t, pid, here);
    if (t->ahead_count < 8)
      t->ahead[t->ahead_count++] = here;
    here = rest_after(t->s, here);
  }
}

static bool was_ahead(const trail *t, uint32_t pid, node n) {
  for (size_t i = 0; t->ahead_pid == pid && i < t->ahead_count; i++)
    if (t->ahead[i].statement == n.statement &&
        t->ahead[i].is_join == n.is_join)
      return true;
  return false;
}

static void write_step(trail *t, const pml_step *step, uint32_t type) {
  if (step->kind == PML_STEP_END) {
    line(t, step->pid, t->numbers->end[type]);
    return;
  }
  pml_kind kind = at(t->s, step->statement)->kind;
  node n = {step->statement, step->kind == PML_STEP_JOIN && is_choice(kind)};
  if (step->kind == PML_STEP_JOIN && was_ahead(t, step->pid, n))
    return;
  line_at(t, step->pid, n);
  if (step->partner == PML_NONE) {
    run_ahead(t, step->pid, n);
    return;
  }
  /* The sender's right to go on alone is lost: it rests where it is. */
  node other = {step->partner_statement, false};
  line_at(t, step->partner, other);
  run_ahead(t, step->partner, other);
}

static uint32_t type_of(const pml_syntax *syntax, const char *name) {
  for (uint32_t i = 0; i < syntax->processes.count; i++)
    if (strcmp(names_text(&syntax->tokens.names, syntax->processes.at[i].name),
               name) == 0)
      return i;
  return 0;
}

bool pml_write_trail(mem *m, const pml_syntax *syntax, const pml_steps *steps,
                     size_t loop, text *out) {
  pml_trail_numbers numbers;
  pml_number_trail(m, syntax, &numbers);
  trail t = {
      .s = syntax, .numbers = &numbers, .out = out, .ahead_pid = PML_NONE};
  pml_walker *walker = pml_walker_new(m, syntax);
  pml_walker_start(walker);
  for (size_t i = 0; i < steps->count; i++) {
    const pml_step *step = &steps->at[i];
    pml_event event;
    const char *name = pml_walker_process(walker, step->pid);
    uint32_t type = type_of(syntax, name ? name : "");
    if (i == loop)
      text_put(out, "-1:-1:-1\n");
    if (!pml_walker_take(walker, step, &event))
      return false;
    write_step(&t, step, type);
  }
  return true;
}
