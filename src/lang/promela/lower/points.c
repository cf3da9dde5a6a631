/* Points and moves: what a process can do where it stands (notes, 4, 5, 8). */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include <assert.h>

static pml_move move_of(const pml_lowering *lowering, pml_node leaf) {
  pml_move move = {.kind = PML_MOVE_PLAIN,
                   .guard = PML_NONE,
                   .effect = PML_NONE,
                   .talk = PML_NONE,
                   .statement = PML_NONE};
  move.to = pml_target(lowering, leaf); /* a node: its point is not known yet */
  move.atomic = pml_keeps_right(lowering, leaf);
  if (leaf == lowering->end) {
    move.kind = PML_MOVE_END;
    return move;
  }
  move.statement = leaf / 2;
  pml_kind kind = lowering->s->statements.at[leaf / 2].kind;
  move.is_join = pml_is_join(leaf) || kind == PML_GOTO || kind == PML_BREAK;
  if (kind == PML_ELSE)
    move.kind = PML_MOVE_ELSE;
  else if (kind == PML_SEND)
    move.kind = PML_MOVE_SEND;
  else if (kind == PML_RECEIVE)
    move.kind = PML_MOVE_RECEIVE;
  return move;
}

/* Marks of a label on the first statement of an option count for where its
 * steps lead to. */
static void move_marks(pml_lowering *lowering, pml_node from, pml_node to) {
  if (!lowering->any_misplaced || from >= lowering->end)
    return;
  /* The option may be a compound statement: look at those around the leaf. */
  uint32_t s = from / 2;
  for (;;) {
    if (lowering->misplaced.at[s])
      lowering->marks.at[to] |= lowering->misplaced.at[s];
    uint32_t up = lowering->s->statements.at[s].parent;
    if (up == PML_NONE)
      return;
    const pml_statement *statement = &lowering->s->statements.at[up];
    bool is_first = false;
    if (statement->kind == PML_IF || statement->kind == PML_DO) {
      for (uint32_t i = 0; i < statement->c; i++)
        is_first |= lowering->s->options.at[statement->a + i].first == s;
    } else {
      is_first = statement->a == s && statement->kind != PML_DSTEP;
    }
    if (!is_first)
      return;
    s = up;
  }
}

/* Is 'u' one of the unlesses in whose main part 'n' is? */
static bool is_covered(const pml_lowering *lowering, pml_node n, uint32_t u) {
  if (n >= lowering->end)
    return false;
  for (uint32_t x = lowering->flow.at[n / 2].cover; x != PML_NONE;
       x = lowering->flow.at[x].cover)
    if (x == u)
      return true;
  return false;
}

static bool is_there(const pml_lowering *lowering, const pml_move *x) {
  vec_each (const pml_move, y, &lowering->list) {
    if (y->statement == x->statement)
      return true;
  }
  vec_each (const pml_move, y, &lowering->front) {
    if (y->statement == x->statement)
      return true;
  }
  return false;
}

static void add_front(pml_lowering *lowering, pml_move move, uint32_t u) {
  if (is_there(lowering, &move))
    return;
  move.escape = MUTANT("promela-unless-escape") ? 0 : u + 1;
  vec_push(lowering->m, &lowering->front, move);
}

/* Where an escape begins: a goto there is passed, it is no step. */
static pml_node escape_of(const pml_lowering *lowering, uint32_t u) {
  return pml_resolve(lowering, pml_node_of(lowering->s->statements.at[u].b),
                     false);
}

/* The moves of one escape. They come before all others, the last first. An
 * escape that has its own escapes brings them along only to a node that is
 * around it: that is what SPIN makes of its order of work. */
static void add_escape(pml_lowering *lowering, pml_node n, uint32_t u) {
  assert(u < lowering->place_of.count);
  uint32_t at = lowering->place_of.at[u];
  if (!is_covered(lowering, n, u)) {
    for (uint32_t i = 0; i < lowering->escape_count.at[at]; i++)
      add_front(lowering,
                lowering->escapes.at[lowering->first_escape.at[at] + i], u);
    return;
  }
  pml_first_steps(lowering, escape_of(lowering, u));
  vec_each (const pml_node, leaf, &lowering->leaves) {
    add_front(lowering, move_of(lowering, *leaf), u);
  }
}

