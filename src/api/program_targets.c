/* What must not be reached in a program, as properties: its assertions, and
 * labels. */
#include "api/programs.h"

#include <stdio.h>
#include <string.h>

static char *copy_text(custos *c, const char *s) {
  char *copy = mem_alloc(&c->problem, strlen(s) + 1);
  memcpy(copy, s, strlen(s));
  return copy;
}

static property *find(custos *c, const char *name) {
  vec_each (property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET && strcmp(p->name, name) == 0)
      return p;
  return NULL;
}

/* Found or made. */
static property *target(custos *c, prog_claim_kind kind, const char *name,
                        const char *words) {
  property *known = find(c, name);
  if (known)
    return known;
  property p = {.kind = PROPERTY_TARGET,
                .claim = kind,
                .name = copy_text(c, name),
                .text = copy_text(c, words),
                .file = ""};
  vec_push(&c->problem, &c->properties, p);
  return &vec_last(&c->properties);
}

static bool shares_line(const prog *p, size_t i) {
  const prog_claim *x = &p->claims.at[i];
  vec_each (const prog_claim, y, &p->claims)
    if (y != x && y->kind == x->kind && y->line == x->line &&
        y->column != x->column)
      return true;
  return false;
}

static void take_claim(custos *c, size_t i, bool shared, const char *file) {
  const prog_claim *x = &c->program.claims.at[i];
  const char *kind = x->kind == PROG_BOUNDS ? "bounds" : "assert";
  char name[64];
  if (shared)
    snprintf(name, sizeof name, "%s:%u:%u", kind, (unsigned)x->line,
             (unsigned)x->column);
  else
    snprintf(name, sizeof name, "%s:%u", kind, (unsigned)x->line);
  property *p = target(c, x->kind, name, prog_text(&c->program, x->text));
  p->file = file;
  p->line = x->line;
  p->column = x->column;
  vec_push(&c->problem, &p->locations, x->location);
}

static property *take_label(custos *c, const char *label, const char *file) {
  prog_locations at = {0};
  if (!prog_find_label(&c->problem, &c->program, label, &at))
    return NULL;
  property *p = target(c, PROG_TARGET, label, "");
  const prog_location *first = &c->program.locations.at[at.at[0]];
  p->locations = at;
  p->file = file;
  p->line = first->line;
  p->column = first->column;
  return p;
}

void context_take_program(custos *c, const char *file) {
  const char *kept = copy_text(c, file);
  for (size_t i = 0; i < c->program.claims.count; i++)
    take_claim(c, i, shares_line(&c->program, i), kept);
  take_label(c, "SLIC_ERROR", kept);
}

const property *context_find_target(custos *c, const char *name) {
  const property *known = find(c, name);
  const char *file = c->source.files.count ? c->source.files.at[0] : "";
  return known ? known : take_label(c, name, file);
}

prog_locations context_targets(const property *p) {
  return p ? p->locations : (prog_locations){0};
}

/* ---- Asked for ------------------------------------------------------- */

/* "A, main:B": what could have been meant, as far as there is room. */
static void list_labels(const prog *p, char *out, size_t size) {
  size_t n = 0;
  out[0] = '\0';
  vec_each (const prog_label, l, &p->labels) {
    const char *name = prog_text(p, l->name);
    const prog_label *first = p->labels.at;
    while (first->name != l->name)
      first++;
    if (first != l)
      continue;
    if (n + strlen(name) + 8 >= size) {
      snprintf(out + n, size - n, ", ...");
      return;
    }
    n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", name);
  }
}

custos_status custos_add_target(custos *c, const char *label) {
  if (c->kind != PROBLEM_PROGRAM)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "labels are targets in Boolean programs and Remopla "
                        "only: load such a program first");
  ENTER(c, "building");
  context_change(c);
  if (context_find_target(c, label))
    return context_leave(c, CUSTOS_OK);
  char all[300];
  list_labels(&c->program, all, sizeof all);
  return context_fail(c, CUSTOS_ERR_USAGE, "there is no label '%.100s'%s%s",
                      label, all[0] ? "; there are: " : " (there is none)",
                      all);
}
