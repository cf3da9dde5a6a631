/* Random Boolean programs that make sense: recursive, with several procedures
 * and all statements. */
#ifndef UNIT_BP_RANDOM_H
#define UNIT_BP_RANDOM_H

#include "tests/unit/lang/random_text.h"

#include <stdbool.h>

typedef struct bp_dice {
  random_text out;
  uint32_t procedures;
  uint32_t globals;
  uint32_t parameters[4], locals[4], results[4]; /* by procedure */
  uint32_t here;                                 /* procedure */
} bp_dice;

static inline uint32_t dice_below(bp_dice *d, uint32_t n) {
  return random_text_below(&d->out, n);
}

#define dice_say(d, ...) random_text_add(&(d)->out, __VA_ARGS__)

static inline const char *dice_variable(bp_dice *d) {
  static const char *const globals[] = {"g", "{h > 0}", "h.1"};
  static const char *const locals[] = {"a", "b", "c"};
  uint32_t own = d->locals[d->here];
  uint32_t n = dice_below(d, d->globals + own);
  return n < d->globals ? globals[n] : locals[n - d->globals];
}

/* In the words of the dialects. */
static inline void dice_expression(bp_dice *d, uint32_t depth, bool may_next) {
  static const char *const leaves[] = {"T", "F", "0", "1", "*", "?"};
  static const char *const signs[] = {"&", "&&", "|",  "||", "^",
                                      "=", "!=", "=>", "&",  "|"};
  if (depth == 0 || dice_below(d, 4) == 0) {
    if (dice_below(d, 3))
      dice_say(d, "%s%s", may_next && dice_below(d, 2) ? "'" : "",
               dice_variable(d));
    else
      dice_say(d, "%s", leaves[dice_below(d, 6)]);
    return;
  }
  uint32_t form = dice_below(d, 8);
  if (form == 0) {
    dice_say(d, "%s", dice_below(d, 2) ? "!" : "~ ");
    dice_expression(d, 0, may_next);
  } else if (form == 1) {
    dice_say(d, "schoose[");
    dice_expression(d, depth - 1, may_next);
    dice_say(d, ",");
    dice_expression(d, depth - 1, may_next);
    dice_say(d, "]");
  } else if (form == 2) {
    dice_say(d, "!(");
    dice_expression(d, depth - 1, may_next);
    dice_say(d, ")");
  } else {
    bool is_closed = dice_below(d, 2);
    dice_say(d, is_closed ? "(" : "");
    dice_expression(d, depth - 1, may_next);
    dice_say(d, " %s ", signs[dice_below(d, 10)]);
    dice_expression(d, depth - 1, may_next);
    dice_say(d, is_closed ? ")" : "");
  }
}

static inline void dice_list(bp_dice *d, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    dice_say(d, i ? ", " : "");
    dice_expression(d, 2, false);
  }
}

static inline void dice_targets(bp_dice *d, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    dice_say(d, "%s%s", i ? "," : "",
             dice_below(d, 6) ? dice_variable(d) : "_");
}

static inline void dice_assignment(bp_dice *d) {
  uint32_t count = 1 + dice_below(d, 3);
  dice_targets(d, count);
  dice_say(d, " := ");
  dice_list(d, count);
  if (dice_below(d, 3) == 0) {
    dice_say(d, " constrain ");
    dice_expression(d, 2, true);
  }
}

static inline void dice_call(bp_dice *d) {
  uint32_t f = dice_below(d, d->procedures);
  dice_say(d, dice_below(d, 3) ? "" : "call ");
  if (d->results[f] && dice_below(d, 3)) {
    dice_targets(d, d->results[f]);
    dice_say(d, " := ");
  }
  dice_say(d, f ? "f%u(" : "main(", f);
  dice_list(d, d->parameters[f]);
  dice_say(d, ")");
}

