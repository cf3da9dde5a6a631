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

static bool is_before(const report_entry *a, const report_entry *b) {
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* Names are looked up in several rounds; people read the text once. */
static void sort_report(report *r, size_t first) {
  size_t count = r->count < REPORT_MOST ? r->count : REPORT_MOST;
  for (size_t i = first; i < count; i++)
    for (size_t j = i;
         j > first && is_before(&r->entries[j], &r->entries[j - 1]); j--) {
      report_entry x = r->entries[j];
      r->entries[j] = r->entries[j - 1];
      r->entries[j - 1] = x;
    }
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
  sort_report(r, before);
  lower_free(&l);
  bp_parser_free(&p);
  bp_syntax_free(m, &syntax);
  return r->count == before;
}
