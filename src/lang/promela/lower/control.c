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
static int depth_of(const pml_lowering *c, uint32_t cover) {
  int depth = 0;
  for (; cover != PML_NONE && depth <= MOST_UNLESSES; depth++)
    cover = c->flow.at[cover].cover;
  return depth;
}

/* The sequences inside a statement; 'q' is the one that it is in. */
static void enter(pml_lowering *c, sequences *todo, uint32_t s, right r,
                  const sequence *q) {
  assert(s < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[s];
  sequence in = {.first = x->a,
                 .after = c->flow.at[s].after,
                 .cover = q->cover,
                 .right = r == FREE ? FREE : INSIDE,
                 .in_dstep = q->in_dstep};
  switch (x->kind) {
  case PML_IF:
  case PML_DO:
    in.after = x->kind == PML_DO ? pml_node_of(s) : pml_join_of(s);
    for (uint32_t i = x->c; i-- > 0;) {
      in.first = c->s->options.at[x->a + i].first;
      vec_push(c->m, todo, in);
    }
    break;
  case PML_UNLESS:
    if (depth_of(c, q->cover) == MOST_UNLESSES)
      pml_refuse(c, x->at, "unless is nested deeper than %d levels",
                 MOST_UNLESSES);
    c->place_of.at[s] = (uint32_t)c->unlesses.count;
    vec_push(c->m, &c->unlesses, s);
    in.after = pml_join_of(s);
    in.first = x->b;
    vec_push(c->m, todo, in);
    in.first = x->a;
    in.cover = s;
    vec_push(c->m, todo, in);
    break;
  case PML_BLOCK:
  case PML_ATOMIC:
    in.right = r == FREE && x->kind == PML_ATOMIC ? LAST : r;
    vec_push(c->m, todo, in);
    break;
  case PML_DSTEP:
    if (q->in_dstep) {
      vec_push(c->m, todo, in);
      break;
    }
    in = (sequence){.first = x->a,
                    .after = c->leave,
                    .cover = PML_NONE,
                    .right = FREE,
                    .in_dstep = true};
    vec_push(c->m, todo, in);
    break;
  default:
    break;
  }
}

static bool is_step(pml_kind kind) {
  return kind < PML_GOTO || kind == PML_DSTEP;
}

bool pml_control(pml_lowering *c) {
  assert(c->process < c->s->processes.count);
  bool was_refused = c->is_refused;
  c->is_refused = false;
  sequences todo = {0};
  c->unlesses.count = 0;
  c->basics.count = 0;
  /* A process may have no statements at all. */
  vec_push(c->m, &todo,
           ((sequence){.first = c->s->processes.at[c->process].body,
                       .after = c->end,
                       .cover = PML_NONE,
                       .right = FREE}));
  while (todo.count) {
    sequence q = vec_pop(&todo);
    for (uint32_t s = q.first; s != PML_NONE; s = c->s->statements.at[s].next) {
      const pml_statement *x = &c->s->statements.at[s];
      right r = q.right == LAST && x->next != PML_NONE ? INSIDE : q.right;
      c->flow.at[s] = (pml_flow){
          .after = x->next == PML_NONE ? q.after : pml_node_of(x->next),
          .cover = q.cover,
          .flags = flags_of(x->kind, r)};
      if (q.in_dstep)
        c->flow.at[s].flags |= PML_NODE_NESTED;
      if (is_step(x->kind) && !q.in_dstep)
        vec_push(c->m, &c->basics, s);
      enter(c, &todo, s, r, &q);
    }
  }
  vec_free(c->m, &todo);
  bool good = !c->is_refused;
  c->is_refused |= was_refused;
  return good;
}

static bool control_is_inside(const pml_lowering *c, pml_node n) {
  return n < c->end && c->flow.at[n / 2].flags &
                           (pml_is_join(n) ? PML_JOIN_INSIDE : PML_NODE_INSIDE);
}

/* What a node that is passed leads to; 'n' itself if it is not passed. */
static pml_node passed(const pml_lowering *c, pml_node n) {
  if (n >= c->end)
    return n;
  if (pml_is_join(n))
    return c->flow.at[n / 2].after;
  const pml_statement *x = &c->s->statements.at[n / 2];
  switch (x->kind) {
  case PML_GOTO:
    return pml_node_of(x->target);
  case PML_BREAK:
    return pml_join_of(x->target);
  case PML_UNLESS:
    return pml_node_of(x->a);
  default:
    return n;
  }
}

/* A goto or break out of an atomic gives the right away; one from an atomic
 * into an atomic keeps it, even the last. */
static bool is_atomic(const pml_lowering *c, pml_node n) {
  if (n >= c->end)
    return false;
  uint8_t flags = c->flow.at[n / 2].flags;
  if (pml_is_join(n))
    return flags & PML_JOIN_ATOMIC;
  pml_kind kind = c->s->statements.at[n / 2].kind;
  bool is_jump = kind == PML_GOTO || kind == PML_BREAK;
  if (is_jump && MUTANT("promela-atomic-jump"))
    return false;
  return is_jump ? flags & PML_NODE_INSIDE && control_is_inside(c, passed(c, n))
                 : flags & PML_NODE_ATOMIC;
}

pml_node pml_resolve(const pml_lowering *c, pml_node n, bool atomic) {
  /* Gotos may lead to each other in a circle; then it ends on one of them. */
  for (size_t i = 0; i <= c->flow.count * 2; i++) {
    pml_node next = passed(c, n);
    if (next == n || (atomic && !is_atomic(c, next)))
      return n;
    n = next;
  }
  return n;
}

static bool is_else_option(const pml_lowering *c, uint32_t option) {
  assert(option < c->s->options.count);
  uint32_t first = c->s->options.at[option].first;
  return c->s->statements.at[first].kind == PML_ELSE &&
         !MUTANT("promela-else-order");
}

/* The options go to the stack so that the first is popped first, an else
 * last. */
static void push_options(pml_lowering *c, const pml_statement *x) {
  for (int is_else = 1; is_else >= 0; is_else--)
    for (uint32_t i = x->c; i-- > 0;)
      if (is_else_option(c, x->a + i) == (bool)is_else)
        vec_push(c->m, &c->stack,
                 pml_node_of(c->s->options.at[x->a + i].first));
}

void pml_first_steps(pml_lowering *c, pml_node n) {
  c->leaves.count = 0;
  c->stack.count = 0;
  vec_push(c->m, &c->stack, n);
  while (c->stack.count) {
    n = vec_pop(&c->stack);
    if (n >= c->end || pml_is_join(n)) {
      vec_push(c->m, &c->leaves, n);
      continue;
    }
    const pml_statement *x = &c->s->statements.at[n / 2];
    bool is_block =
        x->kind == PML_DSTEP && c->flow.at[n / 2].flags & PML_NODE_NESTED;
    if (x->kind == PML_IF || x->kind == PML_DO)
      push_options(c, x);
    else if (is_block || x->kind == PML_BLOCK || x->kind == PML_ATOMIC ||
             x->kind == PML_UNLESS)
      vec_push(c->m, &c->stack, pml_node_of(x->a));
    else
      vec_push(c->m, &c->leaves, n);
  }
}

/* The node behind a leaf, before joins are passed. */
static pml_node behind(const pml_lowering *c, pml_node leaf) {
  pml_node next = passed(c, leaf);
  return next == leaf && !pml_is_join(leaf) &&
                 c->s->statements.at[leaf / 2].kind != PML_GOTO
             ? c->flow.at[leaf / 2].after
             : next;
}

pml_node pml_target(const pml_lowering *c, pml_node leaf) {
  if (leaf == c->end)
    return leaf;
  return pml_resolve(c, behind(c, leaf), is_atomic(c, leaf));
}

bool pml_keeps_right(const pml_lowering *c, pml_node leaf) {
  return is_atomic(c, leaf);
}
