#include "lang/ectl/tokens.h"

bool ectl_take(scan *scanner, int kind, const char *what) {
  if (scanner->token.kind != kind)
    return scan_misfit(scanner, what);
  ectl_next(scanner);
  return true;
}

bool ectl_is_word(const scan_token *token, const char *word) {
  return token->kind == ECTL_T_WORD && scan_spells(token, word);
}

static int scan_number(scan *scanner) {
  while (scanner->at < scanner->end && scan_is_digit(*scanner->at))
    scanner->at++;
  bool is_good = scanner->at == scanner->end || !scan_is_letter(*scanner->at);
  scan_skip_word(scanner);
  scan_finish(scanner, ECTL_T_NUMBER);
  return is_good
             ? ECTL_T_NUMBER
             : scan_bad(scanner, "'%.*s': a name begins with a letter or '_'",
                        report_clip(scanner->token.length),
                        scanner->token.text);
}

static int scan_string(scan *scanner) {
  for (scanner->at++;
       scanner->at < scanner->end && *scanner->at != '\n' && *scanner->at;
       scanner->at++)
    if (*scanner->at == '"') {
      scanner->at++;
      return scan_finish(scanner, ECTL_T_STRING);
    } else if (*scanner->at == '\\' && scanner->end - scanner->at > 1 &&
               (scanner->at[1] == '"' || scanner->at[1] == '\\')) {
      scanner->at++;
    }
  return scan_bad(scanner, "the text that begins here has no '\"' on its line");
}

static int bad_sign(scan *scanner) {
  static const char *const hints[][2] = {
      {"<=>", "'if and only if' is '<->'"},
      {"=>", "'implies' is '->'"},
      {"=", "'if and only if' is '<->'"},
      {"~", "'not' is '!'"},
      {"/", "a comment begins with '#'"},
      {"'", "texts stand between \" and \""}};
  for (size_t i = 0; !scanner->is_mute && i < sizeof hints / sizeof *hints; i++)
    if (scan_goes_on(scanner, hints[i][0])) {
      scanner->at += strlen(hints[i][0]);
      return scan_bad(scanner, "'%s' means nothing here: %s", hints[i][0],
                      hints[i][1]);
    }
  scan_strange(scanner, "means nothing here");
  scanner->at++;
  return scan_finish(scanner, SCAN_BAD);
}

static int scan_sign(scan *scanner) {
  static const scan_mark marks[] = {
      {"->", ECTL_T_ARROW}, {"<->", ECTL_T_IFF}, {"&&", ECTL_T_AND},
      {"||", ECTL_T_OR},    {"<=>", SCAN_BAD},   {"::=", ECTL_T_DEFINES}};
  const scan_mark *mark =
      scan_longest(scanner, marks, sizeof marks / sizeof *marks);
  char c = *scanner->at;
  if (mark && mark->kind != SCAN_BAD) {
    scanner->at += strlen(mark->text);
    return scan_finish(scanner, mark->kind);
  }
  if (c == '-' && scanner->end - scanner->at > 2 && scanner->at[1] == '-' &&
      scan_is_letter(scanner->at[2])) {
    scanner->at += 2;
    scan_skip_word(scanner);
    return scan_finish(scanner, ECTL_T_OPTION);
  }
  if (mark || !scan_is_one_of(c, "(){}[],:;*|.&!+?<>"))
    return bad_sign(scanner);
  scanner->at++;
  return scan_finish(scanner, c);
}

int ectl_next(scan *scanner) {
  if (!scan_begin(scanner))
    return scanner->token.kind;
  char c = *scanner->at;
  if (scan_is_letter(c)) {
    scan_skip_word(scanner);
    return scan_finish(scanner, ECTL_T_WORD);
  }
  if (scan_is_digit(c))
    return scan_number(scanner);
  return c == '"' ? scan_string(scanner) : scan_sign(scanner);
}

static bool is_raw(char c) {
  return scan_is_letter(c) || scan_is_digit(c) || scan_is_one_of(c, ".-+/%:=@");
}

int ectl_next_raw(scan *scanner) {
  if (!scan_begin(scanner))
    return scanner->token.kind;
  while (scanner->at < scanner->end && is_raw(*scanner->at))
    scanner->at++;
  if (scanner->at > scanner->token.text)
    return scan_finish(scanner, ECTL_T_WORD);
  return *scanner->at == '"' ? scan_string(scanner) : scan_sign(scanner);
}

void ectl_scan_start(scan *scanner, const char *file, const char *text,
                     size_t length, report *r) {
  scan_start(scanner, file, text, length, 1, 1, SCAN_FEEDS | SCAN_HASHES, r);
}
