/* Processes and channels without names.
 *
 * Processes are numbered as they start, and end in the opposite order; their
 * channels come and go with them. So who starts when, or ends when, is told by
 * numbers. Where nobody can ask for these numbers it does not matter, and
 * starting or ending a process depends on nothing that others do.
 *
 * Let two states be alike if they are the same but for the numbers of processes
 * and channels, and for processes that have come to their end and are still
 * there because younger ones are. What one of them can do the other can, too,
 * up to ends of processes, and the results are alike:
 *  - Nobody asks for the number of a process, or how many there are: no _pid,
 *    no _nr_pr, no remote reference, nobody keeps what 'run' gives.
 *  - A channel's number is used to talk, to look, to be given to a process that
 *    is started, and to be copied to a local variable. It is not compared, not
 *    computed, not sent, and not put into a global variable.
 *  - So whoever can mean a channel is the process that it belongs to or one
 *    that this started, or one that these started, and is younger. As long as
 *    they are there it is there: nobody means a channel that is gone, or a new
 *    one with an old number.
 *  - A process at its end does nothing but end, and is where it may stay.
 *  - There is room for all that can ever be started (ample_bounds.c), those
 *    included that could have ended and did not.
 * Started first or ended first: both orders lead to states that are alike. The
 * question cannot tell them apart, as it knows no process. */
#include "lang/promela/reduce/ample_make.h"

#include "base/mutant.h"

#include <assert.h>

enum { NOT_KNOWN, NO_CHANNELS, CHANNELS };

typedef struct naming {
  const pml_maker *k;
  const pml_syntax *s;
  uint8_t *is_fine; /* by expression: a channel may be meant here, or 'run' is
                       used for nothing else */
  uint8_t *known;   /* by variable: whether there are channels in it */
  bool has_names;
} naming;

/* The variable that a name leads to, through all its fields. */
static uint32_t end_of_name(const pml_syntax *syntax, uint32_t e) {
  assert(e < syntax->exprs.count);
  const pml_expr *expr = &syntax->exprs.at[e];
  while (expr->c != PML_NONE)
    expr = &syntax->exprs.at[expr->c];
  return expr->a;
}

static bool is_channel(const pml_syntax *syntax, uint32_t e) {
  return syntax->exprs.at[e].op == PML_NAME &&
         syntax->vars.at[end_of_name(syntax, e)].type == PML_CHAN;
}

/* Is it a channel, or are there some inside? */
static bool has_channels(const naming *n, uint32_t variable) {
  mem *m = n->k->m;
  pml_parts scalars = {0};
  bool found = false;
  pml_list_scalars(m, n->k->p, variable, 0, &scalars);
  vec_each (const pml_part, part, &scalars)
    found |= n->s->vars.at[part->variable].type == PML_CHAN &&
             !MUTANT("promela-names-channel");
  vec_free(m, &scalars);
  return found;
}

/* Many expressions name the same variable. */
static bool means_channels(naming *n, uint32_t variable) {
  uint8_t *known = &n->known[variable];
  if (*known == NOT_KNOWN)
    *known = has_channels(n, variable) ? CHANNELS : NO_CHANNELS;
  return *known == CHANNELS;
}

/* A scalar for each that is given; what is no variable is no channel. */
static void list_arguments(const naming *n, const pml_expr *run,
                           pml_parts *out) {
  for (uint32_t i = 0; i < run->c; i++) {
    uint32_t e = n->s->lists.at[run->b + i];
    if (n->s->exprs.at[e].op == PML_NAME)
      pml_list_scalars(n->k->m, n->k->p, end_of_name(n->s, e), 0, out);
    else
      vec_push(n->k->m, out, ((pml_part){PML_NONE, 0}));
  }
}

static bool is_channel_part(const naming *n, const pml_part *part) {
  return part->variable != PML_NONE &&
         n->s->vars.at[part->variable].type == PML_CHAN;
}

