/* When native code is worth it: what a long run has spent its time in is
 * compiled while it goes on. */
#include "engine/panda/native/native.h"

#include <assert.h>
#include <stdio.h>

enum {
  FIRST_WAIT = 1 << 12,  /* passes of a head before it counts as hot */
  FIRST_STEPS = 1000000, /* that were interpreted before the compiler is asked,
                            and again before it is asked again; */
  MORE_STEPS = 20000,    /* and for each instruction: it takes time, too */
  MOST_BATCHES = 8,      /* times that it is asked */
  MOST_INSTRUCTIONS = 8000, /* at once */
  GOOD_STEPS = 100,         /* of a stay that was worth it */
  LONGEST_WAIT = 1 << 10,   /* passes, where it was not */
  MOST_UNSEEN = 1 << 18     /* steps before somebody looks at the clock */
};

struct native {
  concolic *k;
  native_entry **entries; /* by function; NULL: none yet */
  bool *is_hot, *is_asked_for;
  uint32_t *penalties; /* by head: passes to wait if it is not worth it */
  build *batches[MOST_BATCHES];
  uint32_t count, ready; /* of these: the last one may be at work */
  uint64_t interpreted;  /* steps, when the compiler was asked last */
  uint64_t unseen;       /* steps since the clock was looked at */
  bool is_forced, has_failed;
};

native *native_new(concolic *engine) {
  const code *c = engine->code;
  native *n = mem_alloc(engine->m, sizeof *n);
  size_t functions = c->functions.count;
  *n = (native){.k = engine};
  n->entries = mem_array(engine->m, functions, sizeof *n->entries);
  n->is_hot = mem_array(engine->m, functions, sizeof *n->is_hot);
  n->is_asked_for = mem_array(engine->m, functions, sizeof *n->is_asked_for);
  n->penalties = mem_array(engine->m, c->loops + 1, sizeof *n->penalties);
  for (uint32_t i = 0; i < c->loops; i++)
    engine->loop_waits[i] = FIRST_WAIT;
  return n;
}

void native_delete(native *n) {
  for (uint32_t i = 0; n && i < n->count; i++)
    build_end(n->batches[i]);
}

static uint32_t end_of(const code *c, uint32_t function) {
  return function + 1 < c->functions.count ? c->functions.at[function + 1].entry
                                           : (uint32_t)c->instructions.count;
}

/* Hot functions and those they call, as far as there is room: how many
 * instructions. */
static uint32_t choose(const native *n, bool *wanted) {
  const code *c = n->k->code;
  uint32_t room = n->is_forced ? UINT32_MAX : MOST_INSTRUCTIONS, chosen = 0;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (uint32_t f = 0; f < c->functions.count; f++) {
      uint32_t first = c->functions.at[f].entry, end = end_of(c, f);
      if (wanted[f] || n->is_asked_for[f] || !(n->is_hot[f] || n->is_forced) ||
          end - first > room - chosen)
        continue;
      chosen += end - first;
      wanted[f] = goes_on = true;
      for (uint32_t i = first; i < end; i++)
        if (c->instructions.at[i].op == CODE_CALL)
          n->is_hot[c->instructions.at[i].a] = true;
    }
  }
  return chosen;
}

static void begin(native *n, const bool *wanted) {
  static const char *const flags[] = {"-O2",
                                      "-w",
                                      "-fwrapv",
                                      "-fno-strict-aliasing",
                                      "-fno-asynchronous-unwind-tables",
                                      NULL};
  concolic *engine = n->k;
  size_t length;
  char *source =
      native_text(engine->m, engine->code, engine->calls, wanted, &length);
  n->batches[n->count++] = build_begin(engine->m, source, length, flags);
  mem_free(engine->m, source);
  for (uint32_t f = 0; f < engine->code->functions.count; f++)
    n->is_asked_for[f] = n->is_asked_for[f] || wanted[f];
}

