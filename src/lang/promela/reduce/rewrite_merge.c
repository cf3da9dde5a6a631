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

static bool is_kept(const pml_rewriting *rewriting, uint32_t process,
                    uint32_t first, uint32_t end) {
  const uint8_t *asked =
      rewriting->asked_locals + rewriting->first_local[process];
  for (uint32_t i = first; i < end; i++)
    if (asked[i])
      return true;
  return false;
}

static uint32_t store_does(const pml_rewriting *rewriting, uint32_t process,
                           const uint32_t *at) {
  uint32_t end = at[1] + pml_bytes_of(at[2]);
  if (at[0] == PML_OP_STORE_LOCAL)
    return is_kept(rewriting, process, at[1], end) ? SHOWS : 0;
  uint32_t variable = pml_variable_at(rewriting->p, process, at[1]);
  return variable == PML_NONE ||
                 is_kept(rewriting, process,
                         rewriting->p->lies.at[variable].offset,
                         pml_end_of_variable(rewriting->p, variable))
             ? SHOWS
             : 0;
}

/* 'before': the constant that the instruction works on, or NULL. */
static uint32_t instruction_does(const pml_rewriting *rewriting,
                                 uint32_t process, const uint32_t *at,
                                 const uint32_t *before) {
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
    return store_does(rewriting, process, at);
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
    return SHARES | STOPS |
           (rewriting->asks_points || rewriting->p->has_timeout ? LOOKS : 0);
  default:
    return at[0] >= PML_OP_NOT && at[0] <= PML_OP_AT_LEAST ? 0 : SHARES | STOPS;
  }
}

static uint32_t code_does(pml_rewriting *rewriting, uint32_t process,
                          uint32_t start) {
  uint32_t does = 0;
  const uint32_t *before = NULL;
  if (start == PML_NONE)
    return 0;
  pml_find_piece(rewriting, start);
  vec_each (const uint32_t, pc, &rewriting->piece) {
    const uint32_t *at = rewriting->p->code.at + *pc;
    bool is_constant =
        before && before[0] == PML_OP_PUSH && !pml_is_target(rewriting, *pc);
    does |=
        instruction_does(rewriting, process, at, is_constant ? before : NULL);
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
static const pml_move *only_move(const pml_rewriting *rewriting, const chain *x,
                                 uint32_t point) {
  const pml_point *at = &rewriting->p->points.at[x->b->first_point + point];
  const pml_move *move = &x->moves[at->first];
  return at->count == 1 && move->kind == PML_MOVE_PLAIN &&
                 move->guard == PML_NONE && !move->escape &&
                 !move->ignores_offers
             ? move
             : NULL;
}

static bool can_merge(pml_rewriting *rewriting, const chain *x,
                      const pml_move *next) {
  const uint8_t *asked = rewriting->asked_points + x->b->first_point;
  uint32_t does = code_does(rewriting, x->process, next->effect);
  if (does & LOOKS)
    return false;
  if (x->move.atomic)
    return true;
  if (MUTANT("promela-merge-shared"))
    return !next->atomic;
  return !next->atomic && !(does & (SHARES | SHOWS)) &&
         (rewriting->v->is_safety || !(does & STOPS)) && !asked[x->move.to] &&
         !asked[next->to];
}

/* What runs in the name of another statement must say so: faults have places,
 * and statements are covered. */
static void append_move(pml_rewriting *rewriting, const pml_move *next,
                        bool is_inside) {
  assert(next->statement < rewriting->p->syntax->statements.count);
  const pml_statement *statement =
      &rewriting->p->syntax->statements.at[next->statement];
  if (!next->is_join && (next->effect != PML_NONE || !statement->is_made)) {
    pml_emit_word(rewriting, PML_OP_GOES);
    pml_emit_word(rewriting, next->statement);
  }
  if (next->effect != PML_NONE)
    pml_append_piece(rewriting, next->effect);
  vec_push(rewriting->m, &rewriting->p->merged,
           ((pml_merged){next->statement, next->is_join, is_inside}));
}

/* Merges what follows the move with it. */
static void grow(pml_rewriting *rewriting, chain *x) {
  uint32_t start = (uint32_t)rewriting->p->code.count;
  uint32_t first = (uint32_t)rewriting->p->merged.count, count = 0;
  while (x->stamps[x->move.to] != x->stamp) {
    const pml_move *next = only_move(rewriting, x, x->move.to);
    if (!next || !can_merge(rewriting, x, next))
      break;
    if (!count && x->move.effect != PML_NONE)
      pml_append_piece(rewriting, x->move.effect);
    x->stamps[x->move.to] = x->stamp;
    x->move.to = next->to;
    append_move(rewriting, next, x->move.atomic);
    x->move.atomic = next->atomic;
    if (++count == MOST_MERGED || rewriting->p->code.count - start > MOST_WORDS)
      break;
  }
  if (!count)
    return;
  if (rewriting->p->code.count > start) {
    pml_emit_word(rewriting, PML_OP_DONE);
    x->move.effect = start;
  }
  x->move.first_more = first;
  x->move.more = count;
}

static bool can_grow(pml_rewriting *rewriting, const chain *x) {
  const pml_move *move = &x->move;
  return move->kind == PML_MOVE_PLAIN || move->kind == PML_MOVE_ELSE ||
         move->kind == PML_MOVE_RECEIVE ||
         (move->kind == PML_MOVE_SEND &&
          pml_is_buffered(rewriting, x->process, move->talk));
}

static void merge_open_point(pml_rewriting *rewriting, chain *x,
                             uint32_t point) {
  if (x->is_open[point])
    return;
  x->is_open[point] = 1;
  vec_push(rewriting->m, &x->open, point);
}

/* Only from points that are still come to: each chain is written once for each
 * way in. */
static void merge_process(pml_rewriting *rewriting, uint32_t process,
                          const pml_move *moves) {
  chain x = {.process = process,
             .b = &rewriting->p->behaviours.at[process],
             .moves = moves};
  x.stamps = mem_array(rewriting->m, x.b->points + 1, sizeof *x.stamps);
  x.is_open = mem_alloc(rewriting->m, x.b->points + 1);
  merge_open_point(rewriting, &x, x.b->start);
  while (x.open.count) {
    uint32_t point = vec_pop(&x.open);
    pml_point at = rewriting->p->points.at[x.b->first_point + point];
    for (uint32_t i = 0; i < at.count; i++) {
      x.move = rewriting->p->moves.at[at.first + i];
      x.stamps[point] = ++x.stamp;
      if (can_grow(rewriting, &x))
        grow(rewriting, &x);
      rewriting->p->moves.at[at.first + i] = x.move;
      if (x.move.kind != PML_MOVE_END)
        merge_open_point(rewriting, &x, x.move.to);
    }
  }
  vec_free(rewriting->m, &x.open);
  mem_free(rewriting->m, x.stamps);
  mem_free(rewriting->m, x.is_open);
}

void pml_merge(pml_rewriting *rewriting) {
  const pml_syntax *syntax = rewriting->p->syntax;
  pml_move *moves =
      mem_array(rewriting->m, rewriting->p->moves.count + 1, sizeof *moves);
  if (rewriting->p->moves.count)
    memcpy(moves, rewriting->p->moves.at,
           rewriting->p->moves.count * sizeof *moves);
  for (uint32_t i = 0; i < rewriting->p->behaviours.count; i++)
    /* A D_proctype tells at its statement that another is possible. */
    if (pml_is_real(rewriting->p, i) &&
        !syntax->processes.at[i].is_deterministic)
      merge_process(rewriting, i, moves);
  mem_free(rewriting->m, moves);
}
