#include "lang/bp/tokens.h"

bool bp_take(scan *scanner, int kind, const char *what) {
  if (scanner->token.kind != kind)
    return scan_misfit(scanner, what);
  bp_next(scanner);
  return true;
}

static bool is_letter(char c) { return scan_is_letter(c) || c == '$'; }

static int word_kind(const scan_token *token) {
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
  size_t i = scan_keyword(token, keywords, COUNT);
  return i < COUNT ? BP_T_KEYWORD + (int)i : BP_T_NAME;
}

/* {any text}: a name, with its braces. */
static bool scan_escaped(scan *scanner) {
  const char *from = scanner->at;
  while (scanner->at < scanner->end && *scanner->at != '}' &&
         *scanner->at != '\n')
    scanner->at++;
  if (scanner->at == scanner->end || *scanner->at == '\n')
    return scan_wrong_byte(scanner, from,
                           "the name that begins here has no '}' on its line");
  scanner->at++;
  return true;
}

static bool is_inside(char c) {
  return is_letter(c) || scan_is_digit(c) || c == '.';
}

static int scan_name(scan *scanner) {
  bool is_word = true, is_formula = scanner->mode == BP_FORMULA;
  do {
    if (*scanner->at == '{') {
      is_word = false;
      if (!scan_escaped(scanner))
        return scan_finish(scanner, SCAN_BAD);
    }
    while (scanner->at < scanner->end && is_inside(*scanner->at) &&
           (is_word || is_formula))
      scanner->at++;
  } while (is_formula && scanner->at < scanner->end &&
           (*scanner->at == '{' || is_inside(*scanner->at)));
  scan_finish(scanner, BP_T_NAME);
  if (is_word)
    scanner->token.kind = word_kind(&scanner->token);
  return scanner->token.kind;
}

static int scan_number(scan *scanner) {
  while (scanner->at < scanner->end && scan_is_digit(*scanner->at))
    scanner->at++;
  if (scanner->at < scanner->end && is_letter(*scanner->at))
    return scan_bad(scanner, "a name cannot begin with a digit");
  return scan_finish(scanner, BP_T_NUMBER);
}

static int scan_sign(scan *scanner) {
  static const scan_mark pairs[] = {{":=", BP_T_ASSIGN},  {"!=", BP_T_DIFFERS},
                                    {"=>", BP_T_IMPLIES}, {"&&", '&'},
                                    {"||", '|'},          {"==", SCAN_BAD}};
  const scan_mark *pair =
      scan_longest(scanner, pairs, sizeof pairs / sizeof *pairs);
  if (pair) {
    scanner->at += 2;
    return pair->kind == SCAN_BAD
               ? scan_bad(scanner, "'==' means nothing here: 'equal' is '='")
               : scan_finish(scanner, pair->kind);
  }
  char c = *scanner->at;
  int kind = scan_is_one_of(c, "()[]<>;:,=!~&|^?*'")
                 ? (unsigned char)c
                 : scan_strange(scanner, "means nothing here");
  scanner->at++;
  return scan_finish(scanner, kind);
}

int bp_next(scan *scanner) {
  if (!scan_begin(scanner))
    return scanner->token.kind;
  if (scan_is_digit(*scanner->at))
    return scan_number(scanner);
  if (is_letter(*scanner->at) || *scanner->at == '{')
    return scan_name(scanner);
  return scan_sign(scanner);
}

bool bp_before_parenthesis(const scan *scanner) {
  scan copy = *scanner;
  copy.is_mute = true;
  return scan_skip_blanks(&copy) && copy.at < copy.end && *copy.at == '(';
}

void bp_scan_start(scan *scanner, const char *file, const char *text,
                   size_t length, uint32_t line, uint32_t column, report *r) {
  scan_start(scanner, file, text, length, line, column,
             SCAN_FEEDS | SCAN_SLASHES | SCAN_STARS, r);
  scanner->unended = "the comment that begins here has no end: '*/' should be "
                     "somewhere";
}
