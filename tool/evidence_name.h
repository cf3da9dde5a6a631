/* The names of files of evidence. Different properties of a problem, and
 * different runs of one, never have the same. */
#ifndef TOOL_EVIDENCE_NAME_H
#define TOOL_EVIDENCE_NAME_H

#include "options.h"

#include <custos/custos.h>

typedef struct evidence_name {
  const char *property;
  size_t number;   /* of the property among all, from 1 */
  size_t run;      /* one of several, from 1; 0: there is one */
  bool is_formula; /* the property is "f @ m", a formula and a system */
  bool is_shared;  /* another property has this name */
} evidence_name;

/* "dir/net.unreachable.trace" for "models/net.json"; the caller frees it. See
 * docs/formats/evidence.md. */
char *evidence_name_path(const options *o, const evidence_name *name,
                         custos_verdict v);

#endif
