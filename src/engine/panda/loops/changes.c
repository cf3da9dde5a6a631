/* What loops change in memory, and pointers that they leave alone.
 *
 * The text of a loop says that it writes through pointers, and hardly ever
 * where to. So each path says it: what is written inside of a loop is noted at
 * the loop, by the variable or the allocation that the object comes from, and
 * by the bytes. If it was not noted before, the pass proves nothing, and is
 * made again with these bytes forgotten at the head. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum { MOST_CELLS = 64, MOST_OF_ONE = 8 /* origin */ };

uint32_t loops_origin(const concolic *engine, const object *o) {
  if (o->variable != CFA_NONE || o->edge == CFA_NONE)
    return o->variable;
  return (uint32_t)engine->p->variables.count + o->edge;
}

static bool includes(const loop_cell *x, const loop_cell *y) {
  return x->origin == y->origin &&
         (!x->bytes ||
          (y->bytes && x->at <= y->at && y->at + y->bytes <= x->at + x->bytes));
}

static void add_cell(loops *x, loop *l, loop_cell cell) {
  if (l->changes_any || !l->changes_memory)
    return;
  size_t others = 0;
  vec_each (const loop_cell, c, &l->cells) {
    if (includes(c, &cell))
      return;
    others += c->origin == cell.origin;
  }
  if (others == MOST_OF_ONE)
    cell.bytes = 0;
  x->was_dropped = true;
  if (l->cells.count == MOST_CELLS || cell.origin == CFA_NONE)
    l->changes_any = true;
  else
    vec_push(x->m, &l->cells, cell);
}

void loops_note_write(concolic *engine, uint32_t id, uint64_t at,
                      uint64_t count) {
  loops *x = engine->loops;
  if (!x || x->task != LOOPS_SUMMARISE || !x->met.count)
    return;
  loop_cell cell = {.origin = loops_origin(engine, &engine->objects.at[id])};
  if (count && count <= 8) {
    cell.at = at;
    cell.bytes = (uint32_t)count;
  }
  uint32_t edge = concolic_edge(engine);
  for (uint32_t d = engine->depth; d-- > 0;) {
    vec_each (const loop_met, met, &x->met)
      if (met->frame == engine->frames.at[d].serial &&
          x->all[met->loop].stage > 0 &&
          (edge == CFA_NONE ||
           loops_contains(&x->all[met->loop], engine->p->edges.at[edge].from)))
        add_cell(x, &x->all[met->loop], cell);
    edge = engine->frames.at[d].call;
  }
}

void loops_forget_content(concolic *engine, uint32_t id) {
  if (arrays_wants(engine, &engine->objects.at[id]))
    arrays_become(engine, id, ARRAYS_UNKNOWN, 0);
  else
    concolic_havoc(engine, id);
}

/* Notes what is forgotten, for loops around. */
static void forget_all(concolic *engine, uint32_t id) {
  loops_note_write(engine, id, 0, 0);
  loops_forget_content(engine, id);
}

static void forget_cells(concolic *engine, const loop *l, uint32_t id) {
  uint32_t origin = loops_origin(engine, &engine->objects.at[id]);
  vec_each (const loop_cell, c, &l->cells) {
    const object *o = &engine->objects.at[id];
    if (c->origin != origin)
      continue;
    bool is_part = c->bytes && !o->open && o->bytes && c->at < o->size &&
                   c->bytes <= o->size - c->at;
    if (!is_part) {
      forget_all(engine, id);
      return;
    }
    loops_note_write(engine, id, c->at, c->bytes);
    concolic_havoc_part(engine, id, c->at, c->bytes);
  }
}

void loops_forget_memory(concolic *engine, const loop *l) {
  for (uint32_t id = 1; id < engine->objects.count; id++) {
    const object *o = &engine->objects.at[id];
    if (!o->is_alive || o->is_constant || o->kind == OBJECT_FUNCTION ||
        o->kind == OBJECT_ARGUMENT)
      continue;
    if (l->changes_any || loops_origin(engine, o) == CFA_NONE)
      forget_all(engine, id);
    else
      forget_cells(engine, l, id);
  }
}

bool loops_pin(concolic *engine, const loop *l, uint32_t v) {
  assert(v < engine->p->variables.count);
  loops *x = engine->loops;
  const cfa_variable *variable = &engine->p->variables.at[v];
  if (!variable->is_pointer)
    return false;
  vec_each (const uint32_t, u, &l->unpinned)
    if (*u == v)
      return false;
  value now = *concolic_register(engine, concolic_scalar(engine, v));
  if (now.object == VALUE_UNINITIALISED || now.term)
    return false;
  loop_pin pin = {v, now};
  vec_push(x->m, &x->pins, pin);
  vec_last(&x->met).pins++;
  return true;
}

void loops_test_pins(concolic *engine, loop *l, const loop_met *met) {
  loops *x = engine->loops;
  for (size_t i = met->first_pin; i < met->first_pin + met->pins; i++) {
    const loop_pin *pin = &x->pins.at[i];
    value now =
        *concolic_register(engine, concolic_scalar(engine, pin->variable));
    if (now.object == pin->v.object && !now.term && now.bits == pin->v.bits)
      continue;
    vec_push(x->m, &l->unpinned, pin->variable);
    x->was_dropped = true;
  }
}
