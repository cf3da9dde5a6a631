/* A function for each point: its moves, one behind the other. */
#include "lang/promela/native/write.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdio.h>

#define U(x) ((unsigned)(x))

uint32_t pml_cover_of(const pml_writer *w, const pml_move *move) {
  return move->statement == PML_NONE
             ? w->x->place_of_end.at[w->type]
             : w->x->place_of_statement.at[move->statement];
}

void pml_write_settle(pml_writer *w, const pml_scope *s, const pml_move *move,
                      const char *size, const char *movers, const char *place) {
  assert(w->type < w->p->behaviours.count);
  if (move->kind != PML_MOVE_END)
    pml_write(w, "set_point(%s + %u, %u);\n", s->frame,
              U(w->p->behaviours.at[w->type].point_offset), U(move->to));
  pml_write(w, "SET_LAST(%s, pid);\n", s->state);
  pml_write_cover(w, pml_cover_of(w, move));
  pml_write(w, "arrive(x, %s, %s, %s, %s, %s);\n", s->state, size,
            move->atomic ? "pid" : "NONE", movers, place);
}

void pml_write_effect(pml_writer *w, const pml_scope *s, const pml_move *move) {
  if (move->effect != PML_NONE)
    pml_write_code(w, s, move->effect, NULL);
}

/* As the search tells where a step is. */
static void place_of(const pml_writer *w, const pml_move *move, char *out,
                     size_t size) {
  const pml_syntax *s = w->p->syntax;
  pml_place at = move->statement < s->statements.count
                     ? s->statements.at[move->statement].at
                     : s->processes.at[w->type].until;
  snprintf(out, size, "%u, %u", U(at.line), U(at.column));
}

/* What native code does of a move. */
typedef enum part {
  NOTHING, /* the interpreter does it all */
  GUARD,   /* if the guard holds, the interpreter goes on */
  ALL
} part;

static bool is_talk_native(pml_writer *w, const pml_move *move) {
  if (w->p->watch.process != PML_NONE || !pml_is_talk_writable(w, move->talk))
    return false;
  if (move->kind == PML_MOVE_RECEIVE)
    return true;
  pml_speaks c = pml_speaks_of(w, move->talk);
  return !w->p->talks.at[move->talk].random &&
         (c.may_buffer || pml_can_handshake(w));
}

static part native_part(pml_writer *w, const pml_move *move) {
  if (!pml_is_writable(w, move->guard))
    return NOTHING;
  bool is_talk = move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE;
  if (pml_is_writable(w, move->effect) && (!is_talk || is_talk_native(w, move)))
    return ALL;
  return move->guard != PML_NONE || move->kind == PML_MOVE_ELSE ? GUARD
                                                                : NOTHING;
}

typedef struct names_of_move {
  char bail[32], next[32], place[40];
  pml_scope before, after; /* the state as it was, and the copy */
} names_of_move;

/* The copy, the rest of the move, and where it leads. */
static void write_copy(pml_writer *w, const char *size) {
  pml_write(w, "u8 *s = fresh(x, b, %s), *f = s + fo;\n", size);
}

static void write_finish(pml_writer *w, const names_of_move *n,
                         const pml_move *move, const char *size) {
  pml_write_effect(w, &n->after, move);
  pml_write_settle(w, &n->after, move, size, "all", n->place);
}

static void write_send_move(pml_writer *w, const names_of_move *n,
                            const pml_move *move) {
  pml_speaks c = pml_speaks_of(w, move->talk);
  pml_write(w, "{ ");
  pml_write_channel(w, &n->before, move->talk, &c);
  if (c.may_handshake && !pml_can_handshake(w))
    pml_write(w, "if (RARE(a%u == 0)) %s;\n", c.id, n->bail);
  if (c.may_buffer && !w->p->syntax->reading.loses_messages)
    pml_write(w, "if (a%u && b[k%u] >= a%u) %s;\n", c.id, c.id, c.id, n->next);
  pml_write_words(w, &n->before, move->talk, &c);
  if (c.may_handshake && pml_can_handshake(w)) {
    pml_write(w, "if (a%u == 0) {\n", c.id);
    pml_write_handshake(w, &n->before, move, &c, n->place);
    pml_write(w, "if (!shaken) %s;\n} else ", n->next);
  }
  pml_write(w, "{\n");
  if (c.may_buffer) {
    write_copy(w, "size");
    pml_write_send(w, &n->after, &c);
    write_finish(w, n, move, "size");
  }
  pml_write(w, "}}\n");
}

