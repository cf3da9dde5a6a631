/* Small random models of Promela in which processes get in each other's way:
 * shared variables, channels of all kinds, also as parameters and in messages,
 * births and deaths, atomic sequences, escapes, looks at each other. The same
 * seed gives the same text. */
#ifndef UNIT_PROMELA_CROWD_H
#define UNIT_PROMELA_CROWD_H

#include "tests/unit/lang/random_text.h"

#include <stdbool.h>

typedef struct crowd {
  random_text out;
  int left; /* statements that may still come in this process */
  bool in_dstep, in_atomic;
  bool has_parameter, can_run, is_first;
} crowd;

static inline uint32_t crowd_below(crowd *r, uint32_t n) {
  return random_text_below(&r->out, n);
}

#define crowd_add(r, ...) random_text_add(&(r)->out, __VA_ARGS__)

/* Mostly locals: else nobody can ever move alone. */
static inline const char *crowd_variable(crowd *r) {
  static const char *const all[] = {"x", "y",    "x",    "y",      "x",     "y",
                                    "g", "h[0]", "h[1]", "h[x&1]", "l[y&1]"};
  return all[crowd_below(r, 11)];
}

static inline void crowd_value(crowd *r) {
  switch (crowd_below(r, 6)) {
  case 0:
    crowd_add(r, "(%s+1)&3", crowd_variable(r));
    break;
  case 1:
    crowd_add(r, "_pid");
    break;
  case 2:
    crowd_add(r, crowd_below(r, 4) ? "%s" : "3/%s", crowd_variable(r));
    break;
  default:
    crowd_add(r, "%u", crowd_below(r, 3));
  }
}

static inline const char *crowd_channel(crowd *r) {
  static const char *const all[] = {"c", "d", "e[0]", "e[1]", "e[x&1]", "p"};
  return all[crowd_below(r, r->has_parameter ? 8 : 5) % 6];
}

static inline void crowd_test(crowd *r) {
  static const char *const kinds[] = {"==", "!=", "<", ">"};
  static const char *const odd[] = {"len(c) == 1", "nempty(d)",   "nfull(c)",
                                    "timeout",     "P[0]@L0",     "P[0]:x == 1",
                                    "P@L0",        "_nr_pr == 2", "e[0]?[1]",
                                    "full(e[1])",  "d??[1] || x", "empty(c)"};
  if (!r->in_dstep && crowd_below(r, 9) == 0)
    crowd_add(r, "%s", odd[crowd_below(r, 12)]);
  else
    crowd_add(r, "%s %s %u", crowd_variable(r), kinds[crowd_below(r, 4)],
              crowd_below(r, 3));
}

static inline void crowd_talk(crowd *r) {
  const char *channel = crowd_channel(r);
  switch (crowd_below(r, 9)) {
  case 0:
    crowd_add(r, "%s!!%u", channel, crowd_below(r, 3));
    break;
  case 1:
    crowd_add(r, "%s??%u", channel, crowd_below(r, 3));
    break;
  case 2:
    crowd_add(r, "%s?%u", channel, crowd_below(r, 3));
    break;
  case 3:
    crowd_add(r, "%s?<%s>", channel, crowd_below(r, 2) ? "x" : "g");
    break;
  case 4:
  case 5:
    crowd_add(r, "%s?%s", channel, crowd_variable(r));
    break;
  default:
    crowd_add(r, "%s!", channel);
    crowd_value(r);
  }
}

static inline void crowd_sequence(crowd *r, int depth, int length);

static inline void crowd_easy(crowd *r) {
  switch (crowd_below(r, 12)) {
  case 0:
    crowd_add(r, "skip");
    break;
  case 1:
    crowd_add(r, "assert(");
    crowd_test(r);
    crowd_add(r, ")");
    break;
  case 2:
    crowd_add(r, "%s%s", crowd_below(r, 2) ? "x" : "y",
              crowd_below(r, 4) ? "++" : "--");
    break;
  case 3:
    if (r->can_run && !r->in_dstep) {
      crowd_add(r, "run Q(%s, %u)", crowd_channel(r), crowd_below(r, 3));
      break;
    } /* fall through */
  default:
    crowd_add(r, "%s = ", crowd_variable(r));
    crowd_value(r);
  }
}

