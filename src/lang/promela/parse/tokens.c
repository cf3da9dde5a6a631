#include "lang/promela/parse/parts.h"

#include <stdarg.h>
#include <stdio.h>

/* The stream of tokens: the text, the bodies of inlines that are called in it,
 * and the semicolons that a newline stands for. */

/* In the order of pml_word. */
static const char *const word_texts[PML_WORDS] = {"",
                                                  "active",
                                                  "always",
                                                  "assert",
                                                  "atomic",
                                                  "bit",
                                                  "bool",
                                                  "break",
                                                  "byte",
                                                  "c_code",
                                                  "c_decl",
                                                  "c_expr",
                                                  "c_state",
                                                  "c_track",
                                                  "chan",
                                                  "D_proctype",
                                                  "d_step",
                                                  "do",
                                                  "else",
                                                  "empty",
                                                  "enabled",
                                                  "equivalent",
                                                  "eval",
                                                  "eventually",
                                                  "F",
                                                  "false",
                                                  "fi",
                                                  "for",
                                                  "full",
                                                  "G",
                                                  "get_priority",
                                                  "goto",
                                                  "hidden",
                                                  "if",
                                                  "implies",
                                                  "in",
                                                  "init",
                                                  "inline",
                                                  "int",
                                                  "len",
                                                  "local",
                                                  "ltl",
                                                  "mtype",
                                                  "nempty",
                                                  "never",
                                                  "next",
                                                  "nfull",
                                                  "notrace",
                                                  "np_",
                                                  "od",
                                                  "of",
                                                  "pc_value",
                                                  "pid",
                                                  "printf",
                                                  "printm",
                                                  "priority",
                                                  "proctype",
                                                  "provided",
                                                  "release",
                                                  "return",
                                                  "run",
                                                  "select",
                                                  "set_priority",
                                                  "short",
                                                  "show",
                                                  "skip",
                                                  "stronguntil",
                                                  "timeout",
                                                  "trace",
                                                  "true",
                                                  "typedef",
                                                  "U",
                                                  "unless",
                                                  "unsigned",
                                                  "until",
                                                  "V",
                                                  "W",
                                                  "weakuntil",
                                                  "X",
                                                  "xr",
                                                  "xs",
                                                  "_",
                                                  "_pid",
                                                  "_nr_pr",
                                                  "_last",
                                                  "_priority"};

void pml_open_words(pml_parser *parser) {
  names *all = &parser->s->tokens.names;
  for (unsigned w = 1; w < PML_WORDS; w++)
    names_insert(parser->m, all, word_texts[w], strlen(word_texts[w]));
  vec_resize(parser->m, &parser->words, names_count(all));
  for (unsigned w = 1; w < PML_WORDS; w++)
    parser->words.at[names_find(all, word_texts[w], strlen(word_texts[w]))] =
        (uint8_t)w;
}

/* Words in formulas only; elsewhere they are names as any other. */
static bool tokens_is_temporal(pml_word w) {
  switch (w) {
  case PML_W_ALWAYS:
  case PML_W_EQUIVALENT:
  case PML_W_EVENTUALLY:
  case PML_W_F:
  case PML_W_G:
  case PML_W_IMPLIES:
  case PML_W_NEXT:
  case PML_W_RELEASE:
  case PML_W_STRONGUNTIL:
  case PML_W_U:
  case PML_W_UNTIL:
  case PML_W_V:
  case PML_W_W:
  case PML_W_WEAKUNTIL:
  case PML_W_X:
    return true;
  default:
    return false;
  }
}

/* SPIN does not know F and G; here they are operators, unless the model has
 * something of that name. */
static bool is_declared(const pml_parser *parser, uint32_t name) {
  return name < parser->symbols.count &&
         parser->symbols.at[name].kind != PML_IS_NOTHING;
}

pml_word pml_word_of(const pml_parser *parser, const pml_token *token) {
  if (token->kind != PML_T_NAME || token->name >= parser->words.count)
    return PML_W_NONE;
  pml_word w = (pml_word)parser->words.at[token->name];
  if (tokens_is_temporal(w) && !parser->in_formula)
    return PML_W_NONE;
  if ((w == PML_W_F || w == PML_W_G) && is_declared(parser, token->name))
    return PML_W_NONE;
  return w == PML_W_IN && !parser->in_for ? PML_W_NONE : w;
}

