/* Programs expanded into pushdown systems, which saturation then decides,
 * beside naive reachability on the program: lists of (head of the call, head),
 * gone through again and again until nothing is new. */
#include "engine/saturation/solve.h"
#include "product/program_pds.h"
#include "tests/unit/check.h"
#include "tests/unit/program_random.h"

#include <stdlib.h>

typedef struct head {
  uint32_t location;
  uint64_t globals, locals; /* four bits a cell */
} head;

typedef struct move {
  uint32_t edge;
  head top, below; /* 'below' of a call; of a return only top.globals count */
} move;

typedef struct path {
  head call, now;
  size_t first, count; /* of its moves */
} path;

enum { MOST_PATHS = 3000, MOST_MOVES = 60000 };

static path paths[MOST_PATHS];
static size_t path_count;
static move moves[MOST_MOVES];
static size_t move_count;
static bool is_too_much;

static uint64_t pack(const uint32_t *cells, size_t count) {
  uint64_t packed = 0;
  for (size_t i = 0; i < count; i++)
    packed |= (uint64_t)cells[i] << 4 * i;
  return packed;
}

static void unpack(uint64_t packed, uint32_t cells[16]) {
  for (size_t i = 0; i < 16; i++)
    cells[i] = packed >> 4 * i & 15;
}

static bool same(const head *a, const head *b) {
  return a->location == b->location && a->globals == b->globals &&
         a->locals == b->locals;
}

static bool add_move(void *self, uint32_t edge, const uint32_t *globals,
                     const uint32_t *top, const uint32_t *below) {
  const prog *p = self;
  const prog_edge *e = &p->edges.at[edge];
  move m = {.edge = edge};
  m.top.globals = pack(globals, p->global_cells);
  if (e->kind != PROG_RETURN) {
    m.top.location = e->kind == PROG_CALL ? e->entry : e->to;
    m.top.locals = pack(top, prog_cells_at(p, m.top.location));
  }
  if (e->kind == PROG_CALL) {
    m.below.location = e->to;
    m.below.locals = pack(below, prog_cells_at(p, e->to));
  }
  if (move_count == MOST_MOVES) {
    is_too_much = true;
    return false;
  }
  moves[move_count++] = m;
  return true;
}

static bool add_path(mem *m, progress *clock, const prog *p, const head *call,
                     const head *now) {
  for (size_t i = 0; i < path_count; i++)
    if (same(&paths[i].call, call) && same(&paths[i].now, now))
      return false;
  if (path_count == MOST_PATHS) {
    is_too_much = true;
    return false;
  }
  path x = {*call, *now, move_count, 0};
  uint32_t globals[16], locals[16];
  unpack(now->globals, globals);
  unpack(now->locals, locals);
  prog_steps_from(m, clock, p, now->location, globals, locals, add_move,
                  (void *)(uintptr_t)p);
  x.count = move_count - x.first;
  paths[path_count++] = x;
  return true;
}

/* What a call that started at 'call' may return with, the caller goes on. */
static bool come_back(mem *m, progress *clock, const prog *p, const path *at,
                      const move *call) {
  bool is_new = false;
  for (size_t i = 0; i < path_count; i++) {
    if (!same(&paths[i].call, &call->top))
      continue;
    for (size_t k = 0; k < paths[i].count; k++) {
      const move *back = &moves[paths[i].first + k];
      if (p->edges.at[back->edge].kind != PROG_RETURN)
        continue;
      head now = call->below;
      now.globals = back->top.globals;
      is_new |= add_path(m, clock, p, &at->call, &now);
    }
  }
  return is_new;
}

static void naive(mem *m, progress *clock, const prog *p) {
  head start = {.location = p->start};
  path_count = move_count = 0;
  is_too_much = false;
  add_path(m, clock, p, &start, &start);
  for (bool is_new = true; is_new && !is_too_much;) {
    is_new = false;
    for (size_t i = 0; i < path_count; i++) {
      path x = paths[i];
      for (size_t k = 0; k < x.count; k++) {
        move v = moves[x.first + k];
        prog_edge_kind kind = p->edges.at[v.edge].kind;
        if (kind == PROG_STEP)
          is_new |= add_path(m, clock, p, &x.call, &v.top);
        if (kind != PROG_CALL)
          continue;
        is_new |= add_path(m, clock, p, &v.top, &v.top);
        is_new |= come_back(m, clock, p, &x, &v);
      }
    }
  }
}

static bool reaches(const prog *p, uint32_t location) {
  (void)p;
  for (size_t i = 0; i < path_count; i++)
    if (paths[i].now.location == location)
      return true;
  return false;
}

static bool decide(mem *m, progress *clock, const pds *p, solve_engine engine) {
  solve_options o = {.engine = engine, .reduction = true};
  solve_answer answer;
  solve(m, clock, p, &o, &answer);
  return answer.reachable;
}

/* Rules of one head are all different, and only heads that are reached have
 * some. */
static size_t naive_rules(void) {
  size_t rules = 0;
  for (size_t i = 0; i < path_count; i++) {
    bool is_first = true;
    for (size_t k = 0; k < i && is_first; k++)
      is_first = !same(&paths[k].now, &paths[i].now);
    if (!is_first)
      continue;
    for (size_t k = 0; k < paths[i].count; k++) {
      const move *a = &moves[paths[i].first + k];
      bool is_new = true;
      for (size_t j = 0; j < k && is_new; j++) {
        const move *b = &moves[paths[i].first + j];
        is_new = a->edge != b->edge || !same(&a->top, &b->top) ||
                 !same(&a->below, &b->below);
      }
      rules += is_new;
    }
  }
  return rules;
}

