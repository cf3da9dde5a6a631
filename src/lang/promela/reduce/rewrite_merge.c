/* A statement that only its own process can notice, and that is always
 * possible, is done together with the one before. Whatever others do between
 * the two they could as well do before or after both: it reads and writes
 * nothing but locals. Inside an atomic sequence nobody comes between anyway. */
#include "lang/promela/reduce/rewrite_parts.h"

#include "base/mutant.h"

#include <assert.h>

enum { MOST_MERGED = 256, MOST_WORDS = 4096 };

/* What a piece of code does besides changing locals that nobody else sees. */
enum {
  SHARES = 1, /* reads or writes what is not its own */
  SHOWS = 2,  /* writes a local that others see */
  LOOKS = 4,  /* asks where a process is, this one perhaps */
  STOPS = 8   /* may do what has no meaning */
};

static bool is_kept(const pml_rewriting *c, uint32_t process, uint32_t first,
                    uint32_t end) {
  const uint8_t *asked = c->asked_locals + c->first_local[process];
  for (uint32_t i = first; i < end; i++)
    if (asked[i])
      return true;
  return false;
}

static uint32_t store_does(const pml_rewriting *c, uint32_t process,
                           const uint32_t *at) {
  uint32_t end = at[1] + pml_bytes_of(at[2]);
  if (at[0] == PML_OP_STORE_LOCAL)
    return is_kept(c, process, at[1], end) ? SHOWS : 0;
  uint32_t variable = pml_variable_at(c->p, process, at[1]);
  return variable == PML_NONE ||
                 is_kept(c, process, c->p->lies.at[variable].offset,
                         pml_end_of_variable(c->p, variable))
             ? SHOWS
             : 0;
}

/* 'before': the constant that the instruction works on, or NULL. */
static uint32_t instruction_does(const pml_rewriting *c, uint32_t process,
                                 const uint32_t *at, const uint32_t *before) {
  switch (at[0]) {
  case PML_OP_PUSH:
  case PML_OP_LOCAL:
  case PML_OP_LOCAL_AT:
  case PML_OP_OFFSET:
  case PML_OP_POP:
  case PML_OP_JUMP:
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
  case PML_OP_BOOLEAN:
  case PML_OP_SELF:
  case PML_OP_ASSERT:
  case PML_OP_DONE:
  case PML_OP_GOES:
    return 0;
  case PML_OP_STORE_LOCAL:
  case PML_OP_STORE_LOCAL_AT:
    return store_does(c, process, at);
  case PML_OP_INDEX:
    return before && before[1] < at[1] ? 0 : STOPS;
  case PML_OP_DIVIDE:
  case PML_OP_MODULO:
    return before && before[1] != 0 ? 0 : STOPS;
  case PML_OP_BLOCKED:
    return STOPS;
  case PML_OP_AT_POINT:
  case PML_OP_TIMEOUT:
    return SHARES | LOOKS;
  case PML_OP_POLL:
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
  case PML_OP_RUN: /* all of these run other code */
    return SHARES | STOPS | (c->asks_points || c->p->has_timeout ? LOOKS : 0);
  default:
    return at[0] >= PML_OP_NOT && at[0] <= PML_OP_AT_LEAST ? 0 : SHARES | STOPS;
  }
}

static uint32_t code_does(pml_rewriting *c, uint32_t process, uint32_t start) {
  uint32_t does = 0;
  const uint32_t *before = NULL;
  if (start == PML_NONE)
    return 0;
  pml_find_piece(c, start);
  vec_each (const uint32_t, pc, &c->piece) {
    const uint32_t *at = c->p->code.at + *pc;
    bool is_constant =
        before && before[0] == PML_OP_PUSH && !pml_is_target(c, *pc);
    does |= instruction_does(c, process, at, is_constant ? before : NULL);
    before = at;
  }
  return does;
}

typedef struct chain {
  uint32_t process;
  const pml_behaviour *b;
  const pml_move *moves; /* as they were */
  pml_move move;         /* as it grows */
  uint32_t stamp;        /* of points that it has passed */
  uint32_t *stamps;      /* by point of the process */
  pml_places open;       /* points that are come to */
  uint8_t *is_open;
} chain;

/* Has the process something else to do there, or can it be broken off? */
static const pml_move *only_move(const pml_rewriting *c, const chain *x,
                                 uint32_t point) {
  const pml_point *at = &c->p->points.at[x->b->first_point + point];
  const pml_move *move = &x->moves[at->first];
  return at->count == 1 && move->kind == PML_MOVE_PLAIN &&
                 move->guard == PML_NONE && !move->escape &&
                 !move->ignores_offers
             ? move
             : NULL;
}

