#include "lang/promela/parse/parts.h"

/* C inside a model: what stands where. What it means is the compiler's. */

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

/* With single blanks, but inside of quotes. */
static uint32_t shown(pml_parser *p, uint32_t name) {
  const names *all = &p->s->tokens.names;
  size_t length = names_length(all, name);
  vec(char) out = {0};
  vec_reserve(p->m, &out, length + 1);
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
  uint32_t result = names_insert(p->m, &p->s->tokens.names, out.at, out.count);
  vec_free(p->m, &out);
  return result;
}

/* Behind the word: [ what must hold ] { text } */
static bool read_part(pml_parser *p, pml_c_part *x) {
  pml_token word = p->token;
  x->word = word.at;
  x->second = PML_NONE;
  pml_advance(p);
  if (pml_at(p, PML_T_C_TEXT) && *pml_name(p, p->token.name) == '[') {
    x->second = shown(p, p->token.name);
    x->second_at = p->token.at;
    pml_advance(p);
  }
  if (!pml_at(p, PML_T_C_TEXT) || *pml_name(p, p->token.name) != '{')
    return pml_wrong(p, p->token.at, "C text in braces should follow '%s'",
                     pml_name(p, word.name));
  x->text = p->token.name;
  x->shown = shown(p, x->text);
  x->at = p->token.at;
  pml_advance(p);
  return true;
}

static uint32_t add_part(pml_parser *p, const pml_c_part *x) {
  vec_push(p->m, &p->s->c_parts, *x);
  return (uint32_t)p->s->c_parts.count - 1;
}

static pml_process_kind kind_of_process(const pml_parser *p) {
  return p->process == PML_NONE ? PML_NEVER
                                : p->s->processes.at[p->process].kind;
}

