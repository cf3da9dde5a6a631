/* Problems and answers as text for others. */
#include "problem/temporal.h"

#include "view/dot_omega.h"
#include "view/html.h"

/* Of kinds of problems that have no such text. */
static const char *const missing[] = {
    [CUSTOS_AS_LTS] = "there is no transition system",
    [CUSTOS_AS_AUT] = "there is no transition system",
    [CUSTOS_AS_TRAIL] = "only Promela's runs can be SPIN's trails",
    [CUSTOS_AS_SUMMARIES] = "only Boolean programs and Remopla have procedures",
    [CUSTOS_AS_ECTL] = "there is no session",
    [CUSTOS_AS_ECTL_EXPLICIT] = "there is no session",
    [CUSTOS_AS_BP] = "there is no C program",
    [CUSTOS_AS_CFA] = "there is no C program",
    [CUSTOS_AS_WITNESS] = "there is no C program",
    [CUSTOS_AS_REPRODUCER] = "there is no C program",
};
enum { MISSING = sizeof missing / sizeof *missing };

static const char *wrong_with_kind(const custos *c, custos_format format) {
  const problem_ops *ops = c->ops;
  if (ops->formats & FORMAT_BIT(format))
    return format == CUSTOS_AS_HTML && !c->has_run ? "there is no run to show"
           : ops->wrong_format ? ops->wrong_format(c, format)
                               : NULL;
  if (ops->other_formats)
    return ops->other_formats;
  return (size_t)format < MISSING && missing[format]
             ? missing[format]
             : "there is no pushdown system";
}

/* The automaton of a formula that was translated: of no kind. */
static bool is_of_property(custos_format format) {
  return format == CUSTOS_AS_HOA || format == CUSTOS_AS_NEVER ||
         format == CUSTOS_AS_DOT_PROPERTY;
}

static const char *wrong_with_automaton(const custos *c, custos_format format) {
  const omega *automaton = &c->checked.automaton;
  if (c->ops->refuses_formulas)
    return c->ops->other_formats;
  if (!c->checked.has_automaton)
    return "there is no automaton: translate a formula first";
  if (format == CUSTOS_AS_NEVER &&
      !(automaton->state_based && automaton->sets == 1))
    return "a never claim has one set of accepting states: say "
           "--acceptance=buchi";
  return NULL;
}

static void write_automaton(custos *c, custos_format format, text *out) {
  const checked *x = &c->checked;
  if (format == CUSTOS_AS_HOA)
    omega_write_hoa(&c->job, &x->automaton, x->formula, out);
  else if (format == CUSTOS_AS_NEVER)
    omega_write_never(&x->automaton, x->formula, out);
  else
    dot_omega(&x->automaton, x->formula, out);
}

static custos_status write_as(custos *c, custos_format format, text *out) {
  bool is_plain = format == CUSTOS_AS_HTML &&
                  !(c->ops->has_own_page && c->ops->has_own_page(c));
  if (is_plain) /* by the public calls, which enter by themselves */
    return html_page(c, c->checked.is_temporal && c->ops->goes_on(c), out);
  ENTER_SHOWING(c, "writing");
  custos_status status = CUSTOS_OK;
  c->notes.count = 0;
  if (is_of_property(format))
    write_automaton(c, format, out);
  else
    status = c->ops->write(c, format, out);
  return status == CUSTOS_OK ? context_leave(c, status) : status;
}

custos_status custos_write(custos *c, custos_format format,
                           custos_write_fn *write, void *self) {
  const char *wrong = is_of_property(format) ? wrong_with_automaton(c, format)
                                             : wrong_with_kind(c, format);
  if (wrong)
    return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
  text out;
  text_init(&out, write, self);
  custos_status status = write_as(c, format, &out);
  if (status != CUSTOS_OK)
    return status;
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the text was not written");
  return CUSTOS_OK;
}
