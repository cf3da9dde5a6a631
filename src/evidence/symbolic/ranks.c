/* SYM_PROOF_RANKS: no run is accepted, since ranks of heads would fall for
 * ever. */
#include "evidence/symbolic/checker.h"

#include <assert.h>

#define NO VIEW_FORBIDDEN

typedef struct ranked {
  checker *c;
  letter_relations letters;
  checked_rows heads, pops, pops_accepting;
  checked_rows callee, callee_accepting; /* pops: with locals NEXT, and globals
                                            OTHER when it is popped */
  checked_rows ranks;
  dd *up_to; /* by row of 'ranks': all of the symbol up to its rank */
} ranked;

static const view heads_view = {{SYM_NOW, NO, NO, NO}, {SYM_NOW, NO, NO, NO}};
static const view pops_view = {{SYM_NOW, NO, SYM_BELOW, NO},
                               {SYM_NOW, NO, NO, NO}};
static const view callee_view = {{SYM_NOW, NO, SYM_OTHER, NO},
                                 {SYM_NEXT, NO, NO, NO}};

/* 'left' are steps from n to m, seen behind through 'renaming'; those in
 * 'falling' must make the rank smaller. One pass along the ranks of both. */
static bool check_fall(ranked *x, uint32_t n, uint32_t m, dd left, dd falling,
                       const dd_renaming *renaming) {
  checker *c = x->c;
  const checked_rows *rows = &x->ranks;
  uint32_t behind = rows->first[m], end = rows->first[m + 1];
  dd at_most = DD_FALSE, less = DD_FALSE; /* up to the rank; below it */
  for (uint32_t i = rows->first[n]; i < rows->first[n + 1]; i++) {
    uint32_t rank = rows->rows.at[i].with;
    size_t mark = dd_mark(&c->d);
    progress_tick(c->clock);
    for (; behind < end && rows->rows.at[behind].with <= rank; behind++) {
      at_most = x->up_to[behind];
      if (rows->rows.at[behind].with < rank)
        less = at_most;
    }
    dd from = dd_and(&c->d, left, rows->rows.at[i].set);
    if (!checker_within(c, from, checker_rename(c, at_most, renaming), n,
                        "a rank grows") ||
        !checker_within(c, dd_and(&c->d, from, falling),
                        checker_rename(c, less, renaming), n,
                        "a rank does not fall behind an accepting head"))
      return false;
    dd_release(&c->d, mark);
    less = at_most; /* all ranks up to this one are below the next */
  }
  return true;
}

static bool ranks_check_step(ranked *x, uint32_t n, uint32_t to, dd left) {
  checker *c = x->c;
  dds *diagrams = &c->d;
  dd accepting = x->letters.accepting;
  dd_renaming *renaming = checker_behind(c);
  if (!checker_within(c, left,
                      checker_rename(c, rows_of(&x->heads, to), renaming), n,
                      "a step leads out of 'heads'"))
    return false;
  dd pops = dd_and(diagrams, left,
                   checker_rename(c, rows_of(&x->pops, to), renaming));
  dd marked = checker_rename(c, rows_of(&x->pops_accepting, to), renaming);
  return checker_within(c, pops, rows_of(&x->pops, n), n,
                        "a step into 'pops' is not from there") &&
         checker_within(
             c, dd_and(diagrams, pops, dd_or(diagrams, accepting, marked)),
             rows_of(&x->pops_accepting, n), n,
             "a step into 'pops-accepting' is not from there") &&
         check_fall(x, n, to, left, accepting, renaming);
}

/* Behind a call that returns: 'through' are the ways to there. */
static bool check_behind_call(ranked *x, const prog_edge *edge, dd through,
                              dd falling) {
  checker *c = x->c;
  dds *diagrams = &c->d;
  uint32_t n = edge->from;
  dd_renaming *renaming = checker_below(c);
  if (!checker_within(c, through,
                      checker_rename(c, rows_of(&x->heads, edge->to), renaming),
                      n, "a call that returns leads out of 'heads'"))
    return false;
  dd pops = dd_and(diagrams, through,
                   checker_rename(c, rows_of(&x->pops, edge->to), renaming));
  dd marked =
      checker_rename(c, rows_of(&x->pops_accepting, edge->to), renaming);
  return checker_within(c, pops, rows_of(&x->pops, n), n,
                        "a call that returns into 'pops' is not from there") &&
         checker_within(
             c, dd_and(diagrams, pops, dd_or(diagrams, falling, marked)),
             rows_of(&x->pops_accepting, n), n,
             "a call that returns into 'pops-accepting' is not from there") &&
         check_fall(x, n, edge->to, through, falling, renaming);
}

static bool ranks_check_call(ranked *x, const prog_edge *edge, dd left) {
  checker *c = x->c;
  dds *diagrams = &c->d;
  dd accepting = x->letters.accepting;
  dd_renaming *renaming = checker_behind(c);
  dd callee = checker_rename(c, rows_of(&x->heads, edge->entry), renaming);
  if (!checker_within(c, left, callee, edge->from,
                      "a call leads out of 'heads'") ||
      !check_fall(x, edge->from, edge->entry, left, accepting, renaming))
    return false;
  renaming = checker_changed_globals(c, SYM_NOW, SYM_NEXT);
  dd through = checker_rename(c, rows_of(&x->callee, edge->entry), renaming);
  dd marked =
      checker_rename(c, rows_of(&x->callee_accepting, edge->entry), renaming);
  through = dd_and(diagrams, left, through);
  return through == DD_FALSE ||
         check_behind_call(x, edge, through,
                           dd_or(diagrams, accepting, marked));
}

