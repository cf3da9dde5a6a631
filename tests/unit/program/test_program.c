/* Programs: random ones are valid, and each of many small damages is noticed;
 * labels; how values are shown. */
#include "base/kept.h"
#include "program/run.h"
#include "tests/unit/check.h"
#include "tests/unit/program_random.h"

typedef struct work {
  mem m;
  prog p;
} work;

static void make(work *w, mem_budget *budget, uint64_t seed) {
  mem_init(&w->m, budget);
  w->p = (prog){0};
  program_random(&w->m, seed, seed % 2 ? 0 : RANDOM_BOOLEAN, &w->p);
}

static prog_edge *edge_of_kind(prog *p, prog_edge_kind kind) {
  for (size_t i = p->edges.count; i-- > 0;)
    if (p->edges.at[i].kind == kind)
      return &p->edges.at[i];
  return NULL;
}

static uint32_t add(work *w, prog_op op, uint32_t width, uint32_t a,
                    uint32_t b) {
  return prog_add_expression(&w->m, &w->p, op, width, a, b, PROG_NONE);
}

static uint32_t local_of(const prog *p, uint32_t procedure, bool own) {
  for (uint32_t i = 0; i < p->variables.count; i++) {
    const prog_variable *v = &p->variables.at[i];
    if (v->procedure != PROG_NONE && !v->is_array &&
        (v->procedure == procedure) == own)
      return i;
  }
  return PROG_NONE;
}

static void assign(work *w, prog_edge *e, prog_frame frame, uint32_t variable,
                   uint32_t value) {
  prog_assignment a = {frame, variable, PROG_NONE, value};
  vec_push(&w->m, &w->p.assignments, a);
  e->first_assignment = (uint32_t)w->p.assignments.count - 1;
  e->assignments = 1;
}

/* Damages expressions; false: this one does not fit here. */
static bool damage_expressions(work *w, unsigned kind) {
  prog *p = &w->p;
  mem *m = &w->m;
  uint32_t one = prog_constant(m, p, 1, 1), two = prog_constant(m, p, 2, 2);
  prog_edge *e = &p->edges.at[p->edges.count - 1];
  uint32_t own = p->locations.at[e->from].procedure;
  uint32_t mine = local_of(p, own, true), other = local_of(p, own, false);
  switch (kind) {
  case 0:
    add(w, PROG_NOT, 2, one, PROG_NONE);
    return true;
  case 1:
    add(w, PROG_AND, 1, one, two);
    return true;
  case 2:
    add(w, PROG_PLUS, 0, one, two);
    return true;
  case 3:
    add(w, PROG_PLUS, 33, one, two);
    return true;
  case 4:
    add(w, PROG_PLUS, 3, one, two + 1);
    return true;
  case 5:
    prog_constant(m, p, 2, 4);
    return true;
  case 6:
    add(w, PROG_NOW, 1, (uint32_t)p->variables.count, PROG_NONE);
    return true;
  case 7:
    add(w, PROG_EQUAL, 2, one, two);
    return true;
  case 8:
    e->guard = two;
    return true;
  case 9:
    e->guard = (uint32_t)p->expressions.count;
    return true;
  case 10:
    e->guard =
        add(w, PROG_EQUAL, 1, add(w, PROG_ANY, 2, PROG_NONE, PROG_NONE), two);
    return true;
  case 11:
    if (other == PROG_NONE)
      return false;
    e->guard = add(
        w, PROG_EQUAL, 1,
        add(w, PROG_NOW, p->variables.at[other].width, other, PROG_NONE), two);
    return true;
  default:
    if (mine == PROG_NONE)
      return false;
    e->guard = add(
        w, PROG_EQUAL, 1,
        add(w, PROG_NEXT, p->variables.at[mine].width, mine, PROG_NONE), two);
    return true;
  }
}

