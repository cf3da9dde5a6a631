/* Atoms of formulas on programs: what they are bound to, what is said when they
 * are not, and what holds along a run. */
#include "evidence/program/lasso.h"
#include "lang/bp/bp.h"
#include "tests/unit/check.h"

#include <string.h>

static const char source[] = "decl g, both, same;\n"
                             "void main() begin\n"
                             "  decl x;\n"
                             "  g := 0;\n"
                             "  x := 1;\n"
                             "again: g := f(x);\n"
                             "both: skip;\n"
                             "  goto again;\n"
                             "end\n"
                             "bool f(y) begin\n"
                             "  decl z;\n"
                             "again: return !y;\n"
                             "end\n"
                             "void same() begin\n"
                             "only: skip;\n"
                             "end\n";

typedef struct setting {
  mem_budget budget;
  mem m;
  progress clock;
  prog p;
  report r;
} setting;

static void start(setting *s) {
  memset(s, 0, sizeof *s);
  s->budget.fail_in = -1;
  mem_init(&s->m, &s->budget);
  s->clock.budget = &s->budget;
  CHECK(bp_read(&s->m, &s->p, "t.bp", source, sizeof source - 1, &s->r,
                &s->clock));
}

/* Binds one atom; gives it, if it is one. */
static bool bind(setting *s, const char *atom, prog_atom *out) {
  names atoms = {0};
  prog_binding b;
  s->r.count = 0;
  names_insert(&s->m, &atoms, atom, strlen(atom));
  bool good = prog_bind(&s->m, &s->p, &atoms, "t.bp", 3, 7, &s->r, &b);
  CHECK(good == (s->r.count == 0));
  if (good) {
    CHECK(b.atoms.count == 1);
    *out = b.atoms.at[0];
  }
  return good;
}

static bool says(setting *s, const char *atom, const char *message) {
  prog_atom a;
  if (bind(s, atom, &a))
    return false;
  const report_entry *e = &s->r.entries[0];
  if (strcmp(e->message, message) == 0 && e->line == 3 && e->column == 7)
    return true;
  printf("%u:%u: %s\n", (unsigned)e->line, (unsigned)e->column, e->message);
  return false;
}

static void names_are_found(setting *s) {
  prog_atom a;
  CHECK(bind(s, "label.again", &a) && a.kind == PROG_ATOM_LABEL &&
        a.count == 2);
  CHECK(bind(s, "label.f:again", &a) && a.count == 1);
  CHECK(bind(s, "f:again", &a) && a.kind == PROG_ATOM_LABEL && a.count == 1);
  CHECK(bind(s, "only", &a) && a.kind == PROG_ATOM_LABEL && a.count == 1);
  CHECK(bind(s, "f", &a) && a.kind == PROG_ATOM_PROCEDURE);
  CHECK(strcmp(prog_text(&s->p, s->p.procedures.at[a.procedure].name), "f") ==
        0);
  uint32_t f = a.procedure;
  CHECK(bind(s, "proc.f", &a) && a.kind == PROG_ATOM_PROCEDURE &&
        a.procedure == f);
  CHECK(bind(s, "call.f", &a) && a.kind == PROG_ATOM_CALL && a.procedure == f);
  CHECK(bind(s, "return.f", &a) && a.kind == PROG_ATOM_RETURN &&
        a.procedure == f);
  CHECK(bind(s, "g", &a) && a.kind == PROG_ATOM_CONDITION &&
        a.procedure == PROG_NONE);
  CHECK(bind(s, "(both) & g", &a) && a.kind == PROG_ATOM_CONDITION);
  CHECK(bind(s, "f.y & !g", &a) && a.kind == PROG_ATOM_CONDITION &&
        a.procedure == f);
  CHECK(bind(s, "label.both", &a) && a.count == 1);
}

static void others_are_named(setting *s) {
  CHECK(says(s, "label.agan",
             "'label.agan': there is no label of that name "
             "(did you mean 'label.again'?)"));
  CHECK(says(s, "proc.maim",
             "'proc.maim': there is no procedure of that name "
             "(did you mean 'proc.main'?)"));
  CHECK(says(s, "call.nothing",
             "'call.nothing': there is no procedure of that name"));
  CHECK(says(s, "onlyy",
             "'onlyy': there is no label, procedure or global "
             "variable of that name (did you mean 'only'?)"));
  CHECK(says(s, "nowhere",
             "'nowhere': there is no label, procedure or global variable of "
             "that name; write label.L, proc.f, call.f, return.f or a "
             "condition in quotes"));
  CHECK(says(s, "x", "'x' is a local variable: write \"main.x\""));
  CHECK(says(s, "both",
             "'both' is a label and a variable: write label.both or "
             "\"(both)\""));
  CHECK(says(s, "same",
             "'same' is a procedure and a variable: write proc.same "
             "or \"(same)\""));
  prog_atom a;
  CHECK(!bind(s, "g & ", &a)); /* the language says what is wrong */
  names many = {0};
  prog_binding b;
  for (int i = 0; i < 65; i++) {
    char name[8];
    int n = snprintf(name, sizeof name, "a%d", i);
    names_insert(&s->m, &many, name, (size_t)n);
  }
  CHECK(!prog_bind(&s->m, &s->p, &many, "t.bp", 1, 1, &s->r, &b));
}

