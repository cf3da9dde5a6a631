/* Interprocedural constant propagation with a semiring of one's own: copies
 * and linear expressions are followed through calls, recursion included.
 *
 * The program (global variables; points are stack symbols):
 *
 *     main:                 count:
 *       m0: x = 7             c0: if (*) goto c4
 *       m1: y = 2*x + 1       c1: x = x + 1
 *       m2: call count        c2: call count
 *       m3: y = 3             c3: x = x - 1   (undoes c1)
 *       m4: call swap         c4: z = y       (the last in, the first out)
 *       m5: y = z             c5: return
 *       m6: end
 *     swap:
 *       s0: z = x
 *       s1: return
 *
 * An element says how a stretch of execution changes the variables: each one
 * afterwards is an expression over those before. These are the environment
 * transformers of Sagiv, Reps and Horwitz (1996) for linear expressions; they
 * are closed under "either" and "then", which makes the semiring distributive:
 * the result is the best that linear expressions can say, over all runs. */
#include <custos/custos.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y, Z, VARIABLES, NONE };
static const char *const variable_names[] = {"x", "y", "z"};

/* A value that several sources must agree on, or else it is unknown.
 * FREE: every used v gives factor[v] * v + offset[v], and they agree.
 * FIXED: it is 'constant', if every used v has the value offset[v].
 * Each function has one representation: what is not used is 0, factors are
 * not 0 when FREE and 0 when FIXED. Upwards chains are short: sources are
 * added, then it is fixed, then unknown. */
typedef enum kind { FREE, FIXED, UNKNOWN } kind;

typedef struct expression {
  kind kind;
  int64_t constant;
  uint32_t used; /* a bit for each variable */
  int64_t factor[VARIABLES], offset[VARIABLES];
} expression;

static const expression unknown = {.kind = UNKNOWN};

/* Larger numbers count as unknown, so that nothing overflows. */
static int is_small(int64_t n) { return n > -(1 << 30) && n < 1 << 30; }

static expression linear(int source, int64_t factor, int64_t offset) {
  expression e = {.kind = FREE, .used = 1u << source};
  e.factor[source] = factor;
  e.offset[source] = offset;
  return e;
}

static expression fixed(int64_t constant) {
  return (expression){.kind = FIXED, .constant = constant};
}

/* 'e', if it has the value n, else unknown. */
static expression require(expression e, int64_t n) {
  if (e.kind == UNKNOWN || (e.kind == FIXED && e.constant != n))
    return unknown;
  for (int v = 0; v < VARIABLES && e.kind == FREE; v++)
    if (e.used >> v & 1) {
      if ((n - e.offset[v]) % e.factor[v] != 0)
        return unknown;
      e.offset[v] = (n - e.offset[v]) / e.factor[v];
      e.factor[v] = 0;
    }
  e.kind = FIXED;
  e.constant = n;
  return e;
}

static int64_t divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/* Sources that cannot agree on any integer are known to be unknown. */
static expression agreeing(expression e) {
  for (int v = 0; v < VARIABLES; v++)
    for (int u = 0; u < v; u++)
      if (e.kind == FREE && (e.used >> u & 1) && (e.used >> v & 1) &&
          (e.offset[u] - e.offset[v]) % divisor(e.factor[u], e.factor[v]) != 0)
        return unknown;
  return e;
}

/* Two different lines over one variable agree at one point, or never. */
static int crossing(const expression *a, const expression *b, int v,
                    int64_t *value) {
  int64_t steep = a->factor[v] - b->factor[v];
  int64_t apart = b->offset[v] - a->offset[v];
  if (steep == 0 || apart % steep != 0)
    return 0;
  *value = a->factor[v] * (apart / steep) + a->offset[v];
  return 1;
}