static bool can_merge(pml_rewriting *c, const chain *x, const pml_move *next) {
  const uint8_t *asked = c->asked_points + x->b->first_point;
  uint32_t does = code_does(c, x->process, next->effect);
  if (does & LOOKS)
    return false;
  if (x->move.atomic)
    return true;
  if (MUTANT("promela-merge-shared"))
    return !next->atomic;
  return !next->atomic && !(does & (SHARES | SHOWS)) &&
         (c->v->is_safety || !(does & STOPS)) && !asked[x->move.to] &&
         !asked[next->to];
}

/* What runs in the name of another statement must say so: faults have places,
 * and statements are covered. */
static void append_move(pml_rewriting *c, const pml_move *next,
                        bool is_inside) {
  assert(next->statement < c->p->syntax->statements.count);
  const pml_statement *s = &c->p->syntax->statements.at[next->statement];
  if (!next->is_join && (next->effect != PML_NONE || !s->is_made)) {
    pml_emit_word(c, PML_OP_GOES);
    pml_emit_word(c, next->statement);
  }
  if (next->effect != PML_NONE)
    pml_append_piece(c, next->effect);
  vec_push(c->m, &c->p->merged,
           ((pml_merged){next->statement, next->is_join, is_inside}));
}

/* Merges what follows the move with it. */
static void grow(pml_rewriting *c, chain *x) {
  uint32_t start = (uint32_t)c->p->code.count;
  uint32_t first = (uint32_t)c->p->merged.count, count = 0;
  while (x->stamps[x->move.to] != x->stamp) {
    const pml_move *next = only_move(c, x, x->move.to);
    if (!next || !can_merge(c, x, next))
      break;
    if (!count && x->move.effect != PML_NONE)
      pml_append_piece(c, x->move.effect);
    x->stamps[x->move.to] = x->stamp;
    x->move.to = next->to;
    append_move(c, next, x->move.atomic);
    x->move.atomic = next->atomic;
    if (++count == MOST_MERGED || c->p->code.count - start > MOST_WORDS)
      break;
  }
  if (!count)
    return;
  if (c->p->code.count > start) {
    pml_emit_word(c, PML_OP_DONE);
    x->move.effect = start;
  }
  x->move.first_more = first;
  x->move.more = count;
}

static bool can_grow(pml_rewriting *c, const chain *x) {
  const pml_move *move = &x->move;
  return move->kind == PML_MOVE_PLAIN || move->kind == PML_MOVE_ELSE ||
         move->kind == PML_MOVE_RECEIVE ||
         (move->kind == PML_MOVE_SEND &&
          pml_is_buffered(c, x->process, move->talk));
}

static void merge_open_point(pml_rewriting *c, chain *x, uint32_t point) {
  if (x->is_open[point])
    return;
  x->is_open[point] = 1;
  vec_push(c->m, &x->open, point);
}

/* Only from points that are still come to: each chain is written once for each
 * way in. */
static void merge_process(pml_rewriting *c, uint32_t process,
                          const pml_move *moves) {
  chain x = {
      .process = process, .b = &c->p->behaviours.at[process], .moves = moves};
  x.stamps = mem_array(c->m, x.b->points + 1, sizeof *x.stamps);
  x.is_open = mem_alloc(c->m, x.b->points + 1);
  merge_open_point(c, &x, x.b->start);
  while (x.open.count) {
    uint32_t point = vec_pop(&x.open);
    pml_point at = c->p->points.at[x.b->first_point + point];
    for (uint32_t i = 0; i < at.count; i++) {
      x.move = c->p->moves.at[at.first + i];
      x.stamps[point] = ++x.stamp;
      if (can_grow(c, &x))
        grow(c, &x);
      c->p->moves.at[at.first + i] = x.move;
      if (x.move.kind != PML_MOVE_END)
        merge_open_point(c, &x, x.move.to);
    }
  }
  vec_free(c->m, &x.open);
  mem_free(c->m, x.stamps);
  mem_free(c->m, x.is_open);
}

void pml_merge(pml_rewriting *c) {
  const pml_syntax *s = c->p->syntax;
  pml_move *moves = mem_array(c->m, c->p->moves.count + 1, sizeof *moves);
  if (c->p->moves.count)
    memcpy(moves, c->p->moves.at, c->p->moves.count * sizeof *moves);
  for (uint32_t i = 0; i < c->p->behaviours.count; i++)
    /* A D_proctype tells at its statement that another is possible. */
    if (pml_is_real(c->p, i) && !s->processes.at[i].is_deterministic)
      merge_process(c, i, moves);
  mem_free(c->m, moves);
}
