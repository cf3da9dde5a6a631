#include "lang/bp/bp.h"
#include "lang/bp/condition.h"
#include "lang/bp/lower.h"

static const prog_language language = {.name = "bp",
                                       .read_condition = bp_read_condition};

static void lower_free(bp_lower *lower) {
  bp_scope_free(lower);
  vec_free(lower->m, &lower->w.text);
  vec_free(lower->m, &lower->w.pieces);
  vec_free(lower->m, &lower->lowered);
  vec_free(lower->m, &lower->assignments);
  vec_free(lower->m, &lower->open);
}

bool bp_read(mem *m, prog *out, const char *file, const char *bytes,
             size_t length, report *r, progress *clock) {
  size_t before = r->count;
  *out = (prog){.language = &language};
  bp_syntax syntax = {.names = &out->names};
  bp_parser parser = {.m = m, .syntax = &syntax};
  bp_lower lower = {.m = m,
                    .p = out,
                    .s = &syntax,
                    .at = &parser.s,
                    .clock = clock,
                    .w = {.m = m, .syntax = &syntax}};
  bp_scan_start(&parser.s, file, bytes, length, 1, 1, r);
  parser.s.clock = clock;
  bp_parse_program(&parser);
  if (r->count == before)
    bp_lower_program(&lower);
  report_sort(r, before);
  lower_free(&lower);
  bp_parser_free(&parser);
  bp_syntax_free(m, &syntax);
  return r->count == before;
}
