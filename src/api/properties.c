/* The properties of a problem: those it has by itself, those of its files,
 * and those that were added. */
#include "problem/procedures/programs.h"
#include "problem/promela/program_run.h"

#include "product/pds_buchi.h"

#include <string.h>

/* ---- The list -------------------------------------------------------- */

/* What is asked even if nobody asks. */
static bool own_property(const custos *c, property *out) {
  bool others = c->properties.count > 0;
  static char unreachable[] = "unreachable", safety[] = "safety", none[] = "";
  *out = (property){.kind = PROPERTY_UNREACHABLE,
                    .name = unreachable,
                    .text = none,
                    .file = ""};
  if (c->kind == PROBLEM_MODEL) {
    out->kind = PROPERTY_SAFETY;
    out->name = safety;
    return c->model.may_fault;
  }
  if (c->kind == PROBLEM_PROGRAM || c->kind == PROBLEM_C) {
    out->kind = PROPERTY_SAFETY;
    out->name = safety;
    return !others;
  }
  if (c->kind == PROBLEM_SESSION)
    return false;
  return c->pds.has_set[PDS_FINAL] || !others;
}

const property *context_property(custos *c, size_t i, property *own) {
  bool has_own = own_property(c, own);
  if (has_own && i == 0)
    return own;
  i -= has_own;
  return i < c->properties.count ? &c->properties.at[i] : NULL;
}

size_t custos_property_count(custos *c) {
  property own;
  return c->properties.count + own_property(c, &own);
}

custos_status custos_property_at(custos *c, size_t i, custos_property *out) {
  static const char *const kinds[] = {"unreachable", "safety", "ltl",
                                      "automaton",   "",       "ectl"};
  static const char *const claims[] = {"assertion", "bounds", "target"};
  property own;
  const property *p = context_property(c, i, &own);
  if (!p)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such property");
  *out =
      (custos_property){.name = p->name,
                        .kind = p->is_claim                  ? "never"
                                : p->kind == PROPERTY_TARGET ? claims[p->claim]
                                                             : kinds[p->kind],
                        .text = p->text,
                        .file = p->file,
                        .line = p->line,
                        .column = p->column,
                        .on_request = p->on_request};
  return CUSTOS_OK;
}

/* ---- Adding to it ---------------------------------------------------- */

static property *add(custos *c, property_kind kind, const char *name,
                     size_t name_length, const char *formula, size_t length) {
  property p = {.kind = kind, .file = "", .line = 1, .column = 1};
  p.name = mem_text(&c->problem, name, name_length);
  p.text = mem_text(&c->problem, formula, length);
  vec_push(&c->problem, &c->properties, p);
  c->properties_read = false;
  return &vec_last(&c->properties);
}

static void take(custos *c, const char *file, const names *known, uint32_t name,
                 const char *formula, size_t length, uint32_t line,
                 uint32_t column) {
  property *p = add(c, PROPERTY_LTL, names_text(known, name),
                    names_length(known, name), formula, length);
  p->file = mem_text(&c->problem, file, strlen(file));
  p->line = line;
  p->column = column;
}

void context_take_properties(custos *c, const char *file) {
  for (; c->properties_taken < c->pds.properties.count; c->properties_taken++) {
    const pds_property *x = &c->pds.properties.at[c->properties_taken];
    take(c, file, &c->pds.property_names, x->name,
         c->pds.property_text.at + x->at, x->length, x->line, x->column);
  }
  vec_each (const model_property, x, &c->model.properties)
    take(c, file, &c->model.property_names, x->name,
         c->model.property_text.at + x->at, x->length, x->line, x->column);
}

/* ---- Those of every Promela model ------------------------------------- */

/* Cycles through accept labels, and cycles without progress: as formulas. */
static void add_cycles(custos *c) {
  static const char acceptance[] = "!([] <> \"accept_\")",
                    going_on[] = "[] <> !\"np_\"";
  add(c, PROPERTY_LTL, "acceptance", 10, acceptance, sizeof acceptance - 1)
      ->on_request = true;
  add(c, PROPERTY_LTL, "progress", 8, going_on, sizeof going_on - 1)
      ->on_request = true;
}

bool context_take_claims(custos *c, const char *file) {
  const promela *x = promela_of(&c->model);
  bool good = true;
  for (uint32_t i = 0; i < x->syntax.processes.count; i++) {
    const pml_process *claim = &x->syntax.processes.at[i];
    if (claim->kind != PML_NEVER)
      continue;
    const char *name = claim->name == PML_NONE
                           ? "never"
                           : names_text(&x->syntax.tokens.names, claim->name);
    if (strcmp(name, "never_0") == 0) /* SPIN's name for one without */
      name = "never";
    property *p =
        add(c, PROPERTY_AUTOMATON, name, strlen(name), file, strlen(file));
    p->file = p->text;
    p->line = claim->at.line;
    p->column = claim->at.column;
    p->is_claim = true;
    p->claim_process = i;
    good = pml_lower_claim(&c->problem, &x->program, i, &p->automaton,
                           &p->claim_places, &c->report) &&
           good;
  }
  add_cycles(c);
  return good;
}

