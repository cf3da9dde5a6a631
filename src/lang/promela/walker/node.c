/* Where processes can stand and what is next there: the notes' sections on
 * program points, atomic and unless, read off the tree. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* What comes behind a statement. Of the compound ones around it only if, do
 * and unless have something of their own there. */
walker_node walker_after(const pml_walker *walker, uint32_t statement) {
  const pml_statement *all = walker->s->statements.at;
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
static bool pass(const pml_walker *walker, walker_node n, walker_node *to) {
  if (n == WALKER_END)
    return false;
  uint32_t x = walker_statement(n);
  const pml_statement *statement = &walker->s->statements.at[x];
  if (walker_is_join(n)) {
    *to = walker_after(walker, x);
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
static bool is_inside(const pml_walker *walker, walker_node n) {
  return n != WALKER_END && (walker->atom_at[walker_statement(n)] ||
                             walker->atom_behind[walker_statement(n)]);
}

/* A goto or break has the flag if it leads from an atomic (be it as the last
 * in it) into an atomic. */
bool walker_is_atomic(const pml_walker *walker, walker_node n) {
  walker_node to = WALKER_END;
  if (n == WALKER_END)
    return false;
  uint32_t x = walker_statement(n);
  if (walker_is_join(n))
    return walker->atom_behind[x];
  pml_kind kind = walker->s->statements.at[x].kind;
  if (kind == PML_GOTO || kind == PML_BREAK)
    return walker->atom_behind[x] && pass(walker, n, &to) &&
           is_inside(walker, to);
  return walker->atom_at[x];
}

/* Gotos may lead in a circle; then the process stays on one of them. */
walker_node walker_resolve(const pml_walker *walker, walker_node n,
                           bool exclusive) {
  walker_node to = WALKER_END;
  size_t most = 2 * walker->s->statements.count;
  for (size_t i = 0; i < most && pass(walker, n, &to); i++) {
    if (exclusive && !walker_is_atomic(walker, to))
      break;
    n = to;
  }
  return n;
}

walker_node walker_entry(const pml_walker *walker, uint32_t process) {
  assert(process < walker->s->processes.count);
  uint32_t body = walker->s->processes.at[process].body;
  return body == PML_NONE ? WALKER_END
                          : walker_resolve(walker, walker_at(body), false);
}

static walker_node target_of_pass(const pml_walker *walker, walker_node from,
                                  bool *goes_on) {
  walker_node to = WALKER_END;
  pass(walker, from, &to);
  *goes_on = walker_is_atomic(walker, from);
  return walker_resolve(walker, to, *goes_on);
}

walker_node walker_target(const pml_walker *walker, const walker_move *move,
                          bool *goes_on) {
  *goes_on = false;
  if (move->statement == PML_NONE)
    return WALKER_END;
  pml_kind kind = walker->s->statements.at[move->statement].kind;
  if (kind == PML_GOTO || kind == PML_BREAK)
    return target_of_pass(walker, walker_at(move->statement), goes_on);
  if (move->is_join)
    return target_of_pass(walker, walker_behind(move->statement), goes_on);
  *goes_on = walker->atom_at[move->statement];
  return walker_resolve(walker, walker_after(walker, move->statement),
                        *goes_on);
}

/* The options of a choice go on the stack so that the first is on top; an
 * option that is an else comes last. */
static void push_options(pml_walker *walker, const pml_statement *statement) {
  assert(statement->a < walker->s->options.count);
  const pml_option *options = &walker->s->options.at[statement->a];
  for (int is_else = 1; is_else >= 0; is_else--)
    for (uint32_t i = statement->c; i-- > 0;) {
      uint32_t first = options[i].first;
      if ((walker->s->statements.at[first].kind == PML_ELSE) == (is_else == 1))
        vec_push(walker->m, &walker->pending, first);
    }
}

typedef enum manner {
  AT_A_NODE,    /* each unless that is entered goes to 'groups' */
  IN_AN_ESCAPE, /* the escape of an unless in it counts only later */
  IN_A_DSTEP    /* there is no unless in it, and another d_step is a block */
} manner;

/* Choices at the beginning of choices, blocks and atomics are choices of the
 * whole. */
static void flatten(pml_walker *walker, uint32_t first, manner how,
                    uint32_t escape, walker_moves *out) {
  size_t floor = walker->pending.count;
  vec_push(walker->m, &walker->pending, first);
  while (walker->pending.count > floor) {
    uint32_t x = vec_pop(&walker->pending);
    const pml_statement *statement = &walker->s->statements.at[x];
    pml_kind kind = statement->kind;
    if (kind == PML_IF || kind == PML_DO) {
      push_options(walker, statement);
    } else if (kind == PML_BLOCK || kind == PML_ATOMIC || kind == PML_UNLESS ||
               (kind == PML_DSTEP && how == IN_A_DSTEP)) {
      if (kind == PML_UNLESS && how == AT_A_NODE)
        vec_push(walker->m, &walker->groups, x);
      vec_push(walker->m, &walker->pending, statement->a);
    } else {
      bool is_join = kind == PML_GOTO || kind == PML_BREAK;
      vec_push(walker->m, out,
               ((walker_move){
                   .statement = x, .is_join = is_join, .escape = escape}));
    }
  }
}

void walker_list_inside(pml_walker *walker, uint32_t statement,
                        walker_moves *out) {
  flatten(walker, statement, IN_A_DSTEP, 0, out);
}

static void reverse_moves(walker_moves *moves, size_t from) {
  for (size_t i = from, j = moves->count; i + 1 < j; i++) {
    walker_move move = moves->at[i];
    moves->at[i] = moves->at[--j];
    moves->at[j] = move;
  }
}

/* The unless statements whose main part the node is in, outermost first. */
static void find_groups(pml_walker *walker, uint32_t statement) {
  const pml_statement *all = walker->s->statements.at;
  size_t floor = walker->groups.count;
  for (uint32_t x = statement; all[x].parent != PML_NONE; x = all[x].parent)
    if (all[all[x].parent].kind == PML_UNLESS && walker->in_main[x])
      vec_push(walker->m, &walker->groups, all[x].parent);
  for (size_t i = floor, j = walker->groups.count; i + 1 < j; i++) {
    uint32_t x = walker->groups.at[i];
    walker->groups.at[i] = walker->groups.at[--j];
    walker->groups.at[j] = x;
  }
}

/* A goto or break with which an escape begins is passed, it is no step. */
static void flatten_escape(pml_walker *walker, uint32_t unless,
                           walker_moves *out) {
  assert(unless < walker->s->statements.count);
  walker_node n = walker_resolve(
      walker, walker_at(walker->s->statements.at[unless].b), false);
  if (n != WALKER_END && !walker_is_join(n)) {
    flatten(walker, walker_statement(n), IN_AN_ESCAPE, unless + 1, out);
    return;
  }
  walker_move move = {.statement = PML_NONE, .escape = unless + 1};
  if (n != WALKER_END) {
    move.statement = walker_statement(n);
    move.is_join = true;
  }
  vec_push(walker->m, out, move);
}

/* The escape of an unless. SPIN puts escapes in front of a list one by one, so
 * those of one unless are tried in the opposite order of the text. */
static void add_escape(pml_walker *walker, uint32_t unless, walker_moves *out) {
  size_t from = out->count;
  flatten_escape(walker, unless, out);
  reverse_moves(out, from);
}

/* Those around the node are 'groups' from 'floor' on, those that were found
 * when its list was made begin at 'found'. Where there are both, the list of
 * the first that was found has those around it already, and is put in front as
 * one: pan -d shows it. */
static void add_escapes(pml_walker *walker, size_t floor, size_t found,
                        walker_moves *out) {
  size_t from = out->count, end = walker->groups.count;
  bool together = floor < found && found < end;
  for (size_t i = floor; i < found; i++)
    add_escape(walker, walker->groups.at[i], out);
  if (together) {
    uint32_t unless = walker->groups.at[found++];
    flatten_escape(walker, unless, out);
    reverse_moves(out, from);
    for (size_t i = from; i < out->count; i++)
      out->at[i].escape = unless + 1;
  }
  for (size_t i = found; i < walker->groups.count; i++)
    add_escape(walker, walker->groups.at[i], out);
}

void walker_list(pml_walker *walker, walker_node n, walker_moves *out) {
  if (n == WALKER_END) {
    vec_push(walker->m, out, ((walker_move){.statement = PML_NONE}));
    return;
  }
  uint32_t x = walker_statement(n);
  if (walker_is_join(n)) { /* no escape leads away from a join */
    vec_push(walker->m, out, ((walker_move){.statement = x, .is_join = true}));
    return;
  }
  size_t floor = walker->groups.count, own = walker->main_moves.count;
  find_groups(walker, x);
  size_t found = walker->groups.count;
  flatten(walker, x, AT_A_NODE, 0, &walker->main_moves);
  add_escapes(walker, floor, found, out);
  for (size_t i = own; i < walker->main_moves.count; i++)
    vec_push(walker->m, out, walker->main_moves.at[i]);
  walker->main_moves.count = own;
  walker->groups.count = floor;
}
