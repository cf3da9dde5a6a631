/* Reads the evidence of a C program. It may come from anywhere: whatever is
 * accepted here is as trace.h says. */
#include "evidence/c/trace.h"
#include "evidence/c/trace_words.h"

#include <string.h>

static char *read_keep(lines *v) {
  return mem_text(v->m, v->name.text, v->name.length);
}

static bool read_word(lines *v, const char *const *words, uint32_t *out) {
  for (uint32_t i = 0; words[i]; i++)
    if (lines_word(v, words[i])) {
      *out = i;
      return true;
    }
  return lines_fail(v, "this word is not known here");
}

static bool blank(lines *v) {
  return lines_blank(v) || lines_fail(v, "the line is too short");
}

static bool read_hash(lines *v, c_trace_hash *out) {
  const char *at = v->at;
  size_t n = 0;
  while (v->end - at > (ptrdiff_t)n && n < 64 &&
         ((at[n] >= '0' && at[n] <= '9') || (at[n] >= 'a' && at[n] <= 'f')))
    n++;
  if (v->failed || n != 64)
    return lines_fail(v, "expected 64 digits of SHA-256");
  memcpy(out->hex, at, 64);
  out->hex[64] = '\0';
  v->at += 64;
  return true;
}

static bool read_hashes(lines *v, size_t files, c_trace *out) {
  uint64_t count;
  if (!lines_header(v, "sha256", &count))
    return false;
  if (count != files)
    return lines_fail(v, "there must be one for each problem file");
  for (uint64_t i = 0; i < count; i++) {
    c_trace_hash trace_hash;
    if (!lines_next(v) || !read_hash(v, &trace_hash))
      return false;
    vec_push(v->m, &out->hashes, trace_hash);
  }
  return lines_next(v);
}

static bool read_checks(lines *v, unsigned *out) {
  uint32_t bit = 0, from = 0;
  *out = 0;
  if (!lines_expect(v, "checks"))
    return false;
  while (lines_blank(v)) {
    if (!read_word(v, c_check_words, &bit))
      return false;
    if (bit < from)
      return lines_fail(v, "the checks are named once, in order");
    *out |= 1U << bit;
    from = bit + 1;
  }
  return lines_next(v);
}

static bool read_pointers(lines *v, unsigned *out) {
  uint64_t n;
  if (!lines_expect(v, "pointers") || !blank(v) || !lines_number(v, 65, &n))
    return false;
  *out = (unsigned)n;
  return n == 32 || n == 64 ? lines_next(v)
                            : lines_fail(v, "pointers have 32 or 64 bits");
}

static bool read_place(lines *v, c_place *out) {
  if (!blank(v) || !lines_quoted(v))
    return false;
  out->file = read_keep(v);
  return blank(v) && lines_index(v, UINT32_MAX, &out->line) && blank(v) &&
         lines_index(v, UINT32_MAX, &out->column);
}

/* A word of so many bits, signed or not; of 64 bits written as signed. */
static bool read_value(lines *v, c_trace_input *out) {
  uint64_t sign = UINT64_C(1) << (out->width - 1), most = sign - 1 + sign, n;
  const char *start = v->at;
  out->is_signed = lines_byte(v, '-');
  if (!lines_number(v, UINT64_MAX, &n))
    return false;
  if (n > (out->is_signed || out->width == 64 ? sign : most) ||
      (n == sign && out->width == 64 && !out->is_signed)) {
    v->at = start;
    return lines_fail(v, "this value does not fit its width");
  }
  out->value = (out->is_signed ? 0 - n : n) & most;
  return !out->is_pointer || !n ||
         lines_fail(v, "a pointer that is an input is null");
}

static bool read_input(lines *v, c_trace_input *out) {
  uint32_t kind = 0;
  uint64_t width = 0;
  if (!read_word(v, c_input_words, &kind) || !blank(v) || !lines_quoted(v))
    return false;
  *out = (c_trace_input){.kind = (cfa_input_kind)kind, .name = read_keep(v)};
  if (!blank(v) || !lines_number(v, UINT64_MAX, &out->offset) || !blank(v) ||
      !lines_number(v, 65, &width) || !blank(v))
    return false;
  if (!width)
    return lines_fail(v, "an input has a width");
  out->width = (uint8_t)width;
  out->is_pointer = lines_word(v, "pointer");
  return (!out->is_pointer || blank(v)) && read_value(v, out) &&
         read_place(v, &out->place) && lines_next(v);
}

static bool read_inputs(lines *v, c_trace *out) {
  uint64_t count;
  if (!lines_header(v, "inputs", &count) || !lines_next(v))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    c_trace_input trace_input;
    if (!read_input(v, &trace_input))
      return false;
    vec_push(v->m, &out->inputs, trace_input);
  }
  return true;
}

static bool read_failure(lines *v, c_failure *out) {
  uint32_t word = 0;
  *out = (c_failure){.name = ""};
  if (lines_word(v, "fault")) {
    if (!blank(v) || !read_word(v, c_fault_words, &word))
      return false;
    if (word == CFA_NO_FAULT)
      return lines_fail(v, "this is no fault");
    out->is_fault = true;
    out->fault = (cfa_fault)word;
  } else {
    if (!lines_expect(v, "error") || !blank(v) ||
        !read_word(v, c_error_words, &word) || !blank(v) || !lines_quoted(v))
      return false;
    out->error = (cfa_error_kind)word;
    out->name = read_keep(v);
  }
  return read_place(v, &out->place) && lines_next(v);
}

bool c_trace_read(lines *v, const evidence_top *top, c_trace *out) {
  memset(out, 0, sizeof *out);
  if (top->claim != EVIDENCE_VIOLATED)
    return lines_fail(v, "the evidence of a C program claims 'violated'");
  return read_hashes(v, top->source.files.count, out) &&
         read_pointers(v, &out->pointer_bits) && read_checks(v, &out->checks) &&
         read_inputs(v, out) && read_failure(v, &out->failure) && lines_end(v);
}
