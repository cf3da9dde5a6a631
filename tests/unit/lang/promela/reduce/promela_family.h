/* Small random models of Promela in which processes start each other and give
 * each other channels of their own: as parameters, in records, as copies. In
 * most of them nobody can tell processes and channels by their numbers; in the
 * others somebody does. The same seed gives the same text. */
#ifndef UNIT_PROMELA_FAMILY_H
#define UNIT_PROMELA_FAMILY_H

#include "tests/unit/lang/random_text.h"

#include <stdbool.h>

/* How numbers of processes and channels come to light, or there may be too many
 * of them. */
typedef enum family_oddity {
  FAMILY_PLAIN,
  FAMILY_ASKS_PID,
  FAMILY_KEEPS_PID,
  FAMILY_COUNTS,
  FAMILY_LOOKS,
  FAMILY_COMPARES,
  FAMILY_SENDS_CHANNEL,
  FAMILY_KEEPS_CHANNEL,
  FAMILY_COMPUTES_CHANNEL,
  FAMILY_ODDITIES
} family_oddity;

typedef struct family {
  random_text out;
  family_oddity odd;
  int left;  /* statements that may still come in this process */
  int level; /* 0: starts the others; 3: starts nobody */
  bool in_atomic;
} family;

static inline uint32_t family_below(family *r, uint32_t n) {
  return random_text_below(&r->out, n);
}

#define family_add(r, ...) random_text_add(&(r)->out, __VA_ARGS__)

static inline const char *family_channel(family *r) {
  static const char *const all[] = {"o", "t.a", "t.b", "o", "q",
                                    "p", "m.a", "m.b", "p", "c"};
  return r->level == 0 ? all[family_below(r, 4)] : all[family_below(r, 10)];
}

static inline void family_value(family *r) {
  static const char *const all[] = {"0", "1", "2", "x", "y", "(x+1)&3", "t.n"};
  family_add(r, "%s", all[family_below(r, 7)]);
}

static inline void family_run(family *r) {
  uint32_t level = 1 + (uint32_t)r->level;
  const char *record = r->level && family_below(r, 2) ? "m" : "t";
  if (level < 3 && family_below(r, 3) == 0)
    level++;
  if (r->odd == FAMILY_KEEPS_PID && family_below(r, 2))
    family_add(r, "x = ");
  family_add(r, "run K%u(%s, %s)", level, record, family_channel(r));
}

/* False: the model has nothing odd, or not here. */
static inline bool family_odd(family *r) {
  if (r->odd == FAMILY_PLAIN || r->odd == FAMILY_KEEPS_PID ||
      family_below(r, 4))
    return false;
  switch (r->odd) {
  case FAMILY_ASKS_PID:
    family_add(r, "assert(_pid != %u)", 2 + family_below(r, 5));
    break;
  case FAMILY_COUNTS:
    family_add(r, "assert(_nr_pr < 5)");
    break;
  case FAMILY_LOOKS:
    family_add(r, "assert(K2:x != 1)");
    break;
  case FAMILY_COMPARES:
    family_add(r, "assert(o != %u)", 4 + family_below(r, 12));
    break;
  case FAMILY_SENDS_CHANNEL:
    family_add(r, family_below(r, 2) ? "gg!%s" : "gg?q; %s!1",
               family_channel(r));
    break;
  case FAMILY_KEEPS_CHANNEL:
    if (family_below(r, 2))
      family_add(r, "gv = %s", family_channel(r));
    else
      family_add(r, "q = gv");
    break;
  default:
    family_add(r, "q = o + 1");
  }
  return true;
}

static inline void family_talk(family *r) {
  const char *channel = family_channel(r);
  switch (family_below(r, 8)) {
  case 0:
    family_add(r, "%s?%u", channel, family_below(r, 2));
    break;
  case 1:
  case 2:
  case 3:
    family_add(r, "%s?%s", channel, family_below(r, 3) ? "x" : "t.n");
    break;
  default:
    family_add(r, "%s!", channel);
    family_value(r);
  }
}

static inline void family_easy(family *r) {
  if (family_odd(r))
    return;
  switch (family_below(r, 9)) {
  case 0:
    family_add(r, "assert(x != %u)", 1 + family_below(r, 3));
    break;
  case 1:
    family_add(r, "assert(g != %u || y)", 1 + family_below(r, 2));
    break;
  case 2:
    family_add(r, "g = ");
    family_value(r);
    break;
  case 3:
    family_add(r, "q = %s", family_channel(r));
    break;
  case 4:
    family_add(r, "%s == %u", family_below(r, 3) ? "x" : "g",
               family_below(r, 2));
    break;
  default:
    family_add(r, family_below(r, 2) ? "x = " : "y = ");
    family_value(r);
  }
}

