/* What single statements need and do, and d_steps. */
#include "base/progress.h"
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

bool walker_ignores_offers(const pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  if (x->kind != PML_DSTEP)
    return false;
  pml_kind first = walker->s->statements.at[x->a].kind;
  return first == PML_PRINT || first == PML_ASSERT;
}

/* One of the choices that a d_step begins with. */
static bool can_begin(pml_walker *walker, const pml_statement *statement) {
  size_t floor = walker->moves.count;
  bool can = false;
  walker_list_inside(walker, statement->a, &walker->moves);
  for (size_t i = floor; i < walker->moves.count && !can; i++)
    can = (!walker->offer.is_open && /* a send is a fault: to be told */
           walker_offers(
               walker,
               &walker->s->statements.at[walker->moves.at[i].statement])) ||
          walker_can(walker, walker->moves.at[i].statement, false);
  walker->moves.count = floor;
  return can;
}

/* Between the halves of a handshake nearly nothing is possible. */
static bool can_now(pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  if (x->kind == PML_RECEIVE)
    return walker_can_accept(walker, x);
  if (x->kind == PML_DSTEP)
    return walker_ignores_offers(walker, statement) || can_begin(walker, x);
  return false;
}

static bool can_alone(pml_walker *walker, const pml_statement *statement,
                      bool some) {
  switch (statement->kind) {
  case PML_TEST:
    return walker->s->exprs.at[statement->a].op == PML_RUN ||
           walker_eval(walker, statement->a) != 0;
  case PML_ELSE:
    return !some;
  case PML_SEND:
    return walker_can_send(walker, statement);
  case PML_RECEIVE:
    return walker_can_receive(walker, statement);
  case PML_DSTEP:
    return can_begin(walker, statement);
  case PML_C_CODE:
    return walker->s->c_parts.at[statement->c].second == PML_NONE ||
           walker_c(walker, pml_c_condition(statement->c), false) != 0;
  default:
    return true;
  }
}

bool walker_can(pml_walker *walker, uint32_t statement, bool some) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  walker->place = x->at;
  bool can = walker->offer.is_open ? can_now(walker, statement)
                                   : can_alone(walker, x, some);
  return can || walker->fatal;
}

static void check(pml_walker *walker, const pml_statement *statement) {
  if (walker_eval(walker, statement->a) != 0 || walker->fatal ||
      walker->s->reading.ignores_assertions)
    return;
  walker->scratch.count = 0;
  walker_show_expression(walker, statement->a, &walker->scratch);
  walker_fault(walker, MODEL_ERROR, false, "assertion violated: %s",
               walker_finish(walker, &walker->scratch));
}

static void change(pml_walker *walker, const pml_statement *statement,
                   int32_t by) {
  int32_t value = walker_eval(walker, statement->a);
  if (!walker->fatal && !walker->found.outside)
    walker_store(walker, walker->found.slot, walker->found.leaf,
                 (int32_t)((uint32_t)value + (uint32_t)by));
}

static void set_priority(pml_walker *walker, const pml_statement *statement) {
  int32_t pid = walker_eval(walker, statement->a);
  int32_t value = walker->fatal ? 0 : walker_eval(walker, statement->b);
  if (walker->fatal)
    return;
  if (value < 1 || value > WALKER_MOST) {
    walker_fault(walker, MODEL_UNDEFINED, true, "priority %d is outside 1..%d",
                 (int)value, WALKER_MOST);
    return;
  }
  if (pid >= 0 && (size_t)pid < walker->processes.count)
    walker->processes.at[pid].priority = value;
}

/* A declaration that is a step assigns to the first element only, and nothing
 * to a record (notes, 13). */
static void declare(pml_walker *walker, const pml_statement *statement) {
  assert(statement->a < walker->s->vars.count);
  const pml_var *var = &walker->s->vars.at[statement->a];
  int32_t value = 0;
  if (var->type == PML_RECORD || var->initial == PML_INITIAL_CHANNEL)
    return;
  if (var->initial == PML_INITIAL_VALUE)
    value = walker_eval(walker, var->init);
  else if (var->initial == PML_INITIAL_LIST && var->init_count > 0)
    value = walker_eval(walker, walker->s->lists.at[var->init]);
  if (!walker->fatal)
    walker_store(walker,
                 walker->processes.at[walker->pid].base +
                     walker->offset[statement->a],
                 var, value);
}

/* What comes behind a statement of the d_step 'around'; WALKER_END: it is the
 * last. */
static walker_node after_inside(const pml_walker *walker, uint32_t around,
                                uint32_t x) {
  const pml_statement *all = walker->s->statements.at;
  for (; all[x].next == PML_NONE; x = all[x].parent) {
    uint32_t parent = all[x].parent;
    if (parent == around)
      return WALKER_END;
    if (all[parent].kind == PML_DO)
      return walker_at(parent);
  }
  return walker_at(all[x].next);
}

