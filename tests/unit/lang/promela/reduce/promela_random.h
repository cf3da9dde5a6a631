/* Small random models of Promela for the tests of rewriting: mostly locals,
 * with atomic sequences, d_steps, choices, loops, channels, unless, labels that
 * others ask for. No loops in atomic sequences: they may have no end. The same
 * seed gives the same text. */
#ifndef UNIT_PROMELA_RANDOM_H
#define UNIT_PROMELA_RANDOM_H

#include "tests/unit/lang/random_text.h"

#include <stdbool.h>

typedef struct random_model {
  random_text out;
  int budget; /* statements that may still come */
  int labels; /* in this process */
  bool in_dstep, in_atomic;
  bool may_share; /* also globals, channels, births */
} random_model;

static inline uint32_t random_below(random_model *r, uint32_t n) {
  return random_text_below(&r->out, n);
}

#define random_add(r, ...) random_text_add(&(r)->out, __VA_ARGS__)

static inline const char *random_variable(random_model *r) {
  static const char *const all[] = {"x", "y", "z",    "w", "a[1]",  "a[y&1]",
                                    "g", "h", "b[0]", "k", "b[x&1]"};
  return all[random_below(r, r->may_share ? 11 : 6)];
}

static inline void random_value(random_model *r) {
  switch (random_below(r, 7)) {
  case 0:
  case 1:
    random_add(r, "%u", random_below(r, 3));
    break;
  case 2:
    random_add(r, "(%s+1)&1", random_variable(r));
    break;
  case 3:
    random_add(r, "(%s > 0 -> %s : 1)", random_variable(r), random_variable(r));
    break;
  case 4:
    random_add(r, "2/(%s+1)", random_variable(r));
    break;
  default:
    random_add(r, "%s", random_variable(r));
  }
}

static inline void random_test(random_model *r) {
  static const char *const kinds[] = {"==", "!=", "<"};
  if (r->may_share && !r->in_dstep && random_below(r, 12) == 0)
    random_add(r, random_below(r, 2) ? "timeout" : "P[0]@L0");
  else if (r->may_share && random_below(r, 12) == 0)
    random_add(r, random_below(r, 2) ? "P[0]:z == 1" : "len(c) == 0");
  else
    random_add(r, "%s %s %u", random_variable(r), kinds[random_below(r, 3)],
               random_below(r, 3));
}

static inline void random_sequence(random_model *r, int depth);

/* One statement that never waits. */
static inline void random_easy(random_model *r) {
  switch (random_below(r, 12)) {
  case 0:
    random_add(r, "skip");
    break;
  case 1:
    random_add(r, "printf(\"%%d\", %s)", random_variable(r));
    break;
  case 2:
    random_add(r, "assert(");
    random_test(r);
    random_add(r, ")");
    break;
  case 3:
    random_add(r, "%s++", random_variable(r));
    break;
  case 4:
    if (r->may_share && !r->in_dstep) {
      random_add(r, "run Q(%s)", random_variable(r));
      break;
    } /* fall through */
  default:
    random_add(r, "%s = ", random_variable(r));
    random_value(r);
  }
}

static inline void random_options(random_model *r, int depth, bool is_loop) {
  uint32_t options = 1 + random_below(r, 3);
  random_add(r, is_loop ? "do\n" : "if\n");
  for (uint32_t i = 0; i < options; i++) {
    random_add(r, ":: ");
    random_test(r);
    random_add(r, " -> ");
    random_sequence(r, depth - 1);
  }
  if (is_loop && options > 1)
    random_add(r, ":: %s -> break\n", random_below(r, 2) ? "else" : "true");
  else if (random_below(r, 2) || r->in_dstep)
    random_add(r, ":: else -> %s\n", is_loop ? "break" : "skip");
  random_add(r, is_loop ? "od" : "fi");
}

static inline void random_block(random_model *r, const char *kind, int depth) {
  bool was = r->in_dstep, was_atomic = r->in_atomic;
  r->in_dstep |= kind[0] == 'd';
  r->in_atomic |= kind[0] != '\0';
  random_add(r, "%s {\n", kind);
  random_sequence(r, depth - 1);
  random_add(r, "}");
  r->in_dstep = was;
  r->in_atomic = was_atomic;
}

static inline void random_statement(random_model *r, int depth) {
  bool shared = r->may_share || random_below(r, 3) == 0, was = r->may_share;
  uint32_t kind = random_below(r, depth > 0 ? 20 : 14);
  r->budget--;
  r->may_share = shared;
  if (kind < 9)
    random_easy(r);
  else if (kind == 9 && !r->in_dstep)
    random_test(r);
  else if (kind < 12 && !r->in_dstep)
    random_add(r, random_below(r, 2) ? "c!%s" : "d!%s", random_variable(r));
  else if (kind < 14 && !r->in_dstep)
    random_add(r, random_below(r, 2) ? "c?%s" : "d?%s", random_variable(r));
  else if (kind == 14)
    random_block(r, "atomic", depth);
  else if (kind == 15 && !r->in_dstep)
    random_block(r, "d_step", depth);
  else if (kind == 16 && !r->in_dstep) {
    random_block(r, "", depth);
    random_add(r, " unless { ");
    random_test(r);
    random_add(r, " }");
  } else if (kind > 14)
    random_options(r, depth, kind > 18 && !r->in_atomic);
  else
    random_easy(r);
  r->may_share = was;
}

static inline void random_sequence(random_model *r, int depth) {
  uint32_t count = 1 + random_below(r, 4);
  for (uint32_t i = 0; i < count && (i == 0 || r->budget > 0); i++) {
    if (!r->in_dstep && depth > 1 && random_below(r, 8) == 0) {
      static const char *const stems[] = {"L", "end", "progress", "accept"};
      random_add(r, "%s%d: ", r->labels ? stems[random_below(r, 4)] : "L",
                 r->labels);
      r->labels++;
    }
    random_statement(r, depth);
    random_add(r, ";\n");
  }
}

static inline void random_process(random_model *r, const char *head,
                                  int budget) {
  r->budget = budget;
  r->labels = 0;
  random_add(r, "%s {\nbyte x, y, z; bit w; byte a[2]; int k%s;\n", head,
             random_below(r, 2) ? "" : " = 1");
  while (r->budget > 0)
    random_sequence(r, 3);
  if (r->labels == 0)
    random_add(r, "L0: skip\n");
  random_add(r, "}\n");
}

static inline const char *random_promela(random_model *r, uint64_t seed) {
  r->out.seed = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
  r->out.used = 0;
  r->in_dstep = r->in_atomic = false;
  for (int i = 0; i < 8; i++)
    random_below(r, 2);
  r->may_share = false;
  random_add(r,
             "byte g, h; byte b[2]; chan c = [%u] of { byte };\n"
             "chan d = [%u] of { byte };\n",
             random_below(r, 3), random_below(r, 2));
  random_process(r, "active proctype P()", 6 + (int)random_below(r, 8));
  if (random_below(r, 4))
    random_process(r, "active proctype R()", 3 + (int)random_below(r, 5));
  random_add(r, "proctype Q(byte x) { byte y = x; g = y; y = %u; h = y }\n",
             random_below(r, 3));
  return r->out.text;
}

#endif
