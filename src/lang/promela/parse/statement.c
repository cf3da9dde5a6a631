#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Statements and their sequences. What is open waits on the stack 'opens'; the
 * loop in pml_parse_body reads one thing at a time into the innermost. */

uint32_t pml_add_statement(pml_parser *parser, pml_kind kind, pml_place at) {
  const pml_open *f = &vec_last(&parser->opens);
  pml_statement statement = {.kind = kind,
                             .a = PML_NONE,
                             .b = PML_NONE,
                             .c = 0,
                             .name = PML_NONE,
                             .target = PML_NONE,
                             .next = PML_NONE,
                             .parent = f->statement,
                             .process = parser->process,
                             .at = at,
                             .until = at};
  if (parser->s->statements.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &parser->s->statements, statement);
  vec_push(parser->m, &parser->inside, f->inside);
  vec_push(parser->m, &parser->label_of, PML_NONE);
  return (uint32_t)parser->s->statements.count - 1;
}

static pml_statement *parsed_statement_at(const pml_parser *parser,
                                          uint32_t x) {
  return &parser->s->statements.at[x];
}

pml_open *pml_push_open(pml_parser *parser, pml_open_kind kind,
                        uint32_t statement, pml_place at) {
  pml_open f = {.kind = kind,
                .statement = statement,
                .first = PML_NONE,
                .last = PML_NONE,
                .main = PML_NONE,
                .loop = PML_NONE,
                .inside = PML_NONE,
                .scope = pml_scope_begin(parser),
                .labels = parser->s->labels.count,
                .options = parser->options.count,
                .result = PML_NONE,
                .counter = PML_NONE,
                .helper = PML_NONE,
                .is_separated = true,
                .at = at};
  if (parser->opens.count) {
    f.loop = vec_last(&parser->opens).loop;
    f.inside = vec_last(&parser->opens).inside;
    f.call = vec_last(&parser->opens).call;
    f.result = vec_last(&parser->opens).result;
  }
  if (statement != PML_NONE && f.inside == PML_NONE &&
      parsed_statement_at(parser, statement)->kind == PML_DSTEP)
    f.inside = statement;
  if (statement != PML_NONE &&
      parsed_statement_at(parser, statement)->kind == PML_DO)
    f.loop = statement;
  vec_push(parser->m, &parser->opens, f);
  return &vec_last(&parser->opens);
}

void pml_append(pml_parser *parser, uint32_t statement) {
  pml_open *f = &vec_last(&parser->opens);
  parsed_statement_at(parser, statement)->parent = f->statement;
  if (f->first == PML_NONE)
    f->first = statement;
  else
    parsed_statement_at(parser, f->last)->next = statement;
  f->last = statement;
  f->is_separated = false;
}

void pml_attach_labels(pml_parser *parser, uint32_t statement) {
  pml_open *f = &vec_last(&parser->opens);
  bool is_first = f->first == PML_NONE && f->main == PML_NONE;
  for (size_t i = f->labels; i < parser->s->labels.count; i++) {
    pml_label *label = &parser->s->labels.at[i];
    if (label->statement != PML_NONE)
      continue;
    label->statement = statement;
    parser->label_of.at[statement] = (uint32_t)i;
    if (parsed_statement_at(parser, statement)->kind == PML_DO)
      continue; /* it is a place of its own wherever it stands */
    label->is_misplaced = is_first && f->kind == PML_OPEN_OPTIONS;
    if (f->main != PML_NONE)
      pml_wrong(parser, label->at,
                "a label cannot stand behind 'unless'; put the escape in "
                "braces, and the label behind its first statement");
    else if (is_first &&
             (f->kind == PML_OPEN_BLOCK || f->kind == PML_OPEN_INLINE))
      pml_wrong(parser, label->at,
                "a label cannot stand on the first statement of a block; put "
                "it before the '{', as in  %s: { ... }",
                pml_name(parser, label->name));
  }
  f->labels = parser->s->labels.count;
}

/* The main part of an unless, or its escape: the sequence in its braces. */
static uint32_t part_of_unless(pml_parser *parser, uint32_t unless,
                               uint32_t part) {
  pml_statement *statement = parsed_statement_at(parser, part);
  if (statement->kind != PML_BLOCK || parser->label_of.at[part] != PML_NONE) {
    statement->parent = unless;
    return part;
  }
  for (uint32_t s = statement->a; s != PML_NONE;
       s = parsed_statement_at(parser, s)->next)
    parsed_statement_at(parser, s)->parent = unless;
  return statement->a;
}

