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

static void ask_bytes(pml_rewriting *rewriting, uint32_t first, uint32_t end) {
  const pml_lowered *p = rewriting->p;
  for (uint32_t i = 0; i < p->behaviours.count; i++)
    for (uint32_t k = first; k < end && k < p->behaviours.at[i].frame_bytes;
         k++)
      rewriting->asked_locals[rewriting->first_local[i] + k] = 1;
}

/* Of the process whose variable is asked for only the bytes are noted, not the
 * type: the same bytes of any count as asked for. */
static void note_questions(pml_rewriting *rewriting, void *self,
                           uint32_t start) {
  const uint32_t *code = rewriting->p->code.at, *before = NULL;
  (void)self;
  (void)start;
  vec_each (const uint32_t, pc, &rewriting->piece) {
    const uint32_t *at = code + *pc;
    if (at[0] == PML_OP_AT_POINT) {
      rewriting->asks_points = true;
      for (uint32_t i = 0; i < at[2]; i++) {
        uint32_t point = rewriting->p->points_of_labels.at[at[1] + i];
        if (point != PML_NONE)
          rewriting->asked_points[point] = 1;
      }
    } else if (at[0] == PML_OP_REMOTE) {
      bool is_plain = before && before[0] == PML_OP_PUSH && before[1] == 0;
      ask_bytes(rewriting, at[1],
                is_plain ? at[1] + pml_bytes_of(at[2]) : UINT32_MAX);
    } else if (at[0] == PML_OP_NP || at[0] == PML_OP_ENABLED ||
               at[0] == PML_OP_PC_VALUE)
      rewriting->asks_everything = true;
    before = at;
  }
}

static void look_from_outside(pml_rewriting *rewriting) {
  const pml_lowered *p = rewriting->p;
  const pml_visible *visible = rewriting->v;
  uint32_t bytes = 0;
  rewriting->first_local = mem_array(rewriting->m, p->behaviours.count + 1,
                                     sizeof *rewriting->first_local);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    rewriting->first_local[i] = bytes;
    bytes += p->behaviours.at[i].frame_bytes;
  }
  rewriting->asked_locals = mem_alloc(rewriting->m, (size_t)bytes + 1);
  rewriting->asked_points = mem_alloc(rewriting->m, p->points.count + 1);
  for (uint32_t i = 0; visible->locals && i < p->behaviours.count; i++)
    memcpy(rewriting->asked_locals + rewriting->first_local[i],
           visible->locals + visible->first_local[i],
           p->behaviours.at[i].frame_bytes);
  if (visible->points)
    memcpy(rewriting->asked_points, visible->points, p->points.count);
  pml_each_code(rewriting, NULL, note_questions);
}

/* Merging changes how often a process moves, and where it rests. Here somebody
 * could notice. */
static bool may_merge(const pml_rewriting *rewriting) {
  const pml_lowered *p = rewriting->p;
  if (p->has_last || p->has_priority || rewriting->asks_everything)
    return false;
  vec_each (const pml_behaviour, behaviour, &p->behaviours)
    if (pml_is_real(p, (uint32_t)(behaviour - p->behaviours.at)) &&
        behaviour->provided != PML_NONE)
      return false;
  vec_each (const pml_move, move, &p->moves)
    if (move->ignores_offers && rewriting->has_rendezvous)
      return false;
  return true;
}

void pml_rewrite(mem *m, const pml_lowered *p, const pml_visible *visible,
                 pml_lowered *out) {
  pml_rewriting rewriting = {.m = m, .v = visible, .p = out};
  copy_lowered(m, p, out);
  look_from_outside(&rewriting);
  pml_look_at_channels(&rewriting);
  pml_hide(&rewriting);
  if (may_merge(&rewriting))
    pml_merge(&rewriting);
  pml_reset_dead(&rewriting);
  mem_free(m, rewriting.first_local);
  mem_free(m, rewriting.asked_locals);
  mem_free(m, rewriting.asked_points);
  mem_free(m, rewriting.is_assigned);
  vec_free(m, &rewriting.piece);
  vec_free(m, &rewriting.places);
  vec_free(m, &rewriting.todo);
  vec_free(m, &rewriting.marks);
}
