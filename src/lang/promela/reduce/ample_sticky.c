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
static void unite_others(pml_maker *k, uint32_t process, uint64_t *out) {
  const pml_syntax *s = k->p->syntax;
  uint32_t copies = s->processes.at[process].active;
  vec_each (const pml_expr, e, &s->exprs)
    if (e->op == PML_RUN && e->a == process)
      copies++;
  memcpy(out, k->a->question, k->a->row * sizeof *out);
  for (uint32_t i = 0; i < k->p->behaviours.count; i++) {
    const uint64_t *set = pml_row(k, k->starts.at, i);
    if (i == process && copies < 2)
      continue;
    for (uint32_t w = 0; w < k->a->row; w++)
      out[w] |= set[w];
  }
}

static bool meet(const pml_maker *k, const uint64_t *conflicts,
                 const uint64_t *others) {
  for (uint32_t w = 0; w < pml_set_common(k->a); w++)
    if (conflicts[w] & others[w])
      return true;
  return false;
}

enum { RANK_SHARED, RANK_COUNTS, RANK_TALK, RANK_FREE, RANK_INSIDE };

static void rank_points(pml_finder *f, uint32_t process) {
  pml_maker *k = f->k;
  uint64_t others[PML_MOST_ROW];
  unite_others(k, process, others);
  for (uint32_t i = 0; i < f->b->points; i++) {
    uint32_t n = f->b->first_point + i;
    if (meet(k, pml_row(k, k->a->conflicts.at, n), others))
      f->rank[i] = RANK_SHARED;
    else
      f->rank[i] = k->a->points.at[n].talks ? RANK_TALK : RANK_FREE;
    if (f->rank[i] != RANK_SHARED && pml_has_counter(f, i))
      f->rank[i] = RANK_COUNTS;
    if (k->is_inside[n])
      f->rank[i] = (uint8_t)(f->rank[i] + RANK_INSIDE);
  }
}

static void enter(pml_finder *f, uint32_t i, uint32_t *seen, uint32_t *waiting,
                  uint32_t *depth) {
  f->number[i] = f->low[i] = ++*seen;
  f->next[i] = 0;
  f->is_waiting[i] = 1;
  f->stack[(*waiting)++] = i;
  f->path[(*depth)++] = i;
}

static void close(pml_finder *f, uint32_t i, uint32_t *waiting) {
  f->components++;
  uint32_t k;
  do {
    k = f->stack[--*waiting];
    f->is_waiting[k] = 0;
    f->component[k] = f->components;
  } while (k != i);
}

/* Tarjan's algorithm on points that are not cut. */
static void find_components(pml_finder *f) {
  const pml_lowered *p = f->k->p;
  uint32_t seen = 0, waiting = 0, depth = 0;
  f->components = 0;
  memset(f->number, 0, f->b->points * sizeof *f->number);
  for (uint32_t root = 0; root < f->b->points; root++) {
    if (f->number[root] || f->is_cut[root])
      continue;
    enter(f, root, &seen, &waiting, &depth);
    while (depth) {
      uint32_t i = f->path[depth - 1];
      const pml_point *point = &p->points.at[f->b->first_point + i];
      if (f->next[i] == point->count) {
        depth--;
        if (depth && f->low[i] < f->low[f->path[depth - 1]])
          f->low[f->path[depth - 1]] = f->low[i];
        if (f->low[i] == f->number[i])
          close(f, i, &waiting);
        continue;
      }
      const pml_move *move = &p->moves.at[point->first + f->next[i]++];
      uint32_t to = move->to;
      if (move->kind == PML_MOVE_END || f->is_cut[to] ||
          f->is_gone[move - p->moves.at])
        continue;
      if (!f->number[to])
        enter(f, to, &seen, &waiting, &depth);
      else if (f->is_waiting[to] && f->number[to] < f->low[i])
        f->low[i] = f->number[to];
    }
  }
}

/* Edges inside components; is there any? */
static bool count_entries(pml_finder *f) {
  const pml_lowered *p = f->k->p;
  bool some = false;
  memset(f->entries, 0, f->b->points * sizeof *f->entries);
  for (uint32_t i = 0; i < f->b->points; i++) {
    const pml_point *point = &p->points.at[f->b->first_point + i];
    for (uint32_t n = 0; n < point->count && !f->is_cut[i]; n++) {
      const pml_move *move = &p->moves.at[point->first + n];
      if (move->kind == PML_MOVE_END || f->is_cut[move->to] ||
          f->component[move->to] != f->component[i] ||
          f->is_gone[move - p->moves.at])
        continue;
      f->entries[move->to]++;
      some = true;
    }
  }
  return some;
}

/* Are all moves of the point talks that leave a channel fuller or emptier? */
static bool is_fed(const pml_finder *f, uint32_t i) {
  const pml_lowered *p = f->k->p;
  const pml_point *point = &p->points.at[f->b->first_point + i];
  for (uint32_t n = 0; n < point->count; n++) {
    const pml_move *move = &p->moves.at[point->first + n];
    bool is_talk =
        move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE;
    if (!is_talk || p->talks.at[move->talk].keeps ||
        (move->kind == PML_MOVE_SEND && p->syntax->reading.loses_messages))
      return false;
  }
  return point->count > 0;
}