static void make_unless(pml_parser *parser, uint32_t main, uint32_t escape) {
  pml_open *f = &vec_last(&parser->opens);
  uint32_t x = pml_add_statement(parser, PML_UNLESS,
                                 parsed_statement_at(parser, main)->at);
  uint32_t a = part_of_unless(parser, x, main),
           b = part_of_unless(parser, x, escape);
  parsed_statement_at(parser, x)->a = a;
  parsed_statement_at(parser, x)->b = b;
  parsed_statement_at(parser, x)->is_braced = a != main;
  parsed_statement_at(parser, x)->until =
      parsed_statement_at(parser, escape)->until;
  f->main = PML_NONE;
  pml_append(parser, x);
}

bool pml_finish_statement(pml_parser *parser, uint32_t statement) {
  pml_open *f = &vec_last(&parser->opens);
  if (parsed_statement_at(parser, statement)->until.line ==
          parsed_statement_at(parser, statement)->at.line &&
      parsed_statement_at(parser, statement)->until.column ==
          parsed_statement_at(parser, statement)->at.column)
    parsed_statement_at(parser, statement)->until =
        pml_end_of(parser, &parser->taken);
  pml_attach_labels(parser, statement);
  f->is_separated = false;
  if (f->main != PML_NONE) {
    make_unless(parser, f->main, statement);
    return true;
  }
  if (!pml_at_word(parser, PML_W_UNLESS)) {
    pml_append(parser, statement);
    return true;
  }
  pml_kind kind = parsed_statement_at(parser, statement)->kind;
  if (parser->label_of.at[statement] != PML_NONE && kind != PML_DO &&
      kind < PML_BLOCK) {
    const pml_label *label =
        &parser->s->labels.at[parser->label_of.at[statement]];
    pml_wrong(parser, label->at,
              "a label cannot stand before what 'unless' interrupts; put "
              "braces around it all, as in  %s: { ... unless ... }",
              pml_name(parser, label->name));
  }
  if (parsed_statement_at(parser, statement)->kind == PML_ELSE)
    pml_wrong(parser, parser->token.at,
              "'else' cannot be interrupted by 'unless'");
  f->main = statement;
  f->is_separated = true;
  pml_advance(parser);
  return true;
}

/* A label with nothing behind it stands on a skip. */
static bool finish_sequence(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  bool has_waiting = parser->s->labels.count > f->labels;
  if (f->main != PML_NONE && !has_waiting)
    return pml_misfit(parser, "the statement that 'unless' leads to");
  if (has_waiting) {
    uint32_t x = pml_add_statement(parser, PML_SKIP, parser->taken.at);
    parsed_statement_at(parser, x)->is_made = true;
    if (!pml_finish_statement(parser, x))
      return false;
  }
  f = &vec_last(&parser->opens); /* a body of declarations only ends at once */
  if (f->first == PML_NONE && !(f->has_declaration && f->kind == PML_OPEN_BODY))
    return pml_misfit(parser, "a statement");
  return true;
}

/* '{' is to be looked at. */
bool pml_begin_block(pml_parser *parser, pml_kind kind) {
  pml_place at = parser->token.at;
  uint32_t x;
  if (kind != PML_BLOCK) {
    pml_advance(parser);
    if (!pml_at(parser, '{'))
      return pml_misfit(parser, "'{'");
  }
  x = pml_add_statement(parser, kind, at);
  pml_push_open(parser, PML_OPEN_BLOCK, x, at);
  pml_advance(parser);
  return true;
}

bool pml_begin_options(pml_parser *parser, pml_kind kind) {
  uint32_t x = pml_add_statement(parser, kind, parser->token.at);
  pml_push_open(parser, PML_OPEN_OPTIONS, x, parser->token.at)->is_separated =
      false;
  pml_advance(parser);
  if (!pml_at(parser, PML_T_OPTION))
    return pml_misfit(parser,
                      kind == PML_DO
                          ? "'::' and an option ('do :: x < 3 -> x++ :: else "
                            "-> break od')"
                          : "'::' and an option ('if :: x < 3 -> x++ :: else "
                            "fi')");
  return true;
}

