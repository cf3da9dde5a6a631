#include "lang/promela/parse/parts.h"

/* C inside a model: what stands where. What it means is the compiler's. */

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

/* With single blanks, but inside of quotes. */
static uint32_t shown(pml_parser *parser, uint32_t name) {
  const names *all = &parser->s->tokens.names;
  size_t length = names_length(all, name);
  vec(char) out = {0};
  vec_reserve(parser->m, &out, length + 1);
  const char *from = names_text(all, name);
  char quote = '\0';
  for (size_t i = 0; i < length; i++) {
    char c = from[i];
    if (quote && c == '\\' && i + 1 < length) {
      out.at[out.count++] = c;
      c = from[++i];
    } else if (quote) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (is_blank(c)) {
      while (i + 1 < length && is_blank(from[i + 1]))
        i++;
      c = ' ';
    }
    out.at[out.count++] = c;
  }
  uint32_t result =
      names_insert(parser->m, &parser->s->tokens.names, out.at, out.count);
  vec_free(parser->m, &out);
  return result;
}

/* Behind the word: [ what must hold ] { text } */
static bool read_part(pml_parser *parser, pml_c_part *c_part) {
  pml_token word = parser->token;
  c_part->word = word.at;
  c_part->second = PML_NONE;
  pml_advance(parser);
  if (pml_at(parser, PML_T_C_TEXT) &&
      *pml_name(parser, parser->token.name) == '[') {
    c_part->second = shown(parser, parser->token.name);
    c_part->second_at = parser->token.at;
    pml_advance(parser);
  }
  if (!pml_at(parser, PML_T_C_TEXT) ||
      *pml_name(parser, parser->token.name) != '{')
    return pml_wrong(parser, parser->token.at,
                     "C text in braces should follow '%s'",
                     pml_name(parser, word.name));
  c_part->text = parser->token.name;
  c_part->shown = shown(parser, c_part->text);
  c_part->at = parser->token.at;
  pml_advance(parser);
  return true;
}

static uint32_t add_part(pml_parser *parser, const pml_c_part *c_part) {
  vec_push(parser->m, &parser->s->c_parts, *c_part);
  return (uint32_t)parser->s->c_parts.count - 1;
}

static pml_process_kind kind_of_process(const pml_parser *parser) {
  return parser->process == PML_NONE
             ? PML_NEVER
             : parser->s->processes.at[parser->process].kind;
}

