/* Points and moves: what a process can do where it stands (notes, 4, 5, 8). */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include <assert.h>

static pml_move move_of(const pml_lowering *c, pml_node leaf) {
  pml_move x = {.kind = PML_MOVE_PLAIN,
                .guard = PML_NONE,
                .effect = PML_NONE,
                .talk = PML_NONE,
                .statement = PML_NONE};
  x.to = pml_target(c, leaf); /* a node: its point is not known yet */
  x.atomic = pml_keeps_right(c, leaf);
  if (leaf == c->end) {
    x.kind = PML_MOVE_END;
    return x;
  }
  x.statement = leaf / 2;
  pml_kind kind = c->s->statements.at[leaf / 2].kind;
  x.is_join = pml_is_join(leaf) || kind == PML_GOTO || kind == PML_BREAK;
  if (kind == PML_ELSE)
    x.kind = PML_MOVE_ELSE;
  else if (kind == PML_SEND)
    x.kind = PML_MOVE_SEND;
  else if (kind == PML_RECEIVE)
    x.kind = PML_MOVE_RECEIVE;
  return x;
}

/* Marks of a label on the first statement of an option count for where its
 * steps lead to. */
static void move_marks(pml_lowering *c, pml_node from, pml_node to) {
  if (!c->any_misplaced || from >= c->end)
    return;
  /* The option may be a compound statement: look at those around the leaf. */
  uint32_t s = from / 2;
  for (;;) {
    if (c->misplaced.at[s])
      c->marks.at[to] |= c->misplaced.at[s];
    uint32_t up = c->s->statements.at[s].parent;
    if (up == PML_NONE)
      return;
    const pml_statement *x = &c->s->statements.at[up];
    bool is_first = false;
    if (x->kind == PML_IF || x->kind == PML_DO) {
      for (uint32_t i = 0; i < x->c; i++)
        is_first |= c->s->options.at[x->a + i].first == s;
    } else {
      is_first = x->a == s && x->kind != PML_DSTEP;
    }
    if (!is_first)
      return;
    s = up;
  }
}

/* Is 'u' one of the unlesses in whose main part 'n' is? */
static bool is_covered(const pml_lowering *c, pml_node n, uint32_t u) {
  if (n >= c->end)
    return false;
  for (uint32_t x = c->flow.at[n / 2].cover; x != PML_NONE;
       x = c->flow.at[x].cover)
    if (x == u)
      return true;
  return false;
}

static bool is_there(const pml_lowering *c, const pml_move *x) {
  vec_each (const pml_move, y, &c->list) {
    if (y->statement == x->statement)
      return true;
  }
  vec_each (const pml_move, y, &c->front) {
    if (y->statement == x->statement)
      return true;
  }
  return false;
}

static void add_front(pml_lowering *c, pml_move x, uint32_t u) {
  if (is_there(c, &x))
    return;
  x.escape = MUTANT("promela-unless-escape") ? 0 : u + 1;
  vec_push(c->m, &c->front, x);
}

/* Where an escape begins: a goto there is passed, it is no step. */
static pml_node escape_of(const pml_lowering *c, uint32_t u) {
  return pml_resolve(c, pml_node_of(c->s->statements.at[u].b), false);
}

/* The moves of one escape. They come before all others, the last first. An
 * escape that has its own escapes brings them along only to a node that is
 * around it: that is what SPIN makes of its order of work. */
static void add_escape(pml_lowering *c, pml_node n, uint32_t u) {
  assert(u < c->place_of.count);
  uint32_t at = c->place_of.at[u];
  if (!is_covered(c, n, u)) {
    for (uint32_t i = 0; i < c->escape_count.at[at]; i++)
      add_front(c, c->escapes.at[c->first_escape.at[at] + i], u);
    return;
  }
  pml_first_steps(c, escape_of(c, u));
  vec_each (const pml_node, leaf, &c->leaves) {
    add_front(c, move_of(c, *leaf), u);
  }
}

/* The unless that a move can be broken off by; joins and the end cannot. */
static uint32_t cover_of(const pml_lowering *c, const pml_move *x) {
  if (x->statement == PML_NONE)
    return PML_NONE;
  pml_kind kind = c->s->statements.at[x->statement].kind;
  bool is_jump = kind == PML_GOTO || kind == PML_BREAK;
  return x->is_join && !is_jump ? PML_NONE : c->flow.at[x->statement].cover;
}

/* All moves from 'n', to 'list'. */
static void make_list(pml_lowering *c, pml_node n) {
  c->list.count = 0;
  c->front.count = 0;
  pml_first_steps(c, n);
  vec_each (const pml_node, leaf, &c->leaves) {
    pml_move x = move_of(c, *leaf);
    move_marks(c, *leaf, x.to);
    vec_push(c->m, &c->list, x);
  }
  size_t main = c->list.count;
  uint32_t done = PML_NONE; /* whose escapes are there */
  for (size_t i = 0; i < main; i++) {
    uint32_t cover = cover_of(c, &c->list.at[i]);
    for (uint32_t u = cover == done ? PML_NONE : cover; u != PML_NONE;
         u = c->flow.at[u].cover)
      add_escape(c, n, u);
    done = cover;
  }
  size_t more = c->front.count;
  if (!more)
    return;
  vec_resize(c->m, &c->list, main + more);
  memmove(c->list.at + more, c->list.at, main * sizeof *c->list.at);
  for (size_t i = 0; i < more; i++)
    c->list.at[i] = c->front.at[more - 1 - i];
}

