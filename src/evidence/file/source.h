/* The first lines of evidence: what it is about, and what it claims. */
#ifndef EVIDENCE_SOURCE_H
#define EVIDENCE_SOURCE_H

#include "base/define.h"
#include "base/text.h"
#include "evidence/file/lines.h"

#include <stdbool.h>

typedef enum evidence_claim {
  EVIDENCE_REACHABLE,
  EVIDENCE_UNREACHABLE,
  EVIDENCE_HOLDS,
  EVIDENCE_VIOLATED,
  EVIDENCE_TRANSLATION /* an automaton accepts what satisfies a formula */
} evidence_claim;

/* Where the problem came from: files, values of parameters, and texts of
 * configurations. */
typedef struct evidence_source {
  vec(char *) files;
  char *language; /* of the files, if their names do not tell; or NULL */
  vec(define) defines;
  vec(char *) options; /* "name=value", of C programs */
  vec(char *) sets[2]; /* by pds_side */
} evidence_source;

typedef struct evidence_top {
  evidence_source source;
  char *property; /* the name of a property of the files, or NULL */
  char *formula;  /* or a formula, or NULL; neither: reachability */
  evidence_claim claim;
} evidence_top;

void source_write(const evidence_source *source, const char *property,
                  const char *formula, evidence_claim claim, text *out);

/* Up to the line behind the claim. */
bool source_read(lines *v, evidence_top *out);

#endif