static bool is_real(pml_process_kind kind) {
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

bool pml_parse_c_code(pml_parser *parser) {
  pml_place at = parser->token.at;
  pml_c_part c_part = {.kind = PML_C_STATEMENT, .process = parser->process};
  if (!is_real(kind_of_process(parser)))
    pml_wrong(parser, at, "'c_code' is for processes: a claim changes nothing");
  if (!read_part(parser, &c_part))
    return false;
  uint32_t statement = pml_add_statement(parser, PML_C_CODE, at);
  parser->s->statements.at[statement].c = add_part(parser, &c_part);
  pml_check_statement(parser, statement);
  return pml_finish_statement(parser, statement);
}

/* The same text in a formula, or PML_NONE. */
static uint32_t known_part(const pml_parser *parser, const pml_c_part *x) {
  for (uint32_t i = 0; i < parser->s->c_parts.count; i++) {
    const pml_c_part *y = &parser->s->c_parts.at[i];
    if (y->kind == PML_C_VALUE && y->process == PML_NONE &&
        y->shown == x->shown && y->second == x->second)
      return i;
  }
  return PML_NONE;
}

/* Formulas are kept as text, with their atoms in quotes. */
static bool has_quotes(const pml_parser *parser, uint32_t name) {
  return name != PML_NONE && strpbrk(pml_name(parser, name), "\"\\");
}

bool pml_read_c_expr(pml_parser *parser) {
  pml_place at = parser->token.at;
  bool is_free = parser->in_formula || !is_real(kind_of_process(parser));
  pml_c_part c_part = {.kind = PML_C_VALUE,
                       .process = is_free ? PML_NONE : parser->process};
  uint32_t part = PML_NONE;
  if (parser->process == PML_NONE && !parser->in_formula)
    return pml_wrong(parser, at, "'c_expr' is for processes and formulas");
  if (!read_part(parser, &c_part))
    return false;
  if (is_free &&
      (has_quotes(parser, c_part.shown) || has_quotes(parser, c_part.second)))
    return pml_wrong(parser, c_part.at,
                     "a c_expr in a formula or claim cannot have quotes");
  if (is_free)
    part = known_part(parser, &c_part);
  if (part == PML_NONE && parser->is_outside)
    return pml_wrong(parser, at,
                     "C is compiled with the model: a formula from outside can "
                     "only use a c_expr that stands in its claim or formulas");
  if (part == PML_NONE)
    part = add_part(parser, &c_part);
  uint32_t e = pml_new_expr(parser, PML_C_EXPR, PML_NONE, PML_NONE, at);
  parser->s->exprs.at[e].value = (int32_t)part;
  pml_push_operand(parser, e);
  return true;
}

static bool take_string(pml_parser *parser, uint32_t *name, pml_place *at,
                        const char *what) {
  if (!pml_at(parser, PML_T_STRING))
    return pml_misfit(parser, what);
  *name = parser->token.name;
  *at = parser->token.at;
  pml_advance(parser);
  return true;
}

/* Is the k-th word of a string this one? */
static bool has_word(const pml_parser *parser, uint32_t name,
                     const char *word) {
  const char *at = pml_name(parser, name) + 1;
  size_t length = strlen(word);
  while (is_blank(*at))
    at++;
  return strncmp(at, word, length) == 0 &&
         (is_blank(at[length]) || at[length] == '"');
}

/* c_state "int x" "Local P" "3" ; whose it is will be known at the end. */
static bool parse_state(pml_parser *parser) {
  pml_c_part c_part = {
      .kind = PML_C_GLOBAL, .second = PML_NONE, .word = parser->token.at};
  uint32_t scope = PML_NONE;
  pml_place at;
  pml_advance(parser);
  if (!take_string(parser, &c_part.text, &c_part.at,
                   "a declaration, as in \"int x\",") ||
      !take_string(parser, &scope, &at,
                   "\"Global\", \"Hidden\" or \"Local\" and a proctype"))
    return false;
  if (pml_at(parser, PML_T_STRING) &&
      !take_string(parser, &c_part.second, &c_part.second_at, "a first value"))
    return false;
  c_part.shown = c_part.text;
  c_part.process = PML_NONE;
  if (has_word(parser, scope, "Hidden"))
    c_part.kind = PML_C_HIDDEN;
  else if (has_word(parser, scope, "Local")) {
    c_part.kind = PML_C_LOCAL;
    c_part.process = scope;
  } else if (!has_word(parser, scope, "Global"))
    return pml_wrong(parser, at,
                     "\"Global\", \"Hidden\" or \"Local\" and a proctype "
                     "should be here");
  add_part(parser, &c_part);
  return true;
}

static bool parse_track(pml_parser *parser) {
  pml_c_part c_part = {
      .kind = PML_C_TRACK, .process = PML_NONE, .word = parser->token.at};
  pml_place at = parser->token.at;
  uint32_t how = PML_NONE;
  pml_advance(parser);
  if (!take_string(parser, &c_part.text, &c_part.at,
                   "an address, as in \"&x\",") ||
      !take_string(parser, &c_part.second, &c_part.second_at,
                   "its size in bytes"))
    return false;
  c_part.shown = c_part.text;
  if (pml_at(parser, PML_T_STRING)) {
    if (!take_string(parser, &how, &at, "\"Matched\" or \"UnMatched\""))
      return false;
    if (!has_word(parser, how, "Matched") &&
        !has_word(parser, how, "UnMatched"))
      return pml_wrong(parser, at,
                       "\"Matched\" or \"UnMatched\" should be here");
  }
  add_part(parser, &c_part);
  return true;
}

bool pml_parse_c_unit(pml_parser *parser) {
  pml_word w = pml_word_of(parser, &parser->token);
  pml_c_part c_part = {.kind = w == PML_W_C_DECL ? PML_C_DECL : PML_C_FUNCTIONS,
                       .process = PML_NONE};
  if (w == PML_W_C_STATE)
    return parse_state(parser);
  if (w == PML_W_C_TRACK)
    return parse_track(parser);
  if (!read_part(parser, &c_part))
    return false;
  if (c_part.second != PML_NONE)
    return pml_wrong(parser, c_part.second_at,
                     "a condition is for C text that is a statement");
  add_part(parser, &c_part);
  return true;
}

/* The process that "Local P" names, or PML_NONE. */
static uint32_t named_process(const pml_parser *parser, uint32_t scope) {
  const char *at = strstr(pml_name(parser, scope), "Local") + strlen("Local");
  while (is_blank(*at))
    at++;
  size_t length = strcspn(at, " \t\n\"");
  for (uint32_t i = 0; i < parser->s->processes.count; i++) {
    const pml_process *process = &parser->s->processes.at[i];
    const char *name =
        process->kind == PML_INIT ? "init" : pml_name(parser, process->name);
    if (is_real(process->kind) && strlen(name) == length &&
        memcmp(name, at, length) == 0)
      return i;
  }
  return PML_NONE;
}

void pml_resolve_c(pml_parser *parser) {
  vec_each (pml_c_part, c_part, &parser->s->c_parts) {
    if (c_part->kind != PML_C_LOCAL)
      continue;
    uint32_t process = named_process(parser, c_part->process);
    if (process == PML_NONE)
      pml_wrong(parser, c_part->at, "%s: there is no such proctype",
                pml_name(parser, c_part->process));
    c_part->process = process;
  }
}
