/* The scanner: Promela's tokens out of the preprocessor's, which are C's. One
 * of C's can be several of Promela's (0..N is a number in C), and several can
 * be one ('::'), if nothing is between them. So it reads characters again, but
 * only where the two languages differ. */
#include "lang/promela/tokens/pre.h"

typedef struct scanner {
  pre *p;
  pml_token_list *out;
  size_t at;     /* in p->result */
  size_t offset; /* in that token, of 'text' */
  const char *text;
  size_t length;
  char mark[4];
  uint32_t words[3]; /* names whose body is C: c_code, c_expr, c_decl */
} scanner;

static const pre_token *current(const scanner *s) {
  return &s->p->result.at[s->at];
}

static void load(scanner *s) {
  s->offset = 0;
  s->length = 0;
  if (current(s)->kind != PRE_END)
    s->text = pml_pre_spell(s->p, current(s), &s->length, s->mark);
}

static void advance(scanner *s, size_t bytes) {
  s->offset += bytes;
  if (s->offset >= s->length) {
    s->at++;
    load(s);
  }
}

/* The place of the character. Inside a macro's use there is only one. */
static pml_place place(const scanner *s) {
  pml_place at = current(s)->at;
  if (!(current(s)->flags & PRE_EXPANDED))
    at.column += (uint32_t)s->offset;
  return at;
}

static pml_token begin(const scanner *s) {
  const pre_token *token = current(s);
  bool is_first = s->offset == 0;
  return (pml_token){.name = PML_NONE,
                     .at = place(s),
                     .spaced =
                         is_first && token->flags & (PRE_WHITE | PRE_NEW_LINE),
                     .new_line = is_first && token->flags & PRE_NEW_LINE,
                     .expanded = token->flags & PRE_EXPANDED};
}

static void finish(scanner *s, const pml_token *token) {
  vec_push(s->p->m, s->out, *token);
}

static bool scan_is_digit(char c) { return c >= '0' && c <= '9'; }

static bool scan_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The i-th character from here on, if it stands close to those before it. */
static char look(const scanner *s, size_t i) {
  size_t at = s->at, offset = s->offset + i;
  if (offset < s->length)
    return s->text[offset];
  for (offset -= s->length, at++;; at++) {
    const pre_token *token = &s->p->result.at[at];
    char mark[4];
    size_t length;
    if (token->kind == PRE_END || token->flags & (PRE_WHITE | PRE_NEW_LINE))
      return '\0';
    const char *text = pml_pre_spell(s->p, token, &length, mark);
    if (offset < length)
      return text[offset];
    offset -= length;
  }
}

static void advance_marks(scanner *s, size_t bytes) {
  while (bytes--)
    advance(s, 1);
}

static const struct {
  char text[4];
  int kind;
} marks[] = {{"<->", PML_T_EQUIV},  {"++", PML_T_INCR},    {"--", PML_T_DECR},
             {"<<", PML_T_SHIFT_L}, {">>", PML_T_SHIFT_R}, {"<=", PML_T_LE},
             {">=", PML_T_GE},      {"==", PML_T_EQ},      {"!=", PML_T_NE},
             {"&&", PML_T_AND},     {"||", PML_T_OR},      {"->", PML_T_ARROW},
             {"/\\", PML_T_AND},    {"\\/", PML_T_OR},     {"[]", PML_T_BOX},
             {"<>", PML_T_DIAMOND}, {"::", PML_T_OPTION},  {"..", PML_T_DOTS},
             {"!!", PML_T_SORTED},  {"??", PML_T_RANDOM}};

static int pair_at(const scanner *s, size_t *length) {
  char next = look(s, 1), c = s->text[s->offset];
  if (next == '\0')
    return 0;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (c == marks[i].text[0] && next == marks[i].text[1] &&
        (!marks[i].text[2] || look(s, 2) == marks[i].text[2])) {
      *length = marks[i].text[2] ? 3 : 2;
      return marks[i].kind;
    }
  return 0;
}

static void wrong_byte(scanner *s, char c, const pml_place *at) {
  if (c > ' ' && c < 0x7F)
    pml_pre_wrong(s->p, at, "'%c' means nothing in Promela", c);
  else
    pml_pre_wrong(s->p, at,
                  "byte 0x%02x means nothing in Promela outside of strings",
                  (unsigned)(unsigned char)c);
}

