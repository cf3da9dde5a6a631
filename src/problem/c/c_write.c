/* C programs as text and pictures for others. */
#include "problem/c/c_parts.h"
#include "problem/c/c_summaries.h"
#include "problem/language.h"
#include "problem/pushdown/pushdown_problem.h"

#include "cfa/text.h"
#include "lang/pds/pds_text.h"
#include "view/dot_cfa.h"
#include "view/html_c.h"

#include <assert.h>

const char *c_wrong_format(const custos *c, custos_format format) {
  switch (format) {
  case CUSTOS_AS_DOT_VIOLATING:
    return context_is_flow(c) ? NULL : "check a formula first";
  case CUSTOS_AS_WITNESS:
    return !c->c_problem.language->witnesses
               ? "there are no witnesses for programs of this language"
           : c->c_problem.is_checked ? NULL
                                     : "check the program first";
  case CUSTOS_AS_REPRODUCER:
    return c->c_problem.reproduction.text && c->has_run
               ? NULL
               : "there is no run to write";
  default:
    return NULL;
  }
}

/* What a format is about. */
static custos_status make_for(custos *c, custos_format format) {
  bool is_flow = format == CUSTOS_AS_PDS || format == CUSTOS_AS_ECTL ||
                 format == CUSTOS_AS_ECTL_EXPLICIT ||
                 format == CUSTOS_AS_DOT_VIOLATING;
  return is_flow ? context_make_flow(c) : context_make_c(c);
}

static custos_status write_made(custos *c, custos_format format, text *out) {
  const c_reproduction *reproduction = &c->c_problem.reproduction;
  switch (format) {
  case CUSTOS_AS_PDS:
    pds_text_write(&c->job, &c->pds, out);
    break;
  case CUSTOS_AS_DOT:
    dot_cfa(&c->c_problem.cfa, out);
    break;
  case CUSTOS_AS_DOT_VIOLATING:
    pushdown_write_violating(c, out);
    break;
  case CUSTOS_AS_ECTL:
    context_write_flow_session(c, out);
    break;
  case CUSTOS_AS_ECTL_EXPLICIT:
    return context_end_text(c, context_write_flow_lts(c, out));
  case CUSTOS_AS_BP:
    context_write_c_boolean(c, out);
    break;
  case CUSTOS_AS_CFA:
    cfa_write(&c->c_problem.cfa, out);
    break;
  case CUSTOS_AS_WITNESS:
    return context_write_c_witness(c, out);
  case CUSTOS_AS_REPRODUCER:
    text_add(out, reproduction->text, reproduction->length);
    break;
  default:
    assert(format == CUSTOS_AS_HTML);
    c->position = UINT64_MAX;
    context_c_rewind(c);
    html_c_page(c, context_c_next, out);
  }
  return CUSTOS_OK;
}

custos_status c_write(custos *c, custos_format format, text *out) {
  custos_status made = make_for(c, format);
  return made == CUSTOS_OK ? write_made(c, format, out) : made;
}