/* Where the d_step goes on behind 'x', past gotos and breaks; PML_NONE: it is
 * done. */
static uint32_t next_inside(pml_walker *walker, uint32_t around, uint32_t x) {
  const pml_statement *all = walker->s->statements.at;
  for (size_t i = 0; i <= walker->s->statements.count; i++) {
    walker_node n = all[x].kind == PML_GOTO ? walker_at(all[x].target)
                    : all[x].kind == PML_BREAK
                        ? after_inside(walker, around, all[x].target)
                        : after_inside(walker, around, x);
    if (n == WALKER_END)
      return PML_NONE;
    x = walker_statement(n);
    if (all[x].kind != PML_GOTO && all[x].kind != PML_BREAK)
      return x;
  }
  mem_raise(walker->m->budget, MEM_ENDLESS); /* gotos in a circle */
}

/* The first choice that is possible, or PML_NONE. */
static uint32_t choose_inside(pml_walker *walker, uint32_t statement) {
  size_t floor = walker->moves.count;
  uint32_t chosen = PML_NONE;
  walker_list_inside(walker, statement, &walker->moves);
  for (size_t i = floor; i < walker->moves.count && chosen == PML_NONE; i++) {
    uint32_t x = walker->moves.at[i].statement;
    size_t faults = walker->faults.count, letters = walker->fault_text.count;
    if (walker_offers(walker, &walker->s->statements.at[x])) {
      walker->place = walker->s->statements.at[x].at;
      walker_fault(walker, MODEL_UNDEFINED, true,
                   "a rendezvous send in a d_step");
      chosen = x;
    } else if (walker_can(walker, x, false)) {
      chosen = x;
      if (!walker->fatal) { /* it will tell its faults when it is executed */
        walker->faults.count = faults;
        walker->fault_text.count = letters;
      }
    }
  }
  walker->moves.count = floor;
  return chosen;
}

static void blocked(pml_walker *walker, uint32_t x) {
  const pml_statement *all = walker->s->statements.at;
  while (all[x].kind == PML_BLOCK || all[x].kind == PML_ATOMIC ||
         all[x].kind == PML_DSTEP || all[x].kind == PML_UNLESS)
    x = all[x].a;
  walker->place = all[x].at;
  walker_fault(walker, MODEL_UNDEFINED, true, "the d_step cannot go on here");
}

static void run_d_step(pml_walker *walker, uint32_t d_step) {
  assert(d_step < walker->s->statements.count);
  enum { MOST = 10000000 };
  bool meanwhile =
      walker->offer.is_open && walker_ignores_offers(walker, d_step);
  if (meanwhile)
    walker->offer.is_open = false;
  uint32_t x = walker->s->statements.at[d_step].a;
  for (int i = 0; x != PML_NONE; i++) {
    if (i == MOST)
      mem_raise(walker->m->budget, MEM_ENDLESS);
    progress_tick_inside(walker->m->budget, (uint64_t)i);
    uint32_t chosen = choose_inside(walker, x);
    if (walker->fatal)
      break;
    if (chosen == PML_NONE) {
      blocked(walker, x);
      break;
    }
    walker_execute(walker, chosen);
    if (walker->fatal)
      break;
    x = next_inside(walker, d_step, chosen);
  }
  if (meanwhile) {
    walker->offer.is_open = true;
    walker->offer.last_mover = walker->pid;
  }
}

void walker_execute(pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  int32_t value;
  walker->place = x->at;
  switch (x->kind) {
  case PML_TEST:
    walker_eval(walker, x->a);
    break;
  case PML_ASSIGN:
    value = walker_eval(walker, x->b);
    if (!walker->fatal)
      walker_assign(walker, x->a, value);
    break;
  case PML_INCREMENT:
    change(walker, x, 1);
    break;
  case PML_DECREMENT:
    change(walker, x, -1);
    break;
  case PML_SEND:
    walker_send(walker, statement);
    break;
  case PML_RECEIVE:
    walker_receive(walker, statement);
    break;
  case PML_ASSERT:
    check(walker, x);
    break;
  case PML_PRINT:
  case PML_PRINTM:
    walker_print(walker, x);
    break;
  case PML_SET_PRIORITY:
    set_priority(walker, x);
    break;
  case PML_DECLARE:
    declare(walker, x);
    break;
  case PML_C_CODE:
    walker_c(walker, pml_c_entry(x->c), true);
    break;
  case PML_DSTEP:
    run_d_step(walker, statement);
    break;
  default:
    break;
  }
}
