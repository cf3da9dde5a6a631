/* Texts and their tokens, as C sees them. */
#include "lang/promela/tokens/pre.h"

/* Every end of a line becomes one newline: "\r" alone is one too, as gcc has
 * it. Returns the end of what is left. */
static char *unify_lines(char *text, char *end) {
  char *to = memchr(text, '\r', (size_t)(end - text));
  if (!to)
    return end;
  for (const char *at = to; at < end; at++)
    if (*at != '\r')
      *to++ = *at;
    else if (at + 1 == end || at[1] != '\n')
      *to++ = '\n';
  return to;
}

/* Behind a line's joint (a backslash, perhaps blanks, a newline) that begins at
 * 'at', or NULL. */
static const char *behind_joint(const char *at, const char *end) {
  for (at++;
       at < end && (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v');
       at++)
    ;
  return at < end && *at == '\n' ? at + 1 : at == end ? at : NULL;
}

typedef vec(const char *) splice_list;

static char *join_lines(pre *p, char *text, const char *end,
                        splice_list *splices) {
  char *to = text;
  for (const char *at = text; at < end;) {
    const char *stop = memchr(at, '\\', (size_t)(end - at));
    size_t plain = (size_t)((stop ? stop : end) - at);
    memmove(to, at, plain);
    to += plain;
    at += plain;
    if (!stop)
      break;
    const char *behind = behind_joint(at, end);
    if (behind) {
      vec_push(p->m, splices, to);
      at = behind;
    } else {
      *to++ = *at++;
    }
  }
  return to;
}

void pml_pre_open(pre *p, uint32_t file, const char *text, size_t length) {
  pre_source source = {.file = file, .line = 1, .is_fresh = true};
  splice_list splices = {0};
  source.text = mem_alloc(p->m, length + 8);
  if (length)
    memcpy(source.text, text, length);
  char *end = unify_lines(source.text, source.text + length);
  end = join_lines(p, source.text, end, &splices);
  if (end == source.text || end[-1] != '\n')
    *end++ = '\n';
  memset(end, 0, 4); /* a token may be looked for up to here */
  source.at = source.line_start = source.text;
  source.end = end;
  source.splices = splices.at;
  source.splice_count = splices.count;
  source.conditions = p->conditions.count;
  vec_push(p->m, &p->sources, source);
}

void pml_pre_close(pre *p) {
  pre_source *source = &vec_last(&p->sources);
  while (p->conditions.count > source->conditions) {
    pre_condition condition = vec_pop(&p->conditions);
    pml_pre_wrong(p, &condition.at, "this condition has no #endif in its file");
    p->skipping = condition.was_skipping;
  }
  mem_free(p->m, source->text);
  mem_free(p->m, source->splices);
  p->sources.count--;
}

static void pass_splices(pre_source *source, const char *at) {
  while (source->splice < source->splice_count &&
         source->splices[source->splice] <= at) {
    source->line++;
    source->line_start = source->splices[source->splice++];
  }
}

static void pass_newline(pre_source *source, const char *newline) {
  pass_splices(source, newline);
  source->line++;
  source->line_start = newline + 1;
}

static pml_place place_of(pre_source *source, const char *at) {
  pass_splices(source, at);
  size_t column = (size_t)(at - source->line_start) + 1;
  return (pml_place){source->file, source->line,
                     column < UINT32_MAX ? (uint32_t)column : UINT32_MAX};
}

pml_place pml_pre_here(pre *p) {
  if (p->sources.count == 0)
    return (pml_place){0, 1, 1};
  pre_source *source = &vec_last(&p->sources);
  return place_of(source, source->at);
}

static const char *skip_comment(pre *p, pre_source *source, const char *at) {
  pml_place begin = place_of(source, at);
  for (at += 2; at < source->end; at++) {
    if (*at == '*' && at[1] == '/')
      return at + 2;
    if (*at == '\n' && at + 1 < source->end)
      pass_newline(source, at);
  }
  pml_pre_wrong(p, &begin, "the comment that begins here has no end");
  return source->end - 1; /* the last newline */
}

/* To the next token, or to a newline at the end of a directive. */
static uint8_t skip_blanks(pre *p, pre_source *source) {
  uint8_t flags = 0;
  const char *at = source->at;
  if (source->is_fresh) {
    flags = PRE_FIRST;
    if (p->parsing == PRE_ARGUMENTS)
      flags |= PRE_WHITE;
    source->is_fresh = false;
  }
  for (; at < source->end;) {
    if (*at == '\n') {
      if (p->in_directive)
        break;
      pass_newline(source, at);
      at++;
      flags = PRE_FIRST;
      if (p->parsing == PRE_ARGUMENTS)
        flags |= PRE_WHITE;
    } else if (*at == '/' && at[1] == '*') {
      at = skip_comment(p, source, at);
      flags |= PRE_WHITE;
    } else if (*at == '/' && at[1] == '/') {
      at = memchr(at, '\n', (size_t)(source->end - at));
      flags |= PRE_WHITE;
    } else if (*at == ' ' || (*at >= '\t' && *at <= '\r') || *at == '\0') {
      at++;
      flags |= PRE_WHITE;
    } else {
      break;
    }
  }
  source->at = at;
  return flags;
}

static bool read_is_digit(char c) { return c >= '0' && c <= '9'; }

/* '$' too, as gcc has it. */
static bool read_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}

static const char *behind_number(const char *at) {
  for (;; at++)
    if ((*at == '+' || *at == '-') &&
        (at[-1] == 'e' || at[-1] == 'E' || at[-1] == 'p' || at[-1] == 'P'))
      continue;
    else if (!read_is_letter(*at) && !read_is_digit(*at) && *at != '.')
      return at;
}

