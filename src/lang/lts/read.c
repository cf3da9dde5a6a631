#include "base/json.h"
#include "base/map.h"
#include "base/mutant.h"
#include "lang/lts/graph.h"

/* Other tokens are single characters and their own kind. */
enum { NAME = SCAN_FIRST, ARROW };

typedef struct reader {
  mem *m;
  model *x;
  graph *g;
  scan in;
  bool states_closed; /* declared: no others */
  map is_initial;     /* so that none is listed twice */
  json_scratch scratch;
} reader;

static int scan_sign(scan *scanner) {
  char c = *scanner->at;
  bool is_arrow = c == '-'; /* else it would be a name */
  if (!is_arrow && c != '@' && c != ':')
    return scan_strange(scanner,
                        "cannot be part of a name unless that is quoted");
  scanner->at += is_arrow ? 2 : 1;
  return scan_finish(scanner, is_arrow ? ARROW : c);
}

static int next_token(reader *d) {
  scan *scanner = &d->in;
  if (scanner->token.kind == SCAN_BAD || !scan_begin(scanner))
    return scanner->token.kind;
  if (*scanner->at == '"')
    return json_scan_token(scanner, d->m, &d->scratch, NAME);
  scanner->at = scan_name_end(scanner->at, scanner->end);
  return scanner->at == scanner->token.text ? scan_sign(scanner)
                                            : scan_finish(scanner, NAME);
}

static void skip_line(reader *d) {
  if (d->in.token.kind == SCAN_LINE_END || d->in.token.kind == SCAN_END)
    return;
  scan_skip_line(&d->in);
  d->in.token.kind = NAME; /* no longer bad */
  next_token(d);
}

static inline bool is_word(const reader *d, const char *word) {
  const scan_token *token = &d->in.token;
  return token->kind == NAME && !token->is_quoted && scan_spells(token, word);
}

static bool read_at_line_end(reader *d, const char *what) {
  return d->in.token.kind == SCAN_LINE_END || d->in.token.kind == SCAN_END ||
         scan_misfit(&d->in, what);
}

static bool read_state_name(reader *d, uint32_t *out) {
  names *states = &d->g->states;
  if (d->in.token.kind != NAME)
    return scan_misfit(&d->in, "a state");
  if (!d->states_closed) {
    *out = names_insert(d->m, states, d->in.token.text, d->in.token.length);
  } else {
    *out = names_find(states, d->in.token.text, d->in.token.length);
    if (*out == NAMES_NONE)
      return scan_unknown(&d->in, states, "state");
  }
  next_token(d);
  return true;
}

static bool read_states(reader *d) {
  if (!d->states_closed && names_count(&d->g->states))
    return scan_wrong(&d->in,
                      "'states' must come before the first use of a state");
  d->states_closed = true;
  while (next_token(d) == NAME)
    names_insert(d->m, &d->g->states, d->in.token.text, d->in.token.length);
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
  } while (d->in.token.kind == NAME);
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
    return scan_misfit(&d->in, what);
  if (known == &d->g->props &&
      is_atom_of_ours(d->in.token.text, d->in.token.length))
    return scan_wrong(
        &d->in, "a prop cannot begin with '@' or 'state.', which stand for "
                "actions and states");
  *out = names_insert(d->m, known, d->in.token.text, d->in.token.length);
  if (next_token(d) != ':')
    return scan_misfit(&d->in, "':'");
  return true;
}

static bool read_prop(reader *d) {
  uint32_t prop;
  if (!read_title(d, "the name of a prop", &d->g->props, &prop))
    return false;
  next_token(d);
  while (d->in.token.kind == NAME) {
    graph_fact fact = {.prop = prop};
    if (!read_state_name(d, &fact.state))
      return false;
    if (!MUTANT("lts-prop-first-state") || fact.state > 0)
      vec_push(d->m, &d->g->facts, fact);
  }
  return read_at_line_end(d, "a state or the end of the line");
}

static bool read_ltl(reader *d) {
  names one = {0};
  uint32_t name;
  uint32_t line = d->in.token.line, start = d->in.token.column;
  if (!read_title(d, "the name of a formula", &one, &name))
    return false;
  model_text formula;
  scan_rest_of_line(&d->in, &formula.at, &formula.length);
  uint32_t column = scan_column(&d->in, formula.at);
  next_token(d);
  if (formula.length == 0) {
    d->in.token.column = column;
    d->in.token.line = line;
    return scan_misfit(&d->in, "a formula");
  }
  model_text title = {names_text(&one, 0), names_length(&one, 0)};
  bool is_new = model_add_property(d->m, d->x, title, formula, line, column);
  if (!is_new)
    scan_wrong_at(&d->in, line, start, "a second formula '%.*s'",
                  report_clip(title.length), title.at);
  vec_free(d->m, &one.text);
  vec_free(d->m, &one.start);
  mem_free(d->m, one.slots);
  return is_new;
}

static bool read_edge_line(reader *d) {
  uint32_t from, to, label = MODEL_NONE, line = d->in.token.line,
                     column = d->in.token.column;
  if (!read_state_name(d, &from))
    return false;
  if (d->in.token.kind != ARROW)
    return scan_misfit(&d->in, "'->'");
  next_token(d);
  if (!read_state_name(d, &to))
    return false;
  if (d->in.token.kind == '@') {
    if (next_token(d) != NAME)
      return scan_misfit(&d->in, "an action");
    label =
        names_insert(d->m, &d->x->labels, d->in.token.text, d->in.token.length);
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
  reader d = {.m = m, .x = out, .g = g};
  size_t before = r->count;
  scan_start(&d.in, file, input, length, 1, 1, SCAN_LINES | SCAN_HASHES, r);
  g->has_names = true;
  while (next_token(&d) != SCAN_END) {
    if (d.in.token.kind == SCAN_LINE_END)
      continue;
    if (!read_line(&d))
      skip_line(&d);
    progress_tick(clock);
    clock->done++;
    if (d.in.token.kind == SCAN_END)
      break;
  }
  if (g->initial.count == 0 && r->count == before)
    scan_wrong_at(&d.in, d.in.token.line, d.in.token.column,
                  "there is no initial state: 'init STATE' is missing");
  g->state_count = names_count(&g->states);
  map_free(m, &d.is_initial);
  vec_free(m, &d.scratch);
  out->language = "lts";
  graph_close(m, g, out);
  return r->count == before;
}
