#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Statements and their sequences. What is open waits on the stack 'opens'; the
 * loop in pml_parse_body reads one thing at a time into the innermost. */

uint32_t pml_add_statement(pml_parser *p, pml_kind kind, pml_place at) {
  const pml_open *f = &vec_last(&p->opens);
  pml_statement x = {.kind = kind,
                     .a = PML_NONE,
                     .b = PML_NONE,
                     .c = 0,
                     .name = PML_NONE,
                     .target = PML_NONE,
                     .next = PML_NONE,
                     .parent = f->statement,
                     .process = p->process,
                     .at = at,
                     .until = at};
  if (p->s->statements.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &p->s->statements, x);
  vec_push(p->m, &p->inside, f->inside);
  vec_push(p->m, &p->label_of, PML_NONE);
  return (uint32_t)p->s->statements.count - 1;
}

static pml_statement *parsed_statement_at(const pml_parser *p, uint32_t x) {
  return &p->s->statements.at[x];
}

pml_open *pml_push_open(pml_parser *p, pml_open_kind kind, uint32_t statement,
                        pml_place at) {
  pml_open f = {.kind = kind,
                .statement = statement,
                .first = PML_NONE,
                .last = PML_NONE,
                .main = PML_NONE,
                .loop = PML_NONE,
                .inside = PML_NONE,
                .scope = pml_scope_begin(p),
                .labels = p->s->labels.count,
                .options = p->options.count,
                .result = PML_NONE,
                .counter = PML_NONE,
                .helper = PML_NONE,
                .is_separated = true,
                .at = at};
  if (p->opens.count) {
    f.loop = vec_last(&p->opens).loop;
    f.inside = vec_last(&p->opens).inside;
    f.call = vec_last(&p->opens).call;
    f.result = vec_last(&p->opens).result;
  }
  if (statement != PML_NONE && f.inside == PML_NONE &&
      parsed_statement_at(p, statement)->kind == PML_DSTEP)
    f.inside = statement;
  if (statement != PML_NONE &&
      parsed_statement_at(p, statement)->kind == PML_DO)
    f.loop = statement;
  vec_push(p->m, &p->opens, f);
  return &vec_last(&p->opens);
}

void pml_append(pml_parser *p, uint32_t statement) {
  pml_open *f = &vec_last(&p->opens);
  parsed_statement_at(p, statement)->parent = f->statement;
  if (f->first == PML_NONE)
    f->first = statement;
  else
    parsed_statement_at(p, f->last)->next = statement;
  f->last = statement;
  f->is_separated = false;
}

void pml_attach_labels(pml_parser *p, uint32_t statement) {
  pml_open *f = &vec_last(&p->opens);
  bool is_first = f->first == PML_NONE && f->main == PML_NONE;
  for (size_t i = f->labels; i < p->s->labels.count; i++) {
    pml_label *x = &p->s->labels.at[i];
    if (x->statement != PML_NONE)
      continue;
    x->statement = statement;
    p->label_of.at[statement] = (uint32_t)i;
    if (parsed_statement_at(p, statement)->kind == PML_DO)
      continue; /* it is a place of its own wherever it stands */
    x->is_misplaced = is_first && f->kind == PML_OPEN_OPTIONS;
    if (f->main != PML_NONE)
      pml_wrong(p, x->at,
                "a label cannot stand behind 'unless'; put the escape in "
                "braces, and the label behind its first statement");
    else if (is_first &&
             (f->kind == PML_OPEN_BLOCK || f->kind == PML_OPEN_INLINE))
      pml_wrong(p, x->at,
                "a label cannot stand on the first statement of a block; put "
                "it before the '{', as in  %s: { ... }",
                pml_name(p, x->name));
  }
  f->labels = p->s->labels.count;
}

/* The main part of an unless, or its escape: the sequence in its braces. */
static uint32_t part_of_unless(pml_parser *p, uint32_t unless, uint32_t part) {
  pml_statement *x = parsed_statement_at(p, part);
  if (x->kind != PML_BLOCK || p->label_of.at[part] != PML_NONE) {
    x->parent = unless;
    return part;
  }
  for (uint32_t s = x->a; s != PML_NONE; s = parsed_statement_at(p, s)->next)
    parsed_statement_at(p, s)->parent = unless;
  return x->a;
}

