#include "lang/promela/promela.h"

#include "base/kept.h"
#include "lang/promela/c/c_code.h"
#include "lang/promela/parse/parse.h"

#include <stddef.h>

static void take_name(mem *m, names *to, const names *from, uint32_t n) {
  names_insert(m, to, names_text(from, n), names_length(from, n));
}

/* The ltl blocks, with their atoms quoted. */
static bool take_formulas(mem *m, const promela *p, model *x, report *r) {
  const names *words = &p->syntax.tokens.names;
  bool good = true;
  vec_each (const pml_formula, f, &p->syntax.formulas) {
    kept k = {.m = m};
    text out;
    text_init(&out, kept_add, &k);
    pml_print_formula(&p->syntax, f->root, &out);
    text_end(&out);
    model_text name = {names_text(words, f->name),
                       names_length(words, f->name)};
    model_text formula = {k.bytes.at, k.bytes.count};
    if (!model_add_property(m, x, name, formula, f->at.line, f->at.column))
      good = report_add(r, names_text(&p->syntax.tokens.files, f->at.file),
                        f->at.line, f->at.column,
                        "there is a property '%s' already: each needs a name "
                        "of its own",
                        name.at);
    vec_free(m, &k.bytes);
  }
  return good;
}

/* A model must not run code of its own because somebody looks at it. */
static bool take_c(mem *m, pml_syntax *syntax, const char *file,
                   bool is_allowed, report *r) {
  static const char *const words[] = {"c_decl",  "c_code",  "c_code",
                                      "c_expr",  "c_state", "c_state",
                                      "c_state", "c_track"};
  if (!pml_has_c(syntax))
    return true;
  if (is_allowed)
    return pml_c_load(m, syntax, file, r);
  const pml_c_part *c_part = &syntax->c_parts.at[0];
  return report_add(r, names_text(&syntax->tokens.files, c_part->word.file),
                    c_part->word.line, c_part->word.column,
                    "%s runs C code of the model on this machine: say "
                    "--allow-c-code if you trust it",
                    words[c_part->kind]);
}

bool promela_read(mem *m, model *out, const char *file, const char *input,
                  size_t length, const pml_includes *includes, report *r,
                  progress *clock) {
  const pml_reading plain = {0};
  return promela_read_as(m, out, file, input, length, includes, &plain, r,
                         clock);
}

bool promela_read_as(mem *m, model *out, const char *file, const char *input,
                     size_t length, const pml_includes *includes,
                     const pml_reading *how, report *r, progress *clock) {
  promela *p = mem_alloc(m, sizeof *p);
  *p = (promela){.syntax.reading = *how};
  if (!pml_tokenise(m, &p->syntax.tokens, file, input, length, includes, r,
                    clock) ||
      !pml_parse(m, &p->syntax, file, r, clock) ||
      !take_c(m, &p->syntax, file, how->runs_c, r))
    return false;
  if (!pml_lower(m, &p->syntax, &p->lowered, r)) {
    pml_c_unload(&p->syntax);
    return false;
  }
  pml_make_model(m, &p->lowered, out);
  for (uint32_t i = 0; i < names_count(&p->syntax.tokens.files); i++)
    take_name(m, &out->files, &p->syntax.tokens.files, i);
  return take_formulas(m, p, out, r);
}

void promela_end(model *x) {
  if (x->self)
    pml_c_unload(&promela_of(x)->syntax);
}

promela *promela_of(const model *x) {
  const char *lowered = (const char *)pml_lowered_of(x);
  return (promela *)(uintptr_t)(lowered - offsetof(promela, lowered));
}
