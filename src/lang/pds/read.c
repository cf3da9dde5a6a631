#include "lang/pds/parser.h"

#include <stdlib.h>
#include <string.h>

/* A line about a set of configurations, read when all states are known. */
typedef struct late_line {
  const char *at, *line_start;
  uint32_t line;
} late_line;

typedef struct reader {
  parser s;
  bool states_closed; /* declared: no others */
  bool has_weights;   /* a line 'weights' was there */
  bool may_add_system;
  bool has_second_system; /* reported: stop */
  size_t first_rule;      /* of this text */
  vec(late_line) late;
} reader;

static bool before_rules(reader *d, const char *what) {
  return d->s.pds->rules.count == d->first_rule ||
         scan_wrong(&d->s.in, "'%s' must come before the first rule", what);
}

static bool read_weight_word(parser *s, uint32_t dimension) {
  bool is_int = parser_is(s, "int");
  if (!is_int && !parser_is(s, "uint"))
    return scan_misfit(&s->in, "'uint' or 'int'");
  if (dimension == PDS_MOST_DIMENSIONS)
    return scan_wrong(&s->in, "a weight has at most %d dimensions",
                      PDS_MOST_DIMENSIONS);
  s->pds->is_signed[dimension] = is_int;
  parser_next(s);
  return true;
}

static bool read_weights(reader *d) {
  parser *s = &d->s;
  pds *system = s->pds;
  uint32_t dimension = 0;
  if (system->rules.count)
    return scan_wrong(&s->in, "'weights' must come before the first rule");
  if (d->has_weights)
    return scan_wrong(&s->in, "a second line 'weights'");
  d->has_weights = true;
  parser_next(s);
  system->weight_is_vector = s->in.token.kind == '[';
  if (s->in.token.kind == '[') {
    do {
      parser_next(s);
      if (!read_weight_word(s, dimension++))
        return false;
    } while (s->in.token.kind == ',');
    if (!parser_take(s, ']', "',' or ']'"))
      return false;
  } else if (parser_is(s, "none")) {
    parser_next(s);
  } else if (parser_is(s, "uint") || parser_is(s, "int")) {
    read_weight_word(s, dimension++);
  } else {
    return scan_misfit(&s->in, "'none', 'uint', 'int' or '[uint, ...]'");
  }
  system->dimension = dimension;
  return true;
}

static bool read_names(reader *d, names *known, bool *closed,
                       const char *what) {
  parser *s = &d->s;
  if (!before_rules(d, what))
    return false;
  *closed = true;
  while (parser_next(s) == PARSER_NAME)
    names_insert(s->mem, known, s->in.token.text, s->in.token.length);
  return true;
}

static bool read_state(reader *d, uint32_t *out) {
  parser *s = &d->s;
  if (d->states_closed || s->in.token.kind != PARSER_NAME)
    return parser_state(s, out);
  *out = names_insert(s->mem, &s->pds->states, s->in.token.text,
                      s->in.token.length);
  parser_next(s);
  return true;
}

static bool read_top(reader *d, uint32_t *out) {
  if (d->s.in.token.kind != '*')
    return parser_symbol(&d->s, out);
  *out = PDS_ANY;
  parser_next(&d->s);
  return true;
}

static bool read_push(reader *d, pds_rule *rule) {
  parser *s = &d->s;
  for (; s->in.token.kind == PARSER_NAME || s->in.token.kind == '*';
       rule->length++) {
    if (rule->length == 2)
      return scan_wrong(&s->in, "a rule pushes at most two symbols");
    if (s->in.token.kind == '*' && rule->top != PDS_ANY)
      return scan_wrong(&s->in, "'*' is the symbol that a '*' on the left "
                                "matched; there is none");
    if (!read_top(d, &rule->push[rule->length]))
      return false;
  }
  return true;
}

static bool read_action(reader *d, pds_rule *rule) {
  parser *s = &d->s;
  if (s->in.token.kind != '@')
    return true;
  if (parser_next(s) != PARSER_NAME)
    return scan_misfit(&s->in, "an action");
  rule->action = names_insert(s->mem, &s->pds->actions, s->in.token.text,
                              s->in.token.length);
  parser_next(s);
  return true;
}