/* The value that both have, else unknown. */
static expression meet(expression a, expression b) {
  if (a.kind == UNKNOWN || b.kind == UNKNOWN)
    return unknown;
  if (a.kind == FIXED && b.kind == FREE)
    b = require(b, a.constant);
  else if (b.kind == FIXED)
    a = require(a, b.constant);
  for (int v = 0; v < VARIABLES && a.kind == FREE && b.kind == FREE; v++) {
    int64_t value;
    if (!(a.used & b.used & 1u << v) ||
        (a.factor[v] == b.factor[v] && a.offset[v] == b.offset[v]))
      continue;
    if (!crossing(&a, &b, v, &value) || !is_small(value))
      return unknown;
    a = require(a, value);
    b = require(b, value);
  }
  if (a.kind == UNKNOWN || b.kind == UNKNOWN)
    return unknown;
  for (int v = 0; v < VARIABLES; v++)
    if (b.used >> v & 1) {
      if ((a.used >> v & 1) && a.offset[v] != b.offset[v])
        return unknown;
      a.factor[v] = b.factor[v];
      a.offset[v] = b.offset[v];
    }
  a.used |= b.used;
  return agreeing(a);
}

/* factor * e + offset */
static expression scale(expression e, int64_t factor, int64_t offset) {
  int fits = is_small(factor) && is_small(offset);
  if (e.kind == FIXED) {
    e.constant = factor * e.constant + offset;
    fits &= is_small(e.constant);
  }
  for (int v = 0; v < VARIABLES && e.kind == FREE; v++)
    if (e.used >> v & 1) {
      e.factor[v] *= factor;
      e.offset[v] = factor * e.offset[v] + offset;
      fits &= is_small(e.factor[v]) && is_small(e.offset[v]);
    }
  return fits ? e : unknown;
}

typedef struct transformer {
  int dead; /* no execution at all; then all else is 0 */
  expression after[VARIABLES];
} transformer;

static void nothing(void *self, void *out) {
  (void)self;
  *(transformer *)out = (transformer){.dead = 1};
}

static void identity(void *self, void *out) {
  transformer *t = out;
  (void)self;
  t->dead = 0;
  for (int v = 0; v < VARIABLES; v++)
    t->after[v] = linear(v, 1, 0);
}

static int same_expression(const expression *a, const expression *b) {
  for (int v = 0; v < VARIABLES; v++)
    if (a->factor[v] != b->factor[v] || a->offset[v] != b->offset[v])
      return 0;
  return a->kind == b->kind && a->constant == b->constant && a->used == b->used;
}

static int same(void *self, const void *a, const void *b) {
  const transformer *s = a, *t = b;
  (void)self;
  for (int v = 0; v < VARIABLES; v++)
    if (!same_expression(&s->after[v], &t->after[v]))
      return 0;
  return s->dead == t->dead;
}

/* Either of two executions. */
static void either(void *self, void *out, const void *a, const void *b) {
  const transformer *s = a, *t = b;
  transformer made = s->dead ? *t : *s;
  (void)self;
  for (int v = 0; v < VARIABLES && !s->dead && !t->dead; v++)
    made.after[v] = meet(s->after[v], t->after[v]);
  *(transformer *)out = made;
}

/* The expression 'e' over what 's' makes of the variables. */
static expression substitute(const expression *e, const transformer *s) {
  if (e->kind == UNKNOWN)
    return unknown;
  expression made = {.kind = e->kind, .constant = e->constant};
  for (int v = 0; v < VARIABLES; v++) {
    if (!(e->used >> v & 1))
      continue;
    expression part = s->after[v];
    if (e->kind == FREE) {
      part = scale(part, e->factor[v], e->offset[v]);
    } else {
      part = require(part, e->offset[v]);
      part.constant = part.kind == FIXED ? e->constant : 0;
    }
    made = meet(made, part);
  }
  return made;
}

/* First 'a', then 'b'. */
static void then(void *self, void *out, const void *a, const void *b) {
  const transformer *s = a, *t = b;
  transformer made = {.dead = 0};
  if (s->dead || t->dead) {
    nothing(self, out);
    return;
  }
  for (int v = 0; v < VARIABLES; v++)
    made.after[v] = substitute(&t->after[v], s);
  *(transformer *)out = made;
}

/* The program as a pushdown system with one control state. */

