/* Faults of the model alone, and the list of its states. */
#include "engine/explicit/explicit.h"

#include "base/log.h"
#include "engine/explicit/explorer.h"

/* A copy, since the model keeps it where the search's memory is. */
const uint8_t *explicit_copy_covered(mem *m, const model *x,
                                     const void *scratch) {
  const uint8_t *bits = x->ops->covered ? x->ops->covered(x, scratch) : NULL;
  if (!bits)
    return NULL;
  size_t bytes = x->places.count / 8 + 1;
  uint8_t *copy = mem_alloc(m, bytes);
  for (size_t i = 0; i < x->places.count; i++)
    copy[i / 8] |= (uint8_t)(bits[i / 8] & (1 << i % 8));
  return copy;
}

void explicit_safety(mem *m, progress *clock, const model *x,
                     const explicit_safety_options *o, explicit_answer *out) {
  explorer e;
  findings f = {
      .m = m, .least = o->strict ? MODEL_NOTE : MODEL_ERROR, .out = out};
  explorer_goal goal = {.f = &f,
                        .keep_going = o->keep_going,
                        .least = o->shortest && !o->keep_going};
  *out = (explicit_answer){.search =
                               o->shortest ? "breadth first" : "depth first"};
  explorer_begin(&e, m, x, clock);
  LOG(clock, EXPLICIT, "safety, %s; a state has up to %" PRIu32 " bytes",
      out->search, (uint32_t)x->most_bytes);
  (o->shortest ? explorer_breadth : explorer_depth)(&e, &goal);
  /* Past the first fault a nearer one on the same level is not looked for. */
  out->is_shortest = out->verdict == EXPLICIT_FAULT && o->shortest &&
                     (!o->keep_going || out->fault.step == MODEL_NONE);
  out->stats = explorer_stats(&e);
  LOG(clock, EXPLICIT,
      "safety ends: %" PRIu64 " states, %" PRIu64 " met again, depth %" PRIu64
      ", %" PRIu64 " errors",
      out->stats.states, out->stats.matched, out->stats.depth, out->faults);
  out->covered = explicit_copy_covered(m, x, e.scratch);
  explorer_end(&e);
}

explicit_evidence explicit_states(mem *m, progress *clock, const model *x,
                                  size_t most, bool forgiven,
                                  product_states *out) {
  explorer e;
  explorer_goal goal = {.most = most,
                        .forgiven = forgiven ? MODEL_ERROR : MODEL_NOTE};
  *out = (product_states){0};
  explorer_begin(&e, m, x, clock);
  LOG(clock, EXPLICIT, "all states are listed again, for the evidence");
  bool done = explorer_breadth(&e, &goal);
  for (uint32_t i = 0; done && i < store_count(&e.states); i++) {
    uint32_t size;
    const uint8_t *bytes = store_at(&e.states, i, &size);
    vec_push(m, &out->at, out->bytes.count);
    vec_reserve(m, &out->bytes, size);
    if (size)
      memcpy(out->bytes.at + out->bytes.count, bytes, size);
    out->bytes.count += size;
  }
  if (done)
    vec_push(m, &out->at, out->bytes.count);
  bool is_large = most && store_count(&e.states) > most;
  explorer_end(&e);
  return done       ? EXPLICIT_EVIDENT
         : is_large ? EXPLICIT_TOO_LARGE
                    : EXPLICIT_CONTRADICTED;
}
