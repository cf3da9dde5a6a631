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

static const command *find(ectl_parser *p) {
  const scan_token *t = &p->s.token;
  const char *known[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++) {
    known[i] = commands[i].name;
    if (ectl_is_word(t, known[i]))
      return &commands[i];
  }
  if (t->kind != ECTL_T_WORD) {
    scan_misfit(&p->s, "a command (':check', ':help', ...)");
    return NULL;
  }
  const char *like = ectl_nearest(p, known, COMMANDS, t);
  if (like)
    scan_wrong(&p->s, "there is no command ':%.*s' (did you mean ':%s'?)",
               report_clip(t->length), t->text, like);
  else
    scan_wrong(&p->s, "there is no command ':%.*s': ':help' lists them",
               report_clip(t->length), t->text);
  return NULL;
}

static bool misfit(const ectl_parser *p, const command *c, const char *what) {
  char message[200];
  snprintf(message, sizeof message, "%s should be: %s", what, c->usage);
  if (p->s.token.kind == ECTL_T_END)
    return scan_wrong(&p->s, "the text ends where %s", message);
  return scan_wrong(&p->s, "'%.*s' where %s", report_clip(p->s.token.length),
                    p->s.token.text, message);
}

/* Without its quotes: \" and \\ stand for what follows the backslash. */
static char *unquoted(ectl_parser *p, const scan_token *t) {
  char *out = mem_text(p->m, t->text + 1, t->length - 2);
  size_t count = 0;
  for (size_t i = 0; out[i]; i++) {
    if (out[i] == '\\' && (out[i + 1] == '"' || out[i + 1] == '\\'))
      i++;
    out[count++] = out[i];
  }
  out[count] = '\0';
  return out;
}

static bool read_string(ectl_parser *p, ectl_argument *a) {
  a->kind = ECTL_STRING;
  a->text = unquoted(p, &p->s.token);
  ectl_next(&p->s);
  return true;
}

static bool read_simple(ectl_parser *p, ectl_argument *a,
                        ectl_argument_kind kind) {
  a->kind = kind;
  a->text = mem_text(p->m, p->s.token.text, p->s.token.length);
  ectl_next(&p->s);
  return true;
}

/* Is the current token all of the argument? */
static bool is_alone(const ectl_parser *p) {
  scan ahead = p->s;
  ahead.is_mute = true;
  int kind = ectl_next(&ahead);
  return kind == ',' || kind == ')';
}

static bool read_formula(ectl_parser *p, ectl_argument *a) {
  const char *from = p->s.token.text;
  if (p->s.token.kind == ECTL_T_WORD && is_alone(p))
    return read_simple(p, a, ECTL_NAME);
  a->kind = ECTL_INLINE;
  if (!ectl_parse_formula(p, &a->node))
    return false;
  a->text = mem_text(p->m, from, (size_t)(p->s.behind - from));
  return true;
}

static bool read_place(ectl_parser *p, const command *c, ectl_argument *a) {
  if (p->s.token.kind != ECTL_T_WORD)
    return misfit(p, c, "a state, or a configuration,");
  read_simple(p, a, ECTL_NAME);
  if (p->s.token.kind != '[')
    return true;
  a->kind = ECTL_STACKED;
  ectl_next(&p->s);
  while (p->s.token.kind == ECTL_T_WORD) {
    vec_push(p->m, &a->stack,
             mem_text(p->m, p->s.token.text, p->s.token.length));
    ectl_next(&p->s);
  }
  return ectl_take(&p->s, ']', "a symbol of the stack or ']'");
}

static bool read_argument(ectl_parser *p, const command *c, int allowed,
                          ectl_argument *a) {
  const scan_token *t = &p->s.token;
  a->line = t->line;
  a->column = t->column;
  if (allowed & (A_STRING | A_RAW) && t->kind == ECTL_T_STRING)
    return read_string(p, a);
  if (allowed & A_OPTION && t->kind == ECTL_T_OPTION)
    return read_simple(p, a, ECTL_OPTION);
  if (allowed & A_COMMAND && t->kind == ':')
    ectl_next(&p->s);
  if (allowed & (A_NAME | A_RAW | A_COMMAND) && t->kind == ECTL_T_WORD)
    return read_simple(p, a, ECTL_NAME);
  if (allowed & A_FORMULA)
    return read_formula(p, a);
  if (allowed & A_PLACE)
    return read_place(p, c, a);
  if (allowed & A_STRING)
    return misfit(p, c, "a name in quotes");
  if (allowed == A_OPTION)
    return misfit(p, c, "an option");
  return misfit(p, c, "a name");
}

/* The model of ':check(net)' is a name. */
static bool is_too_few(const command *c, const ectl_item *x) {
  size_t count = x->arguments.count;
  return count < c->least || (count == 1 && c->arguments[0] & A_FORMULA &&
                              x->arguments.at[0].kind != ECTL_NAME);
}

/* Those between parentheses; the '(' is current. */
static bool read_arguments(ectl_parser *p, const command *c, ectl_item *x) {
  const scan_token *t = &p->s.token;
  bool is_raw = c->arguments[0] == A_RAW;
  do {
    (is_raw ? ectl_next_raw : ectl_next)(&p->s);
    size_t n = x->arguments.count;
    ectl_argument a = {.node = ECTL_NONE};
    if (t->kind == ')' && n == 0)
      break;
    if (n == MOST_ARGUMENTS || c->arguments[n] == 0)
      return scan_wrong(&p->s, "too many arguments: %s", c->usage);
    if (!read_argument(p, c, c->arguments[n], &a))
      return false;
    vec_push(p->m, &x->arguments, a);
  } while (t->kind == ',');
  if (is_too_few(c, x) && t->kind == ')')
    return scan_wrong(&p->s, "too few arguments: %s", c->usage);
  if (t->kind != ')')
    return misfit(p, c, "',' or ')'");
  ectl_next(&p->s);
  return true;
}

bool ectl_parse_command(ectl_parser *p, ectl_item *x) {
  const scan_token *t = &p->s.token;
  x->kind = ECTL_COMMAND;
  ectl_next(&p->s);
  const command *c = find(p);
  if (!c)
    return false;
  x->name = mem_text(p->m, t->text, t->length);
  ectl_next(&p->s);
  if (t->kind == '(')
    return read_arguments(p, c, x);
  if (c->least)
    return misfit(p, c, "'('");
  if (c->arguments[0] & A_OPTION && t->kind == ECTL_T_OPTION) {
    ectl_argument a = {.node = ECTL_NONE};
    read_argument(p, c, A_OPTION, &a);
    vec_push(p->m, &x->arguments, a);
  }
  return true;
}