static uint64_t interpreted(const native *n) {
  return n->k->statistics->transitions - n->k->statistics->native_steps;
}

/* Words are read from bytes as they lie. */
static bool is_little_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

/* If so much was interpreted that it is worth it. */
static void ask(native *n) {
  mem *m = n->k->m;
  bool *wanted = mem_array(m, n->k->code->functions.count, sizeof *wanted);
  uint32_t chosen = choose(n, wanted);
  uint64_t enough = FIRST_STEPS + (uint64_t)MORE_STEPS * chosen;
  n->has_failed = n->has_failed || !is_little_endian();
  if (chosen && !n->has_failed &&
      (n->is_forced || interpreted(n) - n->interpreted >= enough)) {
    begin(n, wanted);
    n->interpreted = interpreted(n);
  }
  mem_free(m, wanted);
}

bool native_is_coming(const native *n) {
  return n && n->ready < n->count && !n->has_failed;
}

/* Functions and data are different things to C, not to POSIX. */
static void install(native *n) {
  build *b = n->batches[n->ready++];
  for (uint32_t f = 0; f < n->k->code->functions.count; f++) {
    char name[32];
    snprintf(name, sizeof name, "custos_%u", (unsigned)f);
    void *symbol = build_symbol(b, name);
    if (symbol)
      memcpy(&n->entries[f], &symbol, sizeof symbol);
  }
  for (uint32_t i = 0; i < n->k->code->loops; i++)
    n->k->loop_waits[i] = 1;
  /* From here on a run gets much further in the same time. */
  n->k->last_decision = concolic_seconds();
}

/* Asks the compiler, or what has become of it. */
static void think(native *n) {
  if (n->ready < n->count) {
    build_state state = build_poll(n->batches[n->ready]);
    n->has_failed = state == BUILD_FAILED;
    if (state == BUILD_READY)
      install(n);
  } else if (n->count < MOST_BATCHES &&
             interpreted(n) - n->interpreted >= FIRST_STEPS) {
    ask(n);
  }
}

void native_force(native *n) {
  n->is_forced = true;
  ask(n);
  if (!n->count)
    return;
  while (build_wait(n->batches[0], 0.05) == BUILD_WORKING)
    progress_look(n->k->clock);
  n->has_failed = build_poll(n->batches[0]) == BUILD_FAILED;
  if (!n->has_failed)
    install(n);
}

/* Where it is entered. */

/* Where little comes of it, the next try is later. */
static uint32_t next_try(native *n, uint32_t head, uint64_t steps) {
  uint32_t *penalty = &n->penalties[head];
  if (n->is_forced || steps >= GOOD_STEPS)
    *penalty = 1;
  else if (*penalty < LONGEST_WAIT)
    *penalty = *penalty * 2 + 1;
  return *penalty;
}

void native_run(concolic *engine) {
  assert(engine->at < engine->code->instructions.count);
  native *n = engine->native;
  const instruction *i = &engine->code->instructions.at[engine->at];
  if (i->op != CODE_LOOP || engine->loop_waits[i->a] != 0)
    return;
  uint32_t function = engine->frames.at[engine->depth - 1].function;
  engine->loop_waits[i->a] = n->has_failed ? UINT32_MAX : FIRST_WAIT;
  if (!n->entries[function] && !n->has_failed) {
    n->is_hot[function] = true;
    think(n);
  }
  if (!n->entries[function])
    return;
  if (!native_is_allowed(engine)) {
    engine->loop_waits[i->a] = 1;
    return;
  }
  if (n->unseen >= MOST_UNSEEN) { /* the interpreter looks, at this head */
    n->unseen = 0;
    engine->loop_waits[i->a] = 1;
    engine->looks |= 255;
    progress_look(engine->clock);
    return;
  }
  uint64_t steps = native_enter(engine, n->entries[function]);
  n->unseen += steps + GOOD_STEPS;
  engine->statistics->native_steps += steps;
  engine->loop_waits[i->a] = next_try(n, i->a, steps);
}
