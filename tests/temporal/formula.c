#include "formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_next(random_source *r) {
  uint64_t z = (r->state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

unsigned random_below(random_source *r, unsigned n) {
  return (unsigned)(random_next(r) % n);
}

static bool is_temporal(char op) { return op && strchr("XFGURWM", op); }
static bool is_unary(char op) { return op && strchr("!XFG", op); }

static int add(formula *f, char op, int left, int right) {
  f->at[f->count] = (formula_node){op, left, right};
  return f->count++;
}

static int leaf(random_source *r, int atoms, formula *f) {
  if (random_below(r, 20) == 0)
    return add(f, random_below(r, 2) ? '1' : '0', 0, 0);
  int p = add(f, 'p', (int)random_below(r, (unsigned)atoms), 0);
  return random_below(r, 3) ? p : add(f, '!', p, 0);
}

static int grow(random_source *r, int operators, int atoms, formula *f) {
  static const char unary[] = "!XFFGG", binary[] = "&&||>=^UUURRWM";
  if (operators == 0)
    return leaf(r, atoms, f);
  if (random_below(r, 5) < 2) {
    int left = grow(r, operators - 1, atoms, f);
    return add(f, unary[random_below(r, sizeof unary - 1)], left, 0);
  }
  int of_left = (int)random_below(r, (unsigned)operators);
  int left = grow(r, of_left, atoms, f);
  int right = grow(r, operators - 1 - of_left, atoms, f);
  return add(f, binary[random_below(r, sizeof binary - 1)], left, right);
}

void formula_random(random_source *r, int operators, int temporal, int atoms,
                    formula *out) {
  int count;
  do {
    out->count = count = 0;
    grow(r, (int)random_below(r, (unsigned)operators + 1), atoms, out);
    for (int i = 0; i < out->count; i++)
      count += is_temporal(out->at[i].op);
  } while (count > temporal);
}

static void print(const formula *f, int n, const char *const *names,
                  char **at) {
  const formula_node *x = &f->at[n];
  const char *word = x->op == '>'   ? "->"
                     : x->op == '=' ? "<->"
                     : x->op == '&' ? "&&"
                     : x->op == '|' ? "||"
                                    : NULL;
  char single[2] = {x->op, 0};
  if (x->op == 'p') {
    *at += sprintf(*at, "%s", names[x->left]);
  } else if (x->op == '0' || x->op == '1') {
    *at += sprintf(*at, "%s", x->op == '1' ? "true" : "false");
  } else if (is_unary(x->op)) {
    *at += sprintf(*at, "%s (", single);
    print(f, x->left, names, at);
    *at += sprintf(*at, ")");
  } else {
    *at += sprintf(*at, "(");
    print(f, x->left, names, at);
    *at += sprintf(*at, ") %s (", word ? word : single);
    print(f, x->right, names, at);
    *at += sprintf(*at, ")");
  }
}

void formula_print(const formula *f, const char *const *names,
                   char out[FORMULA_TEXT]) {
  char *at = out;
  print(f, f->count - 1, names, &at);
}

/* A place is a step and a guess for each temporal operator: whether it (for X:
 * its argument) holds at the next position. The values of all subformulas
 * follow. */
typedef struct tableau {
  const formula *f;
  const graph *g;
  int temporal[FORMULA_MOST]; /* the number of the operator, or -1 */
  int guesses;
  int places;
  uint8_t *values; /* by place and node */
  int *low, *number, *stack, *pending;
  uint8_t *on_stack;
} tableau;

static bool value_of(const formula_node *x, const uint8_t *v, bool next,
                     unsigned letter) {
  bool l = v[x->left], r = v[x->right];
  switch (x->op) {
  case '1':
    return true;
  case '0':
    return false;
  case 'p':
    return letter >> x->left & 1;
  case '!':
    return !l;
  case '&':
    return l && r;
  case '|':
    return l || r;
  case '>':
    return !l || r;
  case '=':
    return l == r;
  case '^':
    return l != r;
  case 'X':
    return next;
  case 'F':
    return l || next;
  case 'G':
    return l && next;
  case 'U':
  case 'W':
    return r || (l && next);
  default: /* R, M */
    return r && (l || next);
  }
}

static void fill_values(tableau *t) {
  int n = t->f->count;
  for (int place = 0; place < t->places; place++) {
    int step = place >> t->guesses;
    uint8_t *v = t->values + (size_t)place * FORMULA_MOST;
    for (int i = 0; i < n; i++) {
      bool next = t->temporal[i] >= 0 && (place >> t->temporal[i] & 1);
      v[i] = value_of(&t->f->at[i], v, next, t->g->steps[step].letter);
    }
  }
}

static bool follows(const tableau *t, int a, int b) {
  const uint8_t *v = t->values + (size_t)b * FORMULA_MOST;
  if (t->g->steps[a >> t->guesses].to != t->g->steps[b >> t->guesses].from)
    return false;
  for (int i = 0; i < t->f->count; i++) {
    const formula_node *x = &t->f->at[i];
    if (t->temporal[i] >= 0 &&
        (a >> t->temporal[i] & 1) != v[x->op == 'X' ? x->left : i])
      return false;
  }
  return true;
}

/* What must be met again and again, so that nothing is put off for ever: that
 * the operator's promise is kept, or that there is none. */
static bool keeps(const tableau *t, int place, int i) {
  const uint8_t *v = t->values + (size_t)place * FORMULA_MOST;
  const formula_node *x = &t->f->at[i];
  bool l = v[x->left], r = v[x->right];
  switch (x->op) {
  case 'F':
    return !v[i] || l;
  case 'U':
    return !v[i] || r;
  case 'M':
    return !v[i] || (l && r);
  case 'G':
    return v[i] || !l;
  case 'R':
    return v[i] || !r;
  case 'W':
    return v[i] || (!l && !r);
  default:
    return true;
  }
}

static bool component_is_fair(const tableau *t, const int *members, int count) {
  bool cycle = count > 1 || follows(t, members[0], members[0]);
  for (int i = 0; i < t->f->count && cycle; i++) {
    bool kept = false;
    for (int k = 0; k < count && !kept; k++)
      kept = keeps(t, members[k], i);
    cycle = kept;
  }
  return cycle;
}

/* Tarjan's, iterative: is a fair component reachable from 'root'? */
static bool search(tableau *t, int root, int *counter) {
  int depth = 0, top = 0;
  int *path = malloc(sizeof *path * (size_t)t->places);
  bool found = false;
  path[depth++] = root;
  t->number[root] = t->low[root] = ++*counter;
  t->stack[top++] = root;
  t->on_stack[root] = 1;
  while (depth > 0 && !found) {
    int a = path[depth - 1], b = t->pending[a];
    if (b < t->places) {
      t->pending[a]++;
      if (!follows(t, a, b))
        continue;
      if (!t->number[b]) {
        t->number[b] = t->low[b] = ++*counter;
        t->stack[top++] = b;
        t->on_stack[b] = 1;
        path[depth++] = b;
      } else if (t->on_stack[b] && t->number[b] < t->low[a]) {
        t->low[a] = t->number[b];
      }
      continue;
    }
    depth--;
    if (depth > 0 && t->low[a] < t->low[path[depth - 1]])
      t->low[path[depth - 1]] = t->low[a];
    if (t->low[a] != t->number[a])
      continue;
    int first = top;
    while (t->stack[first - 1] != a)
      first--;
    first--;
    found = component_is_fair(t, t->stack + first, top - first);
    while (top > first)
      t->on_stack[t->stack[--top]] = 0;
  }
  free(path);
  return found;
}

bool formula_is_violated(const formula *f, const graph *g) {
  tableau t = {.f = f, .g = g};
  bool violated = false;
  int counter = 0;
  for (int i = 0; i < f->count; i++)
    t.temporal[i] = is_temporal(f->at[i].op) ? t.guesses++ : -1;
  t.places = g->count << t.guesses;
  size_t n = (size_t)t.places;
  t.values = calloc(n, FORMULA_MOST);
  t.low = calloc(n, sizeof *t.low);
  t.number = calloc(n, sizeof *t.number);
  t.stack = calloc(n, sizeof *t.stack);
  t.pending = calloc(n, sizeof *t.pending);
  t.on_stack = calloc(n, 1);
  fill_values(&t);
  for (int place = 0; place < t.places && !violated; place++)
    if (g->initial[g->steps[place >> t.guesses].from] &&
        !t.values[(size_t)place * FORMULA_MOST + (size_t)f->count - 1] &&
        !t.number[place])
      violated = search(&t, place, &counter);
  free(t.values);
  free(t.low);
  free(t.number);
  free(t.stack);
  free(t.pending);
  free(t.on_stack);
  return violated;
}
