#include "lang/ectl/parser.h"

static const char *const kinds[ECTL_KINDS] = {
    "DFA", "PDA", "LTS", "PDS", "REGULAR", "GRAMMAR", "FORMULA"};
enum { KIND_REGULAR = 4 };

bool ectl_parse_name(ectl_parser *p, const char *what, scan_token *out) {
  if (p->s.token.kind != ECTL_T_WORD)
    return scan_misfit(&p->s, what);
  *out = p->s.token;
  ectl_next(&p->s);
  return true;
}

const char *ectl_nearest(ectl_parser *p, const char *const *list, size_t count,
                         const scan_token *t) {
  char word[16];
  names known = {0};
  if (t->length >= sizeof word || count == 0)
    return NULL;
  bool is_upper = *list[0] >= 'A' && *list[0] <= 'Z';
  for (size_t i = 0; i < t->length; i++) {
    char c = t->text[i];
    if (is_upper && c >= 'a' && c <= 'z')
      c = (char)(c - 'a' + 'A');
    else if (!is_upper && c >= 'A' && c <= 'Z')
      c = (char)(c - 'A' + 'a');
    word[i] = c;
  }
  for (size_t i = 0; i < count; i++)
    names_insert(p->m, &known, list[i], strlen(list[i]));
  uint32_t like = names_nearest(&known, word, t->length);
  names_free(p->m, &known);
  return like == NAMES_NONE ? NULL : list[like];
}

/* Where an item begins. */

size_t ectl_kind_of(const scan_token *t) {
  size_t i = 0;
  while (i < ECTL_KINDS && !ectl_is_word(t, kinds[i]))
    i++;
  return i;
}

/* Is it the first token of its line? */
static bool begins_line(const scan *s) {
  for (const char *at = s->token.text; at > s->line_start; at--)
    if (at[-1] != ' ' && at[-1] != '\t')
      return false;
  return true;
}

bool ectl_starts_item(const ectl_parser *p) {
  bool is_command = p->s.token.kind == ':' && begins_line(&p->s);
  if (!is_command && ectl_kind_of(&p->s.token) == ECTL_KINDS)
    return false;
  scan ahead = p->s;
  ahead.is_mute = true;
  if (ectl_next(&ahead) != ECTL_T_WORD)
    return false;
  return is_command || ectl_next(&ahead) == '{';
}

/* After what began at 'from' and made no sense: behind the '}' that should
 * close it, or to the next item. */
static void skip_item(ectl_parser *p, const char *from) {
  const scan_token *t = &p->s.token;
  p->s.is_mute = true;
  if (t->text == from)
    ectl_next(&p->s);
  while (t->kind != ECTL_T_END && t->kind != '}' && !ectl_starts_item(p))
    ectl_next(&p->s);
  p->s.is_mute = false;
  if (t->kind == '}')
    ectl_next(&p->s);
}

static void define(ectl_parser *p, ectl_item *x, const scan_token *t) {
  uint32_t n = names_insert(p->m, &p->defined, t->text, t->length);
  x->name = mem_text(p->m, t->text, t->length);
  if (n < p->defined_at.count)
    scan_wrong_at(&p->s, t->line, t->column,
                  "'%.*s' is defined twice: first in line %u",
                  report_clip(t->length), t->text, p->defined_at.at[n]);
  else
    vec_push(p->m, &p->defined_at, t->line);
}

static bool read_body(ectl_parser *p, size_t kind, ectl_item *x) {
  static const ectl_item_kind others[] = {ECTL_REGULAR, ECTL_GRAMMAR,
                                          ECTL_FORMULA};
  static const machine_kind machines[] = {MACHINE_DFA, MACHINE_PDA, MACHINE_LTS,
                                          MACHINE_PDS};
  if (kind < KIND_REGULAR) {
    x->kind = ECTL_MACHINE;
    machine_init(p->m, &x->machine, machines[kind]);
    return ectl_parse_machine(p, &x->machine);
  }
  x->kind = others[kind - KIND_REGULAR];
  if (x->kind == ECTL_REGULAR)
    return ectl_parse_regular(p, &x->regular);
  if (x->kind == ECTL_GRAMMAR)
    return ectl_parse_grammar(p, &x->grammar);
  return ectl_parse_formula(p, &x->node) &&
         ectl_take(&p->s, '}', "an operator or '}'");
}

/* KIND name { ... } */
static bool read_definition(ectl_parser *p, ectl_item *x) {
  const scan_token *now = &p->s.token;
  scan_token t = *now;
  size_t kind = ectl_kind_of(now);
  if (kind == ECTL_KINDS) {
    const char *like = now->kind == ECTL_T_WORD
                           ? ectl_nearest(p, kinds, ECTL_KINDS, now)
                           : NULL;
    if (like)
      return scan_wrong(&p->s,
                        "'%.*s' where a definition or a command should "
                        "be (did you mean '%s'?)",
                        report_clip(t.length), t.text, like);
    return scan_misfit(&p->s, "a definition ('LTS m { ... }') or a command "
                              "(':check(f, m)')");
  }
  ectl_next(&p->s);
  if (!ectl_parse_name(p, "a name", &t))
    return false;
  define(p, x, &t);
  return ectl_take(&p->s, '{', "'{'") && read_body(p, kind, x);
}

static void parse_read_item(ectl_parser *p) {
  const char *from = p->s.token.text;
  vec_push(p->m, p->items, ((ectl_item){.node = ECTL_NONE}));
  ectl_item *x = &vec_last(p->items);
  x->line = p->s.token.line;
  x->column = p->s.token.column;
  x->from = (size_t)(from - p->s.start);
  if (!(p->s.token.kind == ':' ? ectl_parse_command(p, x)
                               : read_definition(p, x)))
    skip_item(p, from);
  x->to = (size_t)(p->s.behind - p->s.start);
}

static void parser_free(ectl_parser *p) {
  names_free(p->m, &p->defined);
  vec_free(p->m, &p->defined_at);
  vec_free(p->m, &p->pending);
  vec_free(p->m, &p->operands);
  vec_free(p->m, &p->states);
  vec_free(p->m, &p->order);
  map_free(p->m, &p->heads);
  vec_free(p->m, &p->head_lines);
  vec_free(p->m, &p->rule_slots);
}

bool ectl_read(mem *m, const char *file, const char *input, size_t length,
               report *r, progress *clock, ectl *formulas, ectl_items *out) {
  size_t before = r->count;
  ectl_parser p = {.m = m, .formulas = formulas, .items = out};
  ectl_scan_start(&p.s, file, input, length, r);
  p.s.clock = clock;
  ectl_next(&p.s);
  while (p.s.token.kind != ECTL_T_END && r->count < REPORT_MOST)
    parse_read_item(&p);
  report_sort(r, before);
  parser_free(&p);
  return r->count == before;
}

uint32_t ectl_read_formula(mem *m, const char *file, const char *input,
                           size_t length, report *r, ectl *formulas) {
  uint32_t node = ECTL_NONE;
  ectl_parser p = {.m = m, .formulas = formulas};
  ectl_scan_start(&p.s, file, input, length, r);
  ectl_next(&p.s);
  if (!ectl_parse_formula(&p, &node) ||
      (p.s.token.kind != ECTL_T_END && !scan_misfit(&p.s, "an operator")))
    node = ECTL_NONE;
  parser_free(&p);
  return node;
}