typedef struct statement {
  const char *point, *next; /* next NULL: return */
  const char *callee;       /* NULL: none */
  int target;               /* = factor * source + offset; NONE: nothing */
  int source;               /* NONE: the offset alone */
  int64_t factor, offset;
} statement;

static const statement program[] = {
    {"m0", "m1", NULL, X, NONE, 0, 7}, {"m1", "m2", NULL, Y, X, 2, 1},
    {"m2", "m3", "c0", NONE, 0, 0, 0}, {"m3", "m4", NULL, Y, NONE, 0, 3},
    {"m4", "m5", "s0", NONE, 0, 0, 0}, {"m5", "m6", NULL, Y, Z, 1, 0},
    {"c0", "c4", NULL, NONE, 0, 0, 0}, {"c0", "c1", NULL, NONE, 0, 0, 0},
    {"c1", "c2", NULL, X, X, 1, 1},    {"c2", "c3", "c0", NONE, 0, 0, 0},
    {"c3", "c4", NULL, X, X, 1, -1},   {"c4", "c5", NULL, Z, Y, 1, 0},
    {"c5", NULL, NULL, NONE, 0, 0, 0}, {"s0", "s1", NULL, Z, X, 1, 0},
    {"s1", NULL, NULL, NONE, 0, 0, 0},
};
static const char *const points[] = {"m0", "m1", "m2", "m3", "m4",
                                     "m5", "m6", "c0", "c1", "c2",
                                     "c3", "c4", "c5", "s0", "s1"};

static void need(custos *c, custos_status s) {
  if (s == CUSTOS_OK)
    return;
  fprintf(stderr, "%s\n", custos_last_error(c)->message);
  exit(1);
}

static uint32_t symbol(custos *c, const char *name) {
  uint32_t n;
  need(c, custos_symbol(c, name, &n));
  return n;
}

static void add_statement(custos *c, uint32_t state, const statement *s) {
  transformer effect;
  identity(NULL, &effect);
  if (s->target != NONE)
    effect.after[s->target] = s->source == NONE
                                  ? fixed(s->offset)
                                  : linear(s->source, s->factor, s->offset);
  custos_rule r = {.from = state,
                   .top = symbol(c, s->point),
                   .to = state,
                   .weight = &effect};
  if (s->callee)
    r.push[r.length++] = symbol(c, s->callee);
  if (s->next)
    r.push[r.length++] = symbol(c, s->next);
  need(c, custos_add_rule(c, &r, NULL));
}

static void print_point(custos *c, uint32_t state, const char *point) {
  transformer t;
  need(c, custos_value_at(c, state, symbol(c, point), &t));
  printf("%s ", point);
  for (int v = 0; v < VARIABLES && !t.dead; v++) {
    const expression *e = &t.after[v];
    if (e->kind == FIXED && e->used == 0) /* whatever was there before */
      printf("  %s = %2lld", variable_names[v], (long long)e->constant);
    else
      printf("  %s =  ?", variable_names[v]);
  }
  printf("%s\n", t.dead ? "  never reached" : "");
}

int main(void) {
  custos *c = custos_new();
  custos_result r;
  uint32_t state;
  const custos_semiring ring = {.size = sizeof(transformer),
                                .zero = nothing,
                                .one = identity,
                                .combine = either,
                                .extend = then,
                                .equal = same};
  if (!c)
    return 1;
  need(c, custos_set(c, "engine", "post"));
  need(c, custos_set_semiring(c, &ring));
  need(c, custos_state(c, "run", &state));
  for (size_t i = 0; i < sizeof program / sizeof *program; i++)
    add_statement(c, state, &program[i]);
  need(c, custos_add_configurations(c, CUSTOS_INITIAL, "< run , [m0] >"));
  need(c, custos_add_configurations(c, CUSTOS_FINAL, "< run , [m6] >"));
  need(c, custos_solve(c, &r));
  if (r.reachable < 0) {
    printf("undecided: %s\n", r.reason);
    custos_delete(c);
    return 1;
  }
  printf("before each point (?: not constant)\n");
  for (size_t i = 0; i < sizeof points / sizeof *points; i++)
    print_point(c, state, points[i]);
  custos_delete(c);
  return 0;
}