static void write_receive_move(pml_writer *w, const names_of_move *n,
                               const pml_move *move) {
  pml_speaks c = pml_speaks_of(w, move->talk);
  pml_write(w, "{ i32 found;\n");
  pml_write_channel(w, &n->before, move->talk, &c);
  pml_write_find(w, &n->before, move->talk, &c, "found");
  pml_write(w, "if (found < 0) %s;\n", n->next);
  write_copy(w, "size");
  pml_write_take(w, &n->after, move->talk, &c, "found");
  write_finish(w, n, move, "size");
  pml_write(w, "}\n");
}

static void write_whole_move(pml_writer *w, const names_of_move *n,
                             const pml_move *move) {
  const char *size = move->kind == PML_MOVE_END ? "fo" : "size";
  switch (move->kind) {
  case PML_MOVE_SEND:
    write_send_move(w, n, move);
    return;
  case PML_MOVE_RECEIVE:
    write_receive_move(w, n, move);
    return;
  case PML_MOVE_END:
    pml_write(w, "if (pid + 1 != x_processes) %s;\n", n->next);
    break;
  default:
    break;
  }
  pml_write(w, "{ ");
  write_copy(w, size);
  write_finish(w, n, move, size);
  pml_write(w, "}\n");
}

static void write_guard(pml_writer *w, const names_of_move *n,
                        const pml_move *move) {
  if (move->guard != PML_NONE) {
    pml_write(w, "{ i32 g;\n");
    pml_write_code(w, &n->before, move->guard, "g");
    pml_write(w, "if (!g) %s; }\n", n->next);
  }
  if (move->kind == PML_MOVE_ELSE && !MUTANT("promela-native-else"))
    pml_write(w, "if (taken) %s;\n", n->next);
}

static void write_move(pml_writer *w, const pml_move *move, uint32_t i,
                       bool has_escapes) {
  names_of_move n = {.before = {"b", "bf", "pid", "x_timeout", n.bail},
                     .after = {"s", "f", "pid", "x_timeout", n.bail}};
  part p = native_part(w, move);
  uint32_t number = (uint32_t)(move - w->p->moves.at);
  snprintf(n.bail, sizeof n.bail, "goto B%u", U(i));
  snprintf(n.next, sizeof n.next, "goto N%u", U(i));
  place_of(w, move, n.place, sizeof n.place);
  if (has_escapes)
    pml_write(w, "if (escape && escape != %u) goto done;\n", U(move->escape));
  if (p != NOTHING) {
    /* What is possible before may make it ambiguous. */
    if (move->must_be_first)
      pml_write(w, "if (taken) %s;\n", n.bail);
    write_guard(w, &n, move);
  }
  if (p == ALL) {
    write_whole_move(w, &n, move);
    pml_write(w, "taken++; escape = %u; %s;\n", U(move->escape), n.next);
  }
  pml_write(w,
            "B%u: x_some = taken != 0; x_jumps = jumps;\n"
            "if (run->interpret(x, b, size, pid, movers, %u)) "
            "{ taken++; escape = %u; }\nN%u: jumps = x_jumps;\n",
            U(i), U(number), U(move->escape), U(i));
}

bool pml_write_point(pml_writer *w, uint32_t point) {
  const pml_lowered *p = w->p;
  const pml_point *at = &p->points.at[point];
  const pml_move *moves = p->moves.at + at->first;
  bool has_escapes = false, is_useful = false;
  for (uint32_t i = 0; i < at->count; i++) {
    has_escapes |= moves[i].escape != 0;
    is_useful |= native_part(w, &moves[i]) != NOTHING;
  }
  if (!is_useful)
    return false;
  pml_write(w,
            "static u32 p_%u(u8 *x, u8 *b, u32 size, u32 pid, u64 movers) {\n"
            "u32 fo = x_frame[pid], taken = 0, escape = 0, jumps = x_jumps;\n"
            "u8 *bf = b + fo; u64 all = movers | mover(pid);\n",
            U(point));
  if (p->has_priority || p->behaviours.at[w->type].provided != PML_NONE)
    pml_write(w, "if (!run->may_move(x, b, size, pid)) return 0;\n");
  for (uint32_t i = 0; i < at->count; i++)
    write_move(w, &moves[i], i, has_escapes);
  pml_write(w, "done: x_single += taken;\nreturn taken;\n}\n");
  return true;
}
