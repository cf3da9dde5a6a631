#include "evidence/ectl/evidence.h"
#include "evidence/ectl/kinds.h"

typedef struct writer {
  const ectl_question *q;
  const ectl_answer *a;
  text *out;
  const ectl_monitor **monitors; /* by table; NULL: it has none */
  size_t tables;                 /* that were written */
} writer;

static void number(text *out, uint32_t n) {
  text_char(out, ' ');
  text_number(out, n);
}

static void header(text *out, const char *key, size_t count) {
  text_put(out, key);
  text_char(out, ' ');
  text_number(out, (int64_t)count);
  text_char(out, '\n');
}

static void write_pairs(text *out, const char *key, const map *x) {
  header(out, key, x->keys.count);
  vec_each (const uint64_t, pair, &x->keys) {
    text_number(out, (int64_t)(*pair >> 32));
    number(out, (uint32_t)*pair);
    text_char(out, '\n');
  }
}

static void write_rule(text *out, const ectl_table *table, uint32_t rule) {
  if (rule >= table->rules.count) /* a table that nobody would accept */
    return;
  number(out, table->rules.at[rule].step);
  number(out, table->rules.at[rule].reading);
}

static void write_head(text *out, const ectl_table *table,
                       const ectl_head *head) {
  const ectl_word *word = ectl_words_of(table->is_release);
  while (word->text && (word->kind != (ectl_head_kind)head->kind ||
                        word->lives != head->lives))
    word++;
  text_number(out, head->location);
  number(out, head->symbol);
  text_char(out, ' ');
  text_put(out, word->text ? word->text : "?");
  if (word->text && word->has_order)
    number(out, head->order);
  if (word->text && word->has_life) {
    write_rule(out, table, head->rule);
    if (head->first != ECTL_NO)
      number(out, head->first);
    number(out, head->next);
  }
  text_char(out, '\n');
}

static void write_pop(text *out, const ectl_table *table, const ectl_pop *pop) {
  text_number(out, pop->head);
  number(out, pop->to);
  write_rule(out, table, pop->rule);
  if (pop->first != ECTL_NO)
    number(out, pop->first);
  if (pop->second != ECTL_NO)
    number(out, pop->second);
  text_char(out, '\n');
}

static void write_monitor(text *out, const ectl_monitor *monitor) {
  header(out, "states", monitor->states);
  for (uint32_t d = 0; d < monitor->states; d++) {
    const uint64_t *set = monitor->sets.at + (size_t)d * monitor->words;
    text_number(out, monitor->was.at[d]);
    for (uint32_t word = 0; word < monitor->words; word++)
      for (uint32_t bit = 0; set[word] >> bit; bit++) {
        if (set[word] >> bit & 1)
          number(out, word * 64 + bit);
        if (bit == 63)
          break;
      }
    text_char(out, '\n');
  }
  header(out, "steps", monitor->states);
  for (uint32_t d = 0; d < monitor->states; d++)
    for (uint32_t g = 0; g < monitor->symbols; g++) {
      text_number(out, monitor->step.at[(size_t)d * monitor->symbols + g]);
      text_char(out, g + 1 == monitor->symbols ? '\n' : ' ');
    }
}

/* The first monitor is 0, that of table K is K + 1. */
static uint32_t monitor_number(const writer *w, const ectl_monitor *monitor) {
  for (size_t i = w->tables; monitor && i-- > 0;)
    if (w->monitors[i] == monitor)
      return (uint32_t)i + 1;
  return 0;
}

static void write_table(writer *w, const ectl_part *part) {
  const ectl_table *table = part->table;
  text *out = w->out;
  text_format(out, "table %zu %s\n", w->tables,
              table->is_release ? "release" : "until");
  if (w->q->system->kind == MACHINE_PDS)
    header(out, "monitor", monitor_number(w, table->carried));
  write_pairs(out, "locations", &table->locations);
  write_pairs(out, "symbols", &table->symbols);
  header(out, "heads", table->heads.count);
  vec_each (const ectl_head, head, &table->heads)
    write_head(out, table, head);
  header(out, "pops", table->pops.count);
  vec_each (const ectl_pop, pop, &table->pops)
    write_pop(out, table, pop);
  if (part->monitor)
    write_monitor(out, part->monitor);
}

void ectl_evidence_write(mem *m, const ectl_question *question,
                         const ectl_answer *answer, text *out) {
  writer w = {.q = question, .a = answer, .out = out};
  ectl_list parts = {0};
  ectl_parts(m, question->formulas, question->root, &parts);
  w.monitors = mem_array(m, parts.count + 1, sizeof(void *));
  vec_each (const uint32_t, node, &parts) {
    const ectl_part *part = &answer->parts.at[answer->part_of[*node]];
    if (!part->table)
      continue;
    write_table(&w, part);
    w.monitors[w.tables++] = part->monitor;
  }
  vec_free(m, &parts);
  mem_free(m, w.monitors);
}