const char *pml_name(const pml_parser *parser, uint32_t name) {
  return names_text(&parser->s->tokens.names, name);
}

uint32_t pml_insert(pml_parser *parser, const char *name) {
  return names_insert(parser->m, &parser->s->tokens.names, name, strlen(name));
}

bool pml_wrong(pml_parser *parser, pml_place at, const char *format, ...) {
  char message[REPORT_MESSAGE];
  const char *file = parser->file;
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  if (at.file < names_count(&parser->s->tokens.files))
    file = names_text(&parser->s->tokens.files, at.file);
  parser->failed = true;
  return report_add(parser->r, file, at.line, at.column, "%s", message);
}

/* How a token is shown in a message. */
static void token_text(const pml_parser *parser, const pml_token *token,
                       char *out, size_t size) {
  static const struct {
    int kind;
    const char *text;
  } marks[] = {{PML_T_INCR, "'++'"},
               {PML_T_DECR, "'--'"},
               {PML_T_SHIFT_L, "'<<'"},
               {PML_T_SHIFT_R, "'>>'"},
               {PML_T_LE, "'<='"},
               {PML_T_GE, "'>='"},
               {PML_T_EQ, "'=='"},
               {PML_T_NE, "'!='"},
               {PML_T_AND, "'&&'"},
               {PML_T_OR, "'||'"},
               {PML_T_ARROW, "'->'"},
               {PML_T_EQUIV, "'<->'"},
               {PML_T_BOX, "'[]'"},
               {PML_T_DIAMOND, "'<>'"},
               {PML_T_OPTION, "'::'"},
               {PML_T_DOTS, "'..'"},
               {PML_T_SORTED, "'!!'"},
               {PML_T_RANDOM, "'?"
                              "?'"},
               {PML_T_STRING, "a string"},
               {PML_T_C_TEXT, "C code"},
               {PML_T_END, "the end of the text"}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (token->kind == marks[i].kind) {
      snprintf(out, size, "%s", marks[i].text);
      return;
    }
  if (token->kind == PML_T_NAME)
    snprintf(out, size, "'%.100s'", pml_name(parser, token->name));
  else if (token->kind == PML_T_NUMBER)
    snprintf(out, size, "%lld", (long long)token->value);
  else if (token->kind == ';' && token->new_line)
    snprintf(out, size, "the end of the line");
  else
    snprintf(out, size, "'%c'", token->kind < 256 ? token->kind : '?');
}

bool pml_misfit(pml_parser *parser, const char *what) {
  char found[128];
  parser->failed = true;
  if (parser->token.kind == PML_T_BAD) /* reported */
    return false;
  token_text(parser, &parser->token, found, sizeof found);
  const char *instead =
      parser->token.kind == PML_T_NAME
          ? pml_instead_of(pml_name(parser, parser->token.name))
          : NULL;
  if (instead)
    return pml_wrong(parser, parser->token.at,
                     "%s should be here, not %s: Promela has no %s, write %s",
                     what, found, found, instead);
  return pml_wrong(parser, parser->token.at, "%s should be here, not %s", what,
                   found);
}

static void drop_finished(pml_parser *parser) {
  while (parser->sources.count > 1 &&
         vec_last(&parser->sources).next >= vec_last(&parser->sources).count) {
    pml_source done = vec_pop(&parser->sources);
    if (done.inline_number != PML_NONE)
      parser->inlines.at[done.inline_number].is_open = false;
    mem_free(parser->m, done.own);
  }
}

/* The next token as it stands there; the last is repeated. */
static const pml_token *look(const pml_parser *parser) {
  static const pml_token end = {.kind = PML_T_END};
  for (size_t i = parser->sources.count; i-- > 0;) {
    const pml_source *source = &parser->sources.at[i];
    if (source->next < source->count)
      return &source->tokens[source->next];
  }
  return &end;
}

int pml_peek(const pml_parser *parser) { return look(parser)->kind; }

/* May a newline behind it end a statement? */
static bool may_end_line(const pml_parser *parser, const pml_token *token) {
  switch (token->kind) {
  case PML_T_NUMBER:
  case PML_T_INCR:
  case PML_T_DECR:
  case PML_T_C_TEXT:
  case '}':
  case ')':
  case ']':
    return true;
  case PML_T_NAME:
    break;
  default:
    return false;
  }
  switch (pml_word_of(parser, token)) {
  case PML_W_NONE:
    return pml_find(parser, token->name).kind != PML_IS_RECORD;
  case PML_W_BREAK:
  case PML_W_ELSE:
  case PML_W_FALSE:
  case PML_W_FI:
  case PML_W_OD:
  case PML_W_NP:
  case PML_W_SKIP:
  case PML_W_TIMEOUT:
  case PML_W_TRUE:
  case PML_W_ANY:
  case PML_W_MY_PID:
  case PML_W_MY_LAST:
  case PML_W_MY_PRIORITY:
  case PML_W_NR_PR:
    return true;
  default:
    return false;
  }
}

static void take_raw(pml_parser *parser) {
  pml_source *source = &vec_last(&parser->sources);
  if (source->next < source->count)
    source->next++;
}

void pml_advance(pml_parser *parser) {
  const pml_token *next;
  if (parser->clock)
    progress_tick(parser->clock);
  drop_finished(parser);
  next = look(parser);
  parser->taken = parser->token;
  if (next->new_line && parser->in_sequence && !parser->parentheses &&
      may_end_line(parser, &parser->token) &&
      !(parser->token.kind == '}' &&
        pml_word_of(parser, next) == PML_W_UNLESS)) {
    parser->token = *next;
    parser->token.kind = ';';
    return;
  }
  parser->token = *next;
  take_raw(parser);
  if (parser->token.kind == PML_T_DECR && look(parser)->kind == '>' &&
      !look(parser)->spaced &&
      !look(parser)->new_line) { /* --> is ->, says SPIN */
    take_raw(parser);
    parser->token.kind = PML_T_ARROW;
  }
  if (parser->token.kind == '(')
    parser->parentheses++;
  else if (parser->token.kind == ')' && parser->parentheses)
    parser->parentheses--;
}

bool pml_at(const pml_parser *parser, int kind) {
  return parser->token.kind == kind;
}

bool pml_take(pml_parser *parser, int kind, const char *what) {
  if (parser->token.kind != kind)
    return pml_misfit(parser, what);
  pml_advance(parser);
  return true;
}

bool pml_take_word(pml_parser *parser, pml_word w, const char *what) {
  if (!pml_at_word(parser, w))
    return pml_misfit(parser, what);
  pml_advance(parser);
  return true;
}

bool pml_take_name(pml_parser *parser, uint32_t *name, const char *what) {
  pml_word w = pml_word_of(parser, &parser->token);
  if (parser->token.kind != PML_T_NAME)
    return pml_misfit(parser, what);
  if (w != PML_W_NONE)
    return pml_wrong(parser, parser->token.at,
                     "'%s' is a word of the language: %s should be here",
                     pml_name(parser, parser->token.name), what);
  *name = parser->token.name;
  pml_advance(parser);
  return true;
}

void pml_skip_separators(pml_parser *parser) {
  while (pml_at(parser, ';') || pml_at(parser, PML_T_ARROW))
    pml_advance(parser);
}

/* Right behind a token; what a macro made has no length of its own. */
pml_place pml_end_of(const pml_parser *parser, const pml_token *token) {
  pml_place at = token->at;
  uint32_t length = 1;
  if (token->kind == PML_T_NAME || token->kind == PML_T_STRING)
    length = (uint32_t)names_length(&parser->s->tokens.names, token->name);
  else if (token->kind == PML_T_NUMBER)
    for (int64_t v = token->value; v >= 10 || v <= -10; v /= 10)
      length++;
  else if (token->kind > 255)
    length = token->kind == PML_T_EQUIV ? 3 : 2;
  at.column += length;
  return at;
}