/* Channels are given where channels are taken. */
static void look_at_run(naming *n, const pml_expr *run) {
  assert(run->a < n->s->processes.count);
  const pml_process *process = &n->s->processes.at[run->a];
  pml_parts given = {0}, taken = {0};
  list_arguments(n, run, &given);
  for (uint32_t i = 0; i < process->parameters; i++)
    pml_list_scalars(n->k->m, n->k->p, process->first_parameter + i, 0, &taken);
  n->has_names |= given.count != taken.count || run->d != PML_NONE;
  for (size_t i = 0; i < given.count && !n->has_names; i++)
    n->has_names |=
        is_channel_part(n, &given.at[i]) != is_channel_part(n, &taken.at[i]);
  for (uint32_t i = 0; i < run->c; i++)
    n->is_fine[n->s->lists.at[run->b + i]] = 1;
  vec_free(n->k->m, &given);
  vec_free(n->k->m, &taken);
}

static void look_at_uses(naming *n) {
  vec_each (const pml_expr, expr, &n->s->exprs)
    switch (expr->op) {
    case PML_LEN:
    case PML_EMPTY:
    case PML_NEMPTY:
    case PML_FULL:
    case PML_NFULL:
    case PML_POLL:
      n->is_fine[expr->a] = 1;
      break;
    case PML_RUN:
      look_at_run(n, expr);
      break;
    case PML_SELF:
      n->has_names |= !MUTANT("promela-names-pid");
      break;
    default:
      break;
    }
}

static void look_at_statements(naming *n) {
  vec_each (const pml_statement, statement, &n->s->statements)
    switch (statement->kind) {
    case PML_SEND:
    case PML_RECEIVE:
      n->is_fine[statement->a] = 1;
      break;
    case PML_TEST:
      if (n->s->exprs.at[statement->a].op == PML_RUN)
        n->is_fine[statement->a] = 1;
      break;
    case PML_ASSIGN:
      if (is_channel(n->s, statement->a) && is_channel(n->s, statement->b) &&
          n->s->vars.at[n->s->exprs.at[statement->a].a].process != PML_NONE)
        n->is_fine[statement->a] = n->is_fine[statement->b] = 1;
      break;
    default:
      break;
    }
}

/* A channel variable begins with a channel, or with none. */
static void look_at_declarations(naming *n) {
  vec_each (const pml_var, var, &n->s->vars) {
    bool is_value = var->initial == PML_INITIAL_VALUE;
    if (var->type == PML_CHAN && var->initial == PML_INITIAL_LIST)
      n->has_names = true;
    if (var->type == PML_CHAN && is_value && !is_channel(n->s, var->init))
      n->has_names = true;
    if (var->type == PML_CHAN && is_value)
      n->is_fine[var->init] = 1;
  }
  vec_each (const pml_field, field, &n->s->fields)
    n->has_names |= field->type == PML_CHAN;
}

/* Whatever else tells processes apart is an access: PML_SELF is not. */
static bool sees_processes(const pml_accesses *list) {
  bool found = false;
  vec_each (const pml_access, access, list)
    found |= access->kind == PML_COUNTS || access->kind == PML_SEES_POINT ||
             access->kind == PML_SEES_LOCAL || access->kind == PML_SEES_MARK;
  return found;
}

bool pml_has_no_names(const pml_maker *maker) {
  naming n = {.k = maker, .s = maker->p->syntax};
  n.is_fine = mem_alloc(maker->m, n.s->exprs.count + 1);
  n.known = mem_alloc(maker->m, n.s->vars.count + 1);
  n.has_names =
      sees_processes(&maker->list) || sees_processes(&maker->question);
  look_at_uses(&n);
  look_at_statements(&n);
  look_at_declarations(&n);
  for (uint32_t e = 0; e < n.s->exprs.count && !n.has_names; e++) {
    const pml_expr *expr = &n.s->exprs.at[e];
    if (expr->op == PML_RUN || expr->op == PML_NAME)
      n.has_names = !n.is_fine[e] && (expr->op == PML_RUN ||
                                      means_channels(&n, end_of_name(n.s, e)));
  }
  mem_free(maker->m, n.known);
  mem_free(maker->m, n.is_fine);
  return !n.has_names;
}
