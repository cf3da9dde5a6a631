#include "models.h"

#include "base/compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

base_printf(2, 3) static void put(random_model *x, const char *format, ...) {
  size_t n = strlen(x->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(x->text + n, sizeof x->text - n, format, arguments);
  va_end(arguments);
}

static void begin(random_model *x, const char *language) {
  memset(x, 0, sizeof *x);
  x->language = language;
}

/* Two propositions and two actions; some states have no steps. */
void model_random_lts(random_source *r, random_model *x) {
  unsigned states = 1 + random_below(r, 6), props[MODEL_MOST_STATES];
  unsigned steps = random_below(r, 2 * states + 2);
  begin(x, "lts");
  x->has_graph = true;
  x->atom_count = 4;
  x->atoms[0] = "p";
  x->atoms[1] = "q";
  x->atoms[2] = "@a";
  x->atoms[3] = "@b";
  put(x, "states");
  for (unsigned s = 0; s < states; s++) {
    props[s] = random_below(r, 4);
    put(x, " s%u", s);
  }
  put(x, " far"); /* has both actions, and is not reachable */
  put(x, "\ninit s0");
  x->initial[0] = 1;
  if (states > 1 && random_below(r, 3) == 0) {
    put(x, " s1");
    x->initial[1] = 1;
  }
  for (unsigned bit = 0; bit < 2; bit++) {
    put(x, "\nprop %s :", x->atoms[bit]);
    for (unsigned s = 0; s < states; s++)
      if (props[s] >> bit & 1)
        put(x, " s%u", s);
  }
  put(x, "\n");
  put(x, "far -> far @ a\nfar -> far @ b\n");
  uint8_t has_step[MODEL_MOST_STATES] = {0};
  for (unsigned i = 0; i < steps; i++) {
    unsigned from = random_below(r, states), to = random_below(r, states);
    unsigned action = random_below(r, 3);
    put(x, "s%u -> s%u%s\n", from, to,
        action == 0   ? " @ a"
        : action == 1 ? " @ b"
                      : "");
    has_step[from] = 1;
    x->steps[x->graph.count++] = (graph_step){
        (int)from, (int)to,
        props[from] | (action == 0 ? 4U : 0) | (action == 1 ? 8U : 0)};
  }
  for (unsigned s = 0; s < states; s++)
    if (!has_step[s]) {
      x->is_end_step[x->graph.count] = 1;
      x->steps[x->graph.count++] = (graph_step){(int)s, (int)s, props[s]};
    }
  x->graph.steps = x->steps;
  x->graph.initial = x->initial;
}

static void expression(random_source *r, random_model *x, int depth) {
  static const char *const atoms[] = {"x",     "y",     "b[0]",  "b[1]",
                                      "n > 1", "n = 0", "n < 2", "b[n % 2]"};
  if (depth == 0 || random_below(r, 3) == 0) {
    put(x, "%s", atoms[random_below(r, 8)]);
  } else if (random_below(r, 4) == 0) {
    put(x, "!(");
    expression(r, x, depth - 1);
    put(x, ")");
  } else {
    static const char *const words[] = {"&&", "||", "->"};
    put(x, "(");
    expression(r, x, depth - 1);
    put(x, ") %s (", words[random_below(r, 3)]);
    expression(r, x, depth - 1);
    put(x, ")");
  }
}

static void command(random_source *r, random_model *x, int depth) {
  unsigned kind = random_below(r, depth ? 9 : 5);
  switch (kind) {
  case 0:
    put(x, "SKIP");
    break;
  case 1:
    put(x, "x := ");
    expression(r, x, 1);
    break;
  case 2:
    put(x, "y, b[n %% 2] := ");
    expression(r, x, 1);
    put(x, ", ");
    expression(r, x, 1);
    break;
  case 3:
    put(x, "n := (n + %u) %% 4", random_below(r, 4));
    break;
  case 4: /* may leave its range */
    put(x, random_below(r, 12) ? "n := 3 - n" : "n := n + 1");
    break;
  case 5:
    command(r, x, depth - 1);
    put(x, "; ");
    command(r, x, depth - 1);
    break;
  case 6:
    put(x, "IF ");
    for (unsigned i = 1 + random_below(r, 3); i-- > 0;) {
      put(x, "[] ");
      if (random_below(r, 3) == 0)
        put(x, "i%d IN 0..1 : b[i%d] || ", depth, depth);
      put(x, "(");
      expression(r, x, 1);
      put(x, ") -> ");
      command(r, x, depth - 1);
      put(x, " ");
    }
    put(x, "FI");
    break;
  case 7:
    put(x, "IF (");
    expression(r, x, 1);
    put(x, ") THEN ");
    command(r, x, depth - 1);
    if (random_below(r, 2)) {
      put(x, " ELSE ");
      command(r, x, depth - 1);
    }
    put(x, " END");
    break;
  default:
    put(x, "WHILE ");
    expression(r, x, 1);
    put(x, " DO ");
    command(r, x, depth - 1);
    put(x, " END");
  }
}

void model_random_gcl(random_source *r, random_model *x) {
  begin(x, "gcl");
  x->atom_count = 4;
  x->atoms[0] = "x";
  x->atoms[1] = "b[1]";
  x->atoms[2] = "\"n > 1\"";
  x->atoms[3] = "\"EXISTS i IN 0..1 . b[i] && y\"";
  put(x, "VAR x, y : BOOL;\nVAR b[2] : BOOL := %s;\nVAR n : 0..3;\nBEGIN\n",
      random_below(r, 2) ? "TRUE" : "FALSE");
  if (random_below(r, 3)) {
    put(x, "WHILE TRUE DO ");
    command(r, x, 2);
    put(x, " END");
  } else {
    command(r, x, 3);
  }
  put(x, "\nEND\n");
}

void model_random_pds(random_source *r, random_model *x) {
  unsigned states = 1 + random_below(r, 3), symbols = 1 + random_below(r, 3);
  unsigned rules = random_below(r, 8);
  static const char *const inits[] = {"< p0 , a0 >", "< p0 , a0* >",
                                      "< p0 , a0 .* >", "< p0 , .? a0 >"};
  begin(x, "pds");
  x->atom_count = 4;
  x->atoms[0] = "p0";
  x->atoms[1] = "top.a0";
  x->atoms[2] = "@a";
  x->atoms[3] = random_below(r, 2) ? "set.s" : "@b";
  put(x, "states");
  for (unsigned s = 0; s < states; s++)
    put(x, " p%u", s);
  put(x, "\nsymbols");
  for (unsigned s = 0; s < symbols; s++)
    put(x, " a%u", s);
  put(x, "\n");
  for (unsigned i = 0; i < rules; i++) {
    bool wild = random_below(r, 8) == 0;
    unsigned length = random_below(r, 3);
    put(x, "p%u ", random_below(r, states));
    put(x, wild ? "*" : "a%u", random_below(r, symbols));
    put(x, " -> p%u", random_below(r, states));
    for (unsigned k = 0; k < length; k++) {
      if (wild && random_below(r, 2))
        put(x, " *");
      else
        put(x, " a%u", random_below(r, symbols));
    }
    put(x, random_below(r, 3) == 0   ? " @ a\n"
           : random_below(r, 2) == 0 ? " @ b\n"
                                     : "\n");
  }
  /* The actions and the set are there, whatever the rules are. */
  put(x, "p0 a0 -> p0 a0 @ a\np0 a0 -> p0 @ b\n");
  put(x, "init %s\n", inits[random_below(r, 4)]);
  put(x, "set s < p0 , a0 . .* > | < p0 , >\n");
}
