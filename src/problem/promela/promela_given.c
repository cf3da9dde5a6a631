#include "problem/promela_given.h"

#include "problem/context.h"

#include <string.h>

static bool add_option(custos *c, const char *option, const char *value) {
  pml_reading *reading = &c->promela.reading;
  if (strcmp(option, "claims") == 0 && *value) {
    char *path = mem_text(&c->problem, value, strlen(value));
    vec_push(&c->problem, &c->promela.claims, path);
    return true;
  }
  bool is_ignored = strcmp(option, "ignore") == 0;
  if (strcmp(option, "channels") == 0 && strcmp(value, "lossy") == 0)
    reading->loses_messages = true;
  else if (is_ignored && strcmp(value, "assertions") == 0)
    reading->ignores_assertions = true;
  else if (is_ignored && strcmp(value, "end-states") == 0)
    reading->ignores_end_states = true;
  else
    return false;
  return true;
}

custos_status promela_add_option(custos *c, const char *option,
                                 const char *value, bool is_users) {
  (void)is_users;
  if (!add_option(c, option, value))
    return CUSTOS_ERR_USAGE;
  c->given |= GIVEN_PROMELA;
  return CUSTOS_OK;
}

/* A macro without a value is 1, as it is to C's preprocessor. */
void context_write_macros(custos *c, text *out) {
  vec_each (const define, d, &c->source.defines) {
    text_format(out, "#define %.200s ", d->name);
    text_number(out, d->value);
    text_char(out, '\n');
  }
  const c_problem *problem = &c->c_problem;
  for (size_t i = 0; i < problem->given.arguments.count; i++) {
    if (strncmp(problem->given.arguments.at[i], "-D", 2) != 0)
      continue;
    const char *macro = problem->given.arguments.at[i] + strlen("-D");
    size_t name = strcspn(macro, "=");
    text_put(out, "#define ");
    text_add(out, macro, name);
    text_char(out, ' ');
    text_put(out, macro[name] ? macro + name + 1 : "1");
    text_char(out, '\n');
  }
}

/* Between < and > a path is one of the working directory. */
void context_write_claims(const custos *c, text *out) {
  for (size_t i = 0; i < c->promela.claims.count; i++) {
    text_put(out, "\n#include <");
    text_put(out, c->promela.claims.at[i]);
    text_put(out, ">\n");
  }
}

static void note(custos *c, const char *name, const char *value) {
  size_t n = strlen(name), k = strlen(value);
  char *line = mem_alloc(&c->job, n + k + 2);
  memcpy(line, name, n);
  line[n] = '=';
  memcpy(line + n + 1, value, k);
  vec_push(&c->job, &c->source.options, line);
}

void context_note_promela_source(custos *c) {
  const pml_reading *reading = &c->promela.reading;
  const c_problem *problem = &c->c_problem;
  memset(&c->source.options, 0, sizeof c->source.options);
  for (size_t i = 0; i < problem->given.arguments.count; i++)
    note(c,
         strncmp(problem->given.arguments.at[i], "-I", 2) == 0 ? "include"
                                                               : "define",
         problem->given.arguments.at[i] + strlen("-D"));
  if (reading->loses_messages)
    note(c, "channels", "lossy");
  if (reading->ignores_assertions)
    note(c, "ignore", "assertions");
  if (reading->ignores_end_states)
    note(c, "ignore", "end-states");
  for (size_t i = 0; i < c->promela.claims.count; i++)
    note(c, "claims", c->promela.claims.at[i]);
}

const char *promela_presumes(custos *c, const property *p) {
  static const char *const said[8] = {
      "",
      "full channels lose messages",
      "assertions ignored",
      "assertions ignored, full channels lose messages",
      "end states ignored",
      "end states ignored, full channels lose messages",
      "assertions ignored, end states ignored",
      "assertions ignored, end states ignored, full channels lose messages"};
  const pml_reading *reading = &c->promela.reading;
  bool is_safety = !p || p->kind == PROPERTY_SAFETY;
  return said[reading->loses_messages +
              2 * (is_safety && reading->ignores_assertions) +
              4 * (is_safety && reading->ignores_end_states)];
}
