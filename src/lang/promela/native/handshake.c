/* A rendezvous: the sender makes an offer to each process that is where
 * something may be received, and each of these points has a function that takes
 * it. What is odd on the partner's side undoes the whole move. */
#include "lang/promela/native/write.h"

#include <assert.h>

#define U(x) ((unsigned)(x))

bool pml_can_handshake(const pml_writer *writer) {
  return !writer->x->has_quirk && !writer->p->has_priority &&
         !writer->has_provided;
}

static const pml_scope half = {"h", "hf", "pid", "0", "return 2"};
static const pml_scope whole = {"s", "f", "pid", "0", "return 2"};

static bool is_partner_writable(pml_writer *writer, const pml_point *at) {
  const pml_lowered *lowered = writer->p;
  for (uint32_t i = 0; i < at->count; i++) {
    const pml_move *move = &lowered->moves.at[at->first + i];
    if (move->kind != PML_MOVE_RECEIVE)
      continue;
    const pml_talk *talk = &lowered->talks.at[move->talk];
    if (!pml_is_writable(writer, move->effect) ||
        !pml_is_writable(writer, talk->channel))
      return false;
    for (uint32_t k = 0; k < talk->count; k++) {
      const pml_word *word = &lowered->words.at[talk->first + k];
      if (word->kind != PML_WORD_ANY && !pml_is_writable(writer, word->code))
        return false;
    }
  }
  return true;
}

/* Behind the comparison of the channels: does it fit, and what then. */
static void write_receipt(pml_writer *writer, const pml_move *move) {
  const pml_lowered *lowered = writer->p;
  assert(move->talk < lowered->talks.count);
  const pml_talk *talk = &lowered->talks.at[move->talk];
  if (talk->keeps) {
    pml_write(writer, "return 2;\n");
    return;
  }
  pml_write(writer, "if (RARE(a->count != %u)) return 2;\ndo {\n",
            U(talk->count));
  for (uint32_t i = 0; i < talk->count; i++) {
    const pml_word *word = &lowered->words.at[talk->first + i];
    if (word->kind != PML_WORD_VALUE)
      continue;
    pml_write(writer, "{ i32 y;\n");
    pml_write_code(writer, &half, word->code, "y");
    pml_write(writer, "if (y != a->field[%u]) break; }\n", U(i));
  }
  if (move->must_be_first)
    pml_write(writer, "if (some) return 2;\n");
  pml_write(writer, "u8 *s = fresh(x, h, a->size), *f = s + fo;\n");
  for (uint32_t i = 0; i < talk->count; i++)
    pml_write(writer, "i32 m%u = a->field[%u];\n", U(i), U(i));
  pml_write_assign(writer, &whole, move->talk);
  pml_write_effect(writer, &whole, move);
  pml_write_settle(writer, &whole, move, "a->size", "a->movers | mover(pid)",
                   "a->line, a->column");
  pml_write(writer, "some = 1; escape = %u;\n} while (0);\n", U(move->escape));
}

static void write_offered(pml_writer *writer, const pml_move *move) {
  assert(move->talk < writer->p->talks.count);
  const pml_talk *talk = &writer->p->talks.at[move->talk];
  static const char take_half[] = "if (!h) h = half_of(x, a); hf = h + fo;\n";
  pml_speaks speaks = pml_speaks_of(writer, move->talk);
  if (speaks.is_fixed && !speaks.may_handshake)
    return; /* an offer is never made there */
  pml_write(writer, "{ ");
  if (speaks.is_fixed && speaks.queue != PML_NONE) {
    pml_write_channel(writer, &half, move->talk, &speaks);
    pml_write(writer, "if (n%u == (i32)a->channel) {\n%s", speaks.id,
              take_half);
  } else {
    pml_write(writer, "i32 channel; %s", take_half);
    pml_write_code(writer, &half, talk->channel, "channel");
    pml_write(writer, "if (channel == (i32)a->channel) {\n");
  }
  write_receipt(writer, move);
  pml_write(writer, "}}\n");
}

bool pml_write_partner(pml_writer *writer, uint32_t point) {
  const pml_lowered *lowered = writer->p;
  const pml_point *at = &lowered->points.at[point];
  bool has_escapes = false;
  if (!is_partner_writable(writer, at))
    return false;
  for (uint32_t i = 0; i < at->count; i++)
    has_escapes |= lowered->moves.at[at->first + i].escape != 0;
  pml_write(writer,
            "static u32 q_%u(u8 *x, struct offer *a, u32 pid) {\n"
            "u8 *h = a->half, *hf; u32 fo = x_frame[pid], some = 0, escape = "
            "0;\n",
            U(point));
  for (uint32_t i = 0; i < at->count; i++) {
    const pml_move *move = &lowered->moves.at[at->first + i];
    if (has_escapes)
      pml_write(writer, "if (escape && escape != %u) return some;\n",
                U(move->escape));
    if (move->kind == PML_MOVE_RECEIVE)
      write_offered(writer, move);
  }
  pml_write(writer, "return some;\n}\n");
  return true;
}

void pml_write_handshake(pml_writer *writer, const pml_scope *scope,
                         const pml_move *move, const pml_speaks *speaks,
                         const char *place) {
  const pml_lowered *lowered = writer->p;
  const pml_queue *queue = &lowered->queues.at[speaks->queue];
  pml_write(writer, "i32 field[%u];\n", U(queue->fields + 1));
  for (uint32_t i = 0; i < queue->fields; i++) {
    pml_write(writer, "{ i32 y = w%u_%u; field[%u] = ", speaks->id, U(i), U(i));
    pml_write_cut(writer,
                  pml_scalar_word(&lowered->fields.at[queue->first_field + i]),
                  "y");
    pml_write(writer, "; }\n");
  }
  pml_write(writer,
            "struct offer offer = {b, size, pid, %u, (u32)n%u, %u, %s, all, "
            "field, 0};\n"
            "u8 *o = x_out; u32 shaken = 0;\n"
            "u64 steps = o_steps_count, bytes = o_bytes_count;\n"
            "u64 pending = x_pending_count, arena = x_arena_count;\n"
            "if (x_receivers == NONE) run->find_receivers(x, b);\n"
            "for (u32 i = 0; i < x_receivers; i++) {\n"
            "u32 other = x_receiver[i], got = 2;\n"
            "if (other == pid) continue;\n"
            "partner_fn *fn = partners[first_point[x_type[other]] + "
            "point_at(x, b, other)];\n"
            "if (fn) got = fn(x, &offer, other);\n"
            "if (RARE(got == 2)) { o_steps_count = steps; o_bytes_count = "
            "bytes; x_pending_count = pending; x_arena_count = arena; %s; }\n"
            "shaken |= got;\n}\n",
            U(move->to), speaks->id, U(queue->fields), place, scope->bail);
  uint32_t covered = pml_cover_of(writer, move);
  if (covered != PML_NONE) {
    pml_write(writer, "if (shaken) ");
    pml_write_cover(writer, covered);
  }
}