static inline void crowd_options(crowd *r, int depth, bool is_loop) {
  uint32_t options = 1 + crowd_below(r, 3);
  crowd_add(r, is_loop ? "do\n" : "if\n");
  for (uint32_t i = 0; i < options; i++) {
    crowd_add(r, ":: ");
    if (!r->in_dstep && crowd_below(r, 3) == 0)
      crowd_talk(r);
    else
      crowd_test(r);
    crowd_add(r, " -> ");
    crowd_sequence(r, depth - 1, 2);
  }
  if (is_loop && crowd_below(r, 3))
    crowd_add(r, ":: %s -> break\n", crowd_below(r, 2) ? "else" : "x > 1");
  else if (r->in_dstep || (!is_loop && crowd_below(r, 2)))
    crowd_add(r, ":: else -> skip\n");
  crowd_add(r, is_loop ? "od" : "fi");
}

static inline void crowd_statement(crowd *r, int depth) {
  uint32_t kind = depth > 0 ? crowd_below(r, 16) : crowd_below(r, 8);
  r->left--;
  if (kind < 5 || (r->in_dstep && kind < 12)) {
    crowd_easy(r);
  } else if (kind < 7) {
    crowd_talk(r);
  } else if (kind == 7) {
    crowd_test(r);
  } else if (kind < 10) {
    crowd_options(r, depth, false);
  } else if (kind < 13 && !r->in_atomic && !r->in_dstep) {
    crowd_options(r, depth, true);
  } else if (kind == 13 && !r->in_dstep) {
    bool before = r->in_atomic;
    r->in_atomic = true;
    crowd_add(r, "atomic { ");
    crowd_sequence(r, depth - 1, 3);
    crowd_add(r, " }");
    r->in_atomic = before;
  } else if (kind == 14 && !r->in_dstep) {
    r->in_dstep = true;
    crowd_add(r, "d_step { ");
    crowd_easy(r);
    crowd_add(r, "; ");
    crowd_sequence(r, 1, 2);
    crowd_add(r, " }");
    r->in_dstep = false;
  } else if (kind == 15 && !r->in_dstep && !r->in_atomic) {
    crowd_add(r, "{ ");
    crowd_sequence(r, depth - 1, 2);
    crowd_add(r, " } unless { ");
    if (crowd_below(r, 2))
      crowd_talk(r);
    else
      crowd_test(r);
    crowd_add(r, "; skip }");
  } else {
    crowd_easy(r);
  }
}

static inline void crowd_sequence(crowd *r, int depth, int length) {
  int count = 1 + (int)crowd_below(r, (uint32_t)length);
  for (int i = 0; i < count; i++) {
    if (i)
      crowd_add(r, ";\n");
    if (r->left > 0)
      crowd_statement(r, depth);
    else
      crowd_easy(r);
  }
}

static inline void crowd_process(crowd *r, const char *head, int length) {
  static const char *const marks[] = {"", "",
                                      "accept1: ", "progress1: ", "end1: "};
  r->left = length;
  crowd_add(r, "%s {\nbyte x, y, l[2];\n", head);
  crowd_statement(r, 2);
  crowd_add(r, ";\n%s%s", marks[crowd_below(r, 5)], r->is_first ? "L0: " : "");
  crowd_add(r, "skip;\n");
  while (r->left > 0) {
    crowd_statement(r, 2);
    crowd_add(r, ";\n");
  }
  if (crowd_below(r, 3) == 0)
    crowd_add(r, "do :: %s = (%s+1)&1; %s od\n", crowd_variable(r),
              crowd_variable(r), crowd_below(r, 2) ? "x = 0" : "c!1; y = 0");
  crowd_add(r, "}\n");
}

static inline const char *crowd_model(crowd *r, uint64_t seed) {
  r->out.seed = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
  r->out.used = 0;
  r->in_dstep = r->in_atomic = r->has_parameter = false;
  for (int i = 0; i < 8; i++)
    crowd_below(r, 2);
  crowd_add(r,
            "byte g, h[2];\nchan c = [%u] of { byte };\n"
            "chan d = [%u] of { byte };\nchan e[2] = [1] of { byte };\n",
            crowd_below(r, 3), crowd_below(r, 3));
  r->is_first = true;
  r->can_run = crowd_below(r, 3) == 0;
  crowd_process(r, "active proctype P()", 2 + (int)crowd_below(r, 5));
  r->is_first = false;
  r->can_run = crowd_below(r, 5) == 0;
  crowd_process(
      r, crowd_below(r, 3) ? "active proctype R()" : "active [2] proctype R()",
      2 + (int)crowd_below(r, 4));
  r->has_parameter = true;
  r->can_run = false;
  crowd_process(r, "proctype Q(chan p; byte n)", 2 + (int)crowd_below(r, 3));
  if (crowd_below(r, 2))
    crowd_add(r, "init { %srun Q(c, 1); run Q(e[1], 2)%s }\n",
              crowd_below(r, 2) ? "atomic { " : "{ ", " }");
  return r->out.text;
}

#endif
