/* Where processes can stand and what is next there: the notes' sections on
 * program points, atomic and unless, read off the tree. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* What comes behind a statement. Of the compound ones around it only if, do
 * and unless have something of their own there. */
walker_node walker_after(const pml_walker *w, uint32_t statement) {
  const pml_statement *all = w->s->statements.at;
  for (uint32_t x = statement;;) {
    if (all[x].next != PML_NONE)
      return walker_at(all[x].next);
    uint32_t around = all[x].parent;
    if (around == PML_NONE)
      return WALKER_END;
    switch (all[around].kind) {
    case PML_DO:
      return walker_at(around);
    case PML_IF:
    case PML_UNLESS:
      return walker_behind(around);
    default:
      x = around;
    }
  }
}

/* The node that a pass-through node leads to. False: it is no such node. */
static bool pass(const pml_walker *w, walker_node n, walker_node *to) {
  if (n == WALKER_END)
    return false;
  uint32_t x = walker_statement(n);
  const pml_statement *statement = &w->s->statements.at[x];
  if (walker_is_join(n)) {
    *to = walker_after(w, x);
    return true;
  }
  switch (statement->kind) {
  case PML_GOTO:
    *to = walker_at(statement->target);
    return true;
  case PML_BREAK:
    *to = walker_behind(statement->target);
    return true;
  case PML_UNLESS:
    *to = walker_at(statement->a);
    return true;
  default:
    return false;
  }
}

/* In an atomic, be it as the last of it. */
static bool is_inside(const pml_walker *w, walker_node n) {
  return n != WALKER_END && (w->atom_at[walker_statement(n)] ||
                             w->atom_behind[walker_statement(n)]);
}

/* A goto or break has the flag if it leads from an atomic (be it as the last
 * in it) into an atomic. */
bool walker_is_atomic(const pml_walker *w, walker_node n) {
  walker_node to = WALKER_END;
  if (n == WALKER_END)
    return false;
  uint32_t x = walker_statement(n);
  if (walker_is_join(n))
    return w->atom_behind[x];
  pml_kind kind = w->s->statements.at[x].kind;
  if (kind == PML_GOTO || kind == PML_BREAK)
    return w->atom_behind[x] && pass(w, n, &to) && is_inside(w, to);
  return w->atom_at[x];
}

/* Gotos may lead in a circle; then the process stays on one of them. */
walker_node walker_resolve(const pml_walker *w, walker_node n, bool exclusive) {
  walker_node to = WALKER_END;
  size_t most = 2 * w->s->statements.count;
  for (size_t i = 0; i < most && pass(w, n, &to); i++) {
    if (exclusive && !walker_is_atomic(w, to))
      break;
    n = to;
  }
  return n;
}

walker_node walker_entry(const pml_walker *w, uint32_t process) {
  assert(process < w->s->processes.count);
  uint32_t body = w->s->processes.at[process].body;
  return body == PML_NONE ? WALKER_END
                          : walker_resolve(w, walker_at(body), false);
}

static walker_node target_of_pass(const pml_walker *w, walker_node from,
                                  bool *goes_on) {
  walker_node to = WALKER_END;
  pass(w, from, &to);
  *goes_on = walker_is_atomic(w, from);
  return walker_resolve(w, to, *goes_on);
}

walker_node walker_target(const pml_walker *w, const walker_move *x,
                          bool *goes_on) {
  *goes_on = false;
  if (x->statement == PML_NONE)
    return WALKER_END;
  pml_kind kind = w->s->statements.at[x->statement].kind;
  if (kind == PML_GOTO || kind == PML_BREAK)
    return target_of_pass(w, walker_at(x->statement), goes_on);
  if (x->is_join)
    return target_of_pass(w, walker_behind(x->statement), goes_on);
  *goes_on = w->atom_at[x->statement];
  return walker_resolve(w, walker_after(w, x->statement), *goes_on);
}

/* The options of a choice go on the stack so that the first is on top; an
 * option that is an else comes last. */
static void push_options(pml_walker *w, const pml_statement *x) {
  assert(x->a < w->s->options.count);
  const pml_option *options = &w->s->options.at[x->a];
  for (int is_else = 1; is_else >= 0; is_else--)
    for (uint32_t i = x->c; i-- > 0;) {
      uint32_t first = options[i].first;
      if ((w->s->statements.at[first].kind == PML_ELSE) == (is_else == 1))
        vec_push(w->m, &w->pending, first);
    }
}

typedef enum manner {
  AT_A_NODE,    /* each unless that is entered goes to 'groups' */
  IN_AN_ESCAPE, /* the escape of an unless in it counts only later */
  IN_A_DSTEP    /* there is no unless in it, and another d_step is a block */
} manner;

/* Choices at the beginning of choices, blocks and atomics are choices of the
 * whole. */
