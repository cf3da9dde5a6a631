/* The properties of a problem: those that it has by itself, those of its files,
 * and those that were added. */
#include "problem/temporal.h"

#include "product/pds_buchi.h"

#include <string.h>

void context_own_property(property *out, property_kind kind) {
  static char unreachable[] = "unreachable", safety[] = "safety", none[] = "";
  *out = (property){.kind = kind,
                    .name = kind == PROPERTY_UNREACHABLE ? unreachable : safety,
                    .text = none,
                    .file = ""};
}

const property *context_property(custos *c, size_t i, property *own) {
  bool has_own = c->ops->own_property && c->ops->own_property(c, own);
  if (has_own && i == 0)
    return own;
  i -= has_own;
  return i < c->properties.count ? &c->properties.at[i] : NULL;
}

property *context_add_property(custos *c, property_kind kind, const char *name,
                               size_t name_length, const char *formula,
                               size_t length) {
  property p = {.kind = kind, .file = "", .line = 1, .column = 1};
  p.name = mem_text(&c->problem, name, name_length);
  p.text = mem_text(&c->problem, formula, length);
  vec_push(&c->problem, &c->properties, p);
  c->properties_read = false;
  return &vec_last(&c->properties);
}

void context_take_formula(custos *c, const char *file, const names *known,
                          uint32_t name, const char *formula, size_t length,
                          uint32_t line, uint32_t column) {
  property *p =
      context_add_property(c, PROPERTY_LTL, names_text(known, name),
                           names_length(known, name), formula, length);
  p->file = mem_text(&c->problem, file, strlen(file));
  p->line = line;
  p->column = column;
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
    c->ops->give_meaning(c, &one, file, line, column);
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
  if (c->model.ops && c->model.ops->formula && !p->file[0] && !p->on_request) {
    bool good = c->model.ops->formula(&c->model, &c->problem, file, p->line,
                                      p->column, p->text, strlen(p->text),
                                      &c->report, keeper_begin(&k, c, &own));
    const char *words = keeper_end(&k);
    if (!good)
      return false;
    p->formula = mem_text(&c->problem, words, strlen(words));
  }
  return ltl_parse(&c->problem, &p->table, c->ops->style, file, p->line,
                   p->column, p->formula, strlen(p->formula), &c->report,
                   &p->root);
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
      c->ops->give_meaning(c, &p->automaton.atoms, file, p->line, p->column);
    }
  }
  c->properties_read = c->report.count == before;
  return c->properties_read;
}
