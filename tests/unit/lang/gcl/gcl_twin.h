/* Random programs for the tests of guarded commands: made up as trees, and
 * printed. */
#ifndef UNIT_GCL_TWIN_H
#define UNIT_GCL_TWIN_H

#include "tests/unit/models.h"

#include <inttypes.h>

enum { POOL = 4000, MOST_VARS = 5, MOST_CELLS = 12, MOST_DEPTH = 12 };

typedef enum top {
  T_INT,
  T_TRUE,
  T_FALSE,
  T_PARAM, /* printed by its name */
  T_IDX,
  T_VAR,
  T_AT,
  T_NOT,
  T_NEG,
  T_ADD,
  T_SUB,
  T_MUL,
  T_DIV,
  T_MOD,
  T_EQ,
  T_NE,
  T_LT,
  T_LE,
  T_GT,
  T_GE,
  T_AND,
  T_OR,
  T_IMP,
  T_ALL,
  T_ANY,
  T_SUM
} top;

typedef struct texpr {
  top op;
  int a, b, c, depth;
  int64_t value;
} texpr;

typedef enum tkind { C_SKIP, C_SET, C_IF, C_ELSE, C_WHILE } tkind;

typedef struct tbranch {
  int ranges, low[2], high[2], depth[2], guard, body;
} tbranch;

typedef struct tcommand {
  tkind kind;
  int condition, first, second; /* second < 0: no ELSE was written */
  int places, var[3], index[3], value[3];
  int branches;
  tbranch branch[3];
  int next;
} tcommand;

typedef struct tvar {
  bool is_bool, is_array;
  int size, at;
  int64_t low, high, initial;
} tvar;

typedef struct twin {
  uint64_t seed;
  texpr exprs[POOL];
  int expr_count;
  tcommand commands[POOL];
  int command_count;
  tvar vars[MOST_VARS];
  int var_count, cells;
  int64_t param;
  int first;
  int depth; /* of indices, while it is made */
  char *out;
  size_t length, capacity;
} twin;

static inline uint32_t pick(twin *t, uint32_t n) {
  return models_random(&t->seed, n);
}

/* Making one up. */

static inline int make(twin *t, top op, int a, int b) {
  t->exprs[t->expr_count] = (texpr){.op = op, .a = a, .b = b};
  return t->expr_count++;
}

static inline int make_int(twin *t, int64_t value) {
  int e = make(t, T_INT, 0, 0);
  t->exprs[e].value = value;
  return e;
}

static inline bool is_full(const twin *t) { return t->expr_count > POOL - 500; }

static inline int make_expr(twin *t, bool is_bool, int size, bool is_constant);

static inline int make_constant(twin *t, bool is_bool) {
  static const int64_t large[] = {INT64_MAX, INT64_MAX - 1, 4611686018427387904,
                                  3037000500, 1000000};
  if (is_bool)
    return make(t, pick(t, 2) ? T_TRUE : T_FALSE, 0, 0);
  if (t->depth && pick(t, 3)) {
    int e = make(t, T_IDX, 0, 0);
    t->exprs[e].depth = (int)pick(t, (uint32_t)t->depth);
    return e;
  }
  if (pick(t, 6) == 0)
    return make(t, T_PARAM, 0, 0);
  if (pick(t, 40) == 0)
    return make_int(t, large[pick(t, 5)]);
  return make_int(t, pick(t, 4));
}

/* An index that is mostly in bounds. */
static inline int make_index(twin *t, int var, int size, bool is_constant) {
  int e = make_expr(t, false, size, is_constant);
  return pick(t, 8) ? make(t, T_MOD, e, make_int(t, t->vars[var].size)) : e;
}

static inline int make_cell(twin *t, bool is_bool, int size) {
  int start = (int)pick(t, (uint32_t)t->var_count);
  for (int i = 0; i < t->var_count; i++) {
    int var = (start + i) % t->var_count;
    if (t->vars[var].is_bool != is_bool)
      continue;
    if (!t->vars[var].is_array)
      return make(t, T_VAR, var, 0);
    int index = make_index(t, var, size / 2, pick(t, 2));
    return make(t, T_AT, var, index);
  }
  return make_constant(t, is_bool);
}

/* A bound: however large its parts are, the range is short, and it always has
 * a value. */
static inline int make_bound(twin *t) {
  int e = make_int(t, pick(t, 3));
  if (pick(t, 3))
    return e;
  e = make(t, T_MOD, make_constant(t, false), make_int(t, 3));
  return pick(t, 2) ? e : make(t, T_SUB, e, make_int(t, pick(t, 2)));
}

