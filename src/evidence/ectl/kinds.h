/* The words of evidence about extended CTL. */
#ifndef EVIDENCE_ECTL_KINDS_H
#define EVIDENCE_ECTL_KINDS_H

#include "product/ectl_answer.h"

/* What follows on the line of a head. */
typedef struct ectl_word {
  const char *text; /* NULL: the end of the list */
  ectl_head_kind kind;
  bool lives, has_order, has_life;
} ectl_word;

static inline const ectl_word *ectl_words_of(bool is_release) {
  static const ectl_word until[] = {{"done", ECTL_DONE, true, false, false},
                                    {"stuck", ECTL_STUCK, false, false, false},
                                    {"lives", ECTL_PLAIN, true, true, true},
                                    {"dies", ECTL_PLAIN, false, false, false},
                                    {0}};
  static const ectl_word release[] = {
      {"bad", ECTL_BAD, false, true, false},
      {"released", ECTL_RELEASED, true, false, false},
      {"end", ECTL_END, true, false, false},
      {"escape", ECTL_ESCAPE, true, false, false},
      {"lives", ECTL_PLAIN, true, false, true},
      {"dies", ECTL_PLAIN, false, true, false},
      {0}};
  return is_release ? release : until;
}

static inline bool ectl_needs_table(const ectl_node *n, bool is_pds) {
  return n->op == ECTL_EU || n->op == ECTL_ER || (is_pds && n->op == ECTL_EX);
}

#endif
