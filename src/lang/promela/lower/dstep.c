/* A d_step as one step: straight code with jumps (notes, 7). Where there is a
 * choice the first option that is possible is taken. */
#include "lang/promela/lower/lower.h"

#include <assert.h>

typedef struct dstep {
  uint32_t statement;
  vec(pml_node) asked;   /* those that have a slot */
  vec(pml_node) waiting; /* asked for and not yet written */
} dstep;

/* Is 's' inside the d_step? */
static bool is_within(const pml_lowering *c, const dstep *d, uint32_t s) {
  while (s != PML_NONE && s != d->statement)
    s = c->s->statements.at[s].parent;
  return s != PML_NONE;
}

static uint32_t slot_of(pml_lowering *c, dstep *d, pml_node n) {
  assert(n < c->slot_of.count);
  if (!c->slot_of.at[n]) {
    c->slot_of.at[n] = pml_slot_new(c) + 1;
    vec_push(c->m, &d->asked, n);
    vec_push(c->m, &d->waiting, n);
  }
  return c->slot_of.at[n] - 1;
}

static pml_kind kind_of(const pml_lowering *c, pml_node leaf) {
  return pml_is_join(leaf) ? PML_SKIP : c->s->statements.at[leaf / 2].kind;
}

static bool leaf_can_block(const pml_lowering *c, pml_node leaf) {
  return leaf < c->end && !pml_is_join(leaf) && pml_can_block(c, leaf / 2);
}

static void go_on(pml_lowering *c, dstep *d, pml_node leaf) {
  pml_kind kind = kind_of(c, leaf);
  if ((kind == PML_GOTO || kind == PML_BREAK) &&
      !is_within(c, d, c->s->statements.at[leaf / 2].target))
    pml_refuse(c, c->s->statements.at[leaf / 2].at,
               "a jump out of a d_step is not allowed");
  pml_emit_jump(c, PML_OP_JUMP, slot_of(c, d, pml_target(c, leaf)));
}

static void do_leaf(pml_lowering *c, dstep *d, pml_node leaf) {
  if (leaf < c->end && !pml_is_join(leaf))
    pml_emit_effect(c, leaf / 2);
  go_on(c, d, leaf);
}

static void mark(pml_lowering *c, pml_node leaf) {
  if (leaf < c->end)
    pml_emit(c, PML_OP_GOES, 1, leaf / 2, 0, 0);
}

static void stop(pml_lowering *c, pml_node n) {
  pml_emit(c, PML_OP_BLOCKED, 1, n / 2, 0, 0);
  pml_emit(c, PML_OP_DONE, 0, 0, 0, 0);
  c->is_dead = true;
}

/* All that can happen at 'n'. */
static void write_node(pml_lowering *c, dstep *d, pml_node n) {
  pml_bind_for_good(c, slot_of(c, d, n));
  if (n == c->leave) {
    pml_emit(c, PML_OP_DONE, 0, 0, 0, 0);
    c->is_dead = true;
    return;
  }
  pml_first_steps(c, n);
  vec(pml_node) leaves = {0}; /* a talk inside may flatten again */
  vec_each (const pml_node, x, &c->leaves) {
    vec_push(c->m, &leaves, *x);
  }
  bool is_open = true; /* it can still be that nothing was possible */
  for (size_t i = 0; i < leaves.count && is_open; i++) {
    pml_node leaf = leaves.at[i];
    mark(c, leaf);
    is_open = leaf_can_block(c, leaf);
    if (!is_open) {
      do_leaf(c, d, leaf);
      break;
    }
    uint32_t next = pml_slot_new(c);
    if (c->s->statements.at[leaf / 2].kind == PML_TEST) {
      pml_emit_branch(c, c->s->statements.at[leaf / 2].a, next, false);
    } else {
      pml_emit_guard(c, leaf / 2);
      pml_emit_jump(c, PML_OP_JUMP_ZERO, next);
    }
    do_leaf(c, d, leaf);
    pml_bind(c, next);
  }
  if (is_open)
    stop(c, n);
  vec_free(c->m, &leaves);
}

/* The rest, from the latest that was asked for, so that most jumps lead to what
 * comes next and vanish. */
static void write_waiting(pml_lowering *c, dstep *d) {
  while (d->waiting.count) {
    pml_node n = vec_pop(&d->waiting);
    write_node(c, d, n);
  }
}

/* Possible if one of its first statements is. */
static uint32_t guard_of(pml_lowering *c) {
  bool is_open = true;
  vec_each (const pml_node, x, &c->leaves) {
    is_open &= leaf_can_block(c, *x);
  }
  if (!is_open)
    return PML_NONE;
  uint32_t at = pml_begin_code(c), yes = pml_slot_new(c);
  size_t count = c->leaves.count;
  for (size_t i = 0; i < count; i++) {
    uint32_t s = c->leaves.at[i] / 2;
    if (i + 1 == count) {
      pml_emit_guard(c, s);
      pml_emit(c, PML_OP_DONE, 0, 0, 0, 0);
      c->is_dead = true;
    } else if (c->s->statements.at[s].kind == PML_TEST) {
      pml_emit_branch(c, c->s->statements.at[s].a, yes, true);
    } else {
      pml_emit_guard(c, s);
      pml_emit_jump(c, PML_OP_JUMP_TRUE, yes);
    }
  }
  pml_bind(c, yes);
  pml_emit(c, PML_OP_PUSH, 1, 1, 0, 0);
  pml_end_code(c);
  return at;
}

static bool ignores_offers(const pml_lowering *c) {
  vec_each (const pml_node, x, &c->leaves) {
    pml_kind kind = kind_of(c, *x);
    if (kind == PML_PRINT || kind == PML_PRINTM || kind == PML_ASSERT)
      return true;
  }
  return false;
}

pml_doing pml_do_dstep(pml_lowering *c, uint32_t statement) {
  pml_doing x = {.is_done = true,
                 .kind = PML_MOVE_PLAIN,
                 .guard = PML_NONE,
                 .talk = PML_NONE};
  dstep d = {.statement = statement};
  pml_node first =
      pml_resolve(c, pml_node_of(c->s->statements.at[statement].a), false);
  pml_first_steps(c, first);
  /* Only one thing can come first: the guard has settled it. */
  pml_node only = c->leaves.count == 1 ? c->leaves.at[0] : PML_NONE;
  bool receives = only != PML_NONE && kind_of(c, only) == PML_RECEIVE;
  x.ignores_offers = ignores_offers(c);
  if (receives) {
    x.kind = PML_MOVE_RECEIVE;
    x.talk = pml_talk_of_statement(c, only / 2);
    pml_write_pending(c);
  } else {
    x.guard = guard_of(c);
  }
  x.effect = pml_begin_code(c);
  if (only == PML_NONE) {
    slot_of(c, &d, first);
  } else {
    if (!receives) {
      mark(c, only);
      do_leaf(c, &d, only);
    } else {
      go_on(c, &d, only);
    }
  }
  write_waiting(c, &d);
  pml_end_code(c);
  vec_each (const pml_node, n, &d.asked) {
    c->slot_of.at[*n] = 0;
  }
  vec_free(c->m, &d.asked);
  vec_free(c->m, &d.waiting);
  return x;
}