static inline int make_quantifier(twin *t, top op, int size, bool is_constant) {
  int low = make_bound(t), high = make_bound(t);
  t->depth++;
  int body = make_expr(t, op != T_SUM, size / 2, is_constant);
  t->depth--;
  int e = make(t, op, low, high);
  t->exprs[e].c = body;
  t->exprs[e].depth = t->depth;
  return e;
}

static inline int make_expr(twin *t, bool is_bool, int size, bool is_constant) {
  if (size <= 0 || is_full(t))
    return is_constant || pick(t, 3) == 0 ? make_constant(t, is_bool)
                                          : make_cell(t, is_bool, 0);
  if (pick(t, 4) == 0)
    return is_constant ? make_constant(t, is_bool)
                       : make_cell(t, is_bool, size);
  if (pick(t, 8) == 0 && t->depth < MOST_DEPTH)
    return make_quantifier(t, is_bool ? (pick(t, 2) ? T_ALL : T_ANY) : T_SUM,
                           size, is_constant);
  if (pick(t, 8) == 0)
    return make(t, is_bool ? T_NOT : T_NEG,
                make_expr(t, is_bool, size - 1, is_constant), 0);
  top op = (top)(T_ADD + pick(t, 5));
  bool of_bools = false;
  if (is_bool) {
    op = pick(t, 2) ? (top)(T_EQ + pick(t, 6)) : (top)(T_AND + pick(t, 3));
    of_bools = op >= T_AND || (op <= T_NE && pick(t, 3) == 0);
  }
  int a = make_expr(t, of_bools, size / 2, is_constant);
  int b = make_expr(t, of_bools, size / 2, is_constant);
  return make(t, op, a, b);
}

static inline int make_sequence(twin *t, int size);

static inline bool is_plain(const twin *t, int e) {
  return t->exprs[e].op == T_INT || t->exprs[e].op == T_PARAM;
}

static inline void make_places(twin *t, tcommand *c) {
  int wanted = pick(t, 3) ? 1 : 1 + (int)pick(t, 3);
  for (int i = 0; i < wanted; i++) {
    int var = (int)pick(t, (uint32_t)t->var_count);
    int index = t->vars[var].is_array
                    ? make_index(t, var, (int)pick(t, 3), pick(t, 2))
                    : -1;
    bool is_fine = true;
    for (int j = 0; j < c->places; j++)
      if (c->var[j] == var &&
          (index < 0 || (is_plain(t, index) && is_plain(t, c->index[j]))))
        is_fine = false; /* perhaps refused when it is read */
    if (!is_fine)
      continue;
    int value = make_expr(t, t->vars[var].is_bool, (int)pick(t, 6), false);
    if (!t->vars[var].is_bool && pick(t, 5) && t->vars[var].high < 100 &&
        t->vars[var].low == 0)
      value = make(t, T_MOD, value, make_int(t, t->vars[var].high + 1));
    c->var[c->places] = var;
    c->index[c->places] = index;
    c->value[c->places++] = value;
  }
}

static inline tbranch make_branch(twin *t, int size) {
  tbranch b = {.ranges = pick(t, 3) ? 0 : 1 + (int)pick(t, 2)};
  for (int i = 0; i < b.ranges; i++) {
    b.low[i] = make_int(t, pick(t, 2));
    b.high[i] = make_int(t, pick(t, 3));
    if (t->depth && pick(t, 4) == 0) {
      b.high[i] = make(t, T_IDX, 0, 0);
      t->exprs[b.high[i]].depth = (int)pick(t, (uint32_t)t->depth);
    }
    b.depth[i] = t->depth++;
  }
  b.guard = make_expr(t, true, (int)pick(t, 6), pick(t, 8) == 0);
  b.body = make_sequence(t, size);
  t->depth -= b.ranges;
  return b;
}

static inline int make_command(twin *t, int size) {
  int n = t->command_count++;
  tcommand c = {.kind = (tkind)pick(t, 5), .next = -1, .second = -1};
  if (size <= 0 || is_full(t) || t->command_count > POOL - 500)
    c.kind = pick(t, 4) ? C_SET : C_SKIP;
  switch (c.kind) {
  case C_SET:
    make_places(t, &c);
    break;
  case C_IF:
    c.branches = 1 + (int)pick(t, 3);
    for (int i = 0; i < c.branches; i++)
      c.branch[i] = make_branch(t, size / 2);
    break;
  case C_ELSE:
    c.condition = make_expr(t, true, (int)pick(t, 5), pick(t, 8) == 0);
    c.first = make_sequence(t, size / 2);
    if (pick(t, 2))
      c.second = make_sequence(t, size / 2);
    break;
  case C_WHILE:
    c.condition = make_expr(t, true, (int)pick(t, 5), pick(t, 6) == 0);
    c.first = make_sequence(t, size / 2);
    break;
  default:
    break;
  }
  t->commands[n] = c;
  return n;
}

