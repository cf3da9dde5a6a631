/* A function for each point: its moves, one behind the other. */
#include "lang/promela/native/write.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdio.h>

#define U(x) ((unsigned)(x))

uint32_t pml_cover_of(const pml_writer *writer, const pml_move *move) {
  return move->statement == PML_NONE
             ? writer->x->place_of_end.at[writer->type]
             : writer->x->place_of_statement.at[move->statement];
}

void pml_write_settle(pml_writer *writer, const pml_scope *scope,
                      const pml_move *move, const char *size,
                      const char *movers, const char *place) {
  assert(writer->type < writer->p->behaviours.count);
  if (move->kind != PML_MOVE_END)
    pml_write(writer, "set_point(%s + %u, %u);\n", scope->frame,
              U(writer->p->behaviours.at[writer->type].point_offset),
              U(move->to));
  pml_write(writer, "SET_LAST(%s, pid);\n", scope->state);
  pml_write_cover(writer, pml_cover_of(writer, move));
  pml_write(writer, "arrive(x, %s, %s, %s, %s, %s);\n", scope->state, size,
            move->atomic ? "pid" : "NONE", movers, place);
}

void pml_write_effect(pml_writer *writer, const pml_scope *scope,
                      const pml_move *move) {
  if (move->effect != PML_NONE)
    pml_write_code(writer, scope, move->effect, NULL);
}

/* As the search tells where a step is. */
static void place_of(const pml_writer *writer, const pml_move *move, char *out,
                     size_t size) {
  const pml_syntax *syntax = writer->p->syntax;
  pml_place at = move->statement < syntax->statements.count
                     ? syntax->statements.at[move->statement].at
                     : syntax->processes.at[writer->type].until;
  snprintf(out, size, "%u, %u", U(at.line), U(at.column));
}

/* What native code does of a move. */
typedef enum part {
  NOTHING, /* the interpreter does it all */
  GUARD,   /* if the guard holds, the interpreter goes on */
  ALL
} part;

static bool is_talk_native(pml_writer *writer, const pml_move *move) {
  if (writer->p->watch.process != PML_NONE ||
      !pml_is_talk_writable(writer, move->talk))
    return false;
  if (move->kind == PML_MOVE_RECEIVE)
    return true;
  pml_speaks speaks = pml_speaks_of(writer, move->talk);
  return !writer->p->talks.at[move->talk].random &&
         (speaks.may_buffer || pml_can_handshake(writer));
}

static part native_part(pml_writer *writer, const pml_move *move) {
  if (!pml_is_writable(writer, move->guard))
    return NOTHING;
  bool is_talk = move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE;
  if (pml_is_writable(writer, move->effect) &&
      (!is_talk || is_talk_native(writer, move)))
    return ALL;
  return move->guard != PML_NONE || move->kind == PML_MOVE_ELSE ? GUARD
                                                                : NOTHING;
}

typedef struct names_of_move {
  char bail[32], next[32], place[40];
  pml_scope before, after; /* the state as it was, and the copy */
} names_of_move;

/* The copy, the rest of the move, and where it leads. */
static void write_copy(pml_writer *writer, const char *size) {
  pml_write(writer, "u8 *s = fresh(x, b, %s), *f = s + fo;\n", size);
}

static void write_finish(pml_writer *writer, const names_of_move *of_move,
                         const pml_move *move, const char *size) {
  pml_write_effect(writer, &of_move->after, move);
  pml_write_settle(writer, &of_move->after, move, size, "all", of_move->place);
}

static void write_send_move(pml_writer *writer, const names_of_move *of_move,
                            const pml_move *move) {
  pml_speaks speaks = pml_speaks_of(writer, move->talk);
  pml_write(writer, "{ ");
  pml_write_channel(writer, &of_move->before, move->talk, &speaks);
  if (speaks.may_handshake && !pml_can_handshake(writer))
    pml_write(writer, "if (RARE(a%u == 0)) %s;\n", speaks.id, of_move->bail);
  if (speaks.may_buffer && !writer->p->syntax->reading.loses_messages)
    pml_write(writer, "if (a%u && b[k%u] >= a%u) %s;\n", speaks.id, speaks.id,
              speaks.id, of_move->next);
  pml_write_words(writer, &of_move->before, move->talk, &speaks);
  if (speaks.may_handshake && pml_can_handshake(writer)) {
    pml_write(writer, "if (a%u == 0) {\n", speaks.id);
    pml_write_handshake(writer, &of_move->before, move, &speaks,
                        of_move->place);
    pml_write(writer, "if (!shaken) %s;\n} else ", of_move->next);
  }
  pml_write(writer, "{\n");
  if (speaks.may_buffer) {
    write_copy(writer, "size");
    pml_write_send(writer, &of_move->after, &speaks);
    write_finish(writer, of_move, move, "size");
  }
  pml_write(writer, "}}\n");
}