static bool ranks_check_return(ranked *x, const prog_edge *edge, dd left) {
  checker *c = x->c;
  dd_renaming *renaming = checker_changed_globals(c, SYM_BELOW, SYM_NEXT);
  left = dd_and(&c->d, left, checker_kept_globals(c));
  dd pops = checker_rename(c, rows_of(&x->pops, edge->from), renaming);
  dd marked =
      checker_rename(c, rows_of(&x->pops_accepting, edge->from), renaming);
  return checker_within(c, left, pops, edge->from,
                        "a return is not in 'pops'") &&
         checker_within(c, dd_and(&c->d, left, x->letters.accepting), marked,
                        edge->from, "a return is not in 'pops-accepting'");
}

/* The automaton moves with every step. */
static dd with_automaton(ranked *x, uint32_t n, uint32_t edge) {
  checker *c = x->c;
  dds *diagrams = &c->d;
  for (uint32_t bit = c->program_globals; bit < c->globals; bit++)
    checker_add_change(c, CHANGE_GLOBAL, bit, DD_FALSE);
  dd left = dd_and(diagrams, rows_of(&x->heads, n), c->relation);
  return dd_and(diagrams, left, checker_letter_step(c, &x->letters, n, edge));
}

/* Where the edge at hand can be taken, over NOW. */
static dd possible(checker *c) {
  assert(c->edge < c->p->edges.count);
  dds *diagrams = &c->d;
  const prog_edge *edge = &c->p->edges.at[c->edge];
  if (edge->where == PROG_NONE) /* each changed bit is a function */
    return dd_exists(diagrams, c->guard, c->helper_set);
  variable_list gone = {0};
  vec_each (const change, x, &c->changes)
    vec_push(
        c->m, &gone,
        x->place == CHANGE_GLOBAL
            ? checker_global(c, x->bit, SYM_NEXT)
            : checker_local(c, x->bit,
                            x->place == CHANGE_TOP ? SYM_NEXT : SYM_BELOW));
  dd set = dd_set(diagrams, gone.at, gone.count);
  vec_free(c->m, &gone);
  return dd_exists(diagrams, dd_exists(diagrams, c->relation, set),
                   c->helper_set);
}

static bool check_stutter(ranked *x, uint32_t n, dd stuck) {
  checker *c = x->c;
  if (!dd_meets(&c->d, stuck, rows_of(&x->heads, n)))
    return true;
  size_t mark = dd_mark(&c->d);
  checker_begin_stutter(c, stuck);
  dd left = with_automaton(x, n, PROG_STUTTER);
  bool holds = left == DD_FALSE || ranks_check_step(x, n, n, left);
  checker_end_edge(c);
  dd_release(&c->d, mark);
  return holds;
}

static bool ranks_check_location(ranked *x, uint32_t n) {
  checker *c = x->c;
  dds *diagrams = &c->d;
  const prog_location *location = &c->p->locations.at[n];
  bool holds = true;
  if (rows_of(&x->heads, n) == DD_FALSE)
    return true;
  dd stuck = DD_TRUE;
  size_t outer = dd_mark(diagrams);
  for (uint32_t i = 0; i < location->edges && holds; i++) {
    uint32_t edge = location->first_edge + i;
    const prog_edge *e = &c->p->edges.at[edge];
    size_t mark = dd_mark(diagrams);
    progress_tick(c->clock);
    checker_begin_edge(c, edge);
    dd rest =
        stuck == DD_FALSE ? stuck : dd_minus(diagrams, stuck, possible(c));
    dd left = with_automaton(x, n, edge);
    if (left != DD_FALSE)
      holds = e->kind == PROG_STEP   ? ranks_check_step(x, n, e->to, left)
              : e->kind == PROG_CALL ? ranks_check_call(x, e, left)
                                     : ranks_check_return(x, e, left);
    checker_end_edge(c);
    stuck = dd_only(diagrams, mark, rest);
  }
  holds = holds && check_stutter(x, n, stuck);
  dd_release(diagrams, outer);
  return holds;
}

static bool check_ranked(ranked *x) {
  checker *c = x->c;
  x->up_to = mem_array(c->m, x->ranks.rows.count + 1, sizeof *x->up_to);
  for (uint32_t n = 0; n < c->proof->symbols; n++) {
    dd all = DD_FALSE;
    for (uint32_t i = x->ranks.first[n]; i < x->ranks.first[n + 1]; i++)
      all = x->up_to[i] = dd_or(&c->d, all, x->ranks.rows.at[i].set);
    if (!checker_within(c, rows_of(&x->heads, n), all, n, "a head has no rank"))
      return false;
  }
  return true;
}

bool check_ranks(checker *c) {
  ranked x = {.c = c};
  const sym_proof *proof = c->proof;
  const sym_rows *marked = &proof->pops_accepting;
  if (!checker_letters(c, &x.letters) ||
      !checker_read_rows(c, &proof->heads, &heads_view, false, "heads",
                         &x.heads) ||
      !checker_read_rows(c, &proof->ranks, &heads_view, false, "ranks",
                         &x.ranks) ||
      !checker_read_rows(c, &proof->pops, &pops_view, false, "pops", &x.pops) ||
      !checker_read_rows(c, &proof->pops, &callee_view, true, "pops",
                         &x.callee) ||
      !checker_read_rows(c, marked, &pops_view, false, "pops-accepting",
                         &x.pops_accepting) ||
      !checker_read_rows(c, marked, &callee_view, true, "pops-accepting",
                         &x.callee_accepting))
    return false;
  if (!checker_has_start(c, rows_of(&x.heads, c->p->start),
                         c->automaton->initial))
    return checker_fail(c, c->p->start, "the start is not in 'heads'");
  if (!check_ranked(&x))
    return false;
  for (uint32_t n = 0; n < proof->symbols; n++)
    if (!ranks_check_location(&x, n))
      return false;
  return true;
}