static void flatten(pml_walker *w, uint32_t first, manner how, uint32_t escape,
                    walker_moves *out) {
  size_t floor = w->pending.count;
  vec_push(w->m, &w->pending, first);
  while (w->pending.count > floor) {
    uint32_t x = vec_pop(&w->pending);
    const pml_statement *statement = &w->s->statements.at[x];
    pml_kind kind = statement->kind;
    if (kind == PML_IF || kind == PML_DO) {
      push_options(w, statement);
    } else if (kind == PML_BLOCK || kind == PML_ATOMIC || kind == PML_UNLESS ||
               (kind == PML_DSTEP && how == IN_A_DSTEP)) {
      if (kind == PML_UNLESS && how == AT_A_NODE)
        vec_push(w->m, &w->groups, x);
      vec_push(w->m, &w->pending, statement->a);
    } else {
      bool is_join = kind == PML_GOTO || kind == PML_BREAK;
      vec_push(w->m, out,
               ((walker_move){
                   .statement = x, .is_join = is_join, .escape = escape}));
    }
  }
}

void walker_list_inside(pml_walker *w, uint32_t statement, walker_moves *out) {
  flatten(w, statement, IN_A_DSTEP, 0, out);
}

static void reverse_moves(walker_moves *v, size_t from) {
  for (size_t i = from, j = v->count; i + 1 < j; i++) {
    walker_move x = v->at[i];
    v->at[i] = v->at[--j];
    v->at[j] = x;
  }
}

/* The unless statements whose main part the node is in, outermost first. */
static void find_groups(pml_walker *w, uint32_t statement) {
  const pml_statement *all = w->s->statements.at;
  size_t floor = w->groups.count;
  for (uint32_t x = statement; all[x].parent != PML_NONE; x = all[x].parent)
    if (all[all[x].parent].kind == PML_UNLESS && w->in_main[x])
      vec_push(w->m, &w->groups, all[x].parent);
  for (size_t i = floor, j = w->groups.count; i + 1 < j; i++) {
    uint32_t x = w->groups.at[i];
    w->groups.at[i] = w->groups.at[--j];
    w->groups.at[j] = x;
  }
}

/* A goto or break with which an escape begins is passed, it is no step. */
static void flatten_escape(pml_walker *w, uint32_t unless, walker_moves *out) {
  assert(unless < w->s->statements.count);
  walker_node n =
      walker_resolve(w, walker_at(w->s->statements.at[unless].b), false);
  if (n != WALKER_END && !walker_is_join(n)) {
    flatten(w, walker_statement(n), IN_AN_ESCAPE, unless + 1, out);
    return;
  }
  walker_move x = {.statement = PML_NONE, .escape = unless + 1};
  if (n != WALKER_END) {
    x.statement = walker_statement(n);
    x.is_join = true;
  }
  vec_push(w->m, out, x);
}

/* The escape of an unless. SPIN puts escapes in front of a list one by one, so
 * those of one unless are tried in the opposite order of the text. */
static void add_escape(pml_walker *w, uint32_t unless, walker_moves *out) {
  size_t from = out->count;
  flatten_escape(w, unless, out);
  reverse_moves(out, from);
}

/* Those around the node are 'groups' from 'floor' on, those that were found
 * when its list was made begin at 'found'. Where there are both, the list of
 * the first that was found has those around it already, and is put in front as
 * one: pan -d shows it. */
static void add_escapes(pml_walker *w, size_t floor, size_t found,
                        walker_moves *out) {
  size_t from = out->count, end = w->groups.count;
  bool together = floor < found && found < end;
  for (size_t i = floor; i < found; i++)
    add_escape(w, w->groups.at[i], out);
  if (together) {
    uint32_t unless = w->groups.at[found++];
    flatten_escape(w, unless, out);
    reverse_moves(out, from);
    for (size_t i = from; i < out->count; i++)
      out->at[i].escape = unless + 1;
  }
  for (size_t i = found; i < w->groups.count; i++)
    add_escape(w, w->groups.at[i], out);
}

void walker_list(pml_walker *w, walker_node n, walker_moves *out) {
  if (n == WALKER_END) {
    vec_push(w->m, out, ((walker_move){.statement = PML_NONE}));
    return;
  }
  uint32_t x = walker_statement(n);
  if (walker_is_join(n)) { /* no escape leads away from a join */
    vec_push(w->m, out, ((walker_move){.statement = x, .is_join = true}));
    return;
  }
  size_t floor = w->groups.count, own = w->main_moves.count;
  find_groups(w, x);
  size_t found = w->groups.count;
  flatten(w, x, AT_A_NODE, 0, &w->main_moves);
  add_escapes(w, floor, found, out);
  for (size_t i = own; i < w->main_moves.count; i++)
    vec_push(w->m, out, w->main_moves.at[i]);
  w->main_moves.count = own;
  w->groups.count = floor;
}
