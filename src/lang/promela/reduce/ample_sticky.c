/* The cycle proviso: on every cycle of a process' control flow there is a
 * "sticky" point, where it never moves alone.
 *
 * Why no cycle of states ignores a process then: suppose that in each state of
 * a cycle some process moves alone. Take the state with the fewest processes.
 * Those that live there live throughout, as the youngest ends first, and they
 * end the cycle at the point where they began it. If one of them moves, it has
 * gone round a cycle of its control flow and moved from a sticky point:
 * impossible. If none of them moves, neither was any other process started,
 * and nobody moves at all. So in some state of the cycle all processes were
 * looked at, and whoever can move all the time was not forgotten.
 *
 * A sticky point whose moves are all talks need not hold a process back if who
 * is at the other end of each channel has a lower pid, and nobody can start a
 * process any more: of the processes that move in the cycle take the one with
 * the lowest pid. It passes a sticky point, where it sends or receives a
 * message; as the channel is in the end as full as in the beginning somebody at
 * its other end moves, too, and has a lower pid still. (machine/ample.c:
 * is_fed) A send that may be lost does not make a channel fuller, and feeds
 * nobody.
 *
 * Nor need a move be sticky that counts a local variable up, or down, if on all
 * ways round nothing else is done to that variable: going round and round takes
 * it through all its values, as arithmetic wraps. It is enough to hold the
 * process back where the variable has its last value and would wrap, which it
 * may never have (ample_counters.c).
 *
 * One step may pass several points, in an atomic sequence: it is sticky if one
 * of them is. Merged statements are one move from a point to another, and the
 * control flow that is looked at is the one with the merged moves.
 *
 * Sticky points cost nothing where a process could hardly ever move alone:
 * those whose moves touch what others use are taken first. */
#include "lang/promela/reduce/ample_sticky.h"

#include "base/check.h"

#include <assert.h>

/* All that other processes than one of this type can do, ever. */
static void unite_others(pml_maker *maker, uint32_t process, uint64_t *out) {
  const pml_syntax *syntax = maker->p->syntax;
  uint32_t copies = syntax->processes.at[process].active;
  vec_each (const pml_expr, expr, &syntax->exprs)
    if (expr->op == PML_RUN && expr->a == process)
      copies++;
  memcpy(out, maker->a->question, maker->a->row * sizeof *out);
  for (uint32_t i = 0; i < maker->p->behaviours.count; i++) {
    const uint64_t *set = pml_row(maker, maker->starts.at, i);
    if (i == process && copies < 2)
      continue;
    for (uint32_t w = 0; w < maker->a->row; w++)
      out[w] |= set[w];
  }
}

static bool meet(const pml_maker *maker, const uint64_t *conflicts,
                 const uint64_t *others) {
  for (uint32_t w = 0; w < pml_set_common(maker->a); w++)
    if (conflicts[w] & others[w])
      return true;
  return false;
}

enum { RANK_SHARED, RANK_COUNTS, RANK_TALK, RANK_FREE, RANK_INSIDE };

static void rank_points(pml_finder *finder, uint32_t process) {
  pml_maker *maker = finder->k;
  uint64_t others[PML_MOST_ROW];
  unite_others(maker, process, others);
  for (uint32_t i = 0; i < finder->b->points; i++) {
    uint32_t n = finder->b->first_point + i;
    if (meet(maker, pml_row(maker, maker->a->conflicts.at, n), others))
      finder->rank[i] = RANK_SHARED;
    else
      finder->rank[i] = maker->a->points.at[n].talks ? RANK_TALK : RANK_FREE;
    if (finder->rank[i] != RANK_SHARED && pml_has_counter(finder, i))
      finder->rank[i] = RANK_COUNTS;
    if (maker->is_inside[n])
      finder->rank[i] = (uint8_t)(finder->rank[i] + RANK_INSIDE);
  }
}

static void enter(pml_finder *finder, uint32_t i, uint32_t *seen,
                  uint32_t *waiting, uint32_t *depth) {
  finder->number[i] = finder->low[i] = ++*seen;
  finder->next[i] = 0;
  finder->is_waiting[i] = 1;
  finder->stack[(*waiting)++] = i;
  finder->path[(*depth)++] = i;
}

static void close(pml_finder *finder, uint32_t i, uint32_t *waiting) {
  finder->components++;
  uint32_t k;
  do {
    k = finder->stack[--*waiting];
    finder->is_waiting[k] = 0;
    finder->component[k] = finder->components;
  } while (k != i);
}

