#include "lang/bp/tokens.h"

bool bp_take(scan *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return scan_misfit(s, what);
  bp_next(s);
  return true;
}

static bool is_letter(char c) { return scan_is_letter(c) || c == '$'; }

static int word_kind(const scan_token *t) {
  static const char *const keywords[] = {"_",
                                         "T",
                                         "F",
                                         "abortif",
                                         "assert",
                                         "assume",
                                         "atomic_begin",
                                         "atomic_end",
                                         "begin",
                                         "bool",
                                         "call",
                                         "constrain",
                                         "dead",
                                         "decl",
                                         "dfs",
                                         "do",
                                         "else",
                                         "elsif",
                                         "end",
                                         "end_thread",
                                         "enforce",
                                         "fi",
                                         "goto",
                                         "if",
                                         "od",
                                         "print",
                                         "return",
                                         "schoose",
                                         "skip",
                                         "start_thread",
                                         "sync",
                                         "then",
                                         "void",
                                         "while"};
  enum { COUNT = sizeof keywords / sizeof *keywords };
  size_t i = scan_keyword(t, keywords, COUNT);
  return i < COUNT ? BP_T_KEYWORD + (int)i : BP_T_NAME;
}

/* {any text}: a name, with its braces. */
static bool scan_escaped(scan *s) {
  const char *from = s->at;
  while (s->at < s->end && *s->at != '}' && *s->at != '\n')
    s->at++;
  if (s->at == s->end || *s->at == '\n')
    return scan_wrong_byte(s, from,
                           "the name that begins here has no '}' on its line");
  s->at++;
  return true;
}

static bool is_inside(char c) {
  return is_letter(c) || scan_is_digit(c) || c == '.';
}

static int scan_name(scan *s) {
  bool is_word = true, is_formula = s->mode == BP_FORMULA;
  do {
    if (*s->at == '{') {
      is_word = false;
      if (!scan_escaped(s))
        return scan_finish(s, SCAN_BAD);
    }
    while (s->at < s->end && is_inside(*s->at) && (is_word || is_formula))
      s->at++;
  } while (is_formula && s->at < s->end &&
           (*s->at == '{' || is_inside(*s->at)));
  scan_finish(s, BP_T_NAME);
  if (is_word)
    s->token.kind = word_kind(&s->token);
  return s->token.kind;
}

static int scan_number(scan *s) {
  while (s->at < s->end && scan_is_digit(*s->at))
    s->at++;
  if (s->at < s->end && is_letter(*s->at))
    return scan_bad(s, "a name cannot begin with a digit");
  return scan_finish(s, BP_T_NUMBER);
}

static int scan_sign(scan *s) {
  static const scan_mark pairs[] = {{":=", BP_T_ASSIGN},  {"!=", BP_T_DIFFERS},
                                    {"=>", BP_T_IMPLIES}, {"&&", '&'},
                                    {"||", '|'},          {"==", SCAN_BAD}};
  const scan_mark *pair = scan_longest(s, pairs, sizeof pairs / sizeof *pairs);
  if (pair) {
    s->at += 2;
    return pair->kind == SCAN_BAD
               ? scan_bad(s, "'==' means nothing here: 'equal' is '='")
               : scan_finish(s, pair->kind);
  }
  char c = *s->at;
  int kind = scan_is_one_of(c, "()[]<>;:,=!~&|^?*'")
                 ? (unsigned char)c
                 : scan_strange(s, "means nothing here");
  s->at++;
  return scan_finish(s, kind);
}

int bp_next(scan *s) {
  if (!scan_begin(s))
    return s->token.kind;
  if (scan_is_digit(*s->at))
    return scan_number(s);
  if (is_letter(*s->at) || *s->at == '{')
    return scan_name(s);
  return scan_sign(s);
}

bool bp_before_parenthesis(const scan *s) {
  scan copy = *s;
  copy.is_mute = true;
  return scan_skip_blanks(&copy) && copy.at < copy.end && *copy.at == '(';
}

void bp_scan_start(scan *s, const char *file, const char *text, size_t length,
                   uint32_t line, uint32_t column, report *r) {
  scan_start(s, file, text, length, line, column,
             SCAN_FEEDS | SCAN_SLASHES | SCAN_STARS, r);
  s->unended = "the comment that begins here has no end: '*/' should be "
               "somewhere";
}
