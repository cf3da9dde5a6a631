/* The nodes of a process: what follows what, what is inside an atomic, and
 * which unless covers what (notes, 4, 6, 8). */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include <assert.h>

/* Every step of a main part lists the escapes of all of them. */
enum { MOST_UNLESSES = 100 };

typedef enum right { FREE, INSIDE, LAST } right;

typedef struct sequence {
  uint32_t first;
  pml_node after;
  uint32_t cover;
  right right; /* LAST: what it ends with ends the atomic */
  bool in_dstep;
} sequence;

typedef vec(sequence) sequences;

static uint8_t flags_of(pml_kind kind, right r) {
  if (r == FREE)
    return 0;
  uint8_t flags = PML_NODE_INSIDE | PML_JOIN_INSIDE;
  bool is_compound = kind == PML_IF || kind == PML_DO || kind == PML_UNLESS;
  if (r == INSIDE || is_compound || kind == PML_BLOCK || kind == PML_ATOMIC)
    flags |= PML_NODE_ATOMIC;
  if (r == INSIDE)
    flags |= PML_JOIN_ATOMIC;
  return flags;
}

/* How many unlesses cover what 'cover' is the innermost of. */
static int depth_of(const pml_lowering *lowering, uint32_t cover) {
  int depth = 0;
  for (; cover != PML_NONE && depth <= MOST_UNLESSES; depth++)
    cover = lowering->flow.at[cover].cover;
  return depth;
}

/* The sequences inside a statement; 'q' is the one that it is in. */
static void enter(pml_lowering *lowering, sequences *todo, uint32_t s, right r,
                  const sequence *q) {
  assert(s < lowering->s->statements.count);
  const pml_statement *statement = &lowering->s->statements.at[s];
  sequence in = {.first = statement->a,
                 .after = lowering->flow.at[s].after,
                 .cover = q->cover,
                 .right = r == FREE ? FREE : INSIDE,
                 .in_dstep = q->in_dstep};
  switch (statement->kind) {
  case PML_IF:
  case PML_DO:
    in.after = statement->kind == PML_DO ? pml_node_of(s) : pml_join_of(s);
    for (uint32_t i = statement->c; i-- > 0;) {
      in.first = lowering->s->options.at[statement->a + i].first;
      vec_push(lowering->m, todo, in);
    }
    break;
  case PML_UNLESS:
    if (depth_of(lowering, q->cover) == MOST_UNLESSES)
      pml_refuse(lowering, statement->at,
                 "unless is nested deeper than %d levels", MOST_UNLESSES);
    lowering->place_of.at[s] = (uint32_t)lowering->unlesses.count;
    vec_push(lowering->m, &lowering->unlesses, s);
    in.after = pml_join_of(s);
    in.first = statement->b;
    vec_push(lowering->m, todo, in);
    in.first = statement->a;
    in.cover = s;
    vec_push(lowering->m, todo, in);
    break;
  case PML_BLOCK:
  case PML_ATOMIC:
    in.right = r == FREE && statement->kind == PML_ATOMIC ? LAST : r;
    vec_push(lowering->m, todo, in);
    break;
  case PML_DSTEP:
    if (q->in_dstep) {
      vec_push(lowering->m, todo, in);
      break;
    }
    in = (sequence){.first = statement->a,
                    .after = lowering->leave,
                    .cover = PML_NONE,
                    .right = FREE,
                    .in_dstep = true};
    vec_push(lowering->m, todo, in);
    break;
  default:
    break;
  }
}

static bool is_step(pml_kind kind) {
  return kind < PML_GOTO || kind == PML_DSTEP;
}

bool pml_control(pml_lowering *lowering) {
  assert(lowering->process < lowering->s->processes.count);
  bool was_refused = lowering->is_refused;
  lowering->is_refused = false;
  sequences todo = {0};
  lowering->unlesses.count = 0;
  lowering->basics.count = 0;
  /* A process may have no statements at all. */
  vec_push(
      lowering->m, &todo,
      ((sequence){.first = lowering->s->processes.at[lowering->process].body,
                  .after = lowering->end,
                  .cover = PML_NONE,
                  .right = FREE}));
  while (todo.count) {
    sequence q = vec_pop(&todo);
    for (uint32_t s = q.first; s != PML_NONE;
         s = lowering->s->statements.at[s].next) {
      const pml_statement *statement = &lowering->s->statements.at[s];
      right r =
          q.right == LAST && statement->next != PML_NONE ? INSIDE : q.right;
      lowering->flow.at[s] = (pml_flow){
          .after = statement->next == PML_NONE ? q.after
                                               : pml_node_of(statement->next),
          .cover = q.cover,
          .flags = flags_of(statement->kind, r)};
      if (q.in_dstep)
        lowering->flow.at[s].flags |= PML_NODE_NESTED;
      if (is_step(statement->kind) && !q.in_dstep)
        vec_push(lowering->m, &lowering->basics, s);
      enter(lowering, &todo, s, r, &q);
    }
  }
  vec_free(lowering->m, &todo);
  bool good = !lowering->is_refused;
  lowering->is_refused |= was_refused;
  return good;
}

