#include "base/json.h"
#include "base/map.h"
#include "base/mutant.h"
#include "lang/lts/graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Other tokens are single characters and their own kind. */
enum { END = 256, LINE_END, NAME, ARROW, BAD /* reported */ };

typedef struct reader {
  mem *m;
  model *x;
  graph *g;
  const char *file;
  report *report;
  bool states_closed; /* declared: no others */
  const char *at, *end, *line_start;
  uint32_t line_number;
  map is_initial; /* so that none is listed twice */
  json_scratch scratch;
  /* The token: */
  int kind;
  bool is_quoted;
  const char *text; /* of a name; valid until the next token */
  size_t length;
  uint32_t line, column;
} reader;

static uint32_t column_of(const reader *d, const char *at) {
  size_t column = (size_t)(at - d->line_start) + 1;
  return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

base_printf(2, 3) static bool wrong(reader *d, const char *format, ...) {
  va_list arguments;
  if (d->kind == BAD)
    return false;
  va_start(arguments, format);
  report_add_list(d->report, d->file, d->line, d->column, format, arguments);
  va_end(arguments);
  return false;
}

/* The current token stands "where 'what' should be". */
static bool misfit(reader *d, const char *what) {
  switch (d->kind) {
  case END:
    return wrong(d, "the text ends where %s should be", what);
  case LINE_END:
    return wrong(d, "the line ends where %s should be", what);
  case NAME:
    return wrong(d, "'%.*s' where %s should be", report_clip(d->length),
                 d->text, what);
  case ARROW:
    return wrong(d, "'->' where %s should be", what);
  default:
    return wrong(d, "'%c' where %s should be", d->kind, what);
  }
}

static int scan_quoted(reader *d) {
  json_string string;
  const char *behind =
      json_scan_string(d->m, &d->scratch, d->at + 1, d->end, &string);
  if (!behind) {
    report_add(d->report, d->file, d->line, column_of(d, string.text), "%s",
               string.wrong);
    return d->kind = BAD;
  }
  d->text = string.text;
  d->length = string.length;
  d->is_quoted = true;
  d->at = behind;
  return d->kind = NAME;
}

static int scan_sign(reader *d) {
  char c = *d->at;
  if (c == '@' || c == ':') {
    d->at++;
    return d->kind = (unsigned char)c;
  }
  if (c == '-') { /* else it would be a name */
    d->at += 2;
    return d->kind = ARROW;
  }
  if (c > ' ' && c < 0x7F)
    report_add(d->report, d->file, d->line, d->column,
               "'%c' cannot be part of a name unless that is quoted", c);
  else
    report_add(d->report, d->file, d->line, d->column,
               "byte 0x%02x cannot be part of a name unless that is quoted",
               (unsigned)(unsigned char)c);
  return d->kind = BAD;
}

static void read_skip_blanks(reader *d) {
  while (d->at < d->end && (*d->at == ' ' || *d->at == '\t' || *d->at == '\r'))
    d->at++;
  if (d->at < d->end && *d->at == '#') {
    const char *line_end = memchr(d->at, '\n', (size_t)(d->end - d->at));
    d->at = line_end ? line_end : d->end;
  }
}

static int next_token(reader *d) {
  if (d->kind == BAD)
    return BAD;
  read_skip_blanks(d);
  d->line = d->line_number;
  d->column = column_of(d, d->at);
  d->is_quoted = false;
  if (d->at == d->end)
    return d->kind = END;
  if (*d->at == '\n') {
    d->line_start = ++d->at;
    d->line_number++;
    return d->kind = LINE_END;
  }
  if (*d->at == '"')
    return scan_quoted(d);
  d->text = d->at;
  d->at = graph_name_end(d->at, d->end);
  if (d->at == d->text)
    return scan_sign(d);
  d->length = (size_t)(d->at - d->text);
  return d->kind = NAME;
}

static void skip_line(reader *d) {
  if (d->kind == LINE_END || d->kind == END)
    return;
  const char *line_end = memchr(d->at, '\n', (size_t)(d->end - d->at));
  d->at = line_end ? line_end : d->end;
  d->kind = NAME; /* no longer bad */
  next_token(d);
}

static bool is_word(const reader *d, const char *word) {
  return d->kind == NAME && !d->is_quoted && d->length == strlen(word) &&
         memcmp(d->text, word, d->length) == 0;
}

static bool read_at_line_end(reader *d, const char *what) {
  return d->kind == LINE_END || d->kind == END || misfit(d, what);
}

static bool read_state_name(reader *d, uint32_t *out) {
  names *states = &d->g->states;
  if (d->kind != NAME)
    return misfit(d, "a state");
  if (!d->states_closed) {
    *out = names_insert(d->m, states, d->text, d->length);
  } else {
    *out = names_find(states, d->text, d->length);
    if (*out == NAMES_NONE) {
      uint32_t near = names_nearest(states, d->text, d->length);
      if (near == NAMES_NONE)
        return wrong(d, "there is no state '%.*s'", report_clip(d->length),
                     d->text);
      return wrong(d, "there is no state '%.*s' (did you mean '%s'?)",
                   report_clip(d->length), d->text, names_text(states, near));
    }
  }
  next_token(d);
  return true;
}

static bool read_states(reader *d) {
  if (!d->states_closed && names_count(&d->g->states))
    return wrong(d, "'states' must come before the first use of a state");
  d->states_closed = true;
  while (next_token(d) == NAME)
    names_insert(d->m, &d->g->states, d->text, d->length);
  return read_at_line_end(d, "a state or the end of the line");
}

static bool read_init(reader *d) {
  next_token(d);
  do {
    uint32_t state;
    if (!read_state_name(d, &state))
      return false;
    size_t count = d->is_initial.keys.count;
    if (map_insert(d->m, &d->is_initial, state) == count)
      vec_push(d->m, &d->g->initial, state);
  } while (d->kind == NAME);
  return read_at_line_end(d, "a state or the end of the line");
}

static bool is_atom_of_ours(const char *name, size_t length) {
  return (length && *name == '@') ||
         (length >= 6 && memcmp(name, "state.", 6) == 0);
}

/* The name behind a keyword, and the colon. Copied: tokens do not last. */
static bool read_title(reader *d, const char *what, names *known,
                       uint32_t *out) {
  if (next_token(d) != NAME)
    return misfit(d, what);
  if (known == &d->g->props && is_atom_of_ours(d->text, d->length))
    return wrong(d, "a prop cannot begin with '@' or 'state.', which stand for "
                    "actions and states");
  *out = names_insert(d->m, known, d->text, d->length);
  if (next_token(d) != ':')
    return misfit(d, "':'");
  return true;
}

static bool read_prop(reader *d) {
  uint32_t prop;
  if (!read_title(d, "the name of a prop", &d->g->props, &prop))
    return false;
  next_token(d);
  while (d->kind == NAME) {
    graph_fact fact = {.prop = prop};
    if (!read_state_name(d, &fact.state))
      return false;
    if (!MUTANT("lts-prop-first-state") || fact.state > 0)
      vec_push(d->m, &d->g->facts, fact);
  }
  return read_at_line_end(d, "a state or the end of the line");
}

/* The end of the formula at 'at': of the line, or where a comment begins. */
static const char *formula_end(const char *at, const char *end) {
  bool in_string = false;
  for (; at < end && *at != '\n'; at++) {
    if (*at == '"')
      in_string = !in_string;
    else if (*at == '#' && !in_string)
      break;
    else if (*at == '\\' && in_string && at + 1 < end && at[1] != '\n')
      at++;
  }
  return at;
}

static bool read_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool read_ltl(reader *d) {
  names one = {0};
  uint32_t name;
  uint32_t line = d->line, start = d->column;
  if (!read_title(d, "the name of a formula", &one, &name))
    return false;
  while (d->at < d->end && read_is_blank(*d->at))
    d->at++;
  const char *at = d->at, *end = formula_end(at, d->end);
  uint32_t column = column_of(d, at);
  d->at = end;
  while (end > at && read_is_blank(end[-1]))
    end--;
  next_token(d);
  if (at == end) {
    d->column = column;
    d->line = line;
    return misfit(d, "a formula");
  }
  model_text title = {names_text(&one, 0), names_length(&one, 0)};
  model_text formula = {at, (size_t)(end - at)};
  bool is_new = model_add_property(d->m, d->x, title, formula, line, column);
  if (!is_new)
    report_add(d->report, d->file, line, start, "a second formula '%.*s'",
               report_clip(title.length), title.at);
  vec_free(d->m, &one.text);
  vec_free(d->m, &one.start);
  mem_free(d->m, one.slots);
  return is_new;
}

static bool read_edge_line(reader *d) {
  uint32_t from, to, label = MODEL_NONE, line = d->line, column = d->column;
  if (!read_state_name(d, &from))
    return false;
  if (d->kind != ARROW)
    return misfit(d, "'->'");
  next_token(d);
  if (!read_state_name(d, &to))
    return false;
  if (d->kind == '@') {
    if (next_token(d) != NAME)
      return misfit(d, "an action");
    label = names_insert(d->m, &d->x->labels, d->text, d->length);
    next_token(d);
  }
  if (!read_at_line_end(d, label == MODEL_NONE ? "'@' or the end of the line"
                                               : "the end of the line"))
    return false;
  graph_add_edge(d->m, d->g, from, to, label, line, column);
  return true;
}

static bool read_line(reader *d) {
  if (is_word(d, "states"))
    return read_states(d);
  if (is_word(d, "init"))
    return read_init(d);
  if (is_word(d, "prop"))
    return read_prop(d);
  if (is_word(d, "ltl"))
    return read_ltl(d);
  return read_edge_line(d);
}

bool lts_read(mem *m, model *out, const char *file, const char *input,
              size_t length, report *r, progress *clock) {
  graph *g = mem_alloc(m, sizeof *g);
  reader d = {.m = m, .x = out, .g = g, .file = file, .report = r};
  size_t before = r->count;
  d.at = d.line_start = input;
  d.end = input + length;
  d.line_number = 1;
  g->has_names = true;
  while (next_token(&d) != END) {
    if (d.kind == LINE_END)
      continue;
    if (!read_line(&d))
      skip_line(&d);
    progress_tick(clock);
    clock->done++;
    if (d.kind == END)
      break;
  }
  if (g->initial.count == 0 && r->count == before)
    report_add(r, file, d.line, d.column,
               "there is no initial state: 'init STATE' is missing");
  g->state_count = names_count(&g->states);
  map_free(m, &d.is_initial);
  vec_free(m, &d.scratch);
  out->language = "lts";
  graph_close(m, g, out);
  return r->count == before;
}
