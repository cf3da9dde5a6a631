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

static uint32_t *notes_of_writes(concolic *k, uint32_t id, object *o) {
  o->is_touched = true;
  if (!k->since || id >= k->objects_since || MUTANT("panda-native-forgets"))
    return NULL;
  if (!o->stamps)
    o->stamps = mem_array(k->m, o->size / GRANULE + 1, sizeof *o->stamps);
  return o->stamps;
}

static uint32_t *notes_of_reads(concolic *k, object *o) {
  if (!k->cover || !k->cover->points.count)
    return NULL;
  if (!o->reads)
    o->reads = mem_array(k->m, o->size / GRANULE + 2, sizeof *o->reads);
  return o->reads;
}

static int look(native_context *x, uint32_t id, uint64_t offset, uint32_t bytes,
                int writes) {
  concolic *k = x->k;
  object *o = &k->objects.at[id];
  if (!is_ordinary(o, writes) || bytes > o->size || offset > o->size - bytes)
    return 0;
  x->view = (native_view){.bytes = o->bytes,
                          .state = o->state,
                          .refs = o->refs,
                          .notes = writes ? notes_of_writes(k, id, o)
                                          : notes_of_reads(k, o),
                          .size = o->size};
  return 1;
}

static void note_global(native_context *x, uint32_t number) {
  concolic_note_slot(x->k, number | CODE_GLOBAL);
}

static void note_write(native_context *x, uint32_t id, uint64_t offset,
                       uint32_t bytes) {
  concolic_note_bytes(x->k, id, offset, bytes);
}

static void note_read(native_context *x, uint32_t id, uint64_t offset,
                      uint32_t bytes) {
  cover_note_read(x->k, id, offset, bytes);
}

static void write_pointer(native_context *x, uint32_t id, uint64_t offset,
                          uint64_t bits, uint32_t to) {
  concolic *k = x->k;
  concolic_write(k, id, offset, k->p->pointer_bits,
                 (value){bits, TERM_NONE, to});
}

static value *save(native_context *x, uint32_t function, uint32_t at) {
  assert(function < x->k->code->functions.count);
  entered *e = (entered *)x;
  saved_frame f = {function, at, e->values.count};
  const code_function *c = &x->k->code->functions.at[function];
  vec_push(x->k->m, &e->frames, f);
  vec_resize(x->k->m, &e->values, f.first + c->scalars);
  value *at_last = e->values.at + f.first;
  for (uint32_t i = 0; i < c->scalars; i++)
    at_last[i] = (value){0, TERM_NONE, VALUE_UNINITIALISED};
  return at_last;
}

static uint64_t free_passes(const concolic *k) {
  uint64_t n = k->cover ? cover_idle_passes(k) : MOST_PASSES;
  return n < MOST_PASSES ? n : MOST_PASSES;
}

bool native_is_allowed(const concolic *k) {
  return (!k->loops || k->loops->task == LOOPS_UNROLL) && !k->sampler &&
         !k->lists && free_passes(k) >= FEW_PASSES;
}

/* What it may overwrite is noted before: its registers are its own. */
static void note_registers(concolic *k) {
  uint32_t function = k->frames.at[k->depth - 1].function;
  for (uint32_t r = 0; k->since && r < k->code->functions.at[function].scalars;
       r++)
    concolic_note_slot(k, r);
}

/* The frames of calls that have not returned, as if they had been pushed. */
static void push_saved(concolic *k, entered *e) {
  uint32_t call = e->x.bottom;
  for (size_t n = e->frames.count; n-- > 0;) {
    const saved_frame *f = &e->frames.at[n];
    uint64_t changes = k->changes;
    k->at = call;
    concolic_push_frame(k, f->function, call + 1,
                        k->code->instructions.at[call].d);
    k->changes = changes; /* it was counted */
    for (uint32_t i = 0; i < k->code->functions.at[f->function].scalars; i++)
      concolic_put(k, i, e->values.at[f->first + i]);
    call = f->at;
  }
}

uint64_t native_enter(concolic *k, native_entry *entry) {
  assert(k->at < k->code->instructions.count);
  assert(k->code->instructions.at[k->at].op == CODE_LOOP);
  uint64_t passes = free_passes(k), before = k->statistics->transitions;
  uint32_t deepest = k->depth + MOST_NESTED;
  bool counts = k->cover && cover_idle_passes(k) != UINT64_MAX;
  entered e = {.x = {.k = k,
                     .frame = k->frame,
                     .globals = k->globals,
                     .global_stamps = k->global_stamps,
                     .loop_changes = k->loop_changes,
                     .loop_depths = k->loop_depths,
                     .steps = before,
                     .changes = k->changes,
                     .passes = passes,
                     .calls = MOST_PASSES,
                     .depth = k->depth,
                     .most_depth = deepest < CONCOLIC_MOST_DEPTH
                                       ? deepest
                                       : CONCOLIC_MOST_DEPTH,
                     .at = k->at,
                     .since = k->since,
                     .serial = k->cover && k->cover->points.count
                                   ? vec_last(&k->cover->points).serial
                                   : 0,
                     .look = look,
                     .note_global = note_global,
                     .note_write = note_write,
                     .note_read = note_read,
                     .write_pointer = write_pointer,
                     .save = save}};
  note_registers(k);
  entry(&e.x, k->code->instructions.at[k->at].a);
  k->changes = e.x.changes;
  k->statistics->transitions = e.x.steps;
  if (counts)
    k->cover->passes += passes - e.x.passes;
  push_saved(k, &e);
  k->at = e.x.at;
  vec_free(k->m, &e.frames);
  vec_free(k->m, &e.values);
  return e.x.steps - before;
}
