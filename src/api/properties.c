/* The properties of a problem: those it has by itself, those of its files,
 * and those that were added. */
#include "api/temporal.h"

#include "product/pds_buchi.h"

#include <string.h>

static char *copy_text(custos *c, const char *s, size_t length) {
  char *copy = mem_alloc(&c->problem, length + 1);
  memcpy(copy, s, length);
  return copy;
}

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
                                      "automaton"};
  property own;
  const property *p = context_property(c, i, &own);
  if (!p)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such property");
  *out = (custos_property){.name = p->name,
                           .kind = kinds[p->kind],
                           .text = p->text,
                           .file = p->file,
                           .line = p->line,
                           .column = p->column};
  return CUSTOS_OK;
}

/* ---- Adding to it ---------------------------------------------------- */

static property *add(custos *c, property_kind kind, const char *name,
                     size_t name_length, const char *formula, size_t length) {
  property p = {.kind = kind, .file = "", .line = 1, .column = 1};
  p.name = copy_text(c, name, name_length);
  p.text = copy_text(c, formula, length);
  vec_push(&c->problem, &c->properties, p);
  c->properties_read = false;
  return &vec_last(&c->properties);
}

static void take(custos *c, const char *file, const names *known, uint32_t name,
                 const char *formula, size_t length, uint32_t line,
                 uint32_t column) {
  property *p = add(c, PROPERTY_LTL, names_text(known, name),
                    names_length(known, name), formula, length);
  p->file = copy_text(c, file, strlen(file));
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

custos_status custos_add_ltl(custos *c, const char *name, const char *formula) {
  ENTER(c, "building");
  context_change(c);
  add(c, PROPERTY_LTL, name, strlen(name), formula, strlen(formula));
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_add_automaton(custos *c, const char *name,
                                   const char *path) {
  char *bytes;
  size_t length;
  ENTER(c, "reading");
  context_drop_job(c);
  if (!context_read_file(c, path, &bytes, &length))
    return CUSTOS_ERR_SYSTEM;
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
  evidence_define d = {copy_text(c, name, strlen(name)), value};
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
  if (c->kind == PROBLEM_MODEL)
    c->model.ops->bind(&c->model, &c->job, atoms, file, line, column,
                       &c->report, &of_model);
  else
    pds_bind(&c->job, &c->pds, atoms, file, line, column, &c->report,
             &of_system);
}

/* Each atom alone, so that a message tells where it stands. */
static void bind_atoms(custos *c, const property *p, const char *file) {
  uint32_t line = p->line, column = p->column;
  const char *at = p->text;
  for (uint32_t i = 0; i < p->table.places.count; i++) {
    names one = {0};
    for (const char *place = p->text + p->table.places.at[i]; at < place;
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

/* All at once, so that a mistake shows before any verdict does. */
bool context_read_properties(custos *c) {
  if (c->properties_read)
    return true;
  size_t before = c->report.count;
  vec_each (property, p, &c->properties) {
    const char *file = p->file[0] ? p->file : p->name;
    if (p->kind == PROPERTY_LTL) {
      memset(&p->table, 0, sizeof p->table);
      if (ltl_parse(&c->problem, &p->table, LTL_SPOT, file, p->line, p->column,
                    p->text, strlen(p->text), &c->report, &p->root)) {
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
