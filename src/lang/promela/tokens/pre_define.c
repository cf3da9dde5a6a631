/* Macros: their table, #define, and those that are always there. */
#include "lang/promela/tokens/pre.h"

uint32_t pml_pre_macro(const pre *p, uint32_t name) {
  const pml_macros *macros = p->macros;
  return name < macros->of_name.count ? macros->of_name.at[name] - 1 : PML_NONE;
}

/* A macro that is replaced stays: it may be in the middle of its expansion. */
void pml_pre_set(pre *p, uint32_t name, const pre_macro *macro) {
  pml_macros *macros = p->macros;
  if (name >= macros->of_name.count)
    vec_resize(p->m, &macros->of_name, (size_t)name + 1);
  vec_push(p->m, &macros->list, *macro);
  macros->of_name.at[name] = (uint32_t)macros->list.count;
}

void pml_pre_undefine(pre *p, uint32_t name) {
  if (name < p->macros->of_name.count)
    p->macros->of_name.at[name] = 0;
}

typedef struct parameters {
  vec(uint32_t) names;
  bool is_variadic;
} parameters;

static bool is_dots(const pre_token *token) {
  return token->kind == PRE_MARK &&
         token->text == (pre_pair('.', '.') | (uint32_t)'.' << 16);
}

static bool add_parameter(pre *p, parameters *x, uint32_t name,
                          const pml_place *at) {
  for (size_t i = 0; i < x->names.count; i++)
    if (x->names.at[i] == name) {
      pml_pre_wrong(p, at, "the parameter '%.80s' is there twice",
                    names_text(&p->out->names, name));
      return false;
    }
  if (x->names.count == PRE_MOST_PARAMETERS) {
    pml_pre_wrong(p, at, "a macro has at most %d parameters",
                  PRE_MOST_PARAMETERS);
    return false;
  }
  vec_push(p->m, &x->names, name);
  return true;
}

static uint32_t rest_name(pre *p) {
  return names_insert(p->m, &p->out->names, "__VA_ARGS__", 11);
}

/* What is between the parentheses; the first has been read. */
static bool read_parameters(pre *p, parameters *x) {
  pre_token token;
  pml_pre_lex(p, &token);
  if (pre_is(&token, ')'))
    return true;
  for (;; pml_pre_lex(p, &token)) {
    bool is_named = token.kind == PRE_NAME;
    if (is_named) {
      if (!add_parameter(p, x, token.text, &token.at))
        return false;
      pml_pre_lex(p, &token);
    }
    if (is_dots(&token)) {
      x->is_variadic = true;
      if (!is_named && !add_parameter(p, x, rest_name(p), &token.at))
        return false;
      pml_pre_lex(p, &token);
    } else if (!is_named) {
      pml_pre_wrong(p, &token.at, "a macro's parameter should be here: a name");
      return false;
    }
    if (pre_is(&token, ')'))
      return true;
    if (!pre_is(&token, ',') || x->is_variadic) {
      pml_pre_wrong(p, &token.at, "')' should be here, behind the parameters%s",
                    x->is_variadic ? "" : ", or ','");
      return false;
    }
  }
}

static uint32_t parameter_of(const parameters *x, const pre_token *token) {
  for (size_t i = 0; token->kind == PRE_NAME && i < x->names.count; i++)
    if (x->names.at[i] == token->text)
      return (uint32_t)i;
  return PML_NONE;
}

static bool read_body(pre *p, const parameters *x, bool has_parameters,
                      pre_list *out) {
  pre_token token;
  bool after_paste = false, in_quotes = false;
  pml_place paste = {0, 0, 0};
  uint8_t white = 0;
  for (pml_pre_lex(p, &token); token.kind != PRE_END; pml_pre_lex(p, &token)) {
    uint32_t n = has_parameters ? parameter_of(x, &token) : PML_NONE;
    token.flags &= PRE_WHITE;
    if (n != PML_NONE) {
      token.kind = PRE_PARAMETER;
      token.text = n;
      if (in_quotes)
        token.flags = (uint8_t)(PRE_IN_QUOTES | white);
    } else if (in_quotes) {
      break;
    } else if (pre_is_paste(&token)) {
      if (out->count == 0) {
        pml_pre_wrong(p, &token.at,
                      "'##' cannot be the first in a macro's body");
        return false;
      }
      vec_last(out).flags |= PRE_PASTES;
      after_paste = true;
      paste = token.at;
      continue;
    }
    in_quotes = false;
    if (has_parameters && pre_is_hash(&token)) {
      in_quotes = true;
      white = token.flags;
      paste = token.at;
      continue;
    }
    vec_push(p->m, out, token);
    after_paste = false;
  }
  if (in_quotes)
    pml_pre_wrong(p, &paste, "a parameter of the macro should follow '#'");
  else if (after_paste)
    pml_pre_wrong(p, &paste, "'##' cannot be the last in a macro's body");
  return !in_quotes && !after_paste;
}