static void make_unless(pml_parser *p, uint32_t main, uint32_t escape) {
  pml_open *f = &vec_last(&p->opens);
  uint32_t x =
      pml_add_statement(p, PML_UNLESS, parsed_statement_at(p, main)->at);
  uint32_t a = part_of_unless(p, x, main), b = part_of_unless(p, x, escape);
  parsed_statement_at(p, x)->a = a;
  parsed_statement_at(p, x)->b = b;
  parsed_statement_at(p, x)->is_braced = a != main;
  parsed_statement_at(p, x)->until = parsed_statement_at(p, escape)->until;
  f->main = PML_NONE;
  pml_append(p, x);
}

bool pml_finish_statement(pml_parser *p, uint32_t statement) {
  pml_open *f = &vec_last(&p->opens);
  if (parsed_statement_at(p, statement)->until.line ==
          parsed_statement_at(p, statement)->at.line &&
      parsed_statement_at(p, statement)->until.column ==
          parsed_statement_at(p, statement)->at.column)
    parsed_statement_at(p, statement)->until = pml_end_of(p, &p->taken);
  pml_attach_labels(p, statement);
  f->is_separated = false;
  if (f->main != PML_NONE) {
    make_unless(p, f->main, statement);
    return true;
  }
  if (!pml_at_word(p, PML_W_UNLESS)) {
    pml_append(p, statement);
    return true;
  }
  pml_kind kind = parsed_statement_at(p, statement)->kind;
  if (p->label_of.at[statement] != PML_NONE && kind != PML_DO &&
      kind < PML_BLOCK) {
    const pml_label *label = &p->s->labels.at[p->label_of.at[statement]];
    pml_wrong(p, label->at,
              "a label cannot stand before what 'unless' interrupts; put "
              "braces around it all, as in  %s: { ... unless ... }",
              pml_name(p, label->name));
  }
  if (parsed_statement_at(p, statement)->kind == PML_ELSE)
    pml_wrong(p, p->token.at, "'else' cannot be interrupted by 'unless'");
  f->main = statement;
  f->is_separated = true;
  pml_advance(p);
  return true;
}

/* A label with nothing behind it stands on a skip. */
static bool finish_sequence(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  bool has_waiting = p->s->labels.count > f->labels;
  if (f->main != PML_NONE && !has_waiting)
    return pml_misfit(p, "the statement that 'unless' leads to");
  if (has_waiting) {
    uint32_t x = pml_add_statement(p, PML_SKIP, p->taken.at);
    parsed_statement_at(p, x)->is_made = true;
    if (!pml_finish_statement(p, x))
      return false;
  }
  f = &vec_last(&p->opens); /* a body of declarations only ends at once */
  if (f->first == PML_NONE && !(f->has_declaration && f->kind == PML_OPEN_BODY))
    return pml_misfit(p, "a statement");
  return true;
}

/* '{' is to be looked at. */
bool pml_begin_block(pml_parser *p, pml_kind kind) {
  pml_place at = p->token.at;
  uint32_t x;
  if (kind != PML_BLOCK) {
    pml_advance(p);
    if (!pml_at(p, '{'))
      return pml_misfit(p, "'{'");
  }
  x = pml_add_statement(p, kind, at);
  pml_push_open(p, PML_OPEN_BLOCK, x, at);
  pml_advance(p);
  return true;
}

bool pml_begin_options(pml_parser *p, pml_kind kind) {
  uint32_t x = pml_add_statement(p, kind, p->token.at);
  pml_push_open(p, PML_OPEN_OPTIONS, x, p->token.at)->is_separated = false;
  pml_advance(p);
  if (!pml_at(p, PML_T_OPTION))
    return pml_misfit(p, "'::' and an option");
  return true;
}

/* The option that was read, if there is one, is complete. */
static bool finish_option(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  if (!f->has_option)
    return true;
  if (!finish_sequence(p))
    return false;
  f = &vec_last(&p->opens);
  if (p->s->processes.at[p->process].kind != PML_NEVER)
    pml_tidy_option(p, f->first);
  vec_last(&p->options).first = f->first;
  return true;
}

