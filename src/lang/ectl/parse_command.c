#include "lang/ectl/parser.h"

#include <stdio.h>

/* What each argument may be. */
enum {
  A_NAME = 1,
  A_STRING = 2,
  A_FORMULA = 4, /* a name, or one in place */
  A_PLACE = 8,   /* a state, or p[a b] */
  A_RAW = 16,    /* any word */
  A_OPTION = 32, /* --html, at any place */
  A_COMMAND = 64 /* a command's name, with or without its ':' */
};
enum { MOST_ARGUMENTS = 3 };

typedef struct command {
  const char *name;
  int arguments[MOST_ARGUMENTS];
  size_t least;
  const char *usage;
} command;

static const command commands[] = {
    {"check",
     {A_FORMULA | A_STRING, A_NAME, A_PLACE},
     1, /* of a model: all its properties */
     "':check(f, m)' or ':check(f, m, p[a b])'"},
    {"show",
     {A_NAME | A_OPTION, A_OPTION},
     0,
     "':show', ':show(m)' or ':show(m, --html)'"},
    {"xshow", {A_NAME, A_STRING}, 1, "':xshow(m)' or ':xshow(m, \"m.svg\")'"},
    {"load", {A_STRING}, 1, "':load(\"file\")'"},
    {"trace",
     {A_FORMULA | A_STRING, A_NAME, A_PLACE},
     2,
     "':trace(f, m)', ':trace(f, m, s)' or ':trace(f, m, p[a b])'"},
    {"save", {A_STRING}, 1, "':save(\"file\")'"},
    {"set",
     {A_RAW, A_RAW},
     0,
     "':set', ':set(option)' or ':set(option, value)'"},
    {"help", {A_COMMAND}, 0, "':help' or ':help(check)'"},
    {"quit", {0}, 0, "':quit'"}};
enum { COMMANDS = sizeof commands / sizeof *commands };

bool ectl_is_command(const scan_token *token) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (ectl_is_word(token, commands[i].name))
      return true;
  return false;
}

static const command *find(ectl_parser *parser) {
  const scan_token *token = &parser->s.token;
  const char *known[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++) {
    known[i] = commands[i].name;
    if (ectl_is_word(token, known[i]))
      return &commands[i];
  }
  if (token->kind != ECTL_T_WORD) {
    scan_misfit(&parser->s, "a command (':check', ':help', ...)");
    return NULL;
  }
  const char *like = ectl_nearest(parser, known, COMMANDS, token);
  if (like)
    scan_wrong(&parser->s, "there is no command ':%.*s' (did you mean ':%s'?)",
               report_clip(token->length), token->text, like);
  else
    scan_wrong(&parser->s, "there is no command ':%.*s': ':help' lists them",
               report_clip(token->length), token->text);
  return NULL;
}

static bool misfit(const ectl_parser *parser, const command *c,
                   const char *what) {
  char message[200];
  snprintf(message, sizeof message, "%s should be: %s", what, c->usage);
  if (parser->s.token.kind == ECTL_T_END)
    return scan_wrong(&parser->s, "the text ends where %s", message);
  return scan_wrong(&parser->s, "'%.*s' where %s",
                    report_clip(parser->s.token.length), parser->s.token.text,
                    message);
}

/* Without its quotes: \" and \\ stand for what follows the backslash. */
static char *unquoted(ectl_parser *parser, const scan_token *token) {
  char *out = mem_text(parser->m, token->text + 1, token->length - 2);
  size_t count = 0;
  for (size_t i = 0; out[i]; i++) {
    if (out[i] == '\\' && (out[i + 1] == '"' || out[i + 1] == '\\'))
      i++;
    out[count++] = out[i];
  }
  out[count] = '\0';
  return out;
}

static bool read_string(ectl_parser *parser, ectl_argument *argument) {
  argument->kind = ECTL_STRING;
  argument->text = unquoted(parser, &parser->s.token);
  ectl_next(&parser->s);
  return true;
}

static bool read_simple(ectl_parser *parser, ectl_argument *argument,
                        ectl_argument_kind kind) {
  argument->kind = kind;
  argument->text =
      mem_text(parser->m, parser->s.token.text, parser->s.token.length);
  ectl_next(&parser->s);
  return true;
}

/* Is the current token all of the argument? */
static bool is_alone(const ectl_parser *parser) {
  scan ahead = parser->s;
  ahead.is_mute = true;
  int kind = ectl_next(&ahead);
  return kind == ',' || kind == ')';
}