/* The exact value of the current token. */
static bool read_number(parser *s, bool is_signed, int64_t *out) {
  const scan_token *token = &s->in.token;
  const char *at = token->text, *end = at + token->length;
  uint64_t n;
  if (token->kind != PARSER_NAME || token->is_quoted)
    return scan_misfit(&s->in, "a weight");
  bool negative = *at == '-';
  at += negative;
  if (at == end)
    return scan_misfit(&s->in, "a weight");
  bool fits = scan_decimal(&at, end, (uint64_t)PDS_MOST_WEIGHT, &n);
  if (at < end)
    return scan_misfit(&s->in, "a weight, an integer,");
  if (!fits)
    return scan_wrong(&s->in, "the weight %.*s does not fit 64 bits",
                      report_clip(token->length), token->text);
  if (negative && n && !is_signed)
    return scan_wrong(&s->in,
                      "the weight %.*s is negative, but its type is uint",
                      report_clip(token->length), token->text);
  *out = negative ? -(int64_t)n : (int64_t)n;
  parser_next(s);
  return true;
}

static bool read_weight(reader *d, int64_t *weight) {
  parser *s = &d->s;
  const pds *system = s->pds;
  if (system->dimension == 0)
    return s->in.token.kind != ':' ||
           scan_wrong(&s->in, "a weight, but there is no line 'weights' that "
                              "says of which type");
  if (!parser_take(s, ':', "':' and a weight"))
    return false;
  for (uint32_t i = 0; i < system->dimension; i++)
    if (!read_number(s, system->is_signed[i], &weight[i]))
      return false;
  return true;
}

static bool at_line_end(parser *s, const char *what) {
  return s->in.token.kind == PARSER_END ||
         s->in.token.kind == PARSER_LINE_END || scan_misfit(&s->in, what);
}

static bool read_rule(reader *d) {
  parser *s = &d->s;
  pds_rule rule = {.action = PDS_NONE,
                   .line = s->in.token.line,
                   .column = s->in.token.column};
  int64_t weight[PDS_MOST_DIMENSIONS];
  if (s->in.token.kind != PARSER_NAME)
    return scan_misfit(&s->in, "a rule");
  if (!read_state(d, &rule.from) || !read_top(d, &rule.top) ||
      !parser_take(s, PARSER_ARROW, "'->'") || !read_state(d, &rule.to) ||
      !read_push(d, &rule) || !read_action(d, &rule) ||
      !read_weight(d, weight) || !at_line_end(s, "the end of the rule"))
    return false;
  pds_add_rule(s->mem, s->pds, &rule, s->pds->dimension ? weight : NULL);
  return true;
}

/* p or %name. */
static bool read_set_state(reader *d, uint32_t *out) {
  parser *s = &d->s;
  if (s->in.token.kind != '%')
    return parser_state(s, out);
  if (parser_next(s) != PARSER_NAME)
    return scan_misfit(&s->in, "the name of an extra state");
  *out = PAUT_EXTRA + names_insert(s->mem, &s->set->extra, s->in.token.text,
                                   s->in.token.length);
  parser_next(s);
  return true;
}

static bool read_set_label(reader *d, uint32_t *out) {
  parser *s = &d->s;
  if (s->in.token.kind != '(')
    return parser_label(s, out);
  *out = PAUT_EPSILON;
  parser_next(s);
  return parser_take(s, ')', "')'");
}

/* The set that was called by this name, or a new one. */
static paut *named_set(reader *d, const char *name, size_t length) {
  pds *system = d->s.pds;
  uint32_t n = names_insert(d->s.mem, &system->set_names, name, length);
  if (n == system->named_sets.count) {
    vec_resize(d->s.mem, &system->named_sets, (size_t)n + 1);
    system->named_sets.at[n].name = n;
  }
  return &system->named_sets.at[n].automaton;
}

/* 'init', 'final' or 'set NAME'. */
static bool read_side(reader *d) {
  parser *s = &d->s;
  if (parser_is(s, "set")) {
    if (parser_next(s) != PARSER_NAME)
      return scan_misfit(&s->in, "the name of a set");
    s->set = named_set(d, s->in.token.text, s->in.token.length);
  } else if (parser_is(s, "init") || parser_is(s, "final")) {
    pds_side side = parser_is(s, "init") ? PDS_INITIAL : PDS_FINAL;
    s->set = &s->pds->sets[side];
    s->pds->has_set[side] = true;
  } else {
    return scan_misfit(&s->in, "'init', 'final' or 'set'");
  }
  parser_next(s);
  return true;
}

static bool read_edge(reader *d) {
  parser *s = &d->s;
  uint32_t from, label, to;
  if (!read_side(d) || !read_set_state(d, &from) ||
      !read_set_label(d, &label) || !read_set_state(d, &to) ||
      !at_line_end(s, "the end of the edge"))
    return false;
  paut_add_edge(s->mem, s->set, from, label, to);
  return true;
}