static void write_receive_move(pml_writer *writer, const names_of_move *of_move,
                               const pml_move *move) {
  pml_speaks speaks = pml_speaks_of(writer, move->talk);
  pml_write(writer, "{ i32 found;\n");
  pml_write_channel(writer, &of_move->before, move->talk, &speaks);
  pml_write_find(writer, &of_move->before, move->talk, &speaks, "found");
  pml_write(writer, "if (found < 0) %s;\n", of_move->next);
  write_copy(writer, "size");
  pml_write_take(writer, &of_move->after, move->talk, &speaks, "found");
  write_finish(writer, of_move, move, "size");
  pml_write(writer, "}\n");
}

static void write_whole_move(pml_writer *writer, const names_of_move *of_move,
                             const pml_move *move) {
  const char *size = move->kind == PML_MOVE_END ? "fo" : "size";
  switch (move->kind) {
  case PML_MOVE_SEND:
    write_send_move(writer, of_move, move);
    return;
  case PML_MOVE_RECEIVE:
    write_receive_move(writer, of_move, move);
    return;
  case PML_MOVE_END:
    pml_write(writer, "if (pid + 1 != x_processes) %s;\n", of_move->next);
    break;
  default:
    break;
  }
  pml_write(writer, "{ ");
  write_copy(writer, size);
  write_finish(writer, of_move, move, size);
  pml_write(writer, "}\n");
}

static void write_guard(pml_writer *writer, const names_of_move *of_move,
                        const pml_move *move) {
  if (move->guard != PML_NONE) {
    pml_write(writer, "{ i32 g;\n");
    pml_write_code(writer, &of_move->before, move->guard, "g");
    pml_write(writer, "if (!g) %s; }\n", of_move->next);
  }
  if (move->kind == PML_MOVE_ELSE && !MUTANT("promela-native-else"))
    pml_write(writer, "if (taken) %s;\n", of_move->next);
}

static void write_move(pml_writer *writer, const pml_move *move, uint32_t i,
                       bool has_escapes) {
  names_of_move of_move = {
      .before = {"b", "bf", "pid", "x_timeout", of_move.bail},
      .after = {"s", "f", "pid", "x_timeout", of_move.bail}};
  part p = native_part(writer, move);
  uint32_t number = (uint32_t)(move - writer->p->moves.at);
  snprintf(of_move.bail, sizeof of_move.bail, "goto B%u", U(i));
  snprintf(of_move.next, sizeof of_move.next, "goto N%u", U(i));
  place_of(writer, move, of_move.place, sizeof of_move.place);
  if (has_escapes)
    pml_write(writer, "if (escape && escape != %u) goto done;\n",
              U(move->escape));
  if (p != NOTHING) {
    /* What is possible before may make it ambiguous. */
    if (move->must_be_first)
      pml_write(writer, "if (taken) %s;\n", of_move.bail);
    write_guard(writer, &of_move, move);
  }
  if (p == ALL) {
    write_whole_move(writer, &of_move, move);
    pml_write(writer, "taken++; escape = %u; %s;\n", U(move->escape),
              of_move.next);
  }
  pml_write(writer,
            "B%u: x_some = taken != 0; x_jumps = jumps;\n"
            "if (run->interpret(x, b, size, pid, movers, %u)) "
            "{ taken++; escape = %u; }\nN%u: jumps = x_jumps;\n",
            U(i), U(number), U(move->escape), U(i));
}

bool pml_write_point(pml_writer *writer, uint32_t point) {
  const pml_lowered *lowered = writer->p;
  const pml_point *at = &lowered->points.at[point];
  const pml_move *moves = lowered->moves.at + at->first;
  bool has_escapes = false, is_useful = false;
  for (uint32_t i = 0; i < at->count; i++) {
    has_escapes |= moves[i].escape != 0;
    is_useful |= native_part(writer, &moves[i]) != NOTHING;
  }
  if (!is_useful)
    return false;
  pml_write(writer,
            "static u32 p_%u(u8 *x, u8 *b, u32 size, u32 pid, u64 movers) {\n"
            "u32 fo = x_frame[pid], taken = 0, escape = 0, jumps = x_jumps;\n"
            "u8 *bf = b + fo; u64 all = movers | mover(pid);\n",
            U(point));
  if (lowered->has_priority ||
      lowered->behaviours.at[writer->type].provided != PML_NONE)
    pml_write(writer, "if (!run->may_move(x, b, size, pid)) return 0;\n");
  for (uint32_t i = 0; i < at->count; i++)
    write_move(writer, &moves[i], i, has_escapes);
  pml_write(writer, "done: x_single += taken;\nreturn taken;\n}\n");
  return true;
}