typedef struct chooser {
  setting *s;
  prog_run *r;
  bool has;
} chooser;

/* The first step, whatever it is. */
static bool choose(void *self, uint32_t edge, const uint32_t *globals,
                   const uint32_t *top, const uint32_t *below) {
  chooser *c = self;
  const prog *p = &c->s->p;
  const prog_edge *e = &p->edges.at[edge];
  prog_step step = {edge, c->r->values.count};
  vec_push(&c->s->m, &c->r->steps, step);
  for (uint32_t i = 0; i < p->global_cells; i++)
    vec_push(&c->s->m, &c->r->values, globals[i]);
  uint32_t here = e->kind == PROG_CALL ? e->entry : e->to;
  for (uint32_t i = 0; top && i < prog_cells_at(p, here); i++)
    vec_push(&c->s->m, &c->r->values, top[i]);
  for (uint32_t i = 0; below && i < prog_cells_at(p, e->to); i++)
    vec_push(&c->s->m, &c->r->values, below[i]);
  c->has = true;
  return false;
}

/* Behind a return, the frame below it is on top: its values are told. */
static void add_frame_below(setting *s, const prog_configuration *c,
                            prog_run *r) {
  if (s->p.edges.at[vec_last(&r->steps).edge].kind != PROG_RETURN)
    return;
  const prog_frame_values *f = &c->frames.at[c->frames.count - 2];
  for (uint32_t i = 0; i < prog_cells_at(&s->p, f->location); i++)
    vec_push(&s->m, &r->values, c->cells.at[f->cells + i]);
}

/* Steps until 'call.f' has been seen twice: a loop in between. */
static void make_run(setting *s, const prog_binding *b, prog_run *r) {
  prog_configuration c;
  const char *why = "";
  size_t seen[3], count = 0;
  prog_configuration_start(&c, &s->m, &s->p);
  for (int i = 0; i < 100 && count < 3; i++) {
    chooser y = {s, r, false};
    prog_steps_from(&s->m, &s->clock, &s->p, prog_here(&c), c.globals,
                    prog_locals(&c), choose, &y);
    CHECK(y.has);
    add_frame_below(s, &c, r);
    if (prog_letter(&s->p, b, &c, vec_last(&r->steps).edge) & 1)
      seen[count++] = r->steps.count - 1;
    CHECK(prog_take(&c, r, r->steps.count - 1, &why));
  }
  CHECK(count == 3);
  prog_configuration_free(&c);
  r->steps.count = seen[2];
  r->loop = seen[1];
}

static void letters_are_read(setting *s) {
  static const char *const texts[] = {"call.f",     "return.f", "proc.f",
                                      "label.both", "g",        "main.x"};
  names atoms = {0};
  prog_binding b;
  s->r.count = 0;
  for (size_t i = 0; i < 6; i++) {
    const char *t = texts[i];
    names_insert(&s->m, &atoms, t, strlen(t));
  }
  CHECK(prog_bind(&s->m, &s->p, &atoms, "t.bp", 1, 1, &s->r, &b));
  prog_run r = {0};
  make_run(s, &b, &r);
  static const struct {
    const char *formula;
    bool holds;
  } cases[] = {
      {"G F \"call.f\"", true},
      {"F G ! \"label.both\"", false},
      {"G(\"call.f\" -> X \"proc.f\")", true},
      {"G(\"return.f\" -> \"proc.f\")", true},
      {"G(\"return.f\" -> X \"proc.f\")", false},
      {"G(\"proc.f\" -> !\"main.x\")", true},
      {"F(\"main.x\" & !\"proc.f\")", true},
      {"G F \"g\"", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ltl t = {0};
    uint32_t f;
    const char *why = "";
    for (uint32_t k = 0; k < names_count(&atoms); k++)
      ltl_atom(&s->m, &t, names_text(&atoms, k), names_length(&atoms, k));
    CHECK(ltl_parse(&s->m, &t, LTL_SPOT, "f", 1, 1, cases[i].formula,
                    strlen(cases[i].formula), &s->r, &f));
    bool violated =
        prog_lasso_check(&s->m, &s->clock, &s->p, &b, &t, f, &r, &why);
    CHECK(violated == !cases[i].holds);
    CHECK(violated || strcmp(why, "the formula is true on this run") == 0);
    size_t loop = r.loop;
    r.loop = SIZE_MAX;
    CHECK(!prog_lasso_check(&s->m, &s->clock, &s->p, &b, &t, f, &r, &why));
    CHECK(strcmp(why, "the run has no loop") == 0);
    r.loop = loop + 1; /* not the same head */
    CHECK(!prog_lasso_check(&s->m, &s->clock, &s->p, &b, &t, f, &r, &why));
    r.loop = loop;
  }
}

int main(void) {
  static setting s;
  start(&s);
  names_are_found(&s);
  others_are_named(&s);
  letters_are_read(&s);
  mem_clear(&s.m);
  return check_end();
}