/* ---- Those of the user ------------------------------------------------ */

/* Those of a session are the ':check's of its texts. */
static bool is_closed(custos *c) {
  if (c->kind != PROBLEM_SESSION)
    return false;
  context_fail(c, CUSTOS_ERR_USAGE,
               "a session has formulas of extended CTL alone: say ':check'");
  return true;
}

custos_status custos_add_ltl(custos *c, const char *name, const char *formula) {
  if (is_closed(c))
    return CUSTOS_ERR_USAGE;
  ENTER(c, "building");
  context_change(c);
  add(c, PROPERTY_LTL, name, strlen(name), formula, strlen(formula));
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_automaton(custos *c, const char *name,
                                   const char *path) {
  char *bytes;
  size_t length;
  if (is_closed(c))
    return CUSTOS_ERR_USAGE;
  ENTER(c, "reading");
  context_drop_job(c);
  custos_status status = context_read_text(c, path, &bytes, &length);
  if (status != CUSTOS_OK)
    return status == CUSTOS_ERR_INPUT ? context_reject(c) : status;
  property *p =
      add(c, PROPERTY_AUTOMATON, name, strlen(name), path, strlen(path));
  p->file = p->text;
  if (!omega_read_hoa(&c->problem, &p->automaton, path, bytes, length,
                      &c->report))
    return context_reject(c);
  mem_free(&c->job, bytes);
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_define(custos *c, const char *name, int64_t value) {
  if (c->kind != PROBLEM_NONE)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "parameters must be given before the model is loaded");
  ENTER(c, "building");
  define d = {mem_text(&c->problem, name, strlen(name)), value};
  vec_push(&c->problem, &c->source.defines, d);
  return context_leave(c, CUSTOS_OK);
}

/* ---- Reading them ---------------------------------------------------- */

/* What is wrong with them is reported; the meaning itself is made again when
 * it is needed. */
static void give_meaning(custos *c, const names *atoms, const char *file,
                         uint32_t line, uint32_t column) {
  model_binding of_model;
  pds_binding of_system;
  prog_binding of_program = {0};
  if (c->kind == PROBLEM_PROGRAM)
    prog_bind(&c->problem, &c->program, atoms, file, line, column, &c->report,
              &of_program);
  else if (c->kind == PROBLEM_MODEL)
    c->model.ops->bind(&c->model, &c->job, atoms, file, line, column,
                       &c->report, &of_model);
  else
    context_bind_pushdown(c, atoms, file, line, column, &of_system);
}

/* Each atom alone, so that a message tells where it stands. */
static void bind_atoms(custos *c, const property *p, const char *file) {
  uint32_t line = p->line, column = p->column;
  const char *at = p->formula;
  for (uint32_t i = 0; i < p->table.places.count; i++) {
    names one = {0};
    for (const char *place = p->formula + p->table.places.at[i]; at < place;
         at++) {
      column++;
      if (*at == '\n') {
        line++;
        column = 1;
      }
    }
    names_insert(&c->job, &one, names_text(&p->table.atoms, i),
                 names_length(&p->table.atoms, i));
    give_meaning(c, &one, file, line, column);
  }
  if (p->table.places.count > OMEGA_MOST_ATOMS)
    report_add(&c->report, file, p->line, p->column,
               "a formula has at most %d atoms, this one has %zu",
               OMEGA_MOST_ATOMS, p->table.places.count);
}

/* A formula that the user gave may be in the model's own language; those of
 * the text have been brought into ours. */
static bool read_formula(custos *c, property *p, const char *file) {
  keeper k;
  kept_text own = {0};
  p->formula = p->text;
  if (c->kind == PROBLEM_MODEL && c->model.ops->formula && !p->file[0] &&
      !p->on_request) {
    bool good = c->model.ops->formula(&c->model, &c->problem, file, p->line,
                                      p->column, p->text, strlen(p->text),
                                      &c->report, keeper_begin(&k, c, &own));
    const char *words = keeper_end(&k);
    if (!good)
      return false;
    p->formula = mem_text(&c->problem, words, strlen(words));
  }
  return ltl_parse(
      &c->problem, &p->table, context_is_program(c) ? LTL_SPIN : LTL_SPOT, file,
      p->line, p->column, p->formula, strlen(p->formula), &c->report, &p->root);
}

/* All at once, so that a mistake shows before any verdict does. */
bool context_read_properties(custos *c) {
  if (c->properties_read)
    return true;
  size_t before = c->report.count;
  vec_each (property, p, &c->properties) {
    const char *file = p->file[0] ? p->file : p->name;
    if (p->kind == PROPERTY_LTL) {
      memset(&p->table, 0, sizeof p->table);
      if (read_formula(c, p, file)) {
        p->negated =
            ltl_make(&c->problem, &p->table, LTL_NOT, p->root, LTL_NONE);
        bind_atoms(c, p, file);
      }
    } else if (p->kind == PROPERTY_AUTOMATON) {
      give_meaning(c, &p->automaton.atoms, file, p->line, p->column);
    }
  }
  c->properties_read = c->report.count == before;
  return c->properties_read;
}
