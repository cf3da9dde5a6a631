/* A rendezvous: the sender makes an offer to each process that is where
 * something may be received, and each of these points has a function that takes
 * it. What is odd on the partner's side undoes the whole move. */
#include "lang/promela/native/write.h"

#include <assert.h>

#define U(x) ((unsigned)(x))

bool pml_can_handshake(const pml_writer *w) {
  return !w->x->has_quirk && !w->p->has_priority && !w->has_provided;
}

static const pml_scope half = {"h", "hf", "pid", "0", "return 2"};
static const pml_scope whole = {"s", "f", "pid", "0", "return 2"};

static bool is_partner_writable(pml_writer *w, const pml_point *at) {
  const pml_lowered *p = w->p;
  for (uint32_t i = 0; i < at->count; i++) {
    const pml_move *move = &p->moves.at[at->first + i];
    if (move->kind != PML_MOVE_RECEIVE)
      continue;
    const pml_talk *t = &p->talks.at[move->talk];
    if (!pml_is_writable(w, move->effect) || !pml_is_writable(w, t->channel))
      return false;
    for (uint32_t k = 0; k < t->count; k++) {
      const pml_word *word = &p->words.at[t->first + k];
      if (word->kind != PML_WORD_ANY && !pml_is_writable(w, word->code))
        return false;
    }
  }
  return true;
}

/* Behind the comparison of the channels: does it fit, and what then. */
static void write_receipt(pml_writer *w, const pml_move *move) {
  const pml_lowered *p = w->p;
  assert(move->talk < p->talks.count);
  const pml_talk *t = &p->talks.at[move->talk];
  if (t->keeps) {
    pml_write(w, "return 2;\n");
    return;
  }
  pml_write(w, "if (RARE(a->count != %u)) return 2;\ndo {\n", U(t->count));
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *word = &p->words.at[t->first + i];
    if (word->kind != PML_WORD_VALUE)
      continue;
    pml_write(w, "{ i32 y;\n");
    pml_write_code(w, &half, word->code, "y");
    pml_write(w, "if (y != a->field[%u]) break; }\n", U(i));
  }
  if (move->must_be_first)
    pml_write(w, "if (some) return 2;\n");
  pml_write(w, "u8 *s = fresh(x, h, a->size), *f = s + fo;\n");
  for (uint32_t i = 0; i < t->count; i++)
    pml_write(w, "i32 m%u = a->field[%u];\n", U(i), U(i));
  pml_write_assign(w, &whole, move->talk);
  pml_write_effect(w, &whole, move);
  pml_write_settle(w, &whole, move, "a->size", "a->movers | mover(pid)",
                   "a->line, a->column");
  pml_write(w, "some = 1; escape = %u;\n} while (0);\n", U(move->escape));
}

static void write_offered(pml_writer *w, const pml_move *move) {
  assert(move->talk < w->p->talks.count);
  const pml_talk *t = &w->p->talks.at[move->talk];
  static const char take_half[] = "if (!h) h = half_of(x, a); hf = h + fo;\n";
  pml_speaks c = pml_speaks_of(w, move->talk);
  if (c.is_fixed && !c.may_handshake)
    return; /* an offer is never made there */
  pml_write(w, "{ ");
  if (c.is_fixed && c.queue != PML_NONE) {
    pml_write_channel(w, &half, move->talk, &c);
    pml_write(w, "if (n%u == (i32)a->channel) {\n%s", c.id, take_half);
  } else {
    pml_write(w, "i32 channel; %s", take_half);
    pml_write_code(w, &half, t->channel, "channel");
    pml_write(w, "if (channel == (i32)a->channel) {\n");
  }
  write_receipt(w, move);
  pml_write(w, "}}\n");
}

bool pml_write_partner(pml_writer *w, uint32_t point) {
  const pml_lowered *p = w->p;
  const pml_point *at = &p->points.at[point];
  bool has_escapes = false;
  if (!is_partner_writable(w, at))
    return false;
  for (uint32_t i = 0; i < at->count; i++)
    has_escapes |= p->moves.at[at->first + i].escape != 0;
  pml_write(w,
            "static u32 q_%u(u8 *x, struct offer *a, u32 pid) {\n"
            "u8 *h = a->half, *hf; u32 fo = x_frame[pid], some = 0, escape = "
            "0;\n",
            U(point));
  for (uint32_t i = 0; i < at->count; i++) {
    const pml_move *move = &p->moves.at[at->first + i];
    if (has_escapes)
      pml_write(w, "if (escape && escape != %u) return some;\n",
                U(move->escape));
    if (move->kind == PML_MOVE_RECEIVE)
      write_offered(w, move);
  }
  pml_write(w, "return some;\n}\n");
  return true;
}

void pml_write_handshake(pml_writer *w, const pml_scope *s,
                         const pml_move *move, const pml_speaks *c,
                         const char *place) {
  const pml_lowered *p = w->p;
  const pml_queue *q = &p->queues.at[c->queue];
  pml_write(w, "i32 field[%u];\n", U(q->fields + 1));
  for (uint32_t i = 0; i < q->fields; i++) {
    pml_write(w, "{ i32 y = w%u_%u; field[%u] = ", c->id, U(i), U(i));
    pml_write_cut(w, pml_scalar_word(&p->fields.at[q->first_field + i]), "y");
    pml_write(w, "; }\n");
  }
  pml_write(w,
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
            U(move->to), c->id, U(q->fields), place, s->bail);
  uint32_t covered = pml_cover_of(w, move);
  if (covered != PML_NONE) {
    pml_write(w, "if (shaken) ");
    pml_write_cover(w, covered);
  }
}
