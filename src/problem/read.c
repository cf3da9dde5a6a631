/* Texts that are read into a problem. */
#include "problem/language.h"

#include <assert.h>

bool context_is_open_to(const custos *c, const language *x) {
  bool has_begun = c->is_loaded || c->pds.has_system;
  return !has_begun || (c->ops == x->ops && c->ops->may_grow);
}

bool context_may_read(custos *c, const char *name, const language *x) {
  /* Options that are of other languages are not ignored in silence. */
  unsigned foreign = c->given & ~x->takes;
  if (!context_is_open_to(c, x))
    return report_add(&c->report, name, 0, 0,
                      "%s: what is checked together is one problem; check this "
                      "file by itself",
                      c->ops->already);
  if (foreign & (GIVEN_C | GIVEN_MACROS))
    return report_add(&c->report, name, 0, 0,
                      "options of C programs were given, but this is none");
  if (foreign & GIVEN_JAVA)
    return report_add(&c->report, name, 0, 0,
                      "options of Java programs were given, but this is none");
  return !foreign ||
         report_add(&c->report, name, 0, 0,
                    "options of Promela models were given, but this is none");
}

void context_become(custos *c, const problem_ops *ops) {
  c->ops = ops;
  c->is_loaded = true;
}

bool context_read_plain(custos *c, const char *name, const char *bytes,
                        size_t length, const language *x) {
  assert(x->read);
  if (!context_may_read(c, name, x))
    return false;
  if (c->ring.size)
    return report_add(&c->report, name, 0, 0,
                      "files cannot be read into a problem with a semiring");
  if (c->source.defines.count && !x->info.has_parameters)
    return report_add(&c->report, name, 0, 0, "%s has no parameters",
                      x->info.title);
  context_become(c, x->ops);
  return x->read(c, name, bytes, length) &&
         (!c->ops->take_properties || c->ops->take_properties(c, name));
}
