#include "lang/bp/bp.h"
#include "lang/bp/condition.h"
#include "lang/bp/lower.h"

static const prog_language language = {.name = "bp",
                                       .read_condition = bp_read_condition};

static void lower_free(bp_lower *l) {
  bp_scope_free(l);
  vec_free(l->m, &l->w.text);
  vec_free(l->m, &l->w.pieces);
  vec_free(l->m, &l->lowered);
  vec_free(l->m, &l->assignments);
  vec_free(l->m, &l->open);
}

bool bp_read(mem *m, prog *out, const char *file, const char *bytes,
             size_t length, report *r, progress *clock) {
  size_t before = r->count;
  *out = (prog){.language = &language};
  bp_syntax syntax = {.names = &out->names};
  bp_parser p = {.m = m, .syntax = &syntax};
  bp_lower l = {.m = m,
                .p = out,
                .s = &syntax,
                .at = &p.s,
                .clock = clock,
                .w = {.m = m, .syntax = &syntax}};
  bp_scan_start(&p.s, file, bytes, length, 1, 1, r);
  p.s.clock = clock;
  bp_parse_program(&p);
  if (r->count == before)
    bp_lower_program(&l);
  report_sort(r, before);
  lower_free(&l);
  bp_parser_free(&p);
  bp_syntax_free(m, &syntax);
  return r->count == before;
}