/* The inner unlesses first: what is around them needs their escapes. */
static void make_escapes(pml_lowering *c) {
  c->escapes.count = 0;
  vec_resize(c->m, &c->first_escape, c->unlesses.count);
  vec_resize(c->m, &c->escape_count, c->unlesses.count);
  for (size_t i = c->unlesses.count; i-- > 0;) {
    make_list(c, escape_of(c, c->unlesses.at[i]));
    c->first_escape.at[i] = (uint32_t)c->escapes.count;
    c->escape_count.at[i] = (uint32_t)c->list.count;
    vec_each (const pml_move, y, &c->list) {
      vec_push(c->m, &c->escapes, *y);
    }
  }
}

static uint32_t points_point_at(pml_lowering *c, pml_node n) {
  assert(n < c->point_of.count);
  if (c->point_of.at[n] == PML_NONE) {
    c->point_of.at[n] = (uint32_t)c->nodes.count;
    vec_push(c->m, &c->nodes, n);
  }
  return c->point_of.at[n];
}

/* What pan refuses when it starts. */
static void check_list(pml_lowering *c, pml_node n) {
  assert(c->process < c->s->processes.count);
  const pml_process *q = &c->s->processes.at[c->process];
  uint32_t elses = 0;
  vec_each (const pml_move, x, &c->list) {
    if (x->statement == PML_NONE)
      continue;
    const pml_statement *y = &c->s->statements.at[x->statement];
    if (x->kind == PML_MOVE_ELSE && elses++)
      pml_refuse(c, y->at,
                 "a second else in one choice; a choice first in an "
                 "option belongs to the one around it");
    if (y->kind == PML_SKIP && !x->is_join && x->to == n &&
        q->kind != PML_NEVER)
      pml_refuse(c, y->at,
                 "a loop that does nothing and cannot be left here; "
                 "put a condition or a statement in it");
  }
}

static void make_point(pml_lowering *c, size_t i) {
  assert(i < c->nodes.count);
  pml_node n = c->nodes.at[i];
  make_list(c, n);
  check_list(c, n);
  pml_point x = {.first = (uint32_t)c->p->moves.count,
                 .count = (uint32_t)c->list.count,
                 .statement = n == c->end ? PML_NONE : n / 2,
                 .is_join = n != c->end && pml_is_join(n)};
  vec_push(c->m, &c->p->points, x);
  vec_each (pml_move, y, &c->list) {
    y->to = points_point_at(c, y->to);
    if (y->statement != PML_NONE && !y->is_join)
      c->flow.at[y->statement].is_shown = true;
    vec_push(c->m, &c->p->moves, *y);
  }
}

static uint32_t mark_of(const char *label) {
  if (strncmp(label, "end", 3) == 0)
    return PML_POINT_END;
  if (strncmp(label, "progress", 8) == 0)
    return PML_POINT_PROGRESS;
  if (strncmp(label, "accept", 6) == 0 && !MUTANT("promela-accept-label"))
    return PML_POINT_ACCEPT;
  return 0;
}

/* A label before an unless is at the first statement of its main part. */
static pml_node node_of_label(const pml_lowering *c, const pml_label *x) {
  uint32_t s = x->statement;
  while (c->s->statements.at[s].kind == PML_UNLESS)
    s = c->s->statements.at[s].a;
  return pml_node_of(s);
}

static void read_labels(pml_lowering *c) {
  assert(c->end < c->marks.count);
  c->any_misplaced = false;
  c->marks.at[c->end] = PML_POINT_END;
  vec_each (const pml_label, x, &c->s->labels) {
    if (x->process != c->process)
      continue;
    uint32_t mark = mark_of(names_text(&c->s->tokens.names, x->name));
    pml_node n = node_of_label(c, x);
    c->marks.at[n] |= mark;
    if (x->is_misplaced && mark) {
      c->misplaced.at[n / 2] |= mark;
      c->any_misplaced = true;
    }
  }
}

static void points_finish(pml_lowering *c, pml_behaviour *b) {
  b->points = (uint32_t)c->nodes.count;
  for (uint32_t i = 0; i < b->points; i++) {
    pml_node n = c->nodes.at[i];
    c->p->points.at[b->first_point + i].flags = c->marks.at[n];
  }
  for (size_t i = 0; i < c->s->labels.count; i++) {
    const pml_label *x = &c->s->labels.at[i];
    if (x->process != c->process || x->is_misplaced)
      continue;
    uint32_t point = c->point_of.at[node_of_label(c, x)];
    if (point != PML_NONE)
      c->p->points_of_labels.at[i] = b->first_point + point;
  }
  vec_each (const pml_node, n, &c->nodes) {
    c->point_of.at[*n] = PML_NONE;
  }
}

void pml_points(pml_lowering *c) {
  assert(c->process < c->p->behaviours.count);
  pml_behaviour *b = &c->p->behaviours.at[c->process];
  c->nodes.count = 0;
  read_labels(c);
  make_escapes(c);
  b->first_point = (uint32_t)c->p->points.count;
  assert(c->process < c->s->processes.count);
  uint32_t body = c->s->processes.at[c->process].body;
  pml_node first = body == PML_NONE ? c->end : pml_node_of(body);
  b->start = points_point_at(c, pml_resolve(c, first, false));
  size_t done = 0;
  for (; done < c->nodes.count; done++)
    make_point(c, done);
  b->reachable = (uint32_t)done;
  /* What cannot be reached has points too, so that it can be named as never
   * used. */
  for (size_t i = 0; i < c->basics.count; i++) {
    if (c->flow.at[c->basics.at[i]].is_shown)
      continue;
    points_point_at(c, pml_node_of(c->basics.at[i]));
    for (; done < c->nodes.count; done++)
      make_point(c, done);
  }
  points_finish(c, b);
}
