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
static bool is_within(const pml_lowering *lowering, const dstep *d,
                      uint32_t s) {
  while (s != PML_NONE && s != d->statement)
    s = lowering->s->statements.at[s].parent;
  return s != PML_NONE;
}

static uint32_t slot_of(pml_lowering *lowering, dstep *d, pml_node n) {
  assert(n < lowering->slot_of.count);
  if (!lowering->slot_of.at[n]) {
    lowering->slot_of.at[n] = pml_slot_new(lowering) + 1;
    vec_push(lowering->m, &d->asked, n);
    vec_push(lowering->m, &d->waiting, n);
  }
  return lowering->slot_of.at[n] - 1;
}

static pml_kind kind_of(const pml_lowering *lowering, pml_node leaf) {
  return pml_is_join(leaf) ? PML_SKIP
                           : lowering->s->statements.at[leaf / 2].kind;
}

static bool leaf_can_block(const pml_lowering *lowering, pml_node leaf) {
  return leaf < lowering->end && !pml_is_join(leaf) &&
         pml_can_block(lowering, leaf / 2);
}

static void go_on(pml_lowering *lowering, dstep *d, pml_node leaf) {
  pml_kind kind = kind_of(lowering, leaf);
  if ((kind == PML_GOTO || kind == PML_BREAK) &&
      !is_within(lowering, d, lowering->s->statements.at[leaf / 2].target))
    pml_refuse(lowering, lowering->s->statements.at[leaf / 2].at,
               "a jump out of a d_step is not allowed");
  pml_emit_jump(lowering, PML_OP_JUMP,
                slot_of(lowering, d, pml_target(lowering, leaf)));
}

static void do_leaf(pml_lowering *lowering, dstep *d, pml_node leaf) {
  if (leaf < lowering->end && !pml_is_join(leaf))
    pml_emit_effect(lowering, leaf / 2);
  go_on(lowering, d, leaf);
}

static void mark(pml_lowering *lowering, pml_node leaf) {
  if (leaf < lowering->end)
    pml_emit(lowering, PML_OP_GOES, 1, leaf / 2, 0, 0);
}

static void stop(pml_lowering *lowering, pml_node n) {
  pml_emit(lowering, PML_OP_BLOCKED, 1, n / 2, 0, 0);
  pml_emit(lowering, PML_OP_DONE, 0, 0, 0, 0);
  lowering->is_dead = true;
}

/* All that can happen at 'n'. */
static void write_node(pml_lowering *lowering, dstep *d, pml_node n) {
  pml_bind_for_good(lowering, slot_of(lowering, d, n));
  if (n == lowering->leave) {
    pml_emit(lowering, PML_OP_DONE, 0, 0, 0, 0);
    lowering->is_dead = true;
    return;
  }
  pml_first_steps(lowering, n);
  vec(pml_node) leaves = {0}; /* a talk inside may flatten again */
  vec_each (const pml_node, x, &lowering->leaves) {
    vec_push(lowering->m, &leaves, *x);
  }
  bool is_open = true; /* it can still be that nothing was possible */
  for (size_t i = 0; i < leaves.count && is_open; i++) {
    pml_node leaf = leaves.at[i];
    mark(lowering, leaf);
    is_open = leaf_can_block(lowering, leaf);
    if (!is_open) {
      do_leaf(lowering, d, leaf);
      break;
    }
    uint32_t next = pml_slot_new(lowering);
    if (lowering->s->statements.at[leaf / 2].kind == PML_TEST) {
      pml_emit_branch(lowering, lowering->s->statements.at[leaf / 2].a, next,
                      false);
    } else {
      pml_emit_guard(lowering, leaf / 2);
      pml_emit_jump(lowering, PML_OP_JUMP_ZERO, next);
    }
    do_leaf(lowering, d, leaf);
    pml_bind(lowering, next);
  }
  if (is_open)
    stop(lowering, n);
  vec_free(lowering->m, &leaves);
}

/* The rest, from the latest that was asked for, so that most jumps lead to what
 * comes next and vanish. */
static void write_waiting(pml_lowering *lowering, dstep *d) {
  while (d->waiting.count) {
    pml_node n = vec_pop(&d->waiting);
    write_node(lowering, d, n);
  }
}

/* Possible if one of its first statements is. */
static uint32_t guard_of(pml_lowering *lowering) {
  bool is_open = true;
  vec_each (const pml_node, x, &lowering->leaves) {
    is_open &= leaf_can_block(lowering, *x);
  }
  if (!is_open)
    return PML_NONE;
  uint32_t at = pml_begin_code(lowering), yes = pml_slot_new(lowering);
  size_t count = lowering->leaves.count;
  for (size_t i = 0; i < count; i++) {
    uint32_t s = lowering->leaves.at[i] / 2;
    if (i + 1 == count) {
      pml_emit_guard(lowering, s);
      pml_emit(lowering, PML_OP_DONE, 0, 0, 0, 0);
      lowering->is_dead = true;
    } else if (lowering->s->statements.at[s].kind == PML_TEST) {
      pml_emit_branch(lowering, lowering->s->statements.at[s].a, yes, true);
    } else {
      pml_emit_guard(lowering, s);
      pml_emit_jump(lowering, PML_OP_JUMP_TRUE, yes);
    }
  }
  pml_bind(lowering, yes);
  pml_emit(lowering, PML_OP_PUSH, 1, 1, 0, 0);
  pml_end_code(lowering);
  return at;
}

static bool ignores_offers(const pml_lowering *lowering) {
  vec_each (const pml_node, x, &lowering->leaves) {
    pml_kind kind = kind_of(lowering, *x);
    if (kind == PML_PRINT || kind == PML_PRINTM || kind == PML_ASSERT)
      return true;
  }
  return false;
}

pml_doing pml_do_dstep(pml_lowering *lowering, uint32_t statement) {
  pml_doing doing = {.is_done = true,
                     .kind = PML_MOVE_PLAIN,
                     .guard = PML_NONE,
                     .talk = PML_NONE};
  dstep d = {.statement = statement};
  pml_node first = pml_resolve(
      lowering, pml_node_of(lowering->s->statements.at[statement].a), false);
  pml_first_steps(lowering, first);
  /* Only one thing can come first: the guard has settled it. */
  pml_node only =
      lowering->leaves.count == 1 ? lowering->leaves.at[0] : PML_NONE;
  bool receives = only != PML_NONE && kind_of(lowering, only) == PML_RECEIVE;
  doing.ignores_offers = ignores_offers(lowering);
  if (receives) {
    doing.kind = PML_MOVE_RECEIVE;
    doing.talk = pml_talk_of_statement(lowering, only / 2);
    pml_write_pending(lowering);
  } else {
    doing.guard = guard_of(lowering);
  }
  doing.effect = pml_begin_code(lowering);
  if (only == PML_NONE) {
    slot_of(lowering, &d, first);
  } else {
    if (!receives) {
      mark(lowering, only);
      do_leaf(lowering, &d, only);
    } else {
      go_on(lowering, &d, only);
    }
  }
  write_waiting(lowering, &d);
  pml_end_code(lowering);
  vec_each (const pml_node, n, &d.asked) {
    lowering->slot_of.at[*n] = 0;
  }
  vec_free(lowering->m, &d.asked);
  vec_free(lowering->m, &d.waiting);
  return doing;
}