/* '::' is to be looked at. */
bool pml_begin_option(pml_parser *p) {
  pml_option option = {PML_NONE, p->token.at};
  pml_open *f;
  if (!finish_option(p))
    return false;
  f = &vec_last(&p->opens);
  f->first = f->last = PML_NONE;
  f->has_option = f->is_separated = true;
  f->has_declaration = false;
  f->labels = p->s->labels.count;
  vec_push(p->m, &p->options, option);
  pml_advance(p);
  return true;
}

/* 'fi' or 'od' is to be looked at. */
bool pml_end_options(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  pml_statement *x = parsed_statement_at(p, f->statement);
  uint32_t elses = 0, statement = f->statement;
  pml_word closing = x->kind == PML_IF ? PML_W_FI : PML_W_OD;
  if (!pml_at_word(p, closing))
    return pml_misfit(p, closing == PML_W_FI ? "'fi'" : "'od'");
  if (!finish_option(p))
    return false;
  f = &vec_last(&p->opens);
  x = parsed_statement_at(p, statement);
  x->a = (uint32_t)p->s->options.count;
  x->c = (uint32_t)(p->options.count - f->options);
  for (size_t i = f->options; i < p->options.count; i++) {
    uint32_t first = p->options.at[i].first;
    vec_push(p->m, &p->s->options, p->options.at[i]);
    if (parsed_statement_at(p, first)->kind == PML_ELSE && ++elses == 2)
      pml_wrong(p, parsed_statement_at(p, first)->at,
                "there is an 'else' already: it can be in one option only");
  }
  p->options.count = f->options;
  p->opens.count--;
  pml_advance(p);
  return pml_finish_statement(p, statement);
}

/* '}' is to be looked at. */
static bool close_block(pml_parser *p) {
  pml_open f = vec_last(&p->opens);
  if (f.kind == PML_OPEN_OPTIONS)
    return pml_misfit(p, parsed_statement_at(p, f.statement)->kind == PML_IF
                             ? "'fi'"
                             : "'od'");
  if (f.kind == PML_OPEN_FOR)
    return pml_close_for(p);
  if (!finish_sequence(p))
    return false;
  f = vec_last(&p->opens);
  pml_scope_end(p, f.scope);
  p->opens.count--;
  if (f.kind == PML_OPEN_BODY) {
    p->s->processes.at[p->process].body = f.first;
    p->s->processes.at[p->process].until = pml_end_of(p, &p->token);
    p->in_sequence--;
    pml_advance(p);
    return true;
  }
  parsed_statement_at(p, f.statement)->a = f.first;
  if (f.kind == PML_OPEN_INLINE)
    parsed_statement_at(p, f.statement)->until = f.until;
  pml_advance(p);
  return pml_finish_statement(p, f.statement);
}

/* Before the first statement of a body it is no step; elsewhere every name is
 * one, but not a channel with its '[n] of'. */
static bool parse_local(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  uint32_t first;
  bool is_step = f->kind != PML_OPEN_BODY || f->first != PML_NONE;
  pml_place at = p->token.at;
  if (p->s->labels.count > f->labels)
    return pml_wrong(p, vec_last(&p->s->labels).at,
                     "a label cannot stand before a declaration; move the "
                     "declaration up");
  if (f->main != PML_NONE)
    return pml_misfit(p, "a statement");
  if (!pml_parse_declaration(p, PML_NONE, &first))
    return false;
  for (uint32_t v = first; is_step && v < p->s->vars.count; v++) {
    if (p->s->vars.at[v].initial == PML_INITIAL_CHANNEL)
      continue;
    uint32_t x = pml_add_statement(p, PML_DECLARE, at);
    parsed_statement_at(p, x)->a = v;
    parsed_statement_at(p, x)->until = pml_end_of(p, &p->taken);
    p->s->vars.at[v].declared_by = x;
    pml_append(p, x);
  }
  f = &vec_last(&p->opens);
  f->is_separated = false;
  f->has_declaration = true;
  return true;
}