/* Without its partner the quote takes the rest of the line. */
static const char *behind_quotes(const char *at, pre_kind *kind) {
  char quote = *at;
  *kind = quote == '"' ? PRE_STRING : PRE_CHAR;
  for (at++; *at != '\n'; at++)
    if (*at == quote)
      return at + 1;
    else if (*at == '\\' && at[1] != '\n')
      at++;
  *kind = PRE_OTHER;
  return at;
}

static uint32_t mark_length(const char *at) {
  char c = at[0], next = at[1];
  switch (c) {
  case '-':
    return next == '>' || next == '-' || next == '=' ? 2 : 1;
  case '+':
  case '&':
  case '|':
    return next == c || next == '=' ? 2 : 1;
  case '<':
  case '>':
    if (next == c)
      return at[2] == '=' ? 3 : 2;
    return next == '=' || (c == '<' && (next == ':' || next == '%')) ? 2 : 1;
  case '=':
  case '!':
  case '*':
  case '/':
  case '^':
    return next == '=' ? 2 : 1;
  case '%':
    if (next == ':')
      return at[2] == '%' && at[3] == ':' ? 4 : 2;
    return next == '=' || next == '>' ? 2 : 1;
  case ':':
    return next == '>' ? 2 : 1;
  case '#':
    return next == '#' ? 2 : 1;
  case '.':
    return next == '.' && at[2] == '.' ? 3 : 1;
  default:
    return 1;
  }
}

/* L"x", u8'c' and so on are one token. */
static bool is_prefix(const char *at, size_t length) {
  return (length == 1 && (*at == 'L' || *at == 'u' || *at == 'U')) ||
         (length == 2 && at[0] == 'u' && at[1] == '8' && at[2] == '"');
}

static uint32_t mark_text(const char *at, size_t length) {
  uint32_t text = 0;
  for (size_t i = length; i-- > 0;)
    text = text << 8 | (unsigned char)at[i];
  return text;
}

static const char *lex_word(const char *at, pre_kind *kind) {
  const char *from = at;
  while (read_is_letter(*at) || read_is_digit(*at))
    at++;
  *kind = PRE_NAME;
  if ((*at == '"' || *at == '\'') && is_prefix(from, (size_t)(at - from))) {
    pre_kind quoted;
    const char *behind = behind_quotes(at, &quoted);
    if (quoted != PRE_OTHER) {
      *kind = quoted;
      return behind;
    }
  }
  return at;
}

/* The token at 'at', which is no blank. Four bytes may be read. */
static const char *lex_token(pre *p, const char *at, pre_token *token) {
  const char *from = at;
  pre_kind kind = PRE_MARK;
  if (read_is_letter(*at))
    at = lex_word(at, &kind);
  else if (read_is_digit(*at) || (*at == '.' && read_is_digit(at[1])))
    at = behind_number(at + 1), kind = PRE_NUMBER;
  else if (*at == '"' || *at == '\'')
    at = behind_quotes(at, &kind);
  else
    at += mark_length(at);
  size_t length = (size_t)(at - from);
  token->kind = (uint8_t)kind;
  p->text = from;
  p->length = length;
  if (kind == PRE_MARK)
    token->text = mark_text(from, length);
  else if (!p->skipping)
    token->text = names_insert(
        p->m, kind == PRE_NAME ? &p->out->names : &p->macros->spellings, from,
        length);
  return at;
}

void pml_pre_lex(pre *p, pre_token *token) {
  *token = (pre_token){.kind = PRE_END};
  p->length = 0;
  while (p->sources.count && !p->gave_up) {
    pre_source *source = &vec_last(&p->sources);
    token->flags = skip_blanks(p, source);
    token->at = place_of(source, source->at);
    if (source->at < source->end) {
      if (*source->at != '\n')
        source->at = lex_token(p, source->at, token);
      if (p->clock)
        progress_tick(p->clock);
      return;
    }
    source->is_fresh = true;
    if (p->parsing != PRE_TEXT || p->sources.count == 1) {
      token->flags = PRE_FIRST;
      return;
    }
    pml_pre_close(p);
  }
}

void pml_pre_end_line(pre *p) {
  pre_source *source = &vec_last(&p->sources);
  pre_token token;
  bool was_skipping = p->skipping;
  p->skipping = true; /* nothing is kept */
  do
    pml_pre_lex(p, &token);
  while (token.kind != PRE_END);
  p->skipping = was_skipping;
  if (source->at < source->end) {
    pass_newline(source, source->at);
    source->at++;
  }
  source->is_fresh = true;
}

bool pml_pre_lex_whole(pre *p, const char *text, size_t length,
                       pre_token *token) {
  char *copy = mem_alloc(p->m, length + 8);
  memcpy(copy, text, length);
  copy[length] = '\n';
  const char *kept = p->text;
  size_t kept_length = p->length;
  bool is_whole = length > 0 && lex_token(p, copy, token) == copy + length;
  p->text = kept;
  p->length = kept_length;
  mem_free(p->m, copy);
  return is_whole;
}

const char *pml_pre_spell(const pre *p, const pre_token *token, size_t *length,
                          char mark[4]) {
  if (token->kind == PRE_MARK) {
    for (*length = 0; *length < 4 && token->text >> 8 * *length; ++*length)
      mark[*length] = (char)(token->text >> 8 * *length & 0xFF);
    return mark;
  }
  const names *from =
      token->kind == PRE_NAME ? &p->out->names : &p->macros->spellings;
  *length = names_length(from, token->text);
  return names_text(from, token->text);
}