/* Components of what is left if only points are cut that are held for good. */
static void find_wider(pml_finder *f) {
  uint8_t *is_cut = f->is_cut, *is_gone = f->is_gone;
  uint32_t *component = f->component;
  f->is_cut = f->is_held;
  f->is_gone = f->none_gone;
  f->component = f->wider;
  find_components(f);
  f->is_cut = is_cut;
  f->is_gone = is_gone;
  f->component = component;
}

static void sticky_cut(pml_finder *f, uint32_t point) {
  pml_ample_point *x = &f->k->a->points.at[f->b->first_point + point];
  if (f->rank[point] == RANK_COUNTS) {
    /* If it cannot be done another point may be better. */
    if (!pml_cut_counter(f, point))
      f->rank[point] = x->talks ? RANK_TALK : RANK_FREE;
    return;
  }
  f->is_cut[point] = 1;
  if (is_fed(f, point))
    x->flags |= PML_POINT_IS_FED;
  else {
    x->flags |= PML_POINT_NEVER;
    f->is_held[point] = 1;
  }
}

/* In each component with a cycle the cheapest point is cut, and of those the
 * one that most ways lead to. */
static void cut_components(pml_finder *f) {
  uint32_t *best = f->next; /* by component */
  for (uint32_t c = 0; c <= f->components && c < f->b->points; c++)
    best[c] = PML_NONE;
  for (uint32_t i = 0; i < f->b->points; i++) {
    if (f->is_cut[i] || !f->entries[i])
      continue;
    uint32_t *x = &best[f->component[i] - 1];
    if (*x == PML_NONE || f->rank[i] < f->rank[*x] ||
        (f->rank[i] == f->rank[*x] && f->entries[i] > f->entries[*x]))
      *x = i;
  }
  for (uint32_t c = 0; c < f->components; c++)
    if (best[c] != PML_NONE)
      sticky_cut(f, best[c]);
}

static void begin(pml_finder *f, mem *m, uint32_t points) {
  f->rank = mem_alloc(m, points);
  f->is_cut = mem_alloc(m, points);
  f->is_waiting = mem_alloc(m, points);
  f->number = mem_array(m, points, sizeof *f->number);
  f->low = mem_array(m, points, sizeof *f->low);
  f->component = mem_array(m, points, sizeof *f->component);
  f->wider = mem_array(m, points, sizeof *f->wider);
  f->is_held = mem_alloc(m, points);
  f->is_gone = mem_alloc(m, f->k->p->moves.count + 1);
  f->none_gone = mem_alloc(m, f->k->p->moves.count + 1);
  f->entries = mem_array(m, points, sizeof *f->entries);
  f->stack = mem_array(m, points, sizeof *f->stack);
  f->path = mem_array(m, points, sizeof *f->path);
  f->next = mem_array(m, points, sizeof *f->next);
}

static void end(pml_finder *f, mem *m) {
  mem_free(m, f->rank);
  mem_free(m, f->is_cut);
  mem_free(m, f->is_waiting);
  mem_free(m, f->number);
  mem_free(m, f->low);
  mem_free(m, f->component);
  mem_free(m, f->wider);
  mem_free(m, f->is_held);
  mem_free(m, f->is_gone);
  mem_free(m, f->none_gone);
  mem_free(m, f->entries);
  mem_free(m, f->stack);
  mem_free(m, f->path);
  mem_free(m, f->next);
}

/* A step that passes a sticky point is sticky. */
static void spread(pml_maker *k, const pml_behaviour *b) {
  const pml_lowered *p = k->p;
  pml_ample_point *points = k->a->points.at + b->first_point;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < b->points; i++) {
      const pml_point *point = &p->points.at[b->first_point + i];
      for (uint32_t n = 0; n < point->count; n++) {
        const pml_move *move = &p->moves.at[point->first + n];
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

void pml_break_cycles(pml_maker *k) {
  for (uint32_t process = 0; process < k->p->behaviours.count; process++) {
    pml_finder f = {.k = k, .b = &k->p->behaviours.at[process]};
    if (!pml_is_real(k->p, process) || f.b->points == 0)
      continue;
    pml_ample_point *points = k->a->points.at + f.b->first_point;
    begin(&f, k->m, f.b->points);
    rank_points(&f, process);
    for (uint32_t i = 0; i < f.b->points; i++)
      f.is_cut[i] = f.is_held[i] = (points[i].flags & PML_POINT_NEVER) != 0;
    for (;;) {
      find_wider(&f);
      find_components(&f);
      if (!count_entries(&f))
        break;
      cut_components(&f);
    }
    debug_check(check_cycles_broken(&f));
    spread(k, f.b);
    end(&f, k->m);
  }
}
