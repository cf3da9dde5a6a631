/* Programs small enough, as explicit pushdown systems: for the kernel, which
 * reads no programs, and for whoever wants to see one.
 *
 * The system is solved by the engines for pushdown systems, in a context of
 * its own that reads the text which the kernel will read. */
#include "problem/procedures/procedures_parts.h"

#include "base/kept.h"
#include "lang/pds/pds_text.h"
#include "product/program_pds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool expand(custos *c, const prog_locations *targets,
                   const prog_binding *binding, size_t most, kept *out) {
  prog_expansion expansion = {0};
  text *to = mem_alloc(out->m, sizeof *to);
  c->clock.phase = "expanding";
  if (!prog_expand(out->m, &c->clock, &c->program, targets, binding, most,
                   &expansion))
    return false;
  text_init(to, kept_add, out);
  pds_text_write(out->m, &expansion.pds, to);
  text_end(to);
  return true;
}

bool context_write_expansion(custos *c, text *out) {
  prog_locations all = {0};
  kept k = {.m = &c->job};
  vec_each (const property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET)
      vec_each (const uint32_t, t, &p->locations)
        vec_push(&c->job, &all, *t);
  if (!expand(c, &all, NULL, PROGRAM_MOST_WRITTEN, &k))
    return false;
  text_add(out, k.bytes.at, k.bytes.count);
  return true;
}

/* The atom as the system knows it. */
static void name_atom(const custos *c, const prog_binding *binding, uint32_t i,
                      char *out, size_t size) {
  assert(i < binding->atoms.count);
  const prog_atom *atom = &binding->atoms.at[i];
  bool calls = atom->kind == PROG_ATOM_CALL,
       returns = atom->kind == PROG_ATOM_RETURN;
  if (calls || returns)
    snprintf(
        out, size, "@%s.%.200s", calls ? "call" : "return",
        prog_text(&c->program, c->program.procedures.at[atom->procedure].name));
  else
    snprintf(out, size, "set.atom%u", (unsigned)i);
}

static const char *rename_atoms(custos *c, const property *p,
                                const prog_binding *binding) {
  ltl renamed = p->table;
  keeper k;
  kept_text *words = mem_alloc(&c->job, sizeof *words);
  memset(&renamed.atoms, 0, sizeof renamed.atoms);
  for (uint32_t i = 0; i < binding->atoms.count; i++) {
    char name[256];
    name_atom(c, binding, i, name, sizeof name);
    names_insert(&c->job, &renamed.atoms, name, strlen(name));
  }
  ltl_print(&c->job, &renamed, p->root, false, keeper_begin(&k, c, words));
  return keeper_end(&k);
}

/* "lock.assert:12.pds" for "dir/lock.bp". */
static const char *name_system(custos *c, const property *p) {
  const char *file = c->source.files.count ? c->source.files.at[0] : "program";
  const char *slash = strrchr(file, '/');
  const char *stem = slash ? slash + 1 : file, *dot = strrchr(stem, '.');
  const char *what = p ? p->name : "safety";
  int length = dot && dot != stem ? (int)(dot - stem) : (int)strlen(stem);
  size_t size = (size_t)length + strlen(what) + 8;
  char *name = mem_alloc(&c->job, size);
  snprintf(name, size, "%.*s.%s.pds", length, stem, what);
  for (char *at = name; *at; at++)
    if (*at == '/' || (unsigned char)*at < ' ')
      *at = '_';
  return name;
}

/* In a context of its own, with what is left of the limits. NULL: done. */
static const char *solve_system(custos *own, const char *name,
                                const kept *system, const char *formula,
                                custos_verdict expected, custos_write_fn *proof,
                                void *proof_self, custos_status *status) {
  custos_result result;
  *status =
      custos_load_text(own, name, system->bytes.at, system->bytes.count, "pds");
  if (*status == CUSTOS_OK && formula)
    *status = custos_add_ltl(own, "ltl", formula);
  /* The system's own final set comes first, the formula last. */
  size_t asked = formula ? custos_property_count(own) - 1 : 0;
  if (*status == CUSTOS_OK)
    *status = custos_check(own, asked, &result);
  if (*status != CUSTOS_OK)
    return "the expanded program cannot be solved";
  if (result.verdict == CUSTOS_UNKNOWN) {
    *status = CUSTOS_ERR_LIMIT;
    return "a limit was spent on the expanded program";
  }
  if (result.verdict != expected) {
    *status = CUSTOS_ERR_BUG;
    return "the expanded program says otherwise";
  }
  *status = custos_write_evidence(own, proof, proof_self);
  return *status == CUSTOS_OK ? NULL
                              : "there is no evidence about the "
                                "expanded program";
}

static void share_limits(custos *c, custos *own) {
  double left = c->clock.limit - (progress_clock() - c->clock.started);
  own->options.seconds = c->clock.limit > 0 ? (left > 0.01 ? left : 0.01) : 0;
  own->options.megabytes = c->options.megabytes;
}

custos_status context_solve_graph(custos *c, const kept *system,
                                  const char *formula, custos_write_fn *graph,
                                  void *graph_self, custos_write_fn *proof,
                                  void *proof_self) {
  custos_status status;
  const char *name = name_system(c, c->checked.property);
  c->checked.graph_formula = formula;
  custos *own = custos_new();
  if (!own)
    mem_raise(&c->budget, MEM_MACHINE);
  share_limits(c, own);
  own->clock.outer = &c->clock;
  const char *wrong =
      solve_system(own, name, system, formula,
                   c->checked.holds ? CUSTOS_HOLDS : CUSTOS_VIOLATED, proof,
                   proof_self, &status);
  char why[600];
  snprintf(why, sizeof why, "%s%s%s", wrong ? wrong : "",
           custos_last_error(own)->message[0] ? ": " : "",
           custos_last_error(own)->message);
  custos_delete(own);
  if (wrong)
    return context_fail(c, status, "%.500s", why);
  if (graph(graph_self, system->bytes.at, system->bytes.count) != 0)
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the graph could not be written");
  return context_leave(c, CUSTOS_OK);
}

static custos_status write_expanded(custos *c, custos_write_fn *graph,
                                    void *graph_self, custos_write_fn *proof,
                                    void *proof_self) {
  const property *p = c->checked.property;
  bool is_formula = p && p->kind == PROPERTY_LTL;
  prog_locations at = context_targets(p);
  prog_binding binding = {0};
  kept system = {.m = &c->aside};
  if (is_formula &&
      !prog_bind(&c->problem, &c->program, &p->table.atoms, p->file, p->line,
                 p->column, &c->report, &binding))
    return context_reject_keeping(c);
  /* It has the same rules whatever is asked. */
  c->found.is_too_large =
      c->found.is_too_large || !expand(c, &at, is_formula ? &binding : NULL,
                                       PROGRAM_MOST_RULES, &system);
  if (c->found.is_too_large)
    return context_fail(c, CUSTOS_ERR_LIMIT,
                        "the program is too large to be expanded (more than "
                        "%d rules)",
                        PROGRAM_MOST_RULES);
  const char *formula = is_formula ? rename_atoms(c, p, &binding) : NULL;
  return context_solve_graph(c, &system, formula, graph, graph_self, proof,
                             proof_self);
}

custos_status context_write_program_graph(custos *c, custos_write_fn *graph,
                                          void *graph_self,
                                          custos_write_fn *proof,
                                          void *proof_self) {
  ENTER_WRITING(c, "expanding");
  return write_expanded(c, graph, graph_self, proof, proof_self);
}
