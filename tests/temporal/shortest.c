#include "shortest.h"

#include <string.h>

typedef struct lassos {
  const formula *f;
  const random_model *x;
  int path[SHORTEST_MOST + 1]; /* steps */
  int longest;
  long words, most;
  bool found;
} lassos;

/* The value of a temporal operator from those of its parts here, and from its
 * own at the next position. */
static bool step_value(const formula_node *n, bool l, bool r, bool next) {
  switch (n->op) {
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

/* A fixpoint on the lasso: least for F, U and M, greatest for G, R and W. Twice
 * round is enough. */
static void fill_fixpoint(const formula_node *n, const uint8_t *l,
                          const uint8_t *r, int count, int loop, uint8_t *v) {
  memset(v, n->op == 'G' || n->op == 'R' || n->op == 'W', (size_t)count);
  for (int round = 0; round < 2; round++)
    for (int i = count - 1; i >= 0; i--)
      v[i] = step_value(n, l[i], r[i], v[i + 1 < count ? i + 1 : loop]);
}

static bool plain_value(char op, bool l, bool r) {
  switch (op) {
  case '1':
    return true;
  case '0':
    return false;
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
  default: /* ^ */
    return l != r;
  }
}

/* Is the formula true on letters[0] .. [count - 1], 'loop' following? */
static bool holds(const formula *f, const unsigned *letters, int count,
                  int loop) {
  static uint8_t v[FORMULA_MOST][SHORTEST_MOST + 2];
  for (int k = 0; k < f->count; k++) {
    const formula_node *n = &f->at[k];
    const uint8_t *l = v[n->left], *r = v[n->right];
    if (strchr("FGURWM", n->op)) {
      fill_fixpoint(n, l, r, count, loop, v[k]);
      continue;
    }
    for (int i = 0; i < count; i++)
      v[k][i] = (uint8_t)(n->op == 'p'   ? letters[i] >> n->left & 1
                          : n->op == 'X' ? l[i + 1 < count ? i + 1 : loop]
                                         : plain_value(n->op, l[i], r[i]));
  }
  return v[f->count - 1][0];
}

static void judge(lassos *b, int count, int loop) {
  unsigned letters[SHORTEST_MOST + 1];
  for (int i = 0; i < count; i++)
    letters[i] = b->x->steps[b->path[i]].letter;
  b->words++;
  if (!holds(b->f, letters, count, loop))
    b->found = true;
}

static int state_at(const lassos *b, int i) {
  return i ? b->x->steps[b->path[i - 1]].to : b->x->steps[b->path[0]].from;
}

/* The path has 'count' steps, at least one; lassos of exactly 'longest' steps
 * are judged. A step that repeats an end is the last, and costs nothing. */
static void extend(lassos *b, int count) {
  int last = b->path[count - 1];
  int here = b->x->steps[last].to;
  bool ends = b->x->is_end_step[last];
  int cost = ends ? count - 1 : count;
  if (ends && cost == b->longest)
    judge(b, count, count - 1);
  for (int i = 0; !ends && cost == b->longest && i < count; i++)
    if (state_at(b, i) == here)
      judge(b, count, i);
  for (int k = 0; !ends && k < b->x->graph.count; k++)
    if (!b->found && b->words < b->most && count < SHORTEST_MOST &&
        cost < b->longest + b->x->is_end_step[k] &&
        b->x->steps[k].from == here) {
      b->path[count] = k;
      extend(b, count + 1);
    }
}

int shortest_violation(const formula *f, const random_model *x, long most) {
  lassos b = {.f = f, .x = x, .most = most};
  for (; b.longest < SHORTEST_MOST - 1 && b.words < most; b.longest++)
    for (int k = 0; k < x->graph.count; k++) {
      if (!x->initial[x->steps[k].from])
        continue;
      b.path[0] = k;
      extend(&b, 1);
      if (b.found)
        return b.longest;
    }
  return -1;
}
