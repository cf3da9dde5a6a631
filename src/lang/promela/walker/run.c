/* What single statements need and do, and d_steps. */
#include "base/progress.h"
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

bool walker_ignores_offers(const pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  if (x->kind != PML_DSTEP)
    return false;
  pml_kind first = w->s->statements.at[x->a].kind;
  return first == PML_PRINT || first == PML_ASSERT;
}

/* One of the choices that a d_step begins with. */
static bool can_begin(pml_walker *w, const pml_statement *x) {
  size_t floor = w->moves.count;
  bool can = false;
  walker_list_inside(w, x->a, &w->moves);
  for (size_t i = floor; i < w->moves.count && !can; i++)
    can = (!w->offer.is_open && /* a send is a fault: to be told */
           walker_offers(w, &w->s->statements.at[w->moves.at[i].statement])) ||
          walker_can(w, w->moves.at[i].statement, false);
  w->moves.count = floor;
  return can;
}

/* Between the halves of a handshake nearly nothing is possible. */
static bool can_now(pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  if (x->kind == PML_RECEIVE)
    return walker_can_accept(w, x);
  if (x->kind == PML_DSTEP)
    return walker_ignores_offers(w, statement) || can_begin(w, x);
  return false;
}

static bool can_alone(pml_walker *w, const pml_statement *x, bool some) {
  switch (x->kind) {
  case PML_TEST:
    return w->s->exprs.at[x->a].op == PML_RUN || walker_eval(w, x->a) != 0;
  case PML_ELSE:
    return !some;
  case PML_SEND:
    return walker_can_send(w, x);
  case PML_RECEIVE:
    return walker_can_receive(w, x);
  case PML_DSTEP:
    return can_begin(w, x);
  case PML_C_CODE:
    return w->s->c_parts.at[x->c].second == PML_NONE ||
           walker_c(w, pml_c_condition(x->c), false) != 0;
  default:
    return true;
  }
}

bool walker_can(pml_walker *w, uint32_t statement, bool some) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  w->place = x->at;
  bool can = w->offer.is_open ? can_now(w, statement) : can_alone(w, x, some);
  return can || w->fatal;
}

static void check(pml_walker *w, const pml_statement *x) {
  if (walker_eval(w, x->a) != 0 || w->fatal || w->s->reading.ignores_assertions)
    return;
  w->scratch.count = 0;
  walker_show_expression(w, x->a, &w->scratch);
  walker_fault(w, MODEL_ERROR, false, "assertion violated: %s",
               walker_finish(w, &w->scratch));
}

static void change(pml_walker *w, const pml_statement *x, int32_t by) {
  int32_t value = walker_eval(w, x->a);
  if (!w->fatal && !w->found.outside)
    walker_store(w, w->found.slot, w->found.leaf,
                 (int32_t)((uint32_t)value + (uint32_t)by));
}

static void set_priority(pml_walker *w, const pml_statement *x) {
  int32_t pid = walker_eval(w, x->a);
  int32_t value = w->fatal ? 0 : walker_eval(w, x->b);
  if (w->fatal)
    return;
  if (value < 1 || value > WALKER_MOST) {
    walker_fault(w, MODEL_UNDEFINED, true, "priority %d is outside 1..%d",
                 (int)value, WALKER_MOST);
    return;
  }
  if (pid >= 0 && (size_t)pid < w->processes.count)
    w->processes.at[pid].priority = value;
}

/* A declaration that is a step assigns to the first element only, and nothing
 * to a record (notes, 13). */
static void declare(pml_walker *w, const pml_statement *x) {
  assert(x->a < w->s->vars.count);
  const pml_var *v = &w->s->vars.at[x->a];
  int32_t value = 0;
  if (v->type == PML_RECORD || v->initial == PML_INITIAL_CHANNEL)
    return;
  if (v->initial == PML_INITIAL_VALUE)
    value = walker_eval(w, v->init);
  else if (v->initial == PML_INITIAL_LIST && v->init_count > 0)
    value = walker_eval(w, w->s->lists.at[v->init]);
  if (!w->fatal)
    walker_store(w, w->processes.at[w->pid].base + w->offset[x->a], v, value);
}

/* What comes behind a statement of the d_step 'around'; WALKER_END: it is the
 * last. */
