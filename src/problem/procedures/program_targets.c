/* What must not be reached in a program, as properties: its assertions, and
 * labels. */
#include "problem/procedures/procedures_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static property *find(custos *c, const char *name) {
  vec_each (property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET && strcmp(p->name, name) == 0)
      return p;
  return NULL;
}

static property *add(custos *c, prog_claim_kind kind, const char *name,
                     const char *words) {
  property p = {.kind = PROPERTY_TARGET,
                .claim = kind,
                .name = mem_text(&c->problem, name, strlen(name)),
                .text = mem_text(&c->problem, words, strlen(words)),
                .file = ""};
  vec_push(&c->problem, &c->properties, p);
  return &vec_last(&c->properties);
}

/* Claims, in the order of the text. */

static int by_place(const void *a, const void *b) {
  const prog_claim *x = a, *y = b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->column != y->column)
    return x->column < y->column ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return x->location < y->location ? -1 : x->location > y->location;
}

/* Is there another one of its kind in the same line, elsewhere? */
static bool shares_line(const prog_claim *all, size_t count, size_t i) {
  const prog_claim *claim = &all[i];
  size_t first = i;
  while (first > 0 && all[first - 1].line == claim->line)
    first--;
  for (size_t k = first; k < count && all[k].line == claim->line; k++)
    if (all[k].kind == claim->kind && all[k].column != claim->column)
      return true;
  return false;
}

/* Those at the same place are one property: they are neighbours. */
static void take_claim(custos *c, const prog_claim *claim, bool shared,
                       const char *file) {
  const char *kind = claim->kind == PROG_BOUNDS ? "bounds" : "assert";
  char name[64];
  int n = snprintf(name, sizeof name, "%s:%u", kind, (unsigned)claim->line);
  if (shared)
    snprintf(name + n, sizeof name - (size_t)n, ":%u", (unsigned)claim->column);
  property *p = c->properties.count ? &vec_last(&c->properties) : NULL;
  if (!p || strcmp(p->name, name) != 0)
    p = add(c, claim->kind, name, prog_text(&c->program, claim->text));
  p->file = file;
  p->line = claim->line;
  p->column = claim->column;
  vec_push(&c->problem, &p->locations, claim->location);
}

static void take_claims(custos *c, const char *file) {
  size_t count = c->program.claims.count;
  prog_claim *all = mem_array(&c->job, count + 1, sizeof *all);
  for (size_t i = 0; i < count; i++)
    all[i] = c->program.claims.at[i];
  if (count)
    qsort(all, count, sizeof *all, by_place);
  for (size_t i = 0; i < count; i++)
    take_claim(c, &all[i], shares_line(all, count, i), file);
  mem_free(&c->job, all);
}

static property *take_label(custos *c, const char *label, const char *file) {
  prog_locations at = {0};
  if (!prog_find_label(&c->problem, &c->program, label, &at))
    return NULL;
  property *p = add(c, PROG_TARGET, label, "");
  const prog_location *first = &c->program.locations.at[at.at[0]];
  p->locations = at;
  p->file = file;
  p->line = first->line;
  p->column = first->column;
  return p;
}

void context_take_program(custos *c, const char *file) {
  const char *kept = mem_text(&c->problem, file, strlen(file));
  take_claims(c, kept);
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

/* "A, main:B": what could have been meant, as far as there is room. */
static void list_labels(const prog *program, char *out, size_t size) {
  size_t n = 0;
  out[0] = '\0';
  vec_each (const prog_label, label, &program->labels) {
    const char *name = prog_text(program, label->name);
    const prog_label *first = program->labels.at;
    while (first->name != label->name)
      first++;
    if (first != label)
      continue;
    if (n + strlen(name) + 8 >= size) {
      snprintf(out + n, size - n, ", ...");
      return;
    }
    n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", name);
  }
}

custos_status program_add_target(custos *c, const char *label) {
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