static void check_names_made(const prog *p, const prog_expansion *x) {
  CHECK(x->rule_edge.count == x->pds.rules.count);
  CHECK(x->symbol_location.count == pds_symbol_count(&x->pds));
  for (size_t i = 0; i < x->pds.rules.count; i++) {
    const pds_rule *r = &x->pds.rules.at[i];
    const prog_edge *e = &p->edges.at[x->rule_edge.at[i]];
    CHECK(x->symbol_location.at[r->top] == e->from);
    CHECK(r->length == (e->kind == PROG_STEP   ? 1
                        : e->kind == PROG_CALL ? 2
                                               : 0));
    CHECK((r->action == PDS_NONE) == (e->kind == PROG_STEP));
    if (e->kind == PROG_STEP)
      CHECK(x->symbol_location.at[r->push[0]] == e->to);
    if (e->kind == PROG_CALL)
      CHECK(x->symbol_location.at[r->push[0]] == e->entry &&
            x->symbol_location.at[r->push[1]] == e->to);
  }
}

/* A binding with an atom of each kind that is a set. */
static void make_atoms(mem *m, prog *p, random_program *r, prog_binding *b) {
  uint32_t f = program_below(r, (uint32_t)p->procedures.count);
  vec_push(m, &b->locations, p->labels.at[0].location);
  vec_push(m, &b->atoms,
           ((prog_atom){.kind = PROG_ATOM_LABEL, .first = 0, .count = 1}));
  vec_push(m, &b->atoms,
           ((prog_atom){.kind = PROG_ATOM_PROCEDURE, .procedure = f}));
  vec_push(m, &b->atoms, ((prog_atom){.kind = PROG_ATOM_CALL, .procedure = f}));
  r->m = m, r->p = p;
  r->procedure = PROG_NONE;
  uint32_t global = program_expression(r, 1, 2);
  r->procedure = f;
  uint32_t local = program_expression(r, 1, 2);
  vec_push(m, &b->atoms,
           ((prog_atom){.kind = PROG_ATOM_CONDITION,
                        .procedure = PROG_NONE,
                        .condition = global}));
  vec_push(m, &b->atoms,
           ((prog_atom){.kind = PROG_ATOM_CONDITION,
                        .procedure = f,
                        .condition = local}));
}

static bool atom_reached(mem *m, const prog *p, const prog_binding *b,
                         const prog_atom *a) {
  for (size_t i = 0; i < path_count; i++) {
    const head *h = &paths[i].now;
    uint32_t f = p->locations.at[h->location].procedure;
    uint32_t globals[16], locals[16];
    unpack(h->globals, globals);
    unpack(h->locals, locals);
    if (a->kind == PROG_ATOM_LABEL ? h->location == b->locations.at[a->first]
        : a->kind == PROG_ATOM_PROCEDURE
            ? f == a->procedure
            : (a->procedure == PROG_NONE || a->procedure == f) &&
                  prog_can_hold(m, p, a->condition, globals, locals))
      return true;
  }
  return false;
}

static unsigned long yes, no;

static void compare(mem *m, progress *clock, prog *p, uint64_t seed) {
  static const solve_engine engines[] = {SOLVE_PRE, SOLVE_POST};
  random_program r = {.state = seed};
  prog_binding b = {0};
  make_atoms(m, p, &r, &b);
  naive(m, clock, p);
  if (is_too_much)
    return;
  size_t rules = naive_rules();
  for (uint32_t l = 0; l < p->locations.count; l++) {
    prog_locations targets = {0};
    vec_push(m, &targets, l);
    prog_expansion x;
    CHECK(prog_expand(m, clock, p, &targets, &b, 1000000, &x));
    bool is_reached = reaches(p, l);
    *(is_reached ? &yes : &no) += 1;
    CHECK(decide(m, clock, &x.pds, engines[l % 2]) == is_reached);
    if (l != 0)
      continue;
    CHECK(x.pds.rules.count == rules);
    check_names_made(p, &x);
    CHECK(x.pds.named_sets.count == 4);
    for (size_t i = 0; i < x.pds.named_sets.count; i++) {
      size_t atom = i < 2 ? i : i + 1; /* that of a call has no set */
      char name[16];
      (void)snprintf(name, sizeof name, "atom%zu", atom);
      CHECK(strcmp(names_text(&x.pds.set_names, x.pds.named_sets.at[i].name),
                   name) == 0);
      x.pds.sets[PDS_FINAL] = x.pds.named_sets.at[i].automaton;
      CHECK(decide(m, clock, &x.pds, engines[i % 2]) ==
            atom_reached(m, p, &b, &b.atoms.at[atom]));
    }
    CHECK(prog_expand(m, clock, p, &targets, NULL, rules, &x));
    CHECK(!prog_expand(m, clock, p, &targets, NULL, rules - 1, &x));
  }
}

int main(int argc, char **argv) {
  mem_budget budget = {.fail_in = -1};
  progress clock = {.budget = &budget};
  jmp_buf handler;
  budget.handler = &handler;
  if (setjmp(handler)) {
    puts("0 passed, 1 failed");
    return 1;
  }
  uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 600;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    mem m;
    mem_init(&m, &budget);
    prog p = {0};
    program_random(&m, seed + 70000, seed % 2 ? RANDOM_BOOLEAN : RANDOM_LARGER,
                   &p);
    compare(&m, &clock, &p, seed);
    mem_clear(&m);
  }
  CHECK(yes > seeds && no > seeds);
  CHECK(budget.used == 0);
  return check_end();
}
