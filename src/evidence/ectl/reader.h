/* What reading evidence about extended CTL takes: read.c goes through the
 * parts of the formula, read_table.c reads what a table has. */
#ifndef EVIDENCE_ECTL_READER_H
#define EVIDENCE_ECTL_READER_H

#include "evidence/ectl/evidence.h"
#include "evidence/ectl/kinds.h"

typedef struct ectl_reader {
  mem *m;
  lines *in;
  const ectl_question *q;
  ectl_answer *out;
  bool is_pds;
  ectl_monitor *first;
  const ectl_monitor **monitors; /* by number; NULL: there is none */
  uint32_t monitor_count;
  /* Of the table that is read: */
  ectl_table *table;
  uint32_t automaton_states, automaton_symbols, automaton_rules;
} ectl_reader;

/* A blank and a number below 'below'. */
bool ectl_read_number(ectl_reader *reader, uint64_t below, uint32_t *out);
/* All of 'table' behind its heading. */
bool ectl_read_table(ectl_reader *reader);
ectl_monitor *ectl_new_monitor(ectl_reader *reader, const ectl_monitor *coarser,
                               const ectl_table *table);
bool ectl_read_monitor(ectl_reader *reader, const ectl_monitor **out);

#endif
