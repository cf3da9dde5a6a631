/* Entering native code, what it calls, and leaving it. */
#include "engine/panda/native/native.h"

#include "base/mutant.h"
#include "engine/panda/cover/cover.h"
#include "engine/panda/loops/loops.h"

#include <assert.h>

enum {
  MOST_PASSES = 1 << 16, /* and calls, before somebody looks at the clock */
  FEW_PASSES = 8,        /* are not worth it */
  MOST_NESTED = 100      /* calls: the stack is ours */
};

/* A frame of a call that has not returned, innermost first. */
typedef struct saved_frame {
  uint32_t function, at;
  size_t first; /* of its scalars */
} saved_frame;

typedef struct entered {
  native_context x;
  vec(saved_frame) frames;
  vec(value) values;
} entered;

static bool is_ordinary(const object *o, bool writes) {
  return o->is_alive && o->bytes && o->kind != OBJECT_FUNCTION &&
         o->kind != OBJECT_ARGUMENT && !o->open && !o->size_term &&
         !(writes && o->is_constant);
}

static uint32_t *notes_of_writes(concolic *engine, uint32_t id, object *o) {
  o->is_touched = true;
  if (!engine->since || id >= engine->objects_since ||
      MUTANT("panda-native-forgets"))
    return NULL;
  if (!o->stamps)
    o->stamps = mem_array(engine->m, o->size / GRANULE + 1, sizeof *o->stamps);
  return o->stamps;
}

static uint32_t *notes_of_reads(concolic *engine, object *o) {
  if (!engine->cover || !engine->cover->points.count)
    return NULL;
  if (!o->reads)
    o->reads = mem_array(engine->m, o->size / GRANULE + 2, sizeof *o->reads);
  return o->reads;
}

static int look(native_context *context, uint32_t id, uint64_t offset,
                uint32_t bytes, int writes) {
  concolic *engine = context->k;
  object *o = &engine->objects.at[id];
  if (!is_ordinary(o, writes) || bytes > o->size || offset > o->size - bytes)
    return 0;
  context->view = (native_view){.bytes = o->bytes,
                                .state = o->state,
                                .refs = o->refs,
                                .notes = writes ? notes_of_writes(engine, id, o)
                                                : notes_of_reads(engine, o),
                                .size = o->size};
  return 1;
}

static void note_global(native_context *context, uint32_t number) {
  concolic_note_slot(context->k, number | CODE_GLOBAL);
}

static void note_write(native_context *context, uint32_t id, uint64_t offset,
                       uint32_t bytes) {
  concolic_note_bytes(context->k, id, offset, bytes);
}

static void note_read(native_context *context, uint32_t id, uint64_t offset,
                      uint32_t bytes) {
  cover_note_read(context->k, id, offset, bytes);
}

static void write_pointer(native_context *context, uint32_t id, uint64_t offset,
                          uint64_t bits, uint32_t to) {
  concolic *engine = context->k;
  concolic_write(engine, id, offset, engine->p->pointer_bits,
                 (value){bits, TERM_NONE, to});
}

static value *save(native_context *context, uint32_t function, uint32_t at) {
  assert(function < context->k->code->functions.count);
  entered *e = (entered *)context;
  saved_frame f = {function, at, e->values.count};
  const code_function *c = &context->k->code->functions.at[function];
  vec_push(context->k->m, &e->frames, f);
  vec_resize(context->k->m, &e->values, f.first + c->scalars);
  value *at_last = e->values.at + f.first;
  for (uint32_t i = 0; i < c->scalars; i++)
    at_last[i] = (value){0, TERM_NONE, VALUE_UNINITIALISED};
  return at_last;
}

static uint64_t free_passes(const concolic *engine) {
  uint64_t n = engine->cover ? cover_idle_passes(engine) : MOST_PASSES;
  return n < MOST_PASSES ? n : MOST_PASSES;
}

bool native_is_allowed(const concolic *engine) {
  return (!engine->loops || engine->loops->task == LOOPS_UNROLL) &&
         !engine->sampler && !engine->lists &&
         free_passes(engine) >= FEW_PASSES;
}

/* What it may overwrite is noted before: its registers are its own. */
static void note_registers(concolic *engine) {
  uint32_t function = engine->frames.at[engine->depth - 1].function;
  for (uint32_t r = 0;
       engine->since && r < engine->code->functions.at[function].scalars; r++)
    concolic_note_slot(engine, r);
}

/* The frames of calls that have not returned, as if they had been pushed. */
static void push_saved(concolic *engine, entered *e) {
  uint32_t call = e->x.bottom;
  for (size_t n = e->frames.count; n-- > 0;) {
    const saved_frame *f = &e->frames.at[n];
    uint64_t changes = engine->changes;
    engine->at = call;
    concolic_push_frame(engine, f->function, call + 1,
                        engine->code->instructions.at[call].d);
    engine->changes = changes; /* it was counted */
    for (uint32_t i = 0; i < engine->code->functions.at[f->function].scalars;
         i++)
      concolic_put(engine, i, e->values.at[f->first + i]);
    call = f->at;
  }
}

uint64_t native_enter(concolic *engine, native_entry *entry) {
  assert(engine->at < engine->code->instructions.count);
  assert(engine->code->instructions.at[engine->at].op == CODE_LOOP);
  uint64_t passes = free_passes(engine),
           before = engine->statistics->transitions;
  uint32_t deepest = engine->depth + MOST_NESTED;
  bool counts = engine->cover && cover_idle_passes(engine) != UINT64_MAX;
  entered e = {.x = {.k = engine,
                     .frame = engine->frame,
                     .globals = engine->globals,
                     .global_stamps = engine->global_stamps,
                     .loop_changes = engine->loop_changes,
                     .loop_depths = engine->loop_depths,
                     .steps = before,
                     .changes = engine->changes,
                     .passes = passes,
                     .calls = MOST_PASSES,
                     .depth = engine->depth,
                     .most_depth = deepest < CONCOLIC_MOST_DEPTH
                                       ? deepest
                                       : CONCOLIC_MOST_DEPTH,
                     .at = engine->at,
                     .since = engine->since,
                     .serial = engine->cover && engine->cover->points.count
                                   ? vec_last(&engine->cover->points).serial
                                   : 0,
                     .look = look,
                     .note_global = note_global,
                     .note_write = note_write,
                     .note_read = note_read,
                     .write_pointer = write_pointer,
                     .save = save}};
  note_registers(engine);
  entry(&e.x, engine->code->instructions.at[engine->at].a);
  engine->changes = e.x.changes;
  engine->statistics->transitions = e.x.steps;
  if (counts)
    engine->cover->passes += passes - e.x.passes;
  push_saved(engine, &e);
  engine->at = e.x.at;
  vec_free(engine->m, &e.frames);
  vec_free(engine->m, &e.values);
  return e.x.steps - before;
}