/* Tarjan's algorithm on points that are not cut. */
static void find_components(pml_finder *finder) {
  const pml_lowered *lowered = finder->k->p;
  uint32_t seen = 0, waiting = 0, depth = 0;
  finder->components = 0;
  memset(finder->number, 0, finder->b->points * sizeof *finder->number);
  for (uint32_t root = 0; root < finder->b->points; root++) {
    if (finder->number[root] || finder->is_cut[root])
      continue;
    enter(finder, root, &seen, &waiting, &depth);
    while (depth) {
      uint32_t i = finder->path[depth - 1];
      const pml_point *point = &lowered->points.at[finder->b->first_point + i];
      if (finder->next[i] == point->count) {
        depth--;
        if (depth && finder->low[i] < finder->low[finder->path[depth - 1]])
          finder->low[finder->path[depth - 1]] = finder->low[i];
        if (finder->low[i] == finder->number[i])
          close(finder, i, &waiting);
        continue;
      }
      const pml_move *move =
          &lowered->moves.at[point->first + finder->next[i]++];
      uint32_t to = move->to;
      if (move->kind == PML_MOVE_END || finder->is_cut[to] ||
          finder->is_gone[move - lowered->moves.at])
        continue;
      if (!finder->number[to])
        enter(finder, to, &seen, &waiting, &depth);
      else if (finder->is_waiting[to] && finder->number[to] < finder->low[i])
        finder->low[i] = finder->number[to];
    }
  }
}

/* Edges inside components; is there any? */
static bool count_entries(pml_finder *finder) {
  const pml_lowered *lowered = finder->k->p;
  bool some = false;
  memset(finder->entries, 0, finder->b->points * sizeof *finder->entries);
  for (uint32_t i = 0; i < finder->b->points; i++) {
    const pml_point *point = &lowered->points.at[finder->b->first_point + i];
    for (uint32_t n = 0; n < point->count && !finder->is_cut[i]; n++) {
      const pml_move *move = &lowered->moves.at[point->first + n];
      if (move->kind == PML_MOVE_END || finder->is_cut[move->to] ||
          finder->component[move->to] != finder->component[i] ||
          finder->is_gone[move - lowered->moves.at])
        continue;
      finder->entries[move->to]++;
      some = true;
    }
  }
  return some;
}

/* Are all moves of the point talks that leave a channel fuller or emptier? */
static bool is_fed(const pml_finder *finder, uint32_t i) {
  const pml_lowered *lowered = finder->k->p;
  const pml_point *point = &lowered->points.at[finder->b->first_point + i];
  for (uint32_t n = 0; n < point->count; n++) {
    const pml_move *move = &lowered->moves.at[point->first + n];
    bool is_talk =
        move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE;
    if (!is_talk || lowered->talks.at[move->talk].keeps ||
        (move->kind == PML_MOVE_SEND &&
         lowered->syntax->reading.loses_messages))
      return false;
  }
  return point->count > 0;
}

/* Components of what is left if only points are cut that are held for good. */
static void find_wider(pml_finder *finder) {
  uint8_t *is_cut = finder->is_cut, *is_gone = finder->is_gone;
  uint32_t *component = finder->component;
  finder->is_cut = finder->is_held;
  finder->is_gone = finder->none_gone;
  finder->component = finder->wider;
  find_components(finder);
  finder->is_cut = is_cut;
  finder->is_gone = is_gone;
  finder->component = component;
}

static void sticky_cut(pml_finder *finder, uint32_t point) {
  pml_ample_point *ample_point =
      &finder->k->a->points.at[finder->b->first_point + point];
  if (finder->rank[point] == RANK_COUNTS) {
    /* If it cannot be done another point may be better. */
    if (!pml_cut_counter(finder, point))
      finder->rank[point] = ample_point->talks ? RANK_TALK : RANK_FREE;
    return;
  }
  finder->is_cut[point] = 1;
  if (is_fed(finder, point))
    ample_point->flags |= PML_POINT_IS_FED;
  else {
    ample_point->flags |= PML_POINT_NEVER;
    finder->is_held[point] = 1;
  }
}

/* In each component with a cycle the cheapest point is cut, and of those the
 * one that most ways lead to. */
static void cut_components(pml_finder *finder) {
  uint32_t *best = finder->next; /* by component */
  for (uint32_t c = 0; c <= finder->components && c < finder->b->points; c++)
    best[c] = PML_NONE;
  for (uint32_t i = 0; i < finder->b->points; i++) {
    if (finder->is_cut[i] || !finder->entries[i])
      continue;
    uint32_t *x = &best[finder->component[i] - 1];
    if (*x == PML_NONE || finder->rank[i] < finder->rank[*x] ||
        (finder->rank[i] == finder->rank[*x] &&
         finder->entries[i] > finder->entries[*x]))
      *x = i;
  }
  for (uint32_t c = 0; c < finder->components; c++)
    if (best[c] != PML_NONE)
      sticky_cut(finder, best[c]);
}

