#include "lang/bp/parser.h"

void bp_parser_free(bp_parser *p) {
  vec_free(p->m, &p->pending);
  vec_free(p->m, &p->operands);
  vec_free(p->m, &p->blocks);
  vec_free(p->m, &p->waiting);
}

void bp_syntax_free(mem *m, bp_syntax *s) {
  vec_free(m, &s->nodes);
  vec_free(m, &s->expressions);
  vec_free(m, &s->uses);
  vec_free(m, &s->items);
  vec_free(m, &s->labels);
  vec_free(m, &s->globals);
  vec_free(m, &s->locals);
  vec_free(m, &s->enforces);
  vec_free(m, &s->procedures);
}

bp_use bp_use_here(bp_parser *p) {
  const scan_token *t = &p->s.token;
  return (bp_use){.name =
                      names_insert(p->m, p->syntax->names, t->text, t->length),
                  .line = t->line,
                  .column = t->column};
}

bool bp_parse_name(bp_parser *p, const char *what, bp_use *out) {
  if (p->s.token.kind > BP_T_KEYWORD)
    return scan_wrong(&p->s, "the keyword '%.*s' where %s should be",
                      report_clip(p->s.token.length), p->s.token.text, what);
  if (p->s.token.kind != BP_T_NAME)
    return scan_misfit(&p->s, what);
  *out = bp_use_here(p);
  bp_next(&p->s);
  return true;
}

bool bp_parse_declaration(bp_parser *p, bool is_global) {
  bp_syntax *s = p->syntax;
  do {
    bp_use use;
    bp_next(&p->s);
    if (!bp_parse_name(p, "the name of a variable", &use))
      return false;
    if (is_global)
      vec_push(p->m, &s->globals, use);
    else
      vec_push(p->m, &s->locals, use);
  } while (p->s.token.kind == ',');
  return bp_take(&p->s, ';', "',' or ';'");
}

static bool begins_procedure(int token) {
  return token == BP_T_VOID || token == BP_T_BOOL || token == BP_T_DFS;
}

/* Up to what may follow a declaration of globals. */
static void skip_declaration(bp_parser *p) {
  int kind = p->s.token.kind;
  p->s.is_mute = true;
  while (kind != ';' && kind != BP_T_DECL && kind != BP_T_END &&
         !begins_procedure(kind))
    kind = bp_next(&p->s);
  p->s.is_mute = false;
  if (kind == ';')
    bp_next(&p->s);
}

/* Behind "bool": "<n>" says how many results, one without it. */
static bool read_results(bp_parser *p, bp_procedure *f) {
  const scan_token *t = &p->s.token;
  f->results = 1;
  bp_next(&p->s);
  if (t->kind != '<')
    return true;
  bp_next(&p->s);
  if (t->kind != BP_T_NUMBER)
    return scan_misfit(&p->s, "the number of results");
  f->results = 0;
  for (size_t i = 0; i < t->length && f->results <= BP_MOST_RESULTS; i++)
    f->results = f->results * 10 + (uint32_t)(t->text[i] - '0');
  if (f->results > BP_MOST_RESULTS)
    return scan_wrong(&p->s, "a procedure has at most %d results",
                      BP_MOST_RESULTS);
  bp_next(&p->s);
  return bp_take(&p->s, '>', "'>'");
}

static bool read_parameters(bp_parser *p, bp_procedure *f) {
  if (!bp_take(&p->s, '(', "'('"))
    return false;
  while (p->s.token.kind != ')') {
    bp_use use;
    if (f->parameters && !bp_take(&p->s, ',', "',' or ')'"))
      return false;
    if (!bp_parse_name(p, "a parameter", &use))
      return false;
    vec_push(p->m, &p->syntax->locals, use);
    f->parameters++;
  }
  bp_next(&p->s);
  return true;
}

/* Up to the 'begin', which is current then. */
static bool read_header(bp_parser *p, bp_procedure *f) {
  if (p->s.token.kind == BP_T_DFS)
    bp_next(&p->s);
  if (p->s.token.kind == BP_T_BOOL) {
    if (!read_results(p, f))
      return false;
  } else if (!bp_take(&p->s, BP_T_VOID, "'decl', 'void' or 'bool'")) {
    return false;
  }
  return bp_parse_name(p, "the name of a procedure", &f->use) &&
         read_parameters(p, f) &&
         (p->s.token.kind == BP_T_BEGIN || scan_misfit(&p->s, "'begin'"));
}

/* Up to where statements or a procedure may follow. False: no statements. */
static bool skip_header(bp_parser *p) {
  const char *from = p->s.token.text;
  p->s.is_mute = true;
  while (p->s.token.kind != BP_T_BEGIN && p->s.token.kind != BP_T_END &&
         (p->s.token.text == from || !begins_procedure(p->s.token.kind)))
    bp_next(&p->s);
  p->s.is_mute = false;
  return p->s.token.kind == BP_T_BEGIN;
}

static void read_procedure(bp_parser *p) {
  bp_syntax *s = p->syntax;
  bp_procedure f = {.use = {.name = BP_NONE},
                    .first_local = (uint32_t)s->locals.count,
                    .first_item = (uint32_t)s->items.count,
                    .first_label = (uint32_t)s->labels.count,
                    .first_enforce = (uint32_t)s->enforces.count};
  if (!read_header(p, &f) && !skip_header(p))
    return;
  bp_next(&p->s);
  bp_parse_statements(p);
  f.end_line = p->s.token.line;
  f.end_column = p->s.token.column;
  if (bp_take(&p->s, BP_T_FINISH, "a statement or 'end'") &&
      p->s.token.kind == ';')
    bp_next(&p->s);
  f.locals = (uint32_t)s->locals.count - f.first_local;
  f.items = (uint32_t)s->items.count - f.first_item;
  f.labels = (uint32_t)s->labels.count - f.first_label;
  f.enforces = (uint32_t)s->enforces.count - f.first_enforce;
  vec_push(p->m, &s->procedures, f);
}

void bp_parse_program(bp_parser *p) {
  bp_next(&p->s);
  while (p->s.token.kind != BP_T_END) {
    if (p->s.token.kind != BP_T_DECL)
      read_procedure(p);
    else if (!bp_parse_declaration(p, true))
      skip_declaration(p);
  }
  p->syntax->end_line = p->s.token.line;
  p->syntax->end_column = p->s.token.column;
}
