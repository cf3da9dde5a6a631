/* The numbers that SPIN gives to statements, found out by experiment.
 *
 * A statement has its number when it is complete: first what is inside, in the
 * order of the text, then the statement itself. An if takes two numbers, a do
 * three, an unless two, a block one, the end of a process one. */
#include "lang/promela/trail/trail.h"

#include <assert.h>

/* What is still to be done; the last is next. */
typedef enum task_kind { SEQUENCE, INSIDE, CLOSE } task_kind;

typedef struct task {
  task_kind kind;
  uint32_t statement;
} task;

typedef struct numbering {
  mem *m;
  const pml_syntax *s;
  pml_trail_numbers *out;
  uint32_t next;
  vec(task) tasks;
} numbering;

static void later(numbering *n, task_kind kind, uint32_t statement) {
  task t = {.kind = kind, .statement = statement};
  vec_push(n->m, &n->tasks, t);
}

/* A select that is a loop has its break first, but SPIN makes it last. */
static bool breaks_first(const pml_syntax *syntax,
                         const pml_statement *statement) {
  if (statement->kind != PML_DO || !statement->is_made || statement->c < 2)
    return false;
  const pml_statement *first =
      &syntax->statements.at[syntax->options.at[statement->a].first];
  return first->kind == PML_BREAK && first->is_made;
}

static void plan_options(numbering *n, const pml_statement *statement) {
  bool turned = breaks_first(n->s, statement);
  if (turned)
    later(n, SEQUENCE, n->s->options.at[statement->a].first);
  for (uint32_t i = statement->c; i-- > (turned ? 1 : 0);)
    later(n, SEQUENCE, n->s->options.at[statement->a + i].first);
}

/* A main part without braces is complete only when its escape is. */
static void plan_unless(numbering *n, const pml_statement *statement) {
  if (!statement->is_braced)
    later(n, CLOSE, statement->a);
  later(n, SEQUENCE, statement->b);
  later(n, statement->is_braced ? SEQUENCE : INSIDE, statement->a);
}

static void plan_inside(numbering *n, uint32_t statement) {
  assert(statement < n->s->statements.count);
  const pml_statement *t = &n->s->statements.at[statement];
  switch (t->kind) {
  case PML_IF:
  case PML_DO:
    plan_options(n, t);
    break;
  case PML_BLOCK:
  case PML_ATOMIC:
  case PML_DSTEP:
    later(n, SEQUENCE, t->a);
    break;
  case PML_UNLESS:
    plan_unless(n, t);
    break;
  default:
    break;
  }
}

static bool has_special_label(const pml_syntax *syntax, uint32_t statement) {
  vec_each (const pml_label, label, &syntax->labels) {
    const char *name = names_text(&syntax->tokens.names, label->name);
    if (label->statement == statement &&
        (strncmp(name, "end", 3) == 0 || strncmp(name, "accept", 6) == 0 ||
         strncmp(name, "progress", 8) == 0))
      return true;
  }
  return false;
}

/* The skip that stands for a labelled goto. Under a special label SPIN makes
 * the goto first and puts the skip before it; otherwise the skip replaces the
 * goto and there is one number for both. */
static bool close_labelled_goto(numbering *n, uint32_t statement) {
  assert(statement < n->s->statements.count);
  const pml_statement *t = &n->s->statements.at[statement];
  if (t->kind != PML_SKIP || !t->is_made || t->next == PML_NONE ||
      (n->s->statements.at[t->next].kind != PML_GOTO &&
       n->s->statements.at[t->next].kind != PML_BREAK))
    return false;
  n->out->statement[t->next] = n->next;
  if (has_special_label(n->s, statement))
    n->next++;
  n->out->statement[statement] = n->next++;
  return true;
}

static void close(numbering *n, uint32_t statement) {
  assert(statement < n->s->statements.count);
  const pml_statement *t = &n->s->statements.at[statement];
  bool is_done = n->out->statement[statement] != PML_NONE;
  if (close_labelled_goto(n, statement))
    return;
  if (!is_done) {
    n->out->statement[statement] = n->next++;
    if (t->kind == PML_DO)
      n->next++;
    if (t->kind == PML_DO || t->kind == PML_IF || t->kind == PML_UNLESS)
      n->out->join[statement] = n->next++;
  }
  n->next += t->removed;
}

static void number_body(numbering *n, uint32_t body) {
  later(n, SEQUENCE, body);
  while (n->tasks.count > 0) {
    task t = vec_pop(&n->tasks);
    if (t.kind == CLOSE) {
      close(n, t.statement);
    } else if (t.kind == INSIDE) {
      plan_inside(n, t.statement);
    } else if (t.statement != PML_NONE) {
      later(n, SEQUENCE, n->s->statements.at[t.statement].next);
      later(n, CLOSE, t.statement);
      later(n, INSIDE, t.statement);
    }
  }
}

void pml_number_trail(mem *m, const pml_syntax *syntax,
                      pml_trail_numbers *out) {
  numbering n = {.m = m, .s = syntax, .out = out};
  size_t count = syntax->statements.count;
  out->statement = mem_array(m, count + 1, sizeof *out->statement);
  out->join = mem_array(m, count + 1, sizeof *out->join);
  out->end = mem_array(m, syntax->processes.count + 1, sizeof *out->end);
  for (size_t i = 0; i < count; i++)
    out->statement[i] = out->join[i] = PML_NONE;
  for (size_t i = 0; i < syntax->processes.count; i++) {
    number_body(&n, syntax->processes.at[i].body);
    out->end[i] = n.next++;
  }
  vec_free(m, &n.tasks);
}