static walker_node after_inside(const pml_walker *w, uint32_t around,
                                uint32_t x) {
  const pml_statement *all = w->s->statements.at;
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
static uint32_t next_inside(pml_walker *w, uint32_t around, uint32_t x) {
  const pml_statement *all = w->s->statements.at;
  for (size_t i = 0; i <= w->s->statements.count; i++) {
    walker_node n = all[x].kind == PML_GOTO ? walker_at(all[x].target)
                    : all[x].kind == PML_BREAK
                        ? after_inside(w, around, all[x].target)
                        : after_inside(w, around, x);
    if (n == WALKER_END)
      return PML_NONE;
    x = walker_statement(n);
    if (all[x].kind != PML_GOTO && all[x].kind != PML_BREAK)
      return x;
  }
  mem_raise(w->m->budget, MEM_ENDLESS); /* gotos in a circle */
}

/* The first choice that is possible, or PML_NONE. */
static uint32_t choose_inside(pml_walker *w, uint32_t statement) {
  size_t floor = w->moves.count;
  uint32_t chosen = PML_NONE;
  walker_list_inside(w, statement, &w->moves);
  for (size_t i = floor; i < w->moves.count && chosen == PML_NONE; i++) {
    uint32_t x = w->moves.at[i].statement;
    size_t faults = w->faults.count, letters = w->fault_text.count;
    if (walker_offers(w, &w->s->statements.at[x])) {
      w->place = w->s->statements.at[x].at;
      walker_fault(w, MODEL_UNDEFINED, true, "a rendezvous send in a d_step");
      chosen = x;
    } else if (walker_can(w, x, false)) {
      chosen = x;
      if (!w->fatal) { /* it will tell its faults when it is executed */
        w->faults.count = faults;
        w->fault_text.count = letters;
      }
    }
  }
  w->moves.count = floor;
  return chosen;
}

static void blocked(pml_walker *w, uint32_t x) {
  const pml_statement *all = w->s->statements.at;
  while (all[x].kind == PML_BLOCK || all[x].kind == PML_ATOMIC ||
         all[x].kind == PML_DSTEP || all[x].kind == PML_UNLESS)
    x = all[x].a;
  w->place = all[x].at;
  walker_fault(w, MODEL_UNDEFINED, true, "the d_step cannot go on here");
}

static void run_d_step(pml_walker *w, uint32_t d_step) {
  assert(d_step < w->s->statements.count);
  enum { MOST = 10000000 };
  bool meanwhile = w->offer.is_open && walker_ignores_offers(w, d_step);
  if (meanwhile)
    w->offer.is_open = false;
  uint32_t x = w->s->statements.at[d_step].a;
  for (int i = 0; x != PML_NONE; i++) {
    if (i == MOST)
      mem_raise(w->m->budget, MEM_ENDLESS);
    progress_tick_inside(w->m->budget, (uint64_t)i);
    uint32_t chosen = choose_inside(w, x);
    if (w->fatal)
      break;
    if (chosen == PML_NONE) {
      blocked(w, x);
      break;
    }
    walker_execute(w, chosen);
    if (w->fatal)
      break;
    x = next_inside(w, d_step, chosen);
  }
  if (meanwhile) {
    w->offer.is_open = true;
    w->offer.last_mover = w->pid;
  }
}

void walker_execute(pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  int32_t value;
  w->place = x->at;
  switch (x->kind) {
  case PML_TEST:
    walker_eval(w, x->a);
    break;
  case PML_ASSIGN:
    value = walker_eval(w, x->b);
    if (!w->fatal)
      walker_assign(w, x->a, value);
    break;
  case PML_INCREMENT:
    change(w, x, 1);
    break;
  case PML_DECREMENT:
    change(w, x, -1);
    break;
  case PML_SEND:
    walker_send(w, statement);
    break;
  case PML_RECEIVE:
    walker_receive(w, statement);
    break;
  case PML_ASSERT:
    check(w, x);
    break;
  case PML_PRINT:
  case PML_PRINTM:
    walker_print(w, x);
    break;
  case PML_SET_PRIORITY:
    set_priority(w, x);
    break;
  case PML_DECLARE:
    declare(w, x);
    break;
  case PML_C_CODE:
    walker_c(w, pml_c_entry(x->c), true);
    break;
  case PML_DSTEP:
    run_d_step(w, statement);
    break;
  default:
    break;
  }
}
