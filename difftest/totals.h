/* What a campaign counts, and the disagreements that it has found; as JSON,
 * too, for the journal, the result, and merging. */
#ifndef DIFFTEST_TOTALS_H
#define DIFFTEST_TOTALS_H

#include "shrink.h"
#include "tree.h"

typedef struct tool_totals {
  uint64_t yes, no, none;
  uint64_t differs, rejected, other_weight;
  uint64_t accepted; /* by the kernel */
  double seconds;
} tool_totals;

typedef struct totals {
  uint64_t cases, disagreed;
  uint64_t reachable, unreachable; /* as the reference says */
  tool_totals tool[MOST_TOOLS];
} totals;

void totals_count(totals *t, const tools *all, const outcome *o);
void totals_add(totals *to, const totals *from);

/* A locally minimal case, and how often it was met. */
typedef struct failure {
  uint64_t number; /* of the case that was found first */
  uint64_t seen;
  uint64_t features, before; /* after and before shrinking */
  bool reproduced, minimal;
  char *key;  /* equal for cases that look the same */
  char *file; /* that reproduces it */
  /* By tool. */
  answer_kind kinds[MOST_TOOLS];
  deviation deviations[MOST_TOOLS];
  char *why[MOST_TOOLS]; /* NULL: nothing to say */
} failure;

typedef struct failures {
  failure *list;
  size_t count, capacity;
} failures;

/* The failure of that key, or NULL. */
failure *failures_find(failures *f, const char *key);
/* Takes over what 'x' points to. */
void failures_add(failures *f, const failure *x);
void failures_clear(failures *f);

/* "cases":..,"disagreed":..,"tools":[..] without braces around it. 'names' has
 * 'count' names of tools. */
void totals_write(const totals *t, char *const *names, size_t count,
                  buffer *out);
void failures_write(const failures *f, char *const *names, size_t count,
                    buffer *out);
/* The inverse, from an object that has these members. */
bool totals_read(const tree *j, uint32_t node, totals *out);
bool failures_read(const tree *j, uint32_t node, failures *out);

#endif