static bool control_is_inside(const pml_lowering *lowering, pml_node n) {
  return n < lowering->end &&
         lowering->flow.at[n / 2].flags &
             (pml_is_join(n) ? PML_JOIN_INSIDE : PML_NODE_INSIDE);
}

/* What a node that is passed leads to; 'n' itself if it is not passed. */
static pml_node passed(const pml_lowering *lowering, pml_node n) {
  if (n >= lowering->end)
    return n;
  if (pml_is_join(n))
    return lowering->flow.at[n / 2].after;
  const pml_statement *statement = &lowering->s->statements.at[n / 2];
  switch (statement->kind) {
  case PML_GOTO:
    return pml_node_of(statement->target);
  case PML_BREAK:
    return pml_join_of(statement->target);
  case PML_UNLESS:
    return pml_node_of(statement->a);
  default:
    return n;
  }
}

/* A goto or break out of an atomic gives the right away; one from an atomic
 * into an atomic keeps it, even the last. */
static bool is_atomic(const pml_lowering *lowering, pml_node n) {
  if (n >= lowering->end)
    return false;
  uint8_t flags = lowering->flow.at[n / 2].flags;
  if (pml_is_join(n))
    return flags & PML_JOIN_ATOMIC;
  pml_kind kind = lowering->s->statements.at[n / 2].kind;
  bool is_jump = kind == PML_GOTO || kind == PML_BREAK;
  if (is_jump && MUTANT("promela-atomic-jump"))
    return false;
  return is_jump ? flags & PML_NODE_INSIDE &&
                       control_is_inside(lowering, passed(lowering, n))
                 : flags & PML_NODE_ATOMIC;
}

pml_node pml_resolve(const pml_lowering *lowering, pml_node n, bool atomic) {
  /* Gotos may lead to each other in a circle; then it ends on one of them. */
  for (size_t i = 0; i <= lowering->flow.count * 2; i++) {
    pml_node next = passed(lowering, n);
    if (next == n || (atomic && !is_atomic(lowering, next)))
      return n;
    n = next;
  }
  return n;
}

static bool is_else_option(const pml_lowering *lowering, uint32_t option) {
  assert(option < lowering->s->options.count);
  uint32_t first = lowering->s->options.at[option].first;
  return lowering->s->statements.at[first].kind == PML_ELSE &&
         !MUTANT("promela-else-order");
}

/* The options go to the stack so that the first is popped first, an else
 * last. */
static void push_options(pml_lowering *lowering,
                         const pml_statement *statement) {
  for (int is_else = 1; is_else >= 0; is_else--)
    for (uint32_t i = statement->c; i-- > 0;)
      if (is_else_option(lowering, statement->a + i) == (bool)is_else)
        vec_push(lowering->m, &lowering->stack,
                 pml_node_of(lowering->s->options.at[statement->a + i].first));
}

void pml_first_steps(pml_lowering *lowering, pml_node n) {
  lowering->leaves.count = 0;
  lowering->stack.count = 0;
  vec_push(lowering->m, &lowering->stack, n);
  while (lowering->stack.count) {
    n = vec_pop(&lowering->stack);
    if (n >= lowering->end || pml_is_join(n)) {
      vec_push(lowering->m, &lowering->leaves, n);
      continue;
    }
    const pml_statement *statement = &lowering->s->statements.at[n / 2];
    bool is_block = statement->kind == PML_DSTEP &&
                    lowering->flow.at[n / 2].flags & PML_NODE_NESTED;
    if (statement->kind == PML_IF || statement->kind == PML_DO)
      push_options(lowering, statement);
    else if (is_block || statement->kind == PML_BLOCK ||
             statement->kind == PML_ATOMIC || statement->kind == PML_UNLESS)
      vec_push(lowering->m, &lowering->stack, pml_node_of(statement->a));
    else
      vec_push(lowering->m, &lowering->leaves, n);
  }
}

/* The node behind a leaf, before joins are passed. */
static pml_node behind(const pml_lowering *lowering, pml_node leaf) {
  pml_node next = passed(lowering, leaf);
  return next == leaf && !pml_is_join(leaf) &&
                 lowering->s->statements.at[leaf / 2].kind != PML_GOTO
             ? lowering->flow.at[leaf / 2].after
             : next;
}

pml_node pml_target(const pml_lowering *lowering, pml_node leaf) {
  if (leaf == lowering->end)
    return leaf;
  return pml_resolve(lowering, behind(lowering, leaf),
                     is_atomic(lowering, leaf));
}

bool pml_keeps_right(const pml_lowering *lowering, pml_node leaf) {
  return is_atomic(lowering, leaf);
}
