#include "evidence/c/trace.h"

#include "evidence/c/trace_words.h"

#include <assert.h>
#include <string.h>

const char *const c_input_words[] = {"call",          "external", "undefined",
                                     "uninitialised", "shift",    "comparison",
                                     "argument",      "failure",  NULL};
const char *const c_error_words[] = {"call",     "assertion", "overflow",
                                     "division", "shift",     "exception",
                                     "index",    "undefined", NULL};
const char *const c_fault_words[] = {"none", "null",        "bounds",   "dead",
                                     "free", "double-free", "constant", NULL};
/* By the number of the bit. */
const char *const c_check_words[] = {"bounds",   "null",      "free",
                                     "division", "overflow",  "shift",
                                     "index",    "undefined", NULL};

void c_trace_add_file(mem *m, c_trace *trace, const char *bytes,
                      size_t length) {
  c_trace_hash trace_hash;
  sha256_hex(bytes, length, trace_hash.hex);
  vec_push(m, &trace->hashes, trace_hash);
}

bool c_trace_is_of(const c_trace *trace, size_t i, const char *bytes,
                   size_t length) {
  char hex[SHA256_HEX];
  if (i >= trace->hashes.count)
    return false;
  sha256_hex(bytes, length, hex);
  return memcmp(hex, trace->hashes.at[i].hex, sizeof hex) == 0;
}

static void trace_put_quoted(text *out, const char *s) {
  text_char(out, ' ');
  text_quoted(out, s, strlen(s));
}

static void put_place(text *out, const c_place *place) {
  trace_put_quoted(out, place->file);
  text_format(out, " %u %u\n", place->line, place->column);
}

void c_trace_value_print(const c_trace_input *trace_input, text *out) {
  uint64_t sign = UINT64_C(1) << (trace_input->width - 1);
  bool negative = (trace_input->is_signed || trace_input->width == 64) &&
                  (trace_input->value & sign);
  if (negative)
    text_format(out, "-%llu",
                (unsigned long long)(sign - (trace_input->value ^ sign)));
  else
    text_format(out, "%llu", (unsigned long long)trace_input->value);
}

static void put_input(text *out, const c_trace_input *trace_input) {
  text_put(out, c_input_words[trace_input->kind]);
  trace_put_quoted(out, trace_input->name);
  text_format(out, " %llu %u%s ", (unsigned long long)trace_input->offset,
              (unsigned)trace_input->width,
              trace_input->is_pointer ? " pointer" : "");
  c_trace_value_print(trace_input, out);
  put_place(out, &trace_input->place);
}

static void put_failure(text *out, const c_failure *failure) {
  if (failure->is_fault) {
    text_format(out, "fault %s", c_fault_words[failure->fault]);
  } else {
    text_format(out, "error %s", c_error_words[failure->error]);
    trace_put_quoted(out, failure->name);
  }
  put_place(out, &failure->place);
}

void c_trace_write(const evidence_source *source, const char *property,
                   const c_trace *trace, text *out) {
  assert(source->files.count == trace->hashes.count);
  source_write(source, property, NULL, EVIDENCE_VIOLATED, out);
  text_format(out, "sha256 %zu\n", trace->hashes.count);
  vec_each (const c_trace_hash, trace_hash, &trace->hashes)
    text_format(out, "%s\n", trace_hash->hex);
  text_format(out, "pointers %u\nchecks", trace->pointer_bits);
  for (unsigned i = 0; c_check_words[i]; i++)
    if (trace->checks >> i & 1)
      text_format(out, " %s", c_check_words[i]);
  text_char(out, '\n');
  text_format(out, "inputs %zu\n", trace->inputs.count);
  vec_each (const c_trace_input, i, &trace->inputs)
    put_input(out, i);
  put_failure(out, &trace->failure);
  text_put(out, "end\n");
}

static void print_error(const c_failure *failure, text *out) {
  switch (failure->error) {
  case CFA_ERROR_CALL:
    text_put(out, failure->name[0] ? failure->name : "the error");
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
  case CFA_ERROR_INDEX:
    text_put(out, "index out of an array");
    break;
  case CFA_ERROR_UNDEFINED:
    text_put(out, "undefined");
    break;
  case CFA_ERROR_EXCEPTION:
    text_put(out, "an exception is not caught");
    break;
  }
  if (failure->error != CFA_ERROR_CALL && failure->name[0]) {
    text_put(out, ": ");
    text_put(out, failure->name);
  }
}

void c_failure_print(const c_failure *failure, text *out) {
  if (failure->is_fault)
    text_put(out, cfa_fault_name(failure->fault));
  else
    print_error(failure, out);
}

void c_trace_input_print(const c_trace_input *trace_input, text *out) {
  switch (trace_input->kind) {
  case CFA_INPUT_CALL:
  case CFA_INPUT_EXTERNAL:
    text_put(out, trace_input->name);
    text_put(out, "()");
    break;
  case CFA_INPUT_UNINITIALISED:
    text_put(out, trace_input->name[0] ? trace_input->name : "heap");
    if (trace_input->offset || !trace_input->name[0])
      text_format(out, "+%llu", (unsigned long long)trace_input->offset);
    text_put(out, " (uninitialised)");
    break;
  case CFA_INPUT_ARGUMENT:
    text_put(out, trace_input->name);
    text_put(out, " (of main)");
    break;
  case CFA_INPUT_FAILURE:
    text_put(out, trace_input->name);
    text_put(out, " fails");
    break;
  case CFA_INPUT_UNDEFINED:
  case CFA_INPUT_SHIFT:
  case CFA_INPUT_COMPARISON:
    text_format(out, "(%s)", c_input_words[trace_input->kind]);
    break;
  }
  text_put(out, " = ");
  c_trace_value_print(trace_input, out);
}
