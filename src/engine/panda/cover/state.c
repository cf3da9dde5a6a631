/* The state of a run, taken down: all that its future can depend on. */
#include "engine/panda/cover/cover.h"
#include "engine/panda/loops/loops.h"

#include <assert.h>

enum { MOST_GRANULES = 8192, MOST_REGISTERS = 20000 };

typedef struct taker {
  concolic *k;
  cover_state *out;
  map seen; /* objects */
} taker;

/* What is written to one of several allocations is noted there, where loops are
 * summarised: then objects are told apart by them. */
static uint32_t state_origin(const concolic *engine, const object *o) {
  bool notes = engine->loops && engine->loops->task == LOOPS_SUMMARISE;
  return notes ? loops_origin(engine, o) : o->variable;
}

static void see(taker *t, uint32_t id) {
  if (!id || id == VALUE_UNINITIALISED)
    return;
  uint32_t n = map_insert(t->k->m, &t->seen, id);
  if (n != t->out->objects.count)
    return;
  const object *o = &t->k->objects.at[id];
  cover_object x = {.id = id,
                    .variable = state_origin(t->k, o),
                    .size = o->size,
                    .kind = o->kind,
                    .owner = o->kind == OBJECT_ALLOCA ? o->owner : 0,
                    .is_alive = o->is_alive,
                    .is_constant = o->is_constant};
  vec_push(t->k->m, &t->out->objects, x);
}

static void take(taker *t, value v) {
  vec_push(t->k->m, &t->out->registers, v);
  see(t, v.object);
}

/* Candidates for invariants look at what no run reads any more. */
static bool is_spoken_of(const concolic *engine, uint32_t function,
                         uint32_t slot) {
  return engine->loops && engine->loops->task == LOOPS_SUMMARISE &&
         loops_speak_of(engine->loops, function, slot);
}

/* The locals of a frame that is to go on at a location; 'dead' is a register
 * that will be written first. */
static void take_frame(taker *t, uint32_t depth, uint32_t location,
                       uint32_t dead) {
  concolic *engine = t->k;
  const cover_live *live = &engine->cover->live;
  const frame *f = &engine->frames.at[depth];
  assert(f->function < engine->code->functions.count);
  const code_function *function = &engine->code->functions.at[f->function];
  const value *at = engine->slots.at + f->base;
  const uint32_t words[] = {f->function, f->back, f->result};
  for (size_t i = 0; i < 3; i++)
    vec_push(engine->m, &t->out->control, words[i]);
  for (uint32_t i = 0; i < function->scalars; i++)
    take(t, i != dead && (cover_is_live(live, location, i) ||
                          is_spoken_of(engine, f->function, i))
                ? at[i]
                : (value){0, TERM_NONE, VALUE_UNINITIALISED});
  for (uint32_t i = 0; i < function->objects; i++)
    take(t, at[function->scalars + i]);
}

static void take_frames(taker *t, uint32_t location) {
  concolic *engine = t->k;
  for (uint32_t d = 0; d + 1 < engine->depth; d++) {
    const frame *above = &engine->frames.at[d + 1];
    take_frame(t, d, engine->p->edges.at[above->call].to, above->result);
  }
  take_frame(t, engine->depth - 1, location, CODE_NONE);
}

static void take_globals(taker *t) {
  concolic *engine = t->k;
  const value *at = engine->globals + engine->code->constants;
  for (uint32_t i = 0; i < engine->p->global_scalars; i++)
    if (engine->cover->live.is_read[i] || is_spoken_of(engine, CFA_NONE, i))
      take(t, at[i]);
  for (uint32_t i = 0; i < engine->p->global_objects; i++)
    see(t, engine->code->first_global_object + i);
}

/* A loop that comes around asks whether these are what they were. */
static void take_pins(taker *t, const loop_met *met) {
  const loops *x = t->k->loops;
  for (size_t i = met->first_pin; i < met->first_pin + met->pins; i++) {
    vec_push(t->k->m, &t->out->control, x->pins.at[i].variable);
    take(t, x->pins.at[i].v);
  }
}

/* Which loops were met decides what a head does that comes around. */
static void take_loops(taker *t) {
  const concolic *engine = t->k;
  if (!engine->loops || engine->loops->task != LOOPS_SUMMARISE)
    return;
  vec_each (const loop_met, met, &engine->loops->met)
    for (uint32_t d = 0; d < engine->depth; d++)
      if (engine->frames.at[d].serial == met->frame) {
        vec_push(engine->m, &t->out->control, met->loop);
        vec_push(engine->m, &t->out->control, d);
        take_pins(t, met);
      }
}

static void take_granule(taker *t, const object *o, uint64_t number) {
  concolic *engine = t->k;
  uint64_t at = number * GRANULE;
  cover_granule granule = {.number = (uint32_t)number};
  memcpy(granule.bytes, o->bytes + at, GRANULE);
  if (o->state)
    memcpy(granule.state, o->state + at, GRANULE);
  if (o->refs)
    memcpy(granule.refs, o->refs + at, sizeof granule.refs);
  for (int i = 0; i < GRANULE; i++) {
    unsigned kind = granule.state[i] & BYTE_KINDS;
    if (kind == BYTE_POINTER || cover_is_link(&granule, (unsigned)i))
      see(t, granule.refs[i]);
    if (kind != BYTE_BOXED)
      continue;
    value box = engine->boxes.at[granule.refs[i]];
    see(t, box.object);
    granule.refs[i] = (uint32_t)t->out->boxes.count;
    vec_push(engine->m, &t->out->boxes, box);
  }
  vec_push(engine->m, &t->out->granules, granule);
}

static bool take_memory(taker *t) {
  cover_state *state = t->out;
  for (size_t i = 0; i < state->objects.count; i++) {
    const object *o = &t->k->objects.at[state->objects.at[i].id];
    uint64_t count = (o->size + GRANULE - 1) / GRANULE;
    state->objects.at[i].first = (uint32_t)state->granules.count;
    if (o->open) /* what such an object holds is in no key */
      return false;
    if (!o->bytes || !o->is_alive || o->is_constant)
      continue;
    if (count + state->granules.count > MOST_GRANULES)
      return false;
    for (uint64_t g = 0; g < count; g++)
      take_granule(t, o, g);
    state->objects.at[i].count = (uint32_t)count;
  }
  return true;
}

bool cover_take_state(concolic *engine, cover_state *out) {
  taker t = {.k = engine, .out = out};
  /* What an input that is a pointer means, depends on where it came from. */
  if (engine->slots.count > MOST_REGISTERS || engine->has_read_unknown_pointer)
    return false;
  vec_push(engine->m, &out->control, engine->at);
  vec_push(engine->m, &out->control, engine->depth);
  const instruction *i = &engine->code->instructions.at[engine->at];
  take_frames(&t, i->op == CODE_LOOP ? engine->code->locations.at[i->a] : i->a);
  take_globals(&t);
  take_loops(&t);
  bool fits = take_memory(&t);
  for (size_t n = 0; fits && n < smt_depth(engine->solver); n++)
    vec_push(engine->m, &out->constraints, smt_at(engine->solver, n));
  map_free(engine->m, &t.seen);
  return fits;
}

void cover_free_state(mem *m, cover_state *state) {
  vec_free(m, &state->control);
  vec_free(m, &state->registers);
  vec_free(m, &state->objects);
  vec_free(m, &state->granules);
  vec_free(m, &state->boxes);
  vec_free(m, &state->constraints);
  mem_free(m, state);
}