static void scan_mark(scanner *s) {
  pml_token token = begin(s);
  char c = s->text[s->offset];
  size_t length = 1;
  token.kind = pair_at(s, &length);
  if (token.kind == 0) {
    token.kind = (unsigned char)c;
    if (!c || !strchr("=<>+-*/%!~&|^?()[]{},;:.@", c)) {
      wrong_byte(s, c, &token.at);
      token.kind = PML_T_BAD;
      /* One complaint for all bytes of a character outside ASCII. */
      while ((unsigned char)c >= 0x80 && (unsigned char)look(s, 1) >= 0x80)
        advance(s, 1);
    }
  }
  advance_marks(s, length);
  finish(s, &token);
}

static void scan_number(scanner *s) {
  pml_token token = begin(s);
  size_t i = s->offset;
  bool is_big = false;
  token.kind = PML_T_NUMBER;
  for (; i < s->length && scan_is_digit(s->text[i]); i++) {
    is_big =
        is_big || base_mul_overflows(token.value, INT64_C(10), &token.value);
    is_big =
        is_big || base_add_overflows(token.value, (int64_t)(s->text[i] - '0'),
                                     &token.value);
  }
  if (is_big)
    token.value = INT64_MAX;
  advance(s, i - s->offset);
  finish(s, &token);
}

/* A name that is not a whole token of C: with '$', or behind a number. */
static void scan_part(scanner *s) {
  pml_token token = begin(s);
  size_t i = s->offset;
  while (i < s->length &&
         (scan_is_letter(s->text[i]) || scan_is_digit(s->text[i])))
    i++;
  token.kind = PML_T_NAME;
  /* A copy: the text of names moves when one is added. */
  vec(char) copy = {0};
  vec_resize(s->p->m, &copy, i - s->offset);
  if (copy.count)
    memcpy(copy.at, s->text + s->offset, copy.count);
  token.name = names_insert(s->p->m, &s->p->out->names, copy.at, copy.count);
  vec_free(s->p->m, &copy);
  if (current(s)->kind == PRE_NAME)
    s->text = names_text(&s->p->out->names, current(s)->text);
  advance(s, i - s->offset);
  finish(s, &token);
}

/* Also of a part: L'a' is a name and a character here. */
static void scan_quotes(scanner *s) {
  const pre_token *from = current(s);
  pml_token token = begin(s);
  const char *text = s->text + s->offset;
  size_t length = s->length - s->offset;
  token.kind = PML_T_BAD;
  if (from->kind == PRE_OTHER) {
    pml_pre_wrong(s->p, &token.at,
                  *text == '"' ? "the string that begins here has no end"
                               : "the character that begins here has no end");
  } else if (*text == '"') {
    token.kind = PML_T_STRING;
    token.name = names_insert(s->p->m, &s->p->out->names, text, length);
  } else {
    /* SPIN knows four escapes; of any other the character counts. */
    static const char escapes[] = "n\nr\rt\tf\f";
    bool is_escape = length > 2 && text[1] == '\\';
    char c = length > 1 ? text[is_escape ? 2 : 1] : '\0';
    if (length != (is_escape ? 4u : 3u))
      pml_pre_wrong(s->p, &token.at,
                    "one character should be between the quotes");
    else
      token.kind = PML_T_NUMBER;
    for (const char *x = escapes; is_escape && *x; x += 2)
      if (*x == c) {
        c = x[1];
        break;
      }
    token.value = (unsigned char)c;
  }
  advance(s, length);
  finish(s, &token);
}

typedef vec(char) c_body;

/* Lines and columns stay as they are, for the compiler's messages. */
static void add_line_break(scanner *s, c_body *body, const pml_place *last,
                           const pre_token *token) {
  enum { MOST_LINES = 1000, MOST_BLANKS = 200 };
  uint32_t lines = 1, blanks = 0;
  if (!(token->flags & PRE_EXPANDED) && token->at.file == last->file &&
      token->at.line > last->line && token->at.line - last->line < MOST_LINES) {
    lines = token->at.line - last->line;
    blanks = token->at.column ? token->at.column - 1 : 0;
  }
  for (uint32_t i = 0; i < lines; i++)
    vec_push(s->p->m, body, '\n');
  for (uint32_t i = 0; i < blanks && i < MOST_BLANKS; i++)
    vec_push(s->p->m, body, ' ');
}