static bool damage_edges(work *w, unsigned kind) {
  prog *p = &w->p;
  uint32_t one = prog_constant(&w->m, p, 1, 1);
  prog_edge *call = edge_of_kind(p, PROG_CALL);
  prog_edge *step = edge_of_kind(p, PROG_STEP);
  prog_edge *back = edge_of_kind(p, PROG_RETURN);
  uint32_t own = p->locations.at[step->from].procedure;
  uint32_t mine = local_of(p, own, true), other = local_of(p, own, false);
  uint32_t back_own = local_of(p, p->locations.at[back->from].procedure, true);
  switch (kind) {
  case 0:
    step->to = p->end == step->to ? 2 : p->end;
    return own != 0;
  case 1:
    call->entry = p->start;
    return true;
  case 2:
    call->entry = (uint32_t)p->locations.count;
    return true;
  case 3:
    step->text = names_count(&p->names);
    return true;
  case 4:
    p->edges.at[p->locations.at[p->start].first_edge].kind = PROG_RETURN;
    return true;
  case 5:
    step->first_assignment = (uint32_t)p->assignments.count + 1;
    return true;
  case 6:
    if (other == PROG_NONE)
      return false;
    assign(w, step, PROG_TOP, other, one);
    return true;
  case 7:
    if (mine == PROG_NONE)
      return false;
    assign(w, step, PROG_BELOW_TOP, mine, one);
    return true;
  case 8:
    if (back_own == PROG_NONE)
      return false;
    assign(w, back, PROG_TOP, back_own, one);
    return true;
  case 9:
    assign(w, step, PROG_TOP, (uint32_t)p->variables.count, one);
    return true;
  case 10:
    assign(w, step, PROG_TOP, 0, (uint32_t)p->expressions.count);
    return true;
  default:
    if (back_own == PROG_NONE)
      return false;
    back->where = add(
        w, PROG_EQUAL, 1,
        add(w, PROG_NEXT, p->variables.at[back_own].width, back_own, PROG_NONE),
        one);
    return true;
  }
}

static bool damage_parts(work *w, unsigned kind) {
  prog *p = &w->p;
  switch (kind) {
  case 0:
    p->variables.at[0].width = 33;
    return true;
  case 1:
    p->variables.at[0].count++;
    return true;
  case 2:
    p->variables.at[0].cell++;
    return true;
  case 3:
    p->global_cells++;
    return true;
  case 4:
    p->procedures.at[1].cells++;
    return true;
  case 5:
    p->procedures.at[1].parameters = p->procedures.at[1].variables + 1;
    return true;
  case 6:
    p->procedures.at[1].entry = p->start;
    return true;
  case 7:
    p->locations.at[0].edges++;
    return true;
  case 8:
    p->main = 0;
    return true;
  case 9:
    p->start = p->end;
    return true;
  case 10:
    p->end = p->procedures.at[1].entry;
    return true;
  case 11:
    p->labels.at[0].location = (uint32_t)p->locations.count;
    return true;
  case 12:
    if (p->claims.count == 0)
      return false;
    p->claims.at[0].location = p->start;
    return true;
  case 13:
    if (p->claims.count == 0)
      return false;
    p->claims.at[0].kind = PROG_TARGET;
    return true;
  case 14:
    p->variables.at[0].values = 0;
    return true;
  default:
    p->locations.at[p->procedures.at[1].entry].procedure = 0;
    return true;
  }
}

typedef bool damage(work *w, unsigned kind);

static void test_damage(mem_budget *budget, damage *does, unsigned kinds) {
  for (unsigned kind = 0; kind < kinds; kind++) {
    unsigned done = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
      work w;
      make(&w, budget, seed);
      CHECK(!*prog_validate(&w.m, &w.p));
      if (does(&w, kind)) {
        done++;
        if (!*prog_validate(&w.m, &w.p))
          printf("damage %u, seed %lu\n", kind, (unsigned long)seed);
        CHECK(*prog_validate(&w.m, &w.p));
      }
      mem_clear(&w.m);
    }
    CHECK(done > 5);
  }
}

