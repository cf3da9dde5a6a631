#include "lang/promela/reduce/rewrite_parts.h"

/* What grows when atoms are bound must be the new model's own; the moves and
 * the code are changed here. */
#define COPY(field)                                                            \
  do {                                                                         \
    size_t count = p->field.count;                                             \
    memset(&out->field, 0, sizeof out->field);                                 \
    vec_resize(m, &out->field, count);                                         \
    if (count)                                                                 \
      memcpy(out->field.at, p->field.at, count * sizeof *p->field.at);         \
  } while (0)

static void copy_lowered(mem *m, const pml_lowered *p, pml_lowered *out) {
  *out = *p;
  COPY(code);
  out->code.count = pml_finished(out);
  out->unfinished = 0;
  COPY(words);
  COPY(talks);
  COPY(moves);
  COPY(merged);
  COPY(points_of_labels);
}

/* What others can see. */

static void ask_bytes(pml_rewriting *c, uint32_t first, uint32_t end) {
  const pml_lowered *p = c->p;
  for (uint32_t i = 0; i < p->behaviours.count; i++)
    for (uint32_t k = first; k < end && k < p->behaviours.at[i].frame_bytes;
         k++)
      c->asked_locals[c->first_local[i] + k] = 1;
}

/* Of the process whose variable is asked for only the bytes are noted, not the
 * type: the same bytes of any count as asked for. */
static void note_questions(pml_rewriting *c, void *self, uint32_t start) {
  const uint32_t *code = c->p->code.at, *before = NULL;
  (void)self;
  (void)start;
  vec_each (const uint32_t, pc, &c->piece) {
    const uint32_t *at = code + *pc;
    if (at[0] == PML_OP_AT_POINT) {
      c->asks_points = true;
      for (uint32_t i = 0; i < at[2]; i++) {
        uint32_t point = c->p->points_of_labels.at[at[1] + i];
        if (point != PML_NONE)
          c->asked_points[point] = 1;
      }
    } else if (at[0] == PML_OP_REMOTE) {
      bool is_plain = before && before[0] == PML_OP_PUSH && before[1] == 0;
      ask_bytes(c, at[1], is_plain ? at[1] + pml_bytes_of(at[2]) : UINT32_MAX);
    } else if (at[0] == PML_OP_NP || at[0] == PML_OP_ENABLED ||
               at[0] == PML_OP_PC_VALUE)
      c->asks_everything = true;
    before = at;
  }
}

static void look_from_outside(pml_rewriting *c) {
  const pml_lowered *p = c->p;
  const pml_visible *v = c->v;
  uint32_t bytes = 0;
  c->first_local =
      mem_array(c->m, p->behaviours.count + 1, sizeof *c->first_local);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    c->first_local[i] = bytes;
    bytes += p->behaviours.at[i].frame_bytes;
  }
  c->asked_locals = mem_alloc(c->m, (size_t)bytes + 1);
  c->asked_points = mem_alloc(c->m, p->points.count + 1);
  for (uint32_t i = 0; v->locals && i < p->behaviours.count; i++)
    memcpy(c->asked_locals + c->first_local[i], v->locals + v->first_local[i],
           p->behaviours.at[i].frame_bytes);
  if (v->points)
    memcpy(c->asked_points, v->points, p->points.count);
  pml_each_code(c, NULL, note_questions);
}

/* Merging changes how often a process moves, and where it rests. Here somebody
 * could notice. */
static bool may_merge(const pml_rewriting *c) {
  const pml_lowered *p = c->p;
  if (p->has_last || p->has_priority || c->asks_everything)
    return false;
  vec_each (const pml_behaviour, b, &p->behaviours)
    if (pml_is_real(p, (uint32_t)(b - p->behaviours.at)) &&
        b->provided != PML_NONE)
      return false;
  vec_each (const pml_move, move, &p->moves)
    if (move->ignores_offers && c->has_rendezvous)
      return false;
  return true;
}

void pml_rewrite(mem *m, const pml_lowered *p, const pml_visible *v,
                 pml_lowered *out) {
  pml_rewriting c = {.m = m, .v = v, .p = out};
  copy_lowered(m, p, out);
  look_from_outside(&c);
  pml_look_at_channels(&c);
  pml_hide(&c);
  if (may_merge(&c))
    pml_merge(&c);
  pml_reset_dead(&c);
  mem_free(m, c.first_local);
  mem_free(m, c.asked_locals);
  mem_free(m, c.asked_points);
  mem_free(m, c.is_assigned);
  vec_free(m, &c.piece);
  vec_free(m, &c.places);
  vec_free(m, &c.todo);
  vec_free(m, &c.marks);
}
