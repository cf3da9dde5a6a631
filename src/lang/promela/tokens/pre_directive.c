/* Directives: lines that begin with '#'. */
#include "lang/promela/tokens/pre.h"

#include <stdlib.h>

static bool is_word(const pre *p, const char *word) {
  return p->length == strlen(word) && memcmp(p->text, word, p->length) == 0;
}

static void begin_condition(pre *p, const pml_place *at, bool holds) {
  pre_condition condition = {*at, p->skipping, p->skipping || holds, false};
  vec_push(p->m, &p->conditions, condition);
  p->skipping = p->skipping || !holds;
}

static void do_ifdef(pre *p, const pml_place *at, bool wanted) {
  bool holds = false;
  if (!p->skipping) {
    pre_token token;
    pml_pre_lex(p, &token);
    if (token.kind != PRE_NAME)
      pml_pre_wrong(p, token.kind == PRE_END ? at : &token.at,
                    "the name of a macro should be here");
    else
      holds = (pml_pre_macro(p, token.text) != PML_NONE) == wanted;
  }
  begin_condition(p, at, holds);
}

static pre_condition *condition_of(pre *p, const pml_place *at,
                                   const char *what) {
  if (p->conditions.count > vec_last(&p->sources).conditions)
    return &vec_last(&p->conditions);
  pml_pre_wrong(p, at, "#%s without an #if before it in this file", what);
  return NULL;
}

static void do_elif(pre *p, const pml_place *at) {
  pre_condition *condition = condition_of(p, at, "elif");
  if (!condition)
    return;
  if (condition->has_else)
    pml_pre_wrong(p, at, "#elif behind #else");
  if (condition->is_taken) {
    p->skipping = true;
    return;
  }
  p->skipping = false; /* so that names of the line are kept */
  condition->is_taken = pml_pre_holds(p, at);
  p->skipping = !condition->is_taken;
}

static void do_else(pre *p, const pml_place *at) {
  pre_condition *condition = condition_of(p, at, "else");
  if (!condition)
    return;
  if (condition->has_else)
    pml_pre_wrong(p, at, "a second #else of the same #if");
  condition->has_else = true;
  p->skipping = condition->is_taken;
  condition->is_taken = true;
}

static void do_endif(pre *p, const pml_place *at) {
  pre_condition *condition = condition_of(p, at, "endif");
  if (!condition)
    return;
  p->skipping = condition->was_skipping;
  p->conditions.count--;
}

static bool do_condition(pre *p, const pml_place *at) {
  if (is_word(p, "if"))
    begin_condition(p, at, !p->skipping && pml_pre_holds(p, at));
  else if (is_word(p, "ifdef"))
    do_ifdef(p, at, true);
  else if (is_word(p, "ifndef"))
    do_ifdef(p, at, false);
  else if (is_word(p, "elif"))
    do_elif(p, at);
  else if (is_word(p, "else"))
    do_else(p, at);
  else if (is_word(p, "endif"))
    do_endif(p, at);
  else
    return false;
  return true;
}

typedef struct wanted_file {
  vec(char) path;
  bool is_system, is_good;
  pml_place at;
} wanted_file;

static void keep_path(pre *p, wanted_file *file, const char *from,
                      size_t length) {
  for (size_t i = 0; i < length; i++)
    vec_push(p->m, &file->path, from[i]);
}

/* A path written as the tokens of a macro: "a" or < a . h >. */
static bool read_made_path(pre *p, wanted_file *file) {
  pre_token token;
  char mark[4];
  size_t length;
  pml_pre_next(p, &token);
  if (token.kind == PRE_STRING) {
    const char *text = pml_pre_spell(p, &token, &length, mark);
    keep_path(p, file, text + 1, length - 2);
    return *text == '"';
  }
  if (!pre_is(&token, '<'))
    return false;
  file->is_system = true;
  for (pml_pre_next(p, &token); !pre_is(&token, '>'); pml_pre_next(p, &token)) {
    if (token.kind == PRE_END)
      return false;
    if (token.flags & PRE_WHITE && file->path.count)
      keep_path(p, file, " ", 1);
    const char *text = pml_pre_spell(p, &token, &length, mark);
    keep_path(p, file, text, length);
  }
  return true;
}

static void read_path(pre *p, wanted_file *file, const pml_place *at) {
  pre_source *source = &vec_last(&p->sources);
  while (*source->at == ' ' || *source->at == '\t')
    source->at++;
  file->at = pml_pre_here(p);
  if (*source->at == '"' || *source->at == '<') {
    const char *line_end =
        memchr(source->at, '\n', (size_t)(source->end - source->at));
    const char *from = source->at + 1;
    const char *to =
        memchr(from, *source->at == '<' ? '>' : '"', (size_t)(line_end - from));
    file->is_system = *source->at == '<';
    if (to) {
      keep_path(p, file, from, (size_t)(to - from));
      source->at = to + 1;
    }
    file->is_good = to != NULL;
  } else {
    file->is_good = read_made_path(p, file);
  }
  if (!file->is_good)
    pml_pre_wrong(p, at, "#include wants a file: \"name\" or <name>");
  vec_push(p->m, &file->path, '\0');
}