static bool is_real(pml_process_kind kind) {
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

bool pml_parse_c_code(pml_parser *p) {
  pml_place at = p->token.at;
  pml_c_part x = {.kind = PML_C_STATEMENT, .process = p->process};
  if (!is_real(kind_of_process(p)))
    pml_wrong(p, at, "'c_code' is for processes: a claim changes nothing");
  if (!read_part(p, &x))
    return false;
  uint32_t statement = pml_add_statement(p, PML_C_CODE, at);
  p->s->statements.at[statement].c = add_part(p, &x);
  pml_check_statement(p, statement);
  return pml_finish_statement(p, statement);
}

/* The same text in a formula, or PML_NONE. */
static uint32_t known_part(const pml_parser *p, const pml_c_part *x) {
  for (uint32_t i = 0; i < p->s->c_parts.count; i++) {
    const pml_c_part *y = &p->s->c_parts.at[i];
    if (y->kind == PML_C_VALUE && y->process == PML_NONE &&
        y->shown == x->shown && y->second == x->second)
      return i;
  }
  return PML_NONE;
}

/* Formulas are kept as text, with their atoms in quotes. */
static bool has_quotes(const pml_parser *p, uint32_t name) {
  return name != PML_NONE && strpbrk(pml_name(p, name), "\"\\");
}

bool pml_read_c_expr(pml_parser *p) {
  pml_place at = p->token.at;
  bool is_free = p->in_formula || !is_real(kind_of_process(p));
  pml_c_part x = {.kind = PML_C_VALUE,
                  .process = is_free ? PML_NONE : p->process};
  uint32_t part = PML_NONE;
  if (p->process == PML_NONE && !p->in_formula)
    return pml_wrong(p, at, "'c_expr' is for processes and formulas");
  if (!read_part(p, &x))
    return false;
  if (is_free && (has_quotes(p, x.shown) || has_quotes(p, x.second)))
    return pml_wrong(p, x.at,
                     "a c_expr in a formula or claim cannot have quotes");
  if (is_free)
    part = known_part(p, &x);
  if (part == PML_NONE && p->is_outside)
    return pml_wrong(p, at,
                     "C is compiled with the model: a formula from outside can "
                     "only use a c_expr that stands in its claim or formulas");
  if (part == PML_NONE)
    part = add_part(p, &x);
  uint32_t e = pml_new_expr(p, PML_C_EXPR, PML_NONE, PML_NONE, at);
  p->s->exprs.at[e].value = (int32_t)part;
  pml_push_operand(p, e);
  return true;
}

static bool take_string(pml_parser *p, uint32_t *name, pml_place *at,
                        const char *what) {
  if (!pml_at(p, PML_T_STRING))
    return pml_misfit(p, what);
  *name = p->token.name;
  *at = p->token.at;
  pml_advance(p);
  return true;
}

/* Is the k-th word of a string this one? */
static bool has_word(const pml_parser *p, uint32_t name, const char *word) {
  const char *at = pml_name(p, name) + 1;
  size_t length = strlen(word);
  while (is_blank(*at))
    at++;
  return strncmp(at, word, length) == 0 &&
         (is_blank(at[length]) || at[length] == '"');
}

/* c_state "int x" "Local P" "3" ; whose it is will be known at the end. */
static bool parse_state(pml_parser *p) {
  pml_c_part x = {
      .kind = PML_C_GLOBAL, .second = PML_NONE, .word = p->token.at};
  uint32_t scope = PML_NONE;
  pml_place at;
  pml_advance(p);
  if (!take_string(p, &x.text, &x.at, "a declaration, as in \"int x\",") ||
      !take_string(p, &scope, &at,
                   "\"Global\", \"Hidden\" or \"Local\" and a proctype"))
    return false;
  if (pml_at(p, PML_T_STRING) &&
      !take_string(p, &x.second, &x.second_at, "a first value"))
    return false;
  x.shown = x.text;
  x.process = PML_NONE;
  if (has_word(p, scope, "Hidden"))
    x.kind = PML_C_HIDDEN;
  else if (has_word(p, scope, "Local")) {
    x.kind = PML_C_LOCAL;
    x.process = scope;
  } else if (!has_word(p, scope, "Global"))
    return pml_wrong(p, at,
                     "\"Global\", \"Hidden\" or \"Local\" and a proctype "
                     "should be here");
  add_part(p, &x);
  return true;
}

static bool parse_track(pml_parser *p) {
  pml_c_part x = {
      .kind = PML_C_TRACK, .process = PML_NONE, .word = p->token.at};
  pml_place at = p->token.at;
  uint32_t how = PML_NONE;
  pml_advance(p);
  if (!take_string(p, &x.text, &x.at, "an address, as in \"&x\",") ||
      !take_string(p, &x.second, &x.second_at, "its size in bytes"))
    return false;
  x.shown = x.text;
  if (pml_at(p, PML_T_STRING)) {
    if (!take_string(p, &how, &at, "\"Matched\" or \"UnMatched\""))
      return false;
    if (!has_word(p, how, "Matched") && !has_word(p, how, "UnMatched"))
      return pml_wrong(p, at, "\"Matched\" or \"UnMatched\" should be here");
  }
  add_part(p, &x);
  return true;
}

bool pml_parse_c_unit(pml_parser *p) {
  pml_word w = pml_word_of(p, &p->token);
  pml_c_part x = {.kind = w == PML_W_C_DECL ? PML_C_DECL : PML_C_FUNCTIONS,
                  .process = PML_NONE};
  if (w == PML_W_C_STATE)
    return parse_state(p);
  if (w == PML_W_C_TRACK)
    return parse_track(p);
  if (!read_part(p, &x))
    return false;
  if (x.second != PML_NONE)
    return pml_wrong(p, x.second_at,
                     "a condition is for C text that is a statement");
  add_part(p, &x);
  return true;
}

/* The process that "Local P" names, or PML_NONE. */
static uint32_t named_process(const pml_parser *p, uint32_t scope) {
  const char *at = strstr(pml_name(p, scope), "Local") + strlen("Local");
  while (is_blank(*at))
    at++;
  size_t length = strcspn(at, " \t\n\"");
  for (uint32_t i = 0; i < p->s->processes.count; i++) {
    const pml_process *x = &p->s->processes.at[i];
    const char *name = x->kind == PML_INIT ? "init" : pml_name(p, x->name);
    if (is_real(x->kind) && strlen(name) == length &&
        memcmp(name, at, length) == 0)
      return i;
  }
  return PML_NONE;
}

void pml_resolve_c(pml_parser *p) {
  vec_each (pml_c_part, x, &p->s->c_parts) {
    if (x->kind != PML_C_LOCAL)
      continue;
    uint32_t process = named_process(p, x->process);
    if (process == PML_NONE)
      pml_wrong(p, x->at, "%s: there is no such proctype",
                pml_name(p, x->process));
    x->process = process;
  }
}
