/* Quoted texts are those of JSON, which YAML reads alike. The content is made
 * before the metadata, whose identifier is a hash of it. */
#include "evidence/c/witness.h"

#include <string.h>

typedef vec(char) buffer;

typedef struct writer {
  mem *m;
  const c_witness_task *task;
  bool is_new; /* it has what format 2.0 has not */
  buffer content;
} writer;

static int witness_collect(void *self, const char *bytes, size_t length) {
  writer *w = self;
  vec_reserve(w->m, &w->content, length);
  memcpy(w->content.at + w->content.count, bytes, length);
  w->content.count += length;
  return 0;
}

static void witness_put_quoted(text *out, const char *s) {
  text_quoted(out, s, strlen(s));
}

void c_witness_specification(unsigned checks, text *out) {
  text_put(out, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
  if (checks & (CFA_CHECK_BOUNDS | CFA_CHECK_NULL))
    text_put(out, "\nCHECK( init(main()), LTL(G valid-deref) )");
  if (checks & CFA_CHECK_FREE)
    text_put(out, "\nCHECK( init(main()), LTL(G valid-free) )");
  if (checks & CFA_CHECK_OVERFLOW)
    text_put(out, "\nCHECK( init(main()), LTL(G ! overflow) )");
}

static int witness_quote(void *self, const char *bytes, size_t length) {
  text *out = self;
  for (size_t i = 0; i < length; i++) {
    char c = bytes[i];
    if (c == '\n')
      text_put(out, "\\n");
    else if (c == '"' || c == '\\')
      text_char(out, '\\');
    if (c != '\n')
      text_char(out, c);
  }
  return 0;
}

static void put_specification(const c_witness_task *task, text *out) {
  text quoted;
  if (task->specification) {
    size_t n = strlen(task->specification);
    while (n && strchr(" \t\r\n", task->specification[n - 1]))
      n--;
    text_quoted(out, task->specification, n);
    return;
  }
  text_char(out, '"');
  text_init(&quoted, witness_quote, out);
  c_witness_specification(task->checks, &quoted);
  text_end(&quoted);
  text_char(out, '"');
}

/* A name made from a hash, laid out as version 5 of RFC 9562. */
static void put_uuid(const writer *w, text *out) {
  unsigned char d[SHA256_BYTES];
  char hex[SHA256_HEX];
  sha256 s;
  sha256_init(&s);
  for (size_t i = 0; i < w->task->sources.count; i++) {
    const c_source *source = &w->task->sources.at[i];
    sha256_hex(source->bytes, source->length, hex);
    sha256_add(&s, hex, sizeof hex);
  }
  sha256_add(&s, w->content.at, w->content.count);
  sha256_end(&s, d);
  d[6] = (unsigned char)((d[6] & 0x0f) | 0x50);
  d[8] = (unsigned char)((d[8] & 0x3f) | 0x80);
  text_char(out, '"');
  for (size_t i = 0; i < 16; i++)
    text_format(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                d[i]);
  text_char(out, '"');
}

static void put_task(const c_witness_task *task, text *out) {
  char hex[SHA256_HEX];
  text_put(out, "    task:\n      input_files:\n");
  for (size_t i = 0; i < task->sources.count; i++) {
    text_put(out, "        - ");
    witness_put_quoted(out, task->sources.at[i].name);
    text_char(out, '\n');
  }
  text_put(out, "      input_file_hashes:\n");
  for (size_t i = 0; i < task->sources.count; i++) {
    const c_source *source = &task->sources.at[i];
    sha256_hex(source->bytes, source->length, hex);
    text_put(out, "        ");
    witness_put_quoted(out, source->name);
    text_format(out, ": \"%s\"\n", hex);
  }
  text_put(out, "      specification: ");
  put_specification(task, out);
  text_format(out, "\n      data_model: \"%s\"\n      language: \"C\"\n",
              task->pointer_bits == 32 ? "ILP32" : "LP64");
}

static void put_all(const writer *w, const char *type, text *out) {
  const char *created = w->task->created;
  text_format(out, "- entry_type: \"%s\"\n", type);
  text_format(out, "  metadata:\n    format_version: \"%s\"\n    uuid: ",
              w->is_new ? "2.1" : "2.0");
  put_uuid(w, out);
  text_put(out, "\n    creation_time: ");
  witness_put_quoted(out, created ? created : "1970-01-01T00:00:00Z");
  text_put(out, "\n    producer:\n      name: \"Custos\"\n      version: ");
  witness_put_quoted(out, CUSTOS_VERSION);
  text_char(out, '\n');
  put_task(w->task, out);
  text_put(out, "  content:");
  if (!w->content.count) {
    text_put(out, " []\n");
    return;
  }
  text_char(out, '\n');
  text_add(out, w->content.at, w->content.count);
}

/* Column 0: the leftmost one that is suitable, says the format. */
static void put_location(text *out, const char *indent, const c_point *point,
                         const char *function) {
  text_format(out, "%slocation:\n%s  file_name: ", indent, indent);
  witness_put_quoted(out, point->source->name);
  text_format(out, "\n%s  line: %u\n", indent, point->line);
  if (point->column)
    text_format(out, "%s  column: %u\n", indent, point->column);
  if (function[0]) {
    text_format(out, "%s  function: ", indent);
    witness_put_quoted(out, function);
    text_char(out, '\n');
  }
}

/* Where an input is told: many inputs come from few places. */
typedef struct known {
  const c_trace_input *input; /* the first one of that place */
  bool is_there;
  c_point point;
} known;
typedef vec(known) known_places;

static bool is_call(const c_trace_input *trace_input) {
  return trace_input->kind == CFA_INPUT_CALL ||
         trace_input->kind == CFA_INPUT_EXTERNAL;
}

static bool witness_same_place(const c_trace_input *a, const c_trace_input *b) {
  return a->kind == b->kind && a->place.line == b->place.line &&
         a->place.column == b->place.column &&
         strcmp(a->place.file, b->place.file) == 0 &&
         strcmp(a->name, b->name) == 0;
}

static known *look_up(writer *w, known_places *all,
                      const c_trace_input *trace_input) {
  c_point end;
  vec_each (known, k, all)
    if (witness_same_place(k->input, trace_input))
      return k;
  known k = {.input = trace_input};
  k.is_there = c_source_find(&w->task->sources, &trace_input->place, &k.point);
  if (is_call(trace_input) && k.is_there &&
      c_source_call_end(&k.point, trace_input->name, &end))
    k.point = end;
  else
    k.point.column = 0;
  vec_push(w->m, all, k);
  return &vec_last(all);
}

/* Can it be said in C? C compares words that are narrower than an int as their
 * type tells, which is not always known. */
static bool is_sayable(const c_trace_input *trace_input) {
  bool is_known = true;
  if (!is_call(trace_input))
    return trace_input->is_variable && !trace_input->is_pointer;
  c_source_gives_signed(trace_input->name, &is_known);
  return !trace_input->is_pointer &&
         (is_known || trace_input->width >= 32 ||
          !(trace_input->value >> (trace_input->width - 1)));
}

static void put_waypoint(text *out, const char *type, const c_point *point) {
  text_put(out, "    - segment:\n        - waypoint:\n");
  text_format(out, "            type: \"%s\"\n", type);
  text_put(out, "            action: \"follow\"\n");
  put_location(out, "            ", point, "");
}

static void put_constraint(text *out, const c_trace_input *trace_input) {
  text_put(out, "            constraint:\n              value: \"");
  text_put(out, is_call(trace_input) ? "\\\\result" : trace_input->name);
  text_put(out, " == ");
  c_source_constant(trace_input->width, trace_input->is_signed,
                    trace_input->value, out);
  text_format(out, "\"\n              format: \"%s\"\n",
              is_call(trace_input) ? "ext_c_expression" : "c_expression");
}

static void put_target(writer *w, const c_failure *failure, text *out) {
  c_point point;
  if (!c_source_find(&w->task->sources, &failure->place, &point))
    return;
  /* A call is its statement's beginning; of an operator only the line is
   * known. */
  if (failure->is_fault || (failure->error != CFA_ERROR_CALL &&
                            failure->error != CFA_ERROR_ASSERTION))
    point.column = 0;
  put_waypoint(out, "target", &point);
}

void c_witness_violation(mem *m, const c_witness_task *task,
                         const c_trace *trace, text *out) {
  writer w = {.m = m, .task = task};
  known_places places = {0};
  text content;
  text_init(&content, witness_collect, &w);
  vec_each (const c_trace_input, trace_input, &trace->inputs) {
    if (!is_sayable(trace_input))
      continue;
    const known *k = look_up(&w, &places, trace_input);
    if (!k->is_there)
      continue;
    put_waypoint(&content,
                 is_call(trace_input) ? "function_return" : "assumption",
                 &k->point);
    put_constraint(&content, trace_input);
  }
  put_target(&w, &trace->failure, &content);
  text_end(&content);
  put_all(&w, "violation_sequence", out);
  vec_free(m, &places);
  vec_free(m, &w.content);
}

static void put_field(text *out, const char *name, const char *value) {
  text_format(out, "        %s: ", name);
  witness_put_quoted(out, value);
  text_char(out, '\n');
}

static void put_invariant(text *out, const c_invariant *invariant,
                          const c_point *point) {
  text_put(out, "    - invariant:\n");
  put_field(out, "type",
            invariant->is_loop ? "loop_invariant" : "location_invariant");
  put_location(out, "        ", point, invariant->function);
  put_field(out, "value", invariant->condition);
  put_field(out, "format",
            invariant->is_quantified ? "acsl_expression" : "c_expression");
}

static void put_contract(text *out, const c_invariant *invariant,
                         const c_point *point) {
  text_put(out, "    - contract:\n");
  put_field(out, "type", "function_contract");
  put_location(out, "        ", point, invariant->function);
  put_field(out, "requires", invariant->requires);
  put_field(out, "ensures", invariant->condition);
  put_field(out, "format", "ext_c_expression");
}

void c_witness_correctness(mem *m, const c_witness_task *task,
                           const c_invariant *at, size_t count, text *out) {
  writer w = {.m = m, .task = task};
  text content;
  text_init(&content, witness_collect, &w);
  for (size_t i = 0; i < count; i++) {
    c_point point, loop;
    if (!c_source_find(&task->sources, &at[i].place, &point))
      continue;
    w.is_new = w.is_new || at[i].is_contract || at[i].is_quantified;
    bool is_loop = at[i].is_loop && c_source_loop(&point, &loop);
    if (!is_loop)
      point.column = 0;
    if (at[i].is_contract)
      put_contract(&content, &at[i], &point);
    else
      put_invariant(&content, &at[i], is_loop ? &loop : &point);
  }
  text_end(&content);
  put_all(&w, "invariant_set", out);
  vec_free(m, &w.content);
}