static bool read_accept(reader *d) {
  parser *s = &d->s;
  if (!read_side(d))
    return false;
  while (s->in.token.kind == PARSER_NAME || s->in.token.kind == '%') {
    uint32_t state;
    if (!read_set_state(d, &state))
      return false;
    paut_add_accepting(s->mem, s->set, state);
  }
  return at_line_end(s, "a state or the end of the line");
}

static void read_late_line(reader *d, const late_line *late) {
  parser *s = &d->s;
  s->in.at = late->at;
  s->in.line_start = late->line_start;
  s->in.line = late->line;
  s->in.token.kind = PARSER_LINE_END;
  parser_next(s);
  bool is_edge = parser_is(s, "edge"), is_accept = parser_is(s, "accept");
  if (is_edge || is_accept)
    parser_next(s);
  if (is_edge)
    read_edge(d);
  else if (is_accept)
    read_accept(d);
  else if (read_side(d))
    parser_configurations(s);
}

/* ltl NAME : FORMULA, which is read when it is known what is asked of it. */
static bool read_property(reader *d) {
  parser *s = &d->s;
  pds *system = s->pds;
  if (parser_next(s) != PARSER_NAME)
    return scan_misfit(&s->in, "the name of a property");
  if (names_find(&system->property_names, s->in.token.text,
                 s->in.token.length) != NAMES_NONE)
    return scan_wrong(&s->in, "a second property '%.*s'",
                      report_clip(s->in.token.length), s->in.token.text);
  pds_property property = {.name = names_insert(s->mem, &system->property_names,
                                                s->in.token.text,
                                                s->in.token.length)};
  parser_next(s);
  if (s->in.token.kind != ':')
    return scan_misfit(&s->in, "':' and a formula");
  const char *at;
  property.line = s->in.token.line;
  scan_rest_of_line(&s->in, &at, &property.length);
  property.column = scan_column(&s->in, at);
  property.at = system->property_text.count;
  vec_reserve(s->mem, &system->property_text, property.length + 1);
  memcpy(system->property_text.at + property.at, at, property.length);
  system->property_text.count += property.length;
  vec_push(s->mem, &system->properties, property);
  parser_skip_line(s);
  return true;
}

static bool read_system_line(reader *d) {
  parser *s = &d->s;
  if (!d->may_add_system) {
    d->has_second_system = true;
    return scan_wrong(&s->in, "a second system: the problem has one already");
  }
  if (parser_is(s, "weights"))
    return read_weights(d) && at_line_end(s, "the end of the line");
  if (parser_is(s, "states"))
    return read_names(d, &s->pds->states, &d->states_closed, "states") &&
           at_line_end(s, "a state or the end of the line");
  if (parser_is(s, "symbols"))
    return read_names(d, &s->pds->symbols, &s->symbols_closed, "symbols") &&
           at_line_end(s, "a symbol or the end of the line");
  return read_rule(d);
}

/* At the first token of a line that is not empty. */
static void read_line(reader *d, const char *at) {
  parser *s = &d->s;
  if (parser_is(s, "init") || parser_is(s, "final") || parser_is(s, "edge") ||
      parser_is(s, "accept") || parser_is(s, "set")) {
    late_line late = {at, s->in.line_start, s->in.token.line};
    vec_push(s->mem, &d->late, late);
    parser_skip_line(s);
  } else if (parser_is(s, "ltl")) {
    if (!read_property(d))
      parser_skip_line(s);
  } else if (!read_system_line(d)) {
    s->states_unsure = true;
    parser_skip_line(s);
  }
}

static void read_all(reader *d) {
  parser *s = &d->s;
  for (;;) {
    const char *at = s->in.at;
    if (parser_next(s) == PARSER_END || d->has_second_system)
      break;
    if (s->in.token.kind == PARSER_LINE_END)
      continue;
    read_line(d, at);
    progress_tick(s->clock);
    s->clock->done++;
    if (s->in.token.kind == PARSER_END)
      break;
  }
  vec_each (const late_line, late, &d->late) {
    read_late_line(d, late);
    progress_tick(s->clock);
  }
}

bool pds_text_read(mem *m, pds *system, const char *file, const char *input,
                   size_t length, report *r, progress *clock) {
  reader d = {.may_add_system = !system->has_system,
              .first_rule = system->rules.count};
  size_t before = r->count;
  parser_init(&d.s, m, system, file, input, length, 1, 1, SCAN_LINES, r);
  d.s.clock = clock;
  read_all(&d);
  system->has_system = true;
  report_sort(r, before);
  vec_free(m, &d.late);
  parser_clear(&d.s);
  return r->count == before;
}
