#include "base/json.h"
#include "lang/lts/graph.h"

#include <string.h>

/* One line at a time: 'at' .. 'end' is what is left of it, blanks at the end
 * taken off. */
typedef struct reader {
  mem *m;
  model *x;
  graph *g;
  const char *file;
  report *report;
  const char *line_start, *at, *end;
  uint32_t line;
} reader;

static bool wrong(const reader *d, const char *at, const char *message) {
  size_t column = (size_t)(at - d->line_start) + 1;
  return report_add(d->report, d->file, d->line,
                    column < UINT32_MAX ? (uint32_t)column : UINT32_MAX, "%s",
                    message);
}

static bool aut_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void aut_skip_blanks(reader *d) {
  while (d->at < d->end && aut_is_blank(*d->at))
    d->at++;
}

static bool read_mark(reader *d, char c, const char *message) {
  aut_skip_blanks(d);
  if (d->at == d->end || *d->at != c)
    return wrong(d, d->at, message);
  d->at++;
  return true;
}

/* A number below 2^32 - 1. */
static bool read_number(reader *d, uint32_t *out) {
  uint64_t n = 0;
  *out = 0;
  aut_skip_blanks(d);
  const char *start = d->at;
  for (; d->at < d->end && *d->at >= '0' && *d->at <= '9'; d->at++) {
    n = 10 * n + (uint64_t)(*d->at - '0');
    if (n >= UINT32_MAX)
      return wrong(d, start, "the number is too large: at most 4294967294");
  }
  *out = (uint32_t)n;
  return d->at > start || wrong(d, start, "a number should be here");
}

/* A number below the number of states. */
static bool aut_read_state(reader *d, uint32_t *out) {
  aut_skip_blanks(d);
  const char *start = d->at;
  if (!read_number(d, out))
    return false;
  return *out < d->g->state_count ||
         wrong(d, start,
               "there is no such state: they are fewer, and numbered "
               "from 0");
}

static bool aut_at_line_end(reader *d) {
  aut_skip_blanks(d);
  return d->at == d->end || wrong(d, d->at, "the line should end here");
}

static bool read_header(reader *d, uint32_t *edges) {
  uint32_t first = 0;
  *edges = 0;
  aut_skip_blanks(d);
  if (d->end - d->at < 3 || memcmp(d->at, "des", 3) != 0)
    return wrong(d, d->at, "'des (first, transitions, states)' should be here");
  d->at += 3;
  if (!read_mark(d, '(', "'(' should be here"))
    return false;
  aut_skip_blanks(d);
  const char *start = d->at;
  if (!read_number(d, &first) || !read_mark(d, ',', "',' should be here") ||
      !read_number(d, edges) || !read_mark(d, ',', "',' should be here") ||
      !read_number(d, &d->g->state_count) ||
      !read_mark(d, ')', "')' should be here") || !aut_at_line_end(d))
    return false;
  if (first >= d->g->state_count)
    return wrong(d, start,
                 "the first state is none of the states, which are "
                 "numbered from 0");
  vec_push(d->m, &d->g->initial, first);
  return true;
}

/* What is between the first and the last comma, without blanks at its ends
 * and, if it has them, without quotes. */
static bool read_label(reader *d, const char *comma, uint32_t *out) {
  const char *at = d->at, *end = comma;
  while (at < end && aut_is_blank(*at))
    at++;
  while (end > at && aut_is_blank(end[-1]))
    end--;
  if (at == end)
    return wrong(d, at, "a label should be here");
  if (*at == '"') {
    if (end - at < 2 || end[-1] != '"')
      return wrong(d, at, "the label that begins here has no second quote");
    at++;
    end--;
  }
  for (const char *c = at; c < end;) {
    size_t length = json_utf8(c, end);
    if (length == 0)
      return wrong(d, c, "the label is not valid UTF-8");
    if ((unsigned char)*c < ' ' || *c == 0x7F)
      return wrong(d, c, "a control character in a label");
    c += length;
  }
  *out = names_insert(d->m, &d->x->labels, at, (size_t)(end - at));
  return true;
}

static bool aut_read_edge(reader *d) {
  uint32_t from, to, label = MODEL_NONE;
  if (!read_mark(d, '(', "'(from, label, to)' should be here"))
    return false;
  const char *start = d->at - 1;
  if (!aut_read_state(d, &from) || !read_mark(d, ',', "',' should be here"))
    return false;
  const char *comma = d->end;
  while (comma > d->at && comma[-1] != ',')
    comma--;
  if (comma == d->at)
    return wrong(d, d->at, "a label, ',' and a state should be here");
  if (!read_label(d, comma - 1, &label))
    return false;
  d->at = comma;
  if (!aut_read_state(d, &to) || !read_mark(d, ')', "')' should be here") ||
      !aut_at_line_end(d))
    return false;
  graph_add_edge(d->m, d->g, from, to, label, d->line,
                 (uint32_t)(start - d->line_start) + 1);
  return true;
}

/* Goes to the next line that is not empty. */
static bool next_line(reader *d, const char **rest, const char *end) {
  while (*rest < end) {
    const char *line_end = memchr(*rest, '\n', (size_t)(end - *rest));
    d->line++;
    d->line_start = d->at = *rest;
    d->end = line_end ? line_end : end;
    *rest = line_end ? line_end + 1 : end;
    while (d->end > d->at && aut_is_blank(d->end[-1]))
      d->end--;
    if (d->at < d->end)
      return true;
  }
  return false;
}

static void read_all(reader *d, const char *input, size_t length,
                     progress *clock) {
  const char *end = input + length;
  uint32_t edges;
  d->line_start = d->at = d->end = input;
  if (!next_line(d, &input, end)) {
    d->line = d->line ? d->line : 1;
    wrong(d, d->at, "'des (first, transitions, states)' should be here");
    return;
  }
  if (!read_header(d, &edges))
    return;
  size_t before = d->report->count;
  while (next_line(d, &input, end)) {
    if (d->g->to.count == edges && d->report->count == before) {
      wrong(d, d->at, "more transitions than the first line says");
      return;
    }
    aut_read_edge(d);
    progress_tick(clock);
    clock->done++;
  }
  if (d->g->to.count < edges && d->report->count == before)
    report_add(d->report, d->file, d->line, 1,
               "the text ends after %zu transitions, but the first line says "
               "%u",
               d->g->to.count, (unsigned)edges);
}

bool aut_read(mem *m, model *out, const char *file, const char *input,
              size_t length, report *r, progress *clock) {
  graph *g = mem_alloc(m, sizeof *g);
  reader d = {.m = m, .x = out, .g = g, .file = file, .report = r};
  size_t before = r->count;
  read_all(&d, input, length, clock);
  out->language = "aut";
  graph_close(m, g, out);
  return r->count == before;
}