static inline int make_sequence(twin *t, int size) {
  int first = -1, last = -1, count = 1 + (int)pick(t, 3);
  for (int i = 0; i < count; i++) {
    int n = make_command(t, size - 1);
    if (first < 0)
      first = n;
    else
      t->commands[last].next = n;
    last = n;
  }
  return first;
}

/* WHILE TRUE DO IF ... FI END, the common shape of programs, or anything. */
static inline int make_program(twin *t) {
  int size = 1 + (int)pick(t, 5);
  if (pick(t, 4) == 0)
    return make_sequence(t, size);
  int loop = t->command_count++, choice = t->command_count++;
  t->commands[loop] = (tcommand){.kind = C_WHILE,
                                 .condition = make(t, T_TRUE, 0, 0),
                                 .first = choice,
                                 .next = -1,
                                 .second = -1};
  tcommand c = {.kind = C_IF, .next = -1, .second = -1, .branches = 3};
  for (int i = 0; i < c.branches; i++)
    c.branch[i] = make_branch(t, size / 2);
  t->commands[choice] = c;
  return loop;
}

static inline void make_vars(twin *t) {
  t->var_count = 2 + (int)pick(t, MOST_VARS - 1);
  for (int i = 0; i < t->var_count; i++) {
    tvar *v = &t->vars[i];
    *v = (tvar){.is_bool = i == 0 || (i > 1 && pick(t, 2)),
                .is_array = pick(t, 2),
                .size = 1,
                .at = t->cells,
                .high = 1};
    if (v->is_array)
      v->size = 1 + (int)pick(t, 3);
    if (!v->is_bool) {
      v->high = 1 + pick(t, 4);
      if (pick(t, 4) == 0)
        v->low = -(int64_t)pick(t, 4);
      if (pick(t, 8) == 0)
        v->low = v->high = pick(t, 3);
      if (pick(t, 10) == 0)
        v->low = -INT64_MAX - 1;
      if (pick(t, 10) == 0)
        v->high = pick(t, 2) ? INT64_MAX : INT64_C(1) << (40 + pick(t, 22));
    }
    v->initial = v->low <= 0 && v->high >= 0 ? 0 : v->low;
    if (pick(t, 3) == 0)
      v->initial = v->low + (v->low == v->high ? 0 : 1);
    t->cells += v->size;
  }
}

/* Printing it. */

static inline void put(twin *t, const char *s) {
  size_t n = strlen(s);
  if (t->length + n + 1 > t->capacity) {
    t->capacity = 2 * (t->length + n) + 1000;
    t->out = realloc(t->out, t->capacity);
    if (!t->out)
      abort();
  }
  memcpy(t->out + t->length, s, n + 1);
  t->length += n;
}

static inline void put_number(twin *t, int64_t n) {
  char digits[32];
  if (n == INT64_MIN) {
    put(t, "(-9223372036854775807 - 1)");
    return;
  }
  snprintf(digits, sizeof digits, "%" PRId64, n);
  put(t, digits);
}

static inline void put_name(twin *t, char letter, int n) {
  char name[16];
  snprintf(name, sizeof name, "%c%d", letter, n);
  put(t, name);
}

static inline int level_of(top op) {
  if (op >= T_ALL)
    return 0;
  if (op >= T_AND)
    return op == T_AND ? 3 : op == T_OR ? 2 : 1;
  if (op >= T_EQ)
    return 4;
  if (op >= T_MUL)
    return 6;
  return op >= T_ADD ? 5 : op >= T_NOT ? 7 : 8;
}

/* At least as tight as 'level', else in parentheses. 'is_guard': an arrow
 * would end it. */