/* The line is done. */
static void include(pre *p, const wanted_file *file) {
  const char *from = names_text(&p->out->files, vec_last(&p->sources).file);
  const char *name = NULL, *text = NULL;
  size_t length = 0;
  if (p->sources.count > PRE_MOST_DEPTH) {
    pml_pre_wrong(p, &file->at, "#include goes more than %d files deep",
                  PRE_MOST_DEPTH);
    p->gave_up = true;
  } else if (p->included == PRE_MOST_FILES) {
    pml_pre_wrong(p, &file->at, "more than %d files are included",
                  PRE_MOST_FILES);
    p->gave_up = true;
  } else if (!p->includes || !p->includes->read ||
             !p->includes->read(p->includes->self, p->m, from, file->path.at,
                                file->is_system, &name, &text, &length)) {
    const char *why =
        p->includes && p->includes->why ? *p->includes->why : NULL;
    pml_pre_wrong(p, &file->at, "cannot read the included file '%.200s'%s%s",
                  file->path.at, why ? ": " : "", why ? why : "");
  } else {
    p->included++;
    pml_pre_open(p, names_insert(p->m, &p->out->files, name, strlen(name)),
                 text, length);
  }
}

static void do_undef(pre *p, const pml_place *at) {
  pre_token token;
  pml_pre_lex(p, &token);
  if (token.kind == PRE_NAME)
    pml_pre_undefine(p, token.text);
  else
    pml_pre_wrong(p, token.kind == PRE_END ? at : &token.at,
                  "#undef wants the name of a macro here");
}

static void do_error(pre *p, const pml_place *at) {
  const pre_source *source = &vec_last(&p->sources);
  const char *from = source->at;
  const char *to = memchr(from, '\n', (size_t)(source->end - from));
  while (from < to && (*from == ' ' || *from == '\t'))
    from++;
  while (to > from && (to[-1] == ' ' || to[-1] == '\r' || to[-1] == '\t'))
    to--;
  pml_pre_wrong(p, at, "#error: %.*s", (int)(to - from < 200 ? to - from : 200),
                from);
}

/* The line behind it gets this number; 'token' is what may be the number. */
static void do_line(pre *p, const pre_token *token, uint32_t *line,
                    uint32_t *file) {
  char mark[4];
  size_t length;
  pre_token name;
  const char *text =
      token->kind == PRE_NUMBER ? pml_pre_spell(p, token, &length, mark) : "x";
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || n > INT32_MAX) {
    pml_pre_wrong(p, &token->at, "the number of a line should be here");
    return;
  }
  pml_pre_next(p, &name);
  if (name.kind == PRE_STRING) {
    text = pml_pre_spell(p, &name, &length, mark);
    *file = names_insert(p->m, &p->out->files, text + 1, length - 2);
  } else if (name.kind != PRE_END) {
    pml_pre_wrong(p, &name.at, "the name of a file should be here, in quotes");
    return;
  }
  *line = (uint32_t)n;
}

static bool is_ignored(const pre *p) {
  static const char *const words[] = {"pragma", "warning", "ident",
                                      "sccs",   "assert",  "unassert"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is_word(p, words[i]))
      return true;
  return false;
}

/* What a directive leaves for the line behind it. */
typedef struct after {
  wanted_file wanted;
  uint32_t line, file; /* PML_NONE: as they are */
} after;

static void do_word(pre *p, const pre_token *token, after *x) {
  pre_token number;
  if (do_condition(p, &token->at) || p->skipping)
    return;
  if (is_word(p, "define")) {
    pml_pre_define(p, &token->at);
  } else if (is_word(p, "undef")) {
    do_undef(p, &token->at);
  } else if (is_word(p, "include") || is_word(p, "import") ||
             is_word(p, "include_next")) {
    read_path(p, &x->wanted, &token->at);
  } else if (is_word(p, "error")) {
    do_error(p, &token->at);
  } else if (is_word(p, "line")) {
    pml_pre_next(p, &number);
    do_line(p, &number, &x->line, &x->file);
  } else if (!is_ignored(p)) {
    pml_pre_wrong(p, &token->at, "there is no directive #%.*s",
                  (int)(p->length < 80 ? p->length : 80), p->text);
  }
}

void pml_pre_directive(pre *p, const pre_token *hash) {
  pre_parsing parsing = p->parsing;
  uint32_t prevent = p->prevent;
  pml_place use = p->use;
  after x = {.line = PML_NONE, .file = PML_NONE};
  pre_token token;
  p->parsing = PRE_TEXT;
  p->prevent = 0;
  p->in_directive = true;
  p->use = hash->at;
  pml_pre_lex(p, &token);
  if (token.kind == PRE_NAME)
    do_word(p, &token, &x);
  else if (token.kind == PRE_NUMBER && !p->skipping)
    do_line(p, &token, &x.line, &x.file);
  else if (token.kind != PRE_END && !p->skipping)
    pml_pre_wrong(p, &token.at, "the name of a directive should be here");
  while (p->contexts.count)
    pml_pre_pop(p);
  p->has_back = false;
  pml_pre_end_line(p);
  p->in_directive = false;
  p->parsing = parsing;
  p->prevent = prevent;
  p->use = use;
  if (x.line != PML_NONE)
    vec_last(&p->sources).line = x.line;
  if (x.file != PML_NONE)
    vec_last(&p->sources).file = x.file;
  if (x.wanted.is_good)
    include(p, &x.wanted);
  vec_free(p->m, &x.wanted.path);
}