/* The text from an opening bracket to its partner, as one token. */
static void scan_c_text(scanner *s) {
  const pre_list *from = &s->p->result;
  const char open = s->text[0], close = open == '{' ? '}' : ']';
  pml_token t = begin(s);
  c_body body = {0};
  pml_place last = t.at;
  size_t depth = 0;
  t.kind = PML_T_C_TEXT;
  for (;; s->at++) {
    const pre_token *x = &from->at[s->at];
    char mark[4];
    size_t length;
    if (x->kind == PRE_END)
      break;
    const char *text = pml_pre_spell(s->p, x, &length, mark);
    if (body.count && x->flags & PRE_NEW_LINE)
      add_line_break(s, &body, &last, x);
    else if (body.count && x->flags & PRE_WHITE)
      vec_push(s->p->m, &body, ' ');
    last = x->at;
    for (size_t i = 0; i < length; i++)
      vec_push(s->p->m, &body, text[i]);
    if (pre_is(x, open))
      depth++;
    else if (pre_is(x, close) && --depth == 0)
      break;
  }
  if (depth)
    pml_pre_wrong(s->p, &t.at, "the '%c' before this C text has no '%c'", open,
                  close);
  else
    s->at++;
  t.name = names_insert(s->p->m, &s->p->out->names, body.at, body.count);
  vec_free(s->p->m, &body);
  load(s);
  finish(s, &t);
}

static void scan_name(scanner *s) {
  pml_token token = begin(s);
  bool is_c = false;
  token.kind = PML_T_NAME;
  token.name = current(s)->text;
  for (size_t i = 0; i < sizeof s->words / sizeof *s->words; i++)
    is_c |= token.name == s->words[i];
  advance(s, s->length);
  finish(s, &token);
  if (!is_c)
    return;
  if (pre_is(current(s), '[')) /* c_code [ what must hold ] { ... } */
    scan_c_text(s);
  if (pre_is(current(s), '{'))
    scan_c_text(s);
}

static void scan(pre *p, pml_token_list *out) {
  static const char *const words[] = {"c_code", "c_expr", "c_decl"};
  scanner s = {.p = p, .out = out};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    s.words[i] = names_insert(p->m, &p->out->names, words[i], strlen(words[i]));
  vec_reserve(p->m, out, p->result.count);
  load(&s);
  while (current(&s)->kind != PRE_END) {
    char c = s.text[s.offset];
    if (p->clock)
      progress_tick(p->clock);
    if (current(&s)->kind == PRE_NAME && s.offset == 0 &&
        !memchr(s.text, '$', s.length))
      scan_name(&s);
    else if (scan_is_letter(c))
      scan_part(&s);
    else if (scan_is_digit(c))
      scan_number(&s);
    else if (c == '"' || c == '\'')
      scan_quotes(&s);
    else
      scan_mark(&s);
  }
  pml_token end = begin(&s);
  end.kind = PML_T_END;
  finish(&s, &end);
}

static void pre_clear(pre *p) {
  vec_free(p->m, &p->sources);
  while (p->contexts.count)
    pml_pre_pop(p);
  vec_free(p->m, &p->contexts);
  vec_free(p->m, &p->conditions);
  vec_free(p->m, &p->scratch);
  vec_free(p->m, &p->result);
}

bool pml_tokenise(mem *m, pml_tokens *out, const char *file, const char *text,
                  size_t length, const pml_includes *includes, report *r,
                  progress *clock) {
  pml_token_list list = {0};
  *out = (pml_tokens){.macros = mem_alloc(m, sizeof *out->macros)};
  pre p = {.m = m,
           .out = out,
           .macros = out->macros,
           .includes = includes,
           .report = r,
           .clock = clock};
  pml_pre_predefine(&p);
  pml_pre_open(&p, names_insert(m, &out->files, file, strlen(file)), text,
               length);
  pml_pre_run(&p);
  scan(&p, &list);
  out->list.at = list.at;
  out->list.count = list.count;
  out->list.capacity = list.capacity;
  pre_clear(&p);
  return !p.is_bad;
}

bool pml_tokenise_more(mem *m, pml_tokens *tokens, const char *file,
                       uint32_t line, uint32_t column, const char *text,
                       size_t length, report *r, pml_token_list *out) {
  pre p = {.m = m,
           .out = tokens,
           .macros = tokens->macros,
           .report = r,
           .is_plain = true};
  out->count = 0;
  pml_pre_open(&p, names_insert(m, &tokens->files, file, strlen(file)), text,
               length);
  vec_last(&p.sources).line = line;
  pml_pre_run(&p);
  vec_each (pre_token, token, &p.result)
    if (token->at.line == line)
      token->at.column += column - 1;
  scan(&p, out);
  pre_clear(&p);
  return !p.is_bad;
}
