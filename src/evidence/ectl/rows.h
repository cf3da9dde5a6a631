/* Rules of a machine by the head at which they apply and the action that they
 * read: what the checker of extended CTL makes its products from. */
#ifndef EVIDENCE_ECTL_ROWS_H
#define EVIDENCE_ECTL_ROWS_H

#include "logic/ectl.h"
#include "product/ectl_answer.h"

typedef struct ectl_row_rule {
  uint32_t action; /* of the system */
  uint32_t rule;   /* of the machine */
} ectl_row_rule;

/* Part of 'rules' of ectl_rows. */
typedef struct ectl_span {
  uint32_t first, end;
} ectl_span;

typedef struct ectl_rows {
  map heads;            /* map_pair(state, top) */
  uint32_t *start;      /* by number of a head, and one more */
  ectl_row_rule *rules; /* those of a head together, sorted by action */
} ectl_rows;

/* 'action_of': by action of 'x', that of the system, or ECTL_NO: rules that
 * read it are left out. */
void ectl_rows_make(mem *m, const machine *x, const uint32_t *action_of,
                    uint32_t actions, ectl_rows *out);
void ectl_rows_free(mem *m, ectl_rows *rows);

ectl_span ectl_rows_at(const ectl_rows *rows, uint32_t state, uint32_t top);
/* Those of a head that read the action. */
ectl_span ectl_rows_reading(const ectl_rows *rows, ectl_span head,
                            uint32_t action);

/* The automaton of an EU or ER, or of EX on a pushdown system; made anew where
 * the formula names none. */
typedef struct ectl_automaton {
  const machine *machine;
  struct machine own;  /* if 'machine' is this */
  uint32_t *action_of; /* by action: that of the system; ECTL_NO: none */
  ectl_rows rows;
} ectl_automaton;

/* What is wrong with it; NULL: nothing is, and it must be freed. */
const char *ectl_automaton_make(mem *m, const ectl_question *question,
                                uint32_t node, ectl_automaton *out);
void ectl_automaton_free(mem *m, ectl_automaton *automaton);

#endif