static inline void family_guard(family *r) {
  static const char *const tests[] = {"x == 0",   "y > 0",  "true",
                                      "len(o)",   "g == 1", "empty(t.a)",
                                      "nfull(o)", "timeout"};
  if (family_below(r, 2))
    family_talk(r);
  else
    family_add(r, "%s", tests[family_below(r, 8)]);
}

static inline void family_statement(family *r, int depth);

static inline void family_choice(family *r, int depth) {
  family_add(r, "if\n:: ");
  family_guard(r);
  family_add(r, " -> ");
  family_statement(r, depth);
  family_add(r, "\n:: ");
  if (family_below(r, 2))
    family_guard(r);
  else
    family_add(r, "else");
  family_add(r, " -> ");
  family_statement(r, depth);
  family_add(r, "\nfi");
}

/* Who starts processes in it may start any number of them. */
static inline void family_loop(family *r) {
  int level = r->level;
  if (family_below(r, 8))
    r->level = level > 0 ? 3 : 0;
  family_add(r, "do\n:: ");
  family_guard(r);
  family_add(r, " -> ");
  if (r->level)
    family_statement(r, 0);
  else
    family_easy(r);
  family_add(r, "\n:: x > 1 -> break\nod");
  r->level = level;
}

static inline void family_atomic(family *r, int depth) {
  r->in_atomic = true;
  family_add(r, "atomic { ");
  family_statement(r, depth);
  family_add(r, "; ");
  family_statement(r, depth);
  family_add(r, " }");
  r->in_atomic = false;
}

static inline void family_statement(family *r, int depth) {
  uint32_t kind = family_below(r, depth > 0 ? 14 : 9);
  r->left--;
  if (kind < 3) {
    family_easy(r);
  } else if (kind < 6 || (kind < 9 && r->level == 3)) {
    family_talk(r);
  } else if (kind < 9) {
    family_run(r);
  } else if (kind < 11) {
    family_choice(r, depth - 1);
  } else if (kind == 11 && !r->in_atomic) {
    family_atomic(r, depth - 1);
  } else if (kind == 12 && !r->in_atomic) {
    family_add(r, "for (i : 0 .. 1) {\n");
    family_statement(r, depth - 1);
    family_add(r, "\n}");
  } else if (kind == 13 && !r->in_atomic) {
    family_loop(r);
  } else {
    family_easy(r);
  }
}

static inline void family_process(family *r, int level) {
  r->level = level;
  r->left = level == 0 ? 3 : 1 + (int)family_below(r, 3);
  if (level == 0)
    family_add(r, "init {\n");
  else
    family_add(r, "proctype K%d(M m; chan p) {\n", level);
  family_add(r, "byte x, y, i; chan q; chan o = [%u] of { byte }; M t;\n",
             family_below(r, 3));
  if (level == 0 || family_below(r, 2))
    family_add(r, "q = o;\n");
  for (int i = 0; level == 0 && i < 2; i++) {
    family_run(r);
    family_add(r, ";\n");
  }
  while (r->left > 0) {
    if (family_below(r, 12) == 0)
      family_add(r, "end%d: ", r->left);
    family_statement(r, 2);
    family_add(r, ";\n");
  }
  family_add(r, level && family_below(r, 2) ? "p!0\n}\n" : "skip\n}\n");
}

static inline const char *family_model(family *r, uint64_t seed) {
  r->out.seed = (seed + 1) * UINT64_C(0xD1342543DE82EF95);
  r->out.used = 0;
  r->in_atomic = false;
  for (int i = 0; i < 8; i++)
    family_below(r, 2);
  r->odd = family_below(r, 2) ? FAMILY_PLAIN
                              : (family_oddity)family_below(r, FAMILY_ODDITIES);
  family_add(r, "byte g; chan c = [%u] of { byte };\n", family_below(r, 3));
  if (r->odd == FAMILY_SENDS_CHANNEL)
    family_add(r, "chan gg = [1] of { chan };\n");
  if (r->odd == FAMILY_KEEPS_CHANNEL)
    family_add(r, "chan gv;\n");
  family_add(r,
             "typedef M { chan a = [%u] of { byte }; byte n; chan b = [%u] of "
             "{ byte } };\n",
             family_below(r, 3), family_below(r, 3));
  for (int level = 3; level >= 0; level--)
    family_process(r, level);
  return r->out.text;
}

#endif