/* The option that was read, if there is one, is complete. */
static bool finish_option(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  if (!f->has_option)
    return true;
  if (!finish_sequence(parser))
    return false;
  f = &vec_last(&parser->opens);
  if (parser->s->processes.at[parser->process].kind != PML_NEVER)
    pml_tidy_option(parser, f->first);
  vec_last(&parser->options).first = f->first;
  return true;
}

/* '::' is to be looked at. */
bool pml_begin_option(pml_parser *parser) {
  pml_option option = {PML_NONE, parser->token.at};
  pml_open *f;
  if (!finish_option(parser))
    return false;
  f = &vec_last(&parser->opens);
  f->first = f->last = PML_NONE;
  f->has_option = f->is_separated = true;
  f->has_declaration = false;
  f->labels = parser->s->labels.count;
  vec_push(parser->m, &parser->options, option);
  pml_advance(parser);
  return true;
}

/* 'fi' or 'od' is to be looked at. */
bool pml_end_options(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  pml_statement *x = parsed_statement_at(parser, f->statement);
  uint32_t elses = 0, statement = f->statement;
  pml_word closing = x->kind == PML_IF ? PML_W_FI : PML_W_OD;
  if (!pml_at_word(parser, closing))
    return pml_misfit(parser, closing == PML_W_FI ? "'fi'" : "'od'");
  if (!finish_option(parser))
    return false;
  f = &vec_last(&parser->opens);
  x = parsed_statement_at(parser, statement);
  x->a = (uint32_t)parser->s->options.count;
  x->c = (uint32_t)(parser->options.count - f->options);
  for (size_t i = f->options; i < parser->options.count; i++) {
    uint32_t first = parser->options.at[i].first;
    vec_push(parser->m, &parser->s->options, parser->options.at[i]);
    if (parsed_statement_at(parser, first)->kind == PML_ELSE && ++elses == 2)
      pml_wrong(parser, parsed_statement_at(parser, first)->at,
                "there is an 'else' already: it can be in one option only");
  }
  parser->options.count = f->options;
  parser->opens.count--;
  pml_advance(parser);
  return pml_finish_statement(parser, statement);
}

/* '}' is to be looked at. */
static bool close_block(pml_parser *parser) {
  pml_open f = vec_last(&parser->opens);
  if (f.kind == PML_OPEN_OPTIONS)
    return pml_misfit(parser,
                      parsed_statement_at(parser, f.statement)->kind == PML_IF
                          ? "'fi'"
                          : "'od'");
  if (f.kind == PML_OPEN_FOR)
    return pml_close_for(parser);
  if (!finish_sequence(parser))
    return false;
  f = vec_last(&parser->opens);
  pml_scope_end(parser, f.scope);
  parser->opens.count--;
  if (f.kind == PML_OPEN_BODY) {
    parser->s->processes.at[parser->process].body = f.first;
    parser->s->processes.at[parser->process].until =
        pml_end_of(parser, &parser->token);
    parser->in_sequence--;
    pml_advance(parser);
    return true;
  }
  parsed_statement_at(parser, f.statement)->a = f.first;
  if (f.kind == PML_OPEN_INLINE)
    parsed_statement_at(parser, f.statement)->until = f.until;
  pml_advance(parser);
  return pml_finish_statement(parser, f.statement);
}

/* Before the first statement of a body it is no step; elsewhere every name is
 * one, but not a channel with its '[n] of'. */
static bool parse_local(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  uint32_t first;
  bool is_step = f->kind != PML_OPEN_BODY || f->first != PML_NONE;
  pml_place at = parser->token.at;
  if (parser->s->labels.count > f->labels)
    return pml_wrong(parser, vec_last(&parser->s->labels).at,
                     "a label cannot stand before a declaration; move the "
                     "declaration up");
  if (f->main != PML_NONE)
    return pml_misfit(parser, "a statement");
  if (!pml_parse_declaration(parser, PML_NONE, &first))
    return false;
  for (uint32_t v = first; is_step && v < parser->s->vars.count; v++) {
    if (parser->s->vars.at[v].initial == PML_INITIAL_CHANNEL)
      continue;
    uint32_t x = pml_add_statement(parser, PML_DECLARE, at);
    parsed_statement_at(parser, x)->a = v;
    parsed_statement_at(parser, x)->until = pml_end_of(parser, &parser->taken);
    parser->s->vars.at[v].declared_by = x;
    pml_append(parser, x);
  }
  f = &vec_last(&parser->opens);
  f->is_separated = false;
  f->has_declaration = true;
  return true;
}