static void begin(pml_finder *finder, mem *m, uint32_t points) {
  finder->rank = mem_alloc(m, points);
  finder->is_cut = mem_alloc(m, points);
  finder->is_waiting = mem_alloc(m, points);
  finder->number = mem_array(m, points, sizeof *finder->number);
  finder->low = mem_array(m, points, sizeof *finder->low);
  finder->component = mem_array(m, points, sizeof *finder->component);
  finder->wider = mem_array(m, points, sizeof *finder->wider);
  finder->is_held = mem_alloc(m, points);
  finder->is_gone = mem_alloc(m, finder->k->p->moves.count + 1);
  finder->none_gone = mem_alloc(m, finder->k->p->moves.count + 1);
  finder->entries = mem_array(m, points, sizeof *finder->entries);
  finder->stack = mem_array(m, points, sizeof *finder->stack);
  finder->path = mem_array(m, points, sizeof *finder->path);
  finder->next = mem_array(m, points, sizeof *finder->next);
}

static void end(pml_finder *finder, mem *m) {
  mem_free(m, finder->rank);
  mem_free(m, finder->is_cut);
  mem_free(m, finder->is_waiting);
  mem_free(m, finder->number);
  mem_free(m, finder->low);
  mem_free(m, finder->component);
  mem_free(m, finder->wider);
  mem_free(m, finder->is_held);
  mem_free(m, finder->is_gone);
  mem_free(m, finder->none_gone);
  mem_free(m, finder->entries);
  mem_free(m, finder->stack);
  mem_free(m, finder->path);
  mem_free(m, finder->next);
}

/* A step that passes a sticky point is sticky. */
static void spread(pml_maker *maker, const pml_behaviour *behaviour) {
  const pml_lowered *lowered = maker->p;
  pml_ample_point *points = maker->a->points.at + behaviour->first_point;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < behaviour->points; i++) {
      const pml_point *point = &lowered->points.at[behaviour->first_point + i];
      for (uint32_t n = 0; n < point->count; n++) {
        const pml_move *move = &lowered->moves.at[point->first + n];
        if (!move->atomic || points[i].flags & PML_POINT_NEVER ||
            !(points[move->to].flags &
              (PML_POINT_NEVER | PML_POINT_IS_FED | PML_POINT_COUNTS)))
          continue;
        points[i].flags |= PML_POINT_NEVER;
        more = true;
      }
    }
  }
}

#ifndef NDEBUG
/* Is the edge of this move still there? */
static bool is_left(const pml_finder *f, uint32_t from, const pml_move *move) {
  return move->kind != PML_MOVE_END && !f->is_cut[from] &&
         !f->is_cut[move->to] && !f->is_gone[move - f->k->p->moves.at];
}

/* Takes away points that no edge enters until there are none: whatever is left
 * then is on a cycle or behind one. Found otherwise than by components, which
 * may be wrong. And what is cut the machine is told. */
static void check_cycles_broken(pml_finder *f) {
  const pml_point *points = f->k->p->points.at + f->b->first_point;
  const pml_move *moves = f->k->p->moves.at;
  uint32_t free = 0, taken = 0;
  memset(f->entries, 0, f->b->points * sizeof *f->entries);
  for (uint32_t i = 0; i < f->b->points; i++) {
    uint32_t flags = f->k->a->points.at[f->b->first_point + i].flags;
    assert(!f->is_cut[i] || flags & (PML_POINT_NEVER | PML_POINT_IS_FED));
    for (uint32_t n = 0; n < points[i].count; n++)
      if (is_left(f, i, &moves[points[i].first + n]))
        f->entries[moves[points[i].first + n].to]++;
  }
  for (uint32_t i = 0; i < f->b->points; i++)
    if (f->entries[i] == 0)
      f->stack[free++] = i;
  for (; free > 0; taken++) {
    uint32_t i = f->stack[--free];
    for (uint32_t n = 0; n < points[i].count; n++)
      if (is_left(f, i, &moves[points[i].first + n]) &&
          --f->entries[moves[points[i].first + n].to] == 0)
        f->stack[free++] = moves[points[i].first + n].to;
  }
  assert(taken == f->b->points);
}
#endif

void pml_break_cycles(pml_maker *maker) {
  for (uint32_t process = 0; process < maker->p->behaviours.count; process++) {
    pml_finder finder = {.k = maker, .b = &maker->p->behaviours.at[process]};
    if (!pml_is_real(maker->p, process) || finder.b->points == 0)
      continue;
    pml_ample_point *points = maker->a->points.at + finder.b->first_point;
    begin(&finder, maker->m, finder.b->points);
    rank_points(&finder, process);
    for (uint32_t i = 0; i < finder.b->points; i++)
      finder.is_cut[i] = finder.is_held[i] =
          (points[i].flags & PML_POINT_NEVER) != 0;
    for (;;) {
      find_wider(&finder);
      find_components(&finder);
      if (!count_entries(&finder))
        break;
      cut_components(&finder);
    }
    debug_check(check_cycles_broken(&finder));
    spread(maker, finder.b);
    end(&finder, maker->m);
  }
}
