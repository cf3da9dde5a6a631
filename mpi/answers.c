/* What a rank tells of its part. */
#include "mpi/part.h"

static uint32_t covered_bytes(const model *x) {
  return (uint32_t)(x->places.count / 8 + 1);
}

uint32_t part_most_answer(const model *x) {
  size_t most = EXPLICIT_MOST_NOTES * sizeof(part_note);
  if (most < sizeof(part_totals))
    most = sizeof(part_totals);
  if (most < sizeof(origin) + x->most_bytes)
    most = sizeof(origin) + x->most_bytes;
  if (most < covered_bytes(x))
    most = covered_bytes(x);
  return (uint32_t)most;
}

static uint32_t tell_totals(const part *s, uint8_t *out) {
  part_totals totals = {.states = store_count(&s->states),
                        .arrivals = s->arrivals,
                        .faults = s->found.faults,
                        .store_bytes = store_memory(&s->states) +
                                       s->origins.count * sizeof *s->origins.at,
                        .memory = s->m->budget->peak,
                        .depth = (uint32_t)s->clock->depth,
                        .failure = s->failure,
                        .note_count = (uint32_t)s->found.notes.count,
                        .fault_state = s->fault_state,
                        .fault_level = s->fault_level,
                        .fault_number = s->fault_number};
  memcpy(out, &totals, sizeof totals);
  return sizeof totals;
}

static uint32_t tell_state(const part *s, uint32_t number, uint8_t *out) {
  uint32_t size;
  const uint8_t *bytes = store_at(&s->states, number, &size);
  memcpy(out, &s->origins.at[number], sizeof(origin));
  if (size)
    memcpy(out + sizeof(origin), bytes, size);
  return (uint32_t)sizeof(origin) + size;
}

static uint32_t tell_notes(const part *s, uint8_t *out) {
  uint8_t *to = out;
  vec_each (const explicit_note, n, &s->found.notes) {
    part_note x = {.severity = n->fault.severity,
                   .file = n->fault.file,
                   .line = n->fault.line,
                   .column = n->fault.column};
    size_t length = strlen(n->text);
    if (length >= sizeof x.text)
      length = sizeof x.text - 1;
    memcpy(x.text, n->text, length);
    memcpy(to, &x, sizeof x);
    to += sizeof x;
  }
  return (uint32_t)(to - out);
}

static uint32_t tell_covered(const part *s, uint8_t *out) {
  const model *x = s->x;
  const uint8_t *bits = x->ops->covered ? x->ops->covered(x, s->scratch) : NULL;
  if (!bits)
    return 0;
  memset(out, 0, covered_bytes(x));
  for (size_t i = 0; i < x->places.count; i++)
    out[i / 8] |= (uint8_t)(bits[i / 8] & (1 << i % 8));
  return covered_bytes(x);
}

uint32_t part_answer(const part *s, net_question question, uint8_t *out) {
  switch (question.subject) {
  case NET_TOTALS:
    return tell_totals(s, out);
  case NET_STATE:
    return tell_state(s, question.number, out);
  case NET_NOTES:
    return tell_notes(s, out);
  case NET_COVERED:
    return tell_covered(s, out);
  default:
    return 0;
  }
}
