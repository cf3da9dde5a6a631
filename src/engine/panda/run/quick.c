/* The most frequent instructions on plain words, without a call for each: most
 * of a program does not depend on inputs, and this is where it spends its time.
 * Whatever is not plain, or not frequent, is left to concolic_step. */
#include "engine/panda/cover/cover.h"
#include "engine/panda/loops/loops.h"
#include "engine/panda/native/native.h"

typedef struct quick {
  value *banks[2]; /* registers of the frame, global ones */
  uint64_t steps, changes;
  uint32_t at;
} quick;

static inline value *look(const quick *q, uint32_t r) {
  return q->banks[r >> 31] + (r & ~CODE_GLOBAL);
}

static inline bool both_plain(const value *a, const value *b) {
  return !(a->term | a->object | b->term | b->object);
}

static inline int64_t as_signed(uint64_t x, unsigned width) {
  return bits_signed(x, width);
}

/* d := bits, of a plain word; then on to the next instruction. */
static inline void quick_put(concolic *engine, quick *q, const instruction *i,
                             uint64_t bits) {
  value *d = look(q, i->d);
  if (i->flags & CODE_VARIABLE)
    q->changes += d->bits != bits || !value_is_plain(*d);
  if (base_unlikely(engine->since))
    concolic_note_slot(engine, i->d);
  *d = value_word(bits);
  q->steps += (i->flags & CODE_ENDS_EDGE) != 0;
  q->at++;
}

/* A comparison is nearly always followed by a branch on it. */
static inline void decide(concolic *engine, quick *q, const instruction *i,
                          bool truth) {
  const instruction *next = i + 1;
  quick_put(engine, q, i, truth);
  if (next->op == CODE_BRANCH && next->a == i->d) {
    q->steps++;
    q->at = truth ? next->b : next->c;
  }
}

static void flush(concolic *engine, quick *q) {
  engine->at = q->at;
  engine->changes += q->changes;
  engine->statistics->transitions += q->steps;
  q->changes = q->steps = 0;
}

/* False: something is known about it, or nothing has changed since it was
 * passed last. */
static inline bool quick_pass_loop(concolic *engine, quick *q,
                                   const instruction *i) {
  uint64_t now = engine->changes + q->changes;
  if (engine->loops && engine->loops->task != LOOPS_UNROLL)
    return false;
  if (engine->loop_changes[i->a] == now &&
      engine->loop_depths[i->a] == engine->depth)
    return false;
  if (progress_is_due(engine->clock) &&
      (engine->stretch > 0 || engine->deadline > 0))
    return false; /* is there time left? */
  if (--engine->loop_waits[i->a] == 0)
    return false; /* for native_run */
  if (engine->cover && cover_is_due(engine))
    return false;
  engine->loop_changes[i->a] = now;
  engine->loop_depths[i->a] = engine->depth;
  q->at++;
  if (progress_is_due(engine->clock))
    flush(engine, q);
  progress_tick(engine->clock);
  return true;
}

/* False: this one is not for us. */
static inline bool quick_step(concolic *engine, quick *q,
                              const instruction *i) {
  const value *a = look(q, i->a), *b = look(q, i->b);
  switch (i->op) {
  case CODE_JUMP:
    q->at = i->b;
    return true;
  case CODE_LOOP:
    return quick_pass_loop(engine, q, i);
  case CODE_JOIN:
    if (engine->cover && cover_has_news(engine))
      return false;
    q->at++;
    return true;
  case CODE_BRANCH:
    if (!value_is_plain(*a))
      return false;
    q->steps++;
    q->at = a->bits ? i->b : i->c;
    return true;
  case CODE_MOVE:
    if (!value_is_plain(*a))
      return false;
    quick_put(engine, q, i, a->bits);
    return true;
  case BITS_ZEXT:
  case BITS_TRUNC:
    if (!value_is_plain(*a))
      return false;
    quick_put(engine, q, i, bits_cut(a->bits, i->width));
    return true;
  case BITS_SEXT:
    if (!value_is_plain(*a))
      return false;
    quick_put(engine, q, i,
              bits_cut((uint64_t)as_signed(a->bits, i->from), i->width));
    return true;
  case BITS_ADD:
    if (!both_plain(a, b))
      return false;
    quick_put(engine, q, i, bits_cut(a->bits + b->bits, i->width));
    return true;
  case BITS_SUB:
    if (!both_plain(a, b))
      return false;
    quick_put(engine, q, i, bits_cut(a->bits - b->bits, i->width));
    return true;
  case BITS_MUL:
    if (!both_plain(a, b))
      return false;
    quick_put(engine, q, i, bits_cut(a->bits * b->bits, i->width));
    return true;
  case BITS_AND:
    if (!both_plain(a, b))
      return false;
    quick_put(engine, q, i, a->bits & b->bits);
    return true;
  case BITS_EQ:
    if (!both_plain(a, b))
      return false;
    decide(engine, q, i, a->bits == b->bits);
    return true;
  case BITS_ULT:
    if (!both_plain(a, b))
      return false;
    decide(engine, q, i, a->bits < b->bits);
    return true;
  case BITS_ULE:
    if (!both_plain(a, b))
      return false;
    decide(engine, q, i, a->bits <= b->bits);
    return true;
  case BITS_SLT:
    if (!both_plain(a, b))
      return false;
    decide(engine, q, i,
           as_signed(a->bits, i->from) < as_signed(b->bits, i->from));
    return true;
  case BITS_SLE:
    if (!both_plain(a, b))
      return false;
    decide(engine, q, i,
           as_signed(a->bits, i->from) <= as_signed(b->bits, i->from));
    return true;
  case BITS_NOT:
    if (!value_is_plain(*a))
      return false;
    quick_put(engine, q, i, bits_cut(~a->bits, i->width));
    return true;
  default:
    return false;
  }
}

void concolic_run_quickly(concolic *engine) {
  const instruction *all = engine->code->instructions.at;
  quick q = {.banks = {engine->frame, engine->globals}, .at = engine->at};
  while (quick_step(engine, &q, &all[q.at]))
    continue;
  flush(engine, &q);
  if (engine->native)
    native_run(engine);
}
