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

static void see(taker *t, uint32_t id) {
  if (!id || id == VALUE_UNINITIALISED)
    return;
  uint32_t n = map_insert(t->k->m, &t->seen, id);
  if (n != t->out->objects.count)
    return;
  const object *o = &t->k->objects.at[id];
  cover_object x = {.id = id,
                    .variable = o->variable,
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
static bool is_spoken_of(const concolic *k, uint32_t function, uint32_t slot) {
  return k->loops && k->loops->task == LOOPS_SUMMARISE &&
         loops_speak_of(k->loops, function, slot);
}

/* The locals of a frame that is to go on at a location; 'dead' is a register
 * that will be written first. */
static void take_frame(taker *t, uint32_t depth, uint32_t location,
                       uint32_t dead) {
  concolic *k = t->k;
  const cover_live *live = &k->cover->live;
  const frame *f = &k->frames.at[depth];
  assert(f->function < k->code->functions.count);
  const code_function *c = &k->code->functions.at[f->function];
  const value *at = k->slots.at + f->base;
  const uint32_t words[] = {f->function, f->back, f->result};
  for (size_t i = 0; i < 3; i++)
    vec_push(k->m, &t->out->control, words[i]);
  for (uint32_t i = 0; i < c->scalars; i++)
    take(t, i != dead && (cover_is_live(live, location, i) ||
                          is_spoken_of(k, f->function, i))
                ? at[i]
                : (value){0, TERM_NONE, VALUE_UNINITIALISED});
  for (uint32_t i = 0; i < c->objects; i++)
    take(t, at[c->scalars + i]);
}

static void take_frames(taker *t, uint32_t location) {
  concolic *k = t->k;
  for (uint32_t d = 0; d + 1 < k->depth; d++) {
    const frame *above = &k->frames.at[d + 1];
    take_frame(t, d, k->p->edges.at[above->call].to, above->result);
  }
  take_frame(t, k->depth - 1, location, CODE_NONE);
}

static void take_globals(taker *t) {
  concolic *k = t->k;
  const value *at = k->globals + k->code->constants;
  for (uint32_t i = 0; i < k->p->global_scalars; i++)
    if (k->cover->live.is_read[i] || is_spoken_of(k, CFA_NONE, i))
      take(t, at[i]);
  for (uint32_t i = 0; i < k->p->global_objects; i++)
    see(t, k->code->first_global_object + i);
}

/* Which loops were met decides what a head does that comes around. */
static void take_loops(taker *t) {
  const concolic *k = t->k;
  if (!k->loops || k->loops->task != LOOPS_SUMMARISE)
    return;
  vec_each (const loop_met, x, &k->loops->met)
    for (uint32_t d = 0; d < k->depth; d++)
      if (k->frames.at[d].serial == x->frame) {
        vec_push(k->m, &t->out->control, x->loop);
        vec_push(k->m, &t->out->control, d);
      }
}

static void take_granule(taker *t, const object *o, uint64_t number) {
  concolic *k = t->k;
  uint64_t at = number * GRANULE;
  cover_granule g = {.number = (uint32_t)number};
  memcpy(g.bytes, o->bytes + at, GRANULE);
  if (o->state)
    memcpy(g.state, o->state + at, GRANULE);
  if (o->refs)
    memcpy(g.refs, o->refs + at, sizeof g.refs);
  for (int i = 0; i < GRANULE; i++) {
    unsigned kind = g.state[i] & BYTE_KINDS;
    if (kind == BYTE_POINTER || cover_is_link(&g, (unsigned)i))
      see(t, g.refs[i]);
    if (kind != BYTE_BOXED)
      continue;
    value box = k->boxes.at[g.refs[i]];
    see(t, box.object);
    g.refs[i] = (uint32_t)t->out->boxes.count;
    vec_push(k->m, &t->out->boxes, box);
  }
  vec_push(k->m, &t->out->granules, g);
}

static bool take_memory(taker *t) {
  cover_state *s = t->out;
  for (size_t i = 0; i < s->objects.count; i++) {
    const object *o = &t->k->objects.at[s->objects.at[i].id];
    uint64_t count = (o->size + GRANULE - 1) / GRANULE;
    s->objects.at[i].first = (uint32_t)s->granules.count;
    if (o->open) /* what such an object holds is in no key */
      return false;
    if (!o->bytes || !o->is_alive || o->is_constant)
      continue;
    if (count + s->granules.count > MOST_GRANULES)
      return false;
    for (uint64_t g = 0; g < count; g++)
      take_granule(t, o, g);
    s->objects.at[i].count = (uint32_t)count;
  }
  return true;
}

bool cover_take_state(concolic *k, cover_state *out) {
  taker t = {.k = k, .out = out};
  /* What an input that is a pointer means, depends on where it came from. */
  if (k->slots.count > MOST_REGISTERS || k->has_read_unknown_pointer)
    return false;
  vec_push(k->m, &out->control, k->at);
  vec_push(k->m, &out->control, k->depth);
  const instruction *i = &k->code->instructions.at[k->at];
  take_frames(&t, i->op == CODE_LOOP ? k->code->locations.at[i->a] : i->a);
  take_globals(&t);
  take_loops(&t);
  bool fits = take_memory(&t);
  for (size_t n = 0; fits && n < smt_depth(k->solver); n++)
    vec_push(k->m, &out->constraints, smt_at(k->solver, n));
  map_free(k->m, &t.seen);
  return fits;
}

void cover_free_state(mem *m, cover_state *s) {
  vec_free(m, &s->control);
  vec_free(m, &s->registers);
  vec_free(m, &s->objects);
  vec_free(m, &s->granules);
  vec_free(m, &s->boxes);
  vec_free(m, &s->constraints);
  mem_free(m, s);
}