void pml_pre_define(pre *p, const pml_place *at) {
  pre_macro macro = {0};
  parameters formals = {0};
  pre_list body = {0};
  pre_token name, token;
  bool is_good = true;
  pml_pre_lex(p, &name);
  if (name.kind != PRE_NAME ||
      strcmp(names_text(&p->out->names, name.text), "defined") == 0) {
    pml_pre_wrong(p, name.kind == PRE_END ? at : &name.at,
                  "#define wants the name of a macro here");
    return;
  }
  pre_source *source = &vec_last(&p->sources);
  if (*source->at == '(') { /* without a blank */
    macro.has_parameters = true;
    pml_pre_lex(p, &token);
    is_good = read_parameters(p, &formals);
  }
  is_good = is_good && read_body(p, &formals, macro.has_parameters, &body);
  if (is_good) {
    macro.body = body.at;
    macro.count = (uint32_t)body.count;
    macro.parameters = (uint32_t)formals.names.count;
    macro.is_variadic = formals.is_variadic;
    if (macro.count)
      macro.body[0].flags &= (uint8_t)~PRE_WHITE;
    pml_pre_set(p, name.text, &macro);
  }
  vec_free(p->m, &formals.names);
}

/* Those that are always there. */

static void set_number(pre *p, const char *name, const char *value) {
  pre_macro macro = {.count = 1, .body = mem_alloc(p->m, sizeof *macro.body)};
  macro.body->kind = PRE_NUMBER;
  macro.body->text =
      names_insert(p->m, &p->macros->spellings, value, strlen(value));
  pml_pre_set(p, names_insert(p->m, &p->out->names, name, strlen(name)),
              &macro);
}

/* What 'gcc -std=gnu99 -E -x c' has on Linux, as far as a model may meet it. */
void pml_pre_predefine(pre *p) {
  static const char *const ones[] = {
      "linux",   "__linux",    "__linux__",     "unix",
      "__unix",  "__unix__",   "__gnu_linux__", "__STDC__",
      "__ELF__", "__x86_64__", "__x86_64",      "__amd64__",
      "__amd64", "__LP64__",   "_LP64",         "__STDC_HOSTED__"};
  static const char *const others[][2] = {
      {"__STDC_VERSION__", "199901L"},
      {"__GNUC__", "12"},
      {"__GNUC_MINOR__", "2"},
      {"__GNUC_PATCHLEVEL__", "0"},
      {"__CHAR_BIT__", "8"},
      {"__INT_MAX__", "0x7fffffff"},
      {"__SHRT_MAX__", "0x7fff"},
      {"__SCHAR_MAX__", "0x7f"},
      {"__SIZEOF_INT__", "4"},
      {"__SIZEOF_LONG__", "8"},
      {"__SIZEOF_SHORT__", "2"},
      {"__SIZEOF_POINTER__", "8"},
      {"__LONG_MAX__", "0x7fffffffffffffffL"}};
  static const struct {
    const char *name;
    uint8_t which;
  } made[] = {{"__LINE__", PRE_LINE},
              {"__FILE__", PRE_FILE},
              {"__BASE_FILE__", PRE_BASE_FILE},
              {"__INCLUDE_LEVEL__", PRE_LEVEL},
              {"__COUNTER__", PRE_COUNTER}};
  for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
    set_number(p, ones[i], "1");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    set_number(p, others[i][0], others[i][1]);
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
    pre_macro macro = {.builtin = made[i].which};
    pml_pre_set(
        p,
        names_insert(p->m, &p->out->names, made[i].name, strlen(made[i].name)),
        &macro);
  }
}
