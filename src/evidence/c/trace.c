#include "evidence/c/trace.h"

#include "evidence/c/trace_words.h"

#include <assert.h>
#include <string.h>

const char *const c_input_words[] = {"call",          "external", "undefined",
                                     "uninitialised", "shift",    "comparison",
                                     "argument",      NULL};
const char *const c_error_words[] = {
    "call", "assertion", "overflow", "division", "shift", "exception", NULL};
const char *const c_fault_words[] = {"none", "null",        "bounds",   "dead",
                                     "free", "double-free", "constant", NULL};
/* By the number of the bit. */
const char *const c_check_words[] = {"bounds",   "null",  "free", "division",
                                     "overflow", "shift", NULL};

void c_trace_add_file(mem *m, c_trace *t, const char *bytes, size_t length) {
  c_trace_hash h;
  sha256_hex(bytes, length, h.hex);
  vec_push(m, &t->hashes, h);
}

bool c_trace_is_of(const c_trace *t, size_t i, const char *bytes,
                   size_t length) {
  char hex[SHA256_HEX];
  if (i >= t->hashes.count)
    return false;
  sha256_hex(bytes, length, hex);
  return memcmp(hex, t->hashes.at[i].hex, sizeof hex) == 0;
}

static void trace_put_quoted(text *out, const char *s) {
  text_char(out, ' ');
  text_quoted(out, s, strlen(s));
}

static void put_place(text *out, const c_place *p) {
  trace_put_quoted(out, p->file);
  text_format(out, " %u %u\n", p->line, p->column);
}

void c_trace_value_print(const c_trace_input *i, text *out) {
  uint64_t sign = UINT64_C(1) << (i->width - 1);
  bool negative = (i->is_signed || i->width == 64) && (i->value & sign);
  if (negative)
    text_format(out, "-%llu", (unsigned long long)(sign - (i->value ^ sign)));
  else
    text_format(out, "%llu", (unsigned long long)i->value);
}

static void put_input(text *out, const c_trace_input *i) {
  text_put(out, c_input_words[i->kind]);
  trace_put_quoted(out, i->name);
  text_format(out, " %llu %u%s ", (unsigned long long)i->offset,
              (unsigned)i->width, i->is_pointer ? " pointer" : "");
  c_trace_value_print(i, out);
  put_place(out, &i->place);
}

static void put_failure(text *out, const c_failure *f) {
  if (f->is_fault) {
    text_format(out, "fault %s", c_fault_words[f->fault]);
  } else {
    text_format(out, "error %s", c_error_words[f->error]);
    trace_put_quoted(out, f->name);
  }
  put_place(out, &f->place);
}

void c_trace_write(const evidence_source *source, const char *property,
                   const c_trace *t, text *out) {
  assert(source->files.count == t->hashes.count);
  source_write(source, property, NULL, EVIDENCE_VIOLATED, out);
  text_format(out, "sha256 %zu\n", t->hashes.count);
  vec_each (const c_trace_hash, h, &t->hashes)
    text_format(out, "%s\n", h->hex);
  text_format(out, "pointers %u\nchecks", t->pointer_bits);
  for (unsigned i = 0; c_check_words[i]; i++)
    if (t->checks >> i & 1)
      text_format(out, " %s", c_check_words[i]);
  text_char(out, '\n');
  text_format(out, "inputs %zu\n", t->inputs.count);
  vec_each (const c_trace_input, i, &t->inputs)
    put_input(out, i);
  put_failure(out, &t->failure);
  text_put(out, "end\n");
}

static void print_error(const c_failure *f, text *out) {
  switch (f->error) {
  case CFA_ERROR_CALL:
    text_put(out, f->name[0] ? f->name : "the error");
    text_put(out, " is called");
    break;
  case CFA_ERROR_ASSERTION:
    text_put(out, "assertion fails");
    break;
  case CFA_ERROR_OVERFLOW:
    text_put(out, "signed overflow");
    break;
  case CFA_ERROR_DIVISION:
    text_put(out, "division by zero");
    break;
  case CFA_ERROR_SHIFT:
    text_put(out, "undefined shift");
    break;
  case CFA_ERROR_EXCEPTION:
    text_put(out, "an exception is not caught");
    break;
  }
  if (f->error != CFA_ERROR_CALL && f->name[0]) {
    text_put(out, ": ");
    text_put(out, f->name);
  }
}

void c_failure_print(const c_failure *f, text *out) {
  if (f->is_fault)
    text_put(out, cfa_fault_name(f->fault));
  else
    print_error(f, out);
}

void c_trace_input_print(const c_trace_input *i, text *out) {
  switch (i->kind) {
  case CFA_INPUT_CALL:
  case CFA_INPUT_EXTERNAL:
    text_put(out, i->name);
    text_put(out, "()");
    break;
  case CFA_INPUT_UNINITIALISED:
    text_put(out, i->name[0] ? i->name : "heap");
    if (i->offset || !i->name[0])
      text_format(out, "+%llu", (unsigned long long)i->offset);
    text_put(out, " (uninitialised)");
    break;
  case CFA_INPUT_ARGUMENT:
    text_put(out, i->name);
    text_put(out, " (of main)");
    break;
  case CFA_INPUT_UNDEFINED:
  case CFA_INPUT_SHIFT:
  case CFA_INPUT_COMPARISON:
    text_format(out, "(%s)", c_input_words[i->kind]);
    break;
  }
  text_put(out, " = ");
  c_trace_value_print(i, out);
}