/* xr c, d : a promise that nothing here depends on. */
static bool parse_exclusive(pml_parser *p) {
  for (;;) {
    uint32_t e;
    pml_advance(p);
    p->takes_array = true;
    bool good = pml_parse_expression(p, PML_TARGET, &e, NULL);
    p->takes_array = false;
    if (!good)
      return false;
    if (!(p->facts.at[e] & PML_FACT_BAD) &&
        (p->s->exprs.at[e].op != PML_NAME ||
         p->s->vars.at[pml_referred(p, e)].type != PML_CHAN))
      pml_wrong(p, p->s->exprs.at[e].at, "this is no channel");
    if (!pml_at(p, ','))
      break;
  }
  vec_last(&p->opens).is_separated = false;
  vec_last(&p->opens).has_declaration = true;
  return true;
}

/* One thing at a time. */

static bool parse_separators(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  if (f->is_separated && p->taken.kind != ':' &&
      (f->first == PML_NONE || f->main != PML_NONE) && !f->has_declaration)
    return pml_misfit(p, "a statement");
  if (p->s->labels.count > f->labels) { /* L: ; */
    uint32_t x = pml_add_statement(p, PML_SKIP, p->taken.at);
    parsed_statement_at(p, x)->is_made = true;
    if (!pml_finish_statement(p, x))
      return false;
  }
  pml_skip_separators(p);
  vec_last(&p->opens).is_separated = true;
  return true;
}

static void check_label_name(pml_parser *p) {
  pml_symbol_kind kind = pml_find(p, p->token.name).kind;
  if (kind == PML_IS_CONSTANT || kind == PML_IS_RECORD || kind == PML_IS_INLINE)
    pml_wrong(p, p->token.at,
              "'%s' is declared as something else; take another name for the "
              "label",
              pml_name(p, p->token.name));
}

static bool parse_one(pml_parser *p) {
  pml_open *f = &vec_last(&p->opens);
  pml_word w = pml_word_of(p, &p->token), before = pml_word_of(p, &p->taken);
  if (pml_at(p, '}'))
    return close_block(p);
  if (pml_at(p, PML_T_END))
    return pml_misfit(p, f->kind != PML_OPEN_OPTIONS ? "'}'" : "'fi' or 'od'");
  if (f->kind == PML_OPEN_OPTIONS && pml_at(p, PML_T_OPTION))
    return pml_begin_option(p);
  if (f->kind == PML_OPEN_OPTIONS && (w == PML_W_FI || w == PML_W_OD))
    return pml_end_options(p);
  if (pml_at(p, ';') || pml_at(p, PML_T_ARROW))
    return parse_separators(p);
  if (!f->is_separated && p->taken.kind != '}' && before != PML_W_ELSE)
    return pml_misfit(p, "';'");
  if (p->opens.count > PML_MOST_OPEN)
    return pml_wrong(p, p->token.at,
                     "statements are nested deeper than %d levels",
                     PML_MOST_OPEN);
  if (p->token.kind == PML_T_NAME && w == PML_W_NONE && pml_peek(p) == ':' &&
      pml_find(p, p->token.name).kind != PML_IS_PROCESS) {
    check_label_name(p);
    pml_add_label(p, p->token.name, p->token.at);
    f->is_separated = true;
    pml_advance(p);
    pml_advance(p);
    return true;
  }
  if (w == PML_W_XR || w == PML_W_XS)
    return parse_exclusive(p);
  if (pml_at_declaration(p))
    return parse_local(p);
  return pml_parse_basic(p);
}

bool pml_parse_body(pml_parser *p, uint32_t process) {
  size_t base = p->opens.count, jumps = p->jumps.count;
  if (!pml_at(p, '{'))
    return pml_misfit(p, "'{'");
  p->process = process;
  p->in_sequence++;
  pml_push_open(p, PML_OPEN_BODY, PML_NONE, p->token.at);
  pml_advance(p);
  while (p->opens.count > base)
    if (!parse_one(p))
      return false;
  pml_resolve_jumps(p, jumps);
  return true;
}