/* The unless that a move can be broken off by; joins and the end cannot. */
static uint32_t cover_of(const pml_lowering *lowering, const pml_move *move) {
  if (move->statement == PML_NONE)
    return PML_NONE;
  pml_kind kind = lowering->s->statements.at[move->statement].kind;
  bool is_jump = kind == PML_GOTO || kind == PML_BREAK;
  return move->is_join && !is_jump ? PML_NONE
                                   : lowering->flow.at[move->statement].cover;
}

/* All moves from 'n', to 'list'. */
static void make_list(pml_lowering *lowering, pml_node n) {
  lowering->list.count = 0;
  lowering->front.count = 0;
  pml_first_steps(lowering, n);
  vec_each (const pml_node, leaf, &lowering->leaves) {
    pml_move move = move_of(lowering, *leaf);
    move_marks(lowering, *leaf, move.to);
    vec_push(lowering->m, &lowering->list, move);
  }
  size_t main = lowering->list.count;
  uint32_t done = PML_NONE; /* whose escapes are there */
  for (size_t i = 0; i < main; i++) {
    uint32_t cover = cover_of(lowering, &lowering->list.at[i]);
    for (uint32_t u = cover == done ? PML_NONE : cover; u != PML_NONE;
         u = lowering->flow.at[u].cover)
      add_escape(lowering, n, u);
    done = cover;
  }
  size_t more = lowering->front.count;
  if (!more)
    return;
  vec_resize(lowering->m, &lowering->list, main + more);
  memmove(lowering->list.at + more, lowering->list.at,
          main * sizeof *lowering->list.at);
  for (size_t i = 0; i < more; i++)
    lowering->list.at[i] = lowering->front.at[more - 1 - i];
}

/* The inner unlesses first: what is around them needs their escapes. */
static void make_escapes(pml_lowering *lowering) {
  lowering->escapes.count = 0;
  vec_resize(lowering->m, &lowering->first_escape, lowering->unlesses.count);
  vec_resize(lowering->m, &lowering->escape_count, lowering->unlesses.count);
  for (size_t i = lowering->unlesses.count; i-- > 0;) {
    make_list(lowering, escape_of(lowering, lowering->unlesses.at[i]));
    lowering->first_escape.at[i] = (uint32_t)lowering->escapes.count;
    lowering->escape_count.at[i] = (uint32_t)lowering->list.count;
    vec_each (const pml_move, move, &lowering->list) {
      vec_push(lowering->m, &lowering->escapes, *move);
    }
  }
}

static uint32_t points_point_at(pml_lowering *lowering, pml_node n) {
  assert(n < lowering->point_of.count);
  if (lowering->point_of.at[n] == PML_NONE) {
    lowering->point_of.at[n] = (uint32_t)lowering->nodes.count;
    vec_push(lowering->m, &lowering->nodes, n);
  }
  return lowering->point_of.at[n];
}

/* What pan refuses when it starts. */
static void check_list(pml_lowering *lowering, pml_node n) {
  assert(lowering->process < lowering->s->processes.count);
  const pml_process *process = &lowering->s->processes.at[lowering->process];
  uint32_t elses = 0;
  vec_each (const pml_move, move, &lowering->list) {
    if (move->statement == PML_NONE)
      continue;
    const pml_statement *statement =
        &lowering->s->statements.at[move->statement];
    if (move->kind == PML_MOVE_ELSE && elses++)
      pml_refuse(lowering, statement->at,
                 "a second else in one choice; a choice first in an "
                 "option belongs to the one around it");
    if (statement->kind == PML_SKIP && !move->is_join && move->to == n &&
        process->kind != PML_NEVER)
      pml_refuse(lowering, statement->at,
                 "a loop that does nothing and cannot be left here; "
                 "put a condition or a statement in it");
  }
}

