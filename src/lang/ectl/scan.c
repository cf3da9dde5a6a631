#include "lang/ectl/tokens.h"

bool ectl_take(scan *s, int kind, const char *what) {
  if (s->token.kind != kind)
    return scan_misfit(s, what);
  ectl_next(s);
  return true;
}

bool ectl_is_word(const scan_token *t, const char *word) {
  return t->kind == ECTL_T_WORD && scan_spells(t, word);
}

static int scan_number(scan *s) {
  while (s->at < s->end && scan_is_digit(*s->at))
    s->at++;
  bool is_good = s->at == s->end || !scan_is_letter(*s->at);
  scan_skip_word(s);
  scan_finish(s, ECTL_T_NUMBER);
  return is_good ? ECTL_T_NUMBER
                 : scan_bad(s, "'%.*s': a name begins with a letter or '_'",
                            report_clip(s->token.length), s->token.text);
}

static int scan_string(scan *s) {
  for (s->at++; s->at < s->end && *s->at != '\n' && *s->at; s->at++)
    if (*s->at == '"') {
      s->at++;
      return scan_finish(s, ECTL_T_STRING);
    } else if (*s->at == '\\' && s->end - s->at > 1 &&
               (s->at[1] == '"' || s->at[1] == '\\')) {
      s->at++;
    }
  return scan_bad(s, "the text that begins here has no '\"' on its line");
}

static int bad_sign(scan *s) {
  static const char *const hints[][2] = {
      {"<=>", "'if and only if' is '<->'"},
      {"=>", "'implies' is '->'"},
      {"=", "'if and only if' is '<->'"},
      {"~", "'not' is '!'"},
      {"/", "a comment begins with '#'"},
      {"'", "texts stand between \" and \""}};
  for (size_t i = 0; !s->is_mute && i < sizeof hints / sizeof *hints; i++)
    if (scan_goes_on(s, hints[i][0])) {
      s->at += strlen(hints[i][0]);
      return scan_bad(s, "'%s' means nothing here: %s", hints[i][0],
                      hints[i][1]);
    }
  scan_strange(s, "means nothing here");
  s->at++;
  return scan_finish(s, SCAN_BAD);
}

static int scan_sign(scan *s) {
  static const scan_mark marks[] = {
      {"->", ECTL_T_ARROW}, {"<->", ECTL_T_IFF}, {"&&", ECTL_T_AND},
      {"||", ECTL_T_OR},    {"<=>", SCAN_BAD},   {"::=", ECTL_T_DEFINES}};
  const scan_mark *mark = scan_longest(s, marks, sizeof marks / sizeof *marks);
  char c = *s->at;
  if (mark && mark->kind != SCAN_BAD) {
    s->at += strlen(mark->text);
    return scan_finish(s, mark->kind);
  }
  if (c == '-' && s->end - s->at > 2 && s->at[1] == '-' &&
      scan_is_letter(s->at[2])) {
    s->at += 2;
    scan_skip_word(s);
    return scan_finish(s, ECTL_T_OPTION);
  }
  if (mark || !scan_is_one_of(c, "(){}[],:;*|.&!+?<>"))
    return bad_sign(s);
  s->at++;
  return scan_finish(s, c);
}

int ectl_next(scan *s) {
  if (!scan_begin(s))
    return s->token.kind;
  char c = *s->at;
  if (scan_is_letter(c)) {
    scan_skip_word(s);
    return scan_finish(s, ECTL_T_WORD);
  }
  if (scan_is_digit(c))
    return scan_number(s);
  return c == '"' ? scan_string(s) : scan_sign(s);
}

static bool is_raw(char c) {
  return scan_is_letter(c) || scan_is_digit(c) || scan_is_one_of(c, ".-+/%:=@");
}

int ectl_next_raw(scan *s) {
  if (!scan_begin(s))
    return s->token.kind;
  while (s->at < s->end && is_raw(*s->at))
    s->at++;
  if (s->at > s->token.text)
    return scan_finish(s, ECTL_T_WORD);
  return *s->at == '"' ? scan_string(s) : scan_sign(s);
}

void ectl_scan_start(scan *s, const char *file, const char *text, size_t length,
                     report *r) {
  scan_start(s, file, text, length, 1, 1, SCAN_FEEDS | SCAN_HASHES, r);
}