static bool read_formula(ectl_parser *parser, ectl_argument *argument) {
  const char *from = parser->s.token.text;
  if (parser->s.token.kind == ECTL_T_WORD && is_alone(parser))
    return read_simple(parser, argument, ECTL_NAME);
  argument->kind = ECTL_INLINE;
  if (!ectl_parse_formula(parser, &argument->node))
    return false;
  argument->text = mem_text(parser->m, from, (size_t)(parser->s.behind - from));
  return true;
}

static bool read_place(ectl_parser *parser, const command *c,
                       ectl_argument *argument) {
  if (parser->s.token.kind != ECTL_T_WORD)
    return misfit(parser, c, "a state, or a configuration,");
  read_simple(parser, argument, ECTL_NAME);
  if (parser->s.token.kind != '[')
    return true;
  argument->kind = ECTL_STACKED;
  ectl_next(&parser->s);
  while (parser->s.token.kind == ECTL_T_WORD) {
    vec_push(parser->m, &argument->stack,
             mem_text(parser->m, parser->s.token.text, parser->s.token.length));
    ectl_next(&parser->s);
  }
  return ectl_take(&parser->s, ']', "a symbol of the stack or ']'");
}

static bool read_argument(ectl_parser *parser, const command *c, int allowed,
                          ectl_argument *argument) {
  const scan_token *token = &parser->s.token;
  argument->line = token->line;
  argument->column = token->column;
  if (allowed & (A_STRING | A_RAW) && token->kind == ECTL_T_STRING)
    return read_string(parser, argument);
  if (allowed & A_OPTION && token->kind == ECTL_T_OPTION)
    return read_simple(parser, argument, ECTL_OPTION);
  if (allowed & A_COMMAND && token->kind == ':')
    ectl_next(&parser->s);
  if (allowed & (A_NAME | A_RAW | A_COMMAND) && token->kind == ECTL_T_WORD)
    return read_simple(parser, argument, ECTL_NAME);
  if (allowed & A_FORMULA)
    return read_formula(parser, argument);
  if (allowed & A_PLACE)
    return read_place(parser, c, argument);
  if (allowed & A_STRING)
    return misfit(parser, c, "a name in quotes");
  if (allowed == A_OPTION)
    return misfit(parser, c, "an option");
  return misfit(parser, c, "a name");
}

/* The model of ':check(net)' is a name. */
static bool is_too_few(const command *c, const ectl_item *item) {
  size_t count = item->arguments.count;
  return count < c->least || (count == 1 && c->arguments[0] & A_FORMULA &&
                              item->arguments.at[0].kind != ECTL_NAME);
}

/* Those between parentheses; the '(' is current. */
static bool read_arguments(ectl_parser *parser, const command *c,
                           ectl_item *item) {
  const scan_token *token = &parser->s.token;
  bool is_raw = c->arguments[0] == A_RAW;
  do {
    (is_raw ? ectl_next_raw : ectl_next)(&parser->s);
    size_t n = item->arguments.count;
    ectl_argument argument = {.node = ECTL_NONE};
    if (token->kind == ')' && n == 0)
      break;
    if (n == MOST_ARGUMENTS || c->arguments[n] == 0)
      return scan_wrong(&parser->s, "too many arguments: %s", c->usage);
    if (!read_argument(parser, c, c->arguments[n], &argument))
      return false;
    vec_push(parser->m, &item->arguments, argument);
  } while (token->kind == ',');
  if (is_too_few(c, item) && token->kind == ')')
    return scan_wrong(&parser->s, "too few arguments: %s", c->usage);
  if (token->kind != ')')
    return misfit(parser, c, "',' or ')'");
  ectl_next(&parser->s);
  return true;
}

bool ectl_parse_command(ectl_parser *parser, ectl_item *item) {
  const scan_token *token = &parser->s.token;
  item->kind = ECTL_COMMAND;
  ectl_next(&parser->s);
  const command *c = find(parser);
  if (!c)
    return false;
  item->name = mem_text(parser->m, token->text, token->length);
  ectl_next(&parser->s);
  if (token->kind == '(')
    return read_arguments(parser, c, item);
  if (c->least)
    return misfit(parser, c, "'('");
  if (c->arguments[0] & A_OPTION && token->kind == ECTL_T_OPTION) {
    ectl_argument argument = {.node = ECTL_NONE};
    read_argument(parser, c, A_OPTION, &argument);
    vec_push(parser->m, &item->arguments, argument);
  }
  return true;
}