static void make_point(pml_lowering *lowering, size_t i) {
  assert(i < lowering->nodes.count);
  pml_node n = lowering->nodes.at[i];
  make_list(lowering, n);
  check_list(lowering, n);
  pml_point point = {.first = (uint32_t)lowering->p->moves.count,
                     .count = (uint32_t)lowering->list.count,
                     .statement = n == lowering->end ? PML_NONE : n / 2,
                     .is_join = n != lowering->end && pml_is_join(n)};
  vec_push(lowering->m, &lowering->p->points, point);
  vec_each (pml_move, move, &lowering->list) {
    move->to = points_point_at(lowering, move->to);
    if (move->statement != PML_NONE && !move->is_join)
      lowering->flow.at[move->statement].is_shown = true;
    vec_push(lowering->m, &lowering->p->moves, *move);
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
static pml_node node_of_label(const pml_lowering *lowering,
                              const pml_label *label) {
  uint32_t s = label->statement;
  while (lowering->s->statements.at[s].kind == PML_UNLESS)
    s = lowering->s->statements.at[s].a;
  return pml_node_of(s);
}

static void read_labels(pml_lowering *lowering) {
  assert(lowering->end < lowering->marks.count);
  lowering->any_misplaced = false;
  lowering->marks.at[lowering->end] = PML_POINT_END;
  vec_each (const pml_label, label, &lowering->s->labels) {
    if (label->process != lowering->process)
      continue;
    uint32_t mark =
        mark_of(names_text(&lowering->s->tokens.names, label->name));
    pml_node n = node_of_label(lowering, label);
    lowering->marks.at[n] |= mark;
    if (label->is_misplaced && mark) {
      lowering->misplaced.at[n / 2] |= mark;
      lowering->any_misplaced = true;
    }
  }
}

static void points_finish(pml_lowering *lowering, pml_behaviour *behaviour) {
  behaviour->points = (uint32_t)lowering->nodes.count;
  for (uint32_t i = 0; i < behaviour->points; i++) {
    pml_node n = lowering->nodes.at[i];
    lowering->p->points.at[behaviour->first_point + i].flags =
        lowering->marks.at[n];
  }
  for (size_t i = 0; i < lowering->s->labels.count; i++) {
    const pml_label *label = &lowering->s->labels.at[i];
    if (label->process != lowering->process || label->is_misplaced)
      continue;
    uint32_t point = lowering->point_of.at[node_of_label(lowering, label)];
    if (point != PML_NONE)
      lowering->p->points_of_labels.at[i] = behaviour->first_point + point;
  }
  vec_each (const pml_node, n, &lowering->nodes) {
    lowering->point_of.at[*n] = PML_NONE;
  }
}

void pml_points(pml_lowering *lowering) {
  assert(lowering->process < lowering->p->behaviours.count);
  pml_behaviour *behaviour = &lowering->p->behaviours.at[lowering->process];
  lowering->nodes.count = 0;
  read_labels(lowering);
  make_escapes(lowering);
  behaviour->first_point = (uint32_t)lowering->p->points.count;
  assert(lowering->process < lowering->s->processes.count);
  uint32_t body = lowering->s->processes.at[lowering->process].body;
  pml_node first = body == PML_NONE ? lowering->end : pml_node_of(body);
  behaviour->start =
      points_point_at(lowering, pml_resolve(lowering, first, false));
  size_t done = 0;
  for (; done < lowering->nodes.count; done++)
    make_point(lowering, done);
  behaviour->reachable = (uint32_t)done;
  /* What cannot be reached has points too, so that it can be named as never
   * used. */
  for (size_t i = 0; i < lowering->basics.count; i++) {
    if (lowering->flow.at[lowering->basics.at[i]].is_shown)
      continue;
    points_point_at(lowering, pml_node_of(lowering->basics.at[i]));
    for (; done < lowering->nodes.count; done++)
      make_point(lowering, done);
  }
  points_finish(lowering, behaviour);
}