static inline void put_expr(twin *t, int e, int level, bool is_guard) {
  static const char *const signs[] = {
      "",  "",    "",    "",     "",     "",        "",        "! ",  "-",
      "+", " - ", " * ", "/",    " % ",  " = ",     "!=",      "<",   "<= ",
      ">", ">= ", "&&",  " || ", " -> ", "FORALL ", "EXISTS ", "sum "};
  const texpr *x = &t->exprs[e];
  int mine = level_of(x->op);
  bool wrap = mine < level || (is_guard && mine == 1) || pick(t, 10) == 0;
  if (wrap) {
    put(t, "(");
    is_guard = false;
  }
  if (x->op == T_INT)
    put_number(t, x->value);
  else if (x->op == T_TRUE)
    put(t, pick(t, 2) ? "TRUE" : "true");
  else if (x->op == T_FALSE)
    put(t, pick(t, 2) ? "FALSE" : "false");
  else if (x->op == T_PARAM)
    put(t, "N");
  else if (x->op == T_IDX)
    put_name(t, 'i', x->depth);
  else if (x->op == T_VAR || x->op == T_AT) {
    put_name(t, 'v', x->a);
    if (x->op == T_AT) {
      put(t, "[");
      put_expr(t, x->b, 0, false);
      put(t, "]");
    }
  } else if (x->op == T_NOT || x->op == T_NEG) {
    put(t, signs[x->op]);
    put_expr(t, x->a, 7, false);
  } else if (x->op >= T_ALL) {
    put(t, signs[x->op]);
    put_name(t, 'i', x->depth);
    put(t, " IN ");
    put_expr(t, x->a, 0, false);
    put(t, " .. ");
    put_expr(t, x->b, 0, false);
    put(t, " . ");
    put_expr(t, x->c, 0, is_guard);
  } else {
    bool is_right = x->op == T_IMP;
    put_expr(t, x->a, is_right || mine == 4 ? mine + 1 : mine, false);
    put(t, x->op == T_EQ && pick(t, 2) ? "==" : signs[x->op]);
    put_expr(t, x->b, is_right ? 0 : mine + 1, false);
  }
  if (wrap)
    put(t, ")");
}

static inline void put_sequence(twin *t, int c);

static inline void put_branches(twin *t, const tcommand *c) {
  put(t, "IF ");
  for (int i = 0; i < c->branches; i++) {
    const tbranch *b = &c->branch[i];
    if (i || pick(t, 2))
      put(t, "[] ");
    for (int k = 0; k < b->ranges; k++) {
      put_name(t, 'i', b->depth[k]);
      put(t, " in ");
      put_expr(t, b->low[k], 0, false);
      put(t, "..");
      put_expr(t, b->high[k], 0, false);
      put(t, ": ");
    }
    put_expr(t, b->guard, 0, true);
    put(t, "->\n");
    put_sequence(t, b->body);
  }
  put(t, " FI");
}

static inline void put_assignment(twin *t, const tcommand *c) {
  for (int i = 0; i < c->places; i++) {
    put(t, i ? "," : "");
    put_name(t, 'v', c->var[i]);
    if (c->index[i] >= 0) {
      put(t, "[");
      put_expr(t, c->index[i], 0, false);
      put(t, "]");
    }
  }
  put(t, " := ");
  for (int i = 0; i < c->places; i++) {
    put(t, i ? ", " : "");
    put_expr(t, c->value[i], 0, false);
  }
}

static inline void put_sequence(twin *t, int n) {
  for (; n >= 0; n = t->commands[n].next) {
    const tcommand *c = &t->commands[n];
    switch (c->kind) {
    case C_SKIP:
      put(t, pick(t, 2) ? "SKIP" : "skip");
      break;
    case C_SET:
      put_assignment(t, c);
      break;
    case C_IF:
      put_branches(t, c);
      break;
    default:
      put(t, c->kind == C_ELSE ? "IF " : "WHILE ");
      put_expr(t, c->condition, 0, false);
      put(t, c->kind == C_ELSE ? " THEN " : " DO ");
      put_sequence(t, c->first);
      if (c->second >= 0) {
        put(t, " ELSE # otherwise\n");
        put_sequence(t, c->second);
      }
      put(t, " END");
    }
    if (c->next >= 0)
      put(t, ";\n");
  }
}

static inline void put_program(twin *t) {
  put(t, "PARAM N = ");
  put_number(t, t->param);
  put(t, ";\n");
  for (int i = 0; i < t->var_count; i++) {
    const tvar *v = &t->vars[i];
    put(t, "VAR ");
    put_name(t, 'v', i);
    if (v->is_array) {
      put(t, "[");
      put_number(t, v->size);
      put(t, "]");
    }
    put(t, " : ");
    if (v->is_bool) {
      put(t, "BOOL");
    } else {
      put_number(t, v->low);
      put(t, "..");
      put_number(t, v->high);
    }
    if (v->initial != (v->low <= 0 && v->high >= 0 ? 0 : v->low)) {
      put(t, " := ");
      if (v->is_bool)
        put(t, "TRUE");
      else
        put_number(t, v->initial);
    }
    put(t, ";\n");
  }
  put(t, "BEGIN\n");
  put_sequence(t, t->first);
  put(t, "\nEND\n");
}

#endif