static inline void dice_simple(bp_dice *d) {
  static const char *const conditions[] = {"assert(", "assume(", "constrain("};
  switch (dice_below(d, 12)) {
  case 0:
    dice_say(d, "skip");
    break;
  case 1:
    dice_say(d, "goto L%u, L%u", dice_below(d, 3), dice_below(d, 3));
    break;
  case 2:
    dice_say(d, "return");
    if (d->results[d->here] && dice_below(d, 3)) {
      dice_say(d, " ");
      dice_list(d, d->results[d->here]);
    }
    break;
  case 3:
  case 4:
    dice_say(d, "%s", conditions[dice_below(d, 3)]);
    dice_expression(d, 2, false);
    dice_say(d, ")");
    break;
  case 5:
    dice_say(d, "abortif ");
    dice_expression(d, 1, false);
    break;
  case 6:
    dice_say(d, "dead %s, %s", dice_variable(d), dice_variable(d));
    break;
  case 7:
  case 8:
    dice_call(d);
    break;
  default:
    dice_assignment(d);
  }
  dice_say(d, ";\n");
}

static inline void dice_statement(bp_dice *d, uint32_t depth) {
  uint32_t form = dice_below(d, depth ? 8 : 6);
  if (form < 6) {
    dice_simple(d);
  } else if (form == 6) {
    dice_say(d, "while ");
    dice_expression(d, 1, false);
    dice_say(d, " do\n");
    dice_statement(d, depth - 1);
    dice_say(d, dice_below(d, 2) ? "od\n" : "od;\n");
  } else {
    dice_say(d, "if (");
    dice_expression(d, 1, false);
    dice_say(d, ") then\n");
    dice_statement(d, depth - 1);
    if (dice_below(d, 2)) {
      dice_say(d, "elsif (");
      dice_expression(d, 1, false);
      dice_say(d, ") then\n");
      dice_statement(d, depth - 1);
    }
    if (dice_below(d, 2)) {
      dice_say(d, "else\n");
      dice_statement(d, depth - 1);
    }
    dice_say(d, dice_below(d, 2) ? "fi\n" : "fi;\n");
  }
}

static inline void dice_procedure(bp_dice *d, uint32_t f) {
  static const char *const locals[] = {"a", "b", "c"};
  d->here = f;
  if (d->results[f] == 1)
    dice_say(d, "bool ");
  else if (d->results[f])
    dice_say(d, "bool<%u> ", d->results[f]);
  else
    dice_say(d, "void ");
  dice_say(d, f ? "f%u(" : "main(", f);
  for (uint32_t i = 0; i < d->parameters[f]; i++)
    dice_say(d, "%s%s", i ? "," : "", locals[i]);
  dice_say(d, ") begin\n");
  for (uint32_t i = d->parameters[f]; i < d->locals[f]; i++)
    dice_say(d, "decl %s;\n", locals[i]);
  if (dice_below(d, 4) == 0) {
    dice_say(d, "enforce ");
    dice_expression(d, 2, false);
    dice_say(d, ";\n");
  }
  for (uint32_t label = 0; label < 3; label++) {
    for (uint32_t i = dice_below(d, 3); i > 0; i--)
      dice_statement(d, 2);
    dice_say(d, "L%u: ", label);
  }
  dice_say(d, dice_below(d, 2) ? "skip; end\n" : "end\n");
}

/* The text is 'd->out.text'. */
static inline void bp_dice_throw(bp_dice *d, uint64_t seed) {
  *d = (bp_dice){.out = {.seed = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15)}};
  d->procedures = 1 + dice_below(d, 3);
  d->globals = 1 + dice_below(d, 3);
  dice_say(d, "decl g%s%s;\n", d->globals > 1 ? ", {h > 0}" : "",
           d->globals > 2 ? ", h.1" : "");
  for (uint32_t f = 0; f < d->procedures; f++) {
    d->parameters[f] = dice_below(d, 3);
    d->locals[f] = d->parameters[f] + dice_below(d, 2);
    d->results[f] = dice_below(d, 3);
  }
  for (uint32_t f = 0; f < d->procedures; f++)
    dice_procedure(d, f);
}

#endif