/* xr c, d : a promise that nothing here depends on. */
static bool parse_exclusive(pml_parser *parser) {
  for (;;) {
    uint32_t e;
    pml_advance(parser);
    parser->takes_array = true;
    bool good = pml_parse_expression(parser, PML_TARGET, &e, NULL);
    parser->takes_array = false;
    if (!good)
      return false;
    if (!(parser->facts.at[e] & PML_FACT_BAD) &&
        (parser->s->exprs.at[e].op != PML_NAME ||
         parser->s->vars.at[pml_referred(parser, e)].type != PML_CHAN))
      pml_wrong(parser, parser->s->exprs.at[e].at, "this is no channel");
    if (!pml_at(parser, ','))
      break;
  }
  vec_last(&parser->opens).is_separated = false;
  vec_last(&parser->opens).has_declaration = true;
  return true;
}

/* One thing at a time. */

static bool parse_separators(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  if (f->is_separated && parser->taken.kind != ':' &&
      (f->first == PML_NONE || f->main != PML_NONE) && !f->has_declaration)
    return pml_misfit(parser, "a statement");
  if (parser->s->labels.count > f->labels) { /* L: ; */
    uint32_t x = pml_add_statement(parser, PML_SKIP, parser->taken.at);
    parsed_statement_at(parser, x)->is_made = true;
    if (!pml_finish_statement(parser, x))
      return false;
  }
  pml_skip_separators(parser);
  vec_last(&parser->opens).is_separated = true;
  return true;
}

static void check_label_name(pml_parser *parser) {
  pml_symbol_kind kind = pml_find(parser, parser->token.name).kind;
  if (kind == PML_IS_CONSTANT || kind == PML_IS_RECORD || kind == PML_IS_INLINE)
    pml_wrong(parser, parser->token.at,
              "'%s' is declared as something else; take another name for the "
              "label",
              pml_name(parser, parser->token.name));
}

static bool parse_one(pml_parser *parser) {
  pml_open *f = &vec_last(&parser->opens);
  pml_word w = pml_word_of(parser, &parser->token),
           before = pml_word_of(parser, &parser->taken);
  if (pml_at(parser, '}'))
    return close_block(parser);
  if (pml_at(parser, PML_T_END))
    return pml_misfit(parser,
                      f->kind != PML_OPEN_OPTIONS ? "'}'" : "'fi' or 'od'");
  if (f->kind == PML_OPEN_OPTIONS && pml_at(parser, PML_T_OPTION))
    return pml_begin_option(parser);
  if (f->kind == PML_OPEN_OPTIONS && (w == PML_W_FI || w == PML_W_OD))
    return pml_end_options(parser);
  if (pml_at(parser, ';') || pml_at(parser, PML_T_ARROW))
    return parse_separators(parser);
  if (!f->is_separated && parser->taken.kind != '}' && before != PML_W_ELSE)
    return pml_misfit(parser, "';'");
  if (parser->opens.count > PML_MOST_OPEN)
    return pml_wrong(parser, parser->token.at,
                     "statements are nested deeper than %d levels",
                     PML_MOST_OPEN);
  if (parser->token.kind == PML_T_NAME && w == PML_W_NONE &&
      pml_peek(parser) == ':' &&
      pml_find(parser, parser->token.name).kind != PML_IS_PROCESS) {
    check_label_name(parser);
    pml_add_label(parser, parser->token.name, parser->token.at);
    f->is_separated = true;
    pml_advance(parser);
    pml_advance(parser);
    return true;
  }
  if (w == PML_W_XR || w == PML_W_XS)
    return parse_exclusive(parser);
  if (pml_at_declaration(parser))
    return parse_local(parser);
  return pml_parse_basic(parser);
}

bool pml_parse_body(pml_parser *parser, uint32_t process) {
  size_t base = parser->opens.count, jumps = parser->jumps.count;
  if (!pml_at(parser, '{'))
    return pml_misfit(parser, "'{'");
  parser->process = process;
  parser->in_sequence++;
  pml_push_open(parser, PML_OPEN_BODY, PML_NONE, parser->token.at);
  pml_advance(parser);
  while (parser->opens.count > base)
    if (!parse_one(parser))
      return false;
  pml_resolve_jumps(parser, jumps);
  return true;
}