static void test_labels(mem_budget *budget) {
  work w;
  make(&w, budget, 5);
  mem *m = &w.m;
  prog *p = &w.p;
  uint32_t name = prog_name(m, p, "HERE");
  prog_add_label(m, p, name, p->procedures.at[1].entry);
  prog_add_label(m, p, name, p->procedures.at[2].entry);
  prog_locations out = {0};
  CHECK(!prog_find_label(m, p, "NOWHERE", &out) && out.count == 0);
  CHECK(prog_find_label(m, p, "HERE", &out) && out.count == 2);
  CHECK(prog_find_label(m, p, "main:HERE", &out) && out.count == 3);
  CHECK(out.at[2] == p->procedures.at[1].entry);
  CHECK(!prog_find_label(m, p, "mai:HERE", &out) && out.count == 3);
  mem_clear(m);
}

static bool shows(const prog *p, mem *m, uint32_t procedure,
                  const uint32_t *globals, const uint32_t *locals,
                  const char *expected) {
  kept k = {.m = m};
  text out;
  text_init(&out, kept_add, &k);
  prog_show_values(p, procedure, globals, locals, &out);
  text_end(&out);
  bool same =
      k.bytes.count == strlen(expected) &&
      (k.bytes.count == 0 || memcmp(k.bytes.at, expected, k.bytes.count) == 0);
  vec_free(m, &k.bytes);
  return same;
}

static uint32_t declare(mem *m, prog *p, const char *name, uint32_t procedure,
                        prog_variable v) {
  v.name = prog_name(m, p, name);
  v.procedure = procedure;
  if (v.count == 0)
    v.count = 1;
  return prog_add_variable(m, p, &v);
}

static void test_shown(mem_budget *budget) {
  mem m;
  mem_init(&m, budget);
  prog p = {0};
  prog_add_procedure(&m, &p, prog_name(&m, &p, ""), 0, 0);
  uint32_t f = prog_add_procedure(&m, &p, prog_name(&m, &p, "f"), 1, 1);
  CHECK(shows(&p, &m, f, NULL, NULL, ""));
  names_insert(&m, &p.enumerators, "red", 3);
  names_insert(&m, &p.enumerators, "green", 5);
  declare(&m, &p, "g", PROG_NONE,
          (prog_variable){.width = 3, .values = PROG_NONE});
  declare(&m, &p, "r", PROG_NONE,
          (prog_variable){.width = 1, .is_result = true, .values = PROG_NONE});
  declare(&m, &p, "light", PROG_NONE, (prog_variable){.width = 2, .values = 0});
  declare(&m, &p, "a", f,
          (prog_variable){
              .width = 2, .count = 3, .is_array = true, .values = PROG_NONE});
  declare(&m, &p, "h", f,
          (prog_variable){.width = 1, .is_hidden = true, .values = PROG_NONE});
  declare(&m, &p, "x", f, (prog_variable){.width = 1, .values = PROG_NONE});
  uint32_t globals[] = {5, 1, 1}, locals[] = {1, 0, 2, 1, 1};
  CHECK(shows(&p, &m, f, globals, locals, "g=5 light=green a=[1,0,2] x=1"));
  CHECK(shows(&p, &m, 0, globals, NULL, "g=5 light=green"));
  globals[2] = 3; /* no name for it */
  CHECK(shows(&p, &m, 0, globals, NULL, "g=5 light=3"));
  mem_clear(&m);
}

int main(void) {
  mem_budget budget = {.fail_in = -1};
  jmp_buf handler;
  budget.handler = &handler;
  if (setjmp(handler)) {
    puts("0 passed, 1 failed");
    return 1;
  }
  test_damage(&budget, damage_expressions, 13);
  test_damage(&budget, damage_edges, 12);
  test_damage(&budget, damage_parts, 16);
  test_labels(&budget);
  test_shown(&budget);
  CHECK(budget.used == 0);
  return check_end();
}
