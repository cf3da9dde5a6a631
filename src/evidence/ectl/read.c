#include "evidence/ectl/reader.h"

/* What the table's automaton has; the checker makes some of them itself. */
static void know_automaton(ectl_reader *reader, const ectl_node *node) {
  reader->automaton_states = node->op == ECTL_EX ? 2 : 1;
  reader->automaton_symbols = 1;
  reader->automaton_rules = names_count(&reader->q->system->actions);
  if (node->op == ECTL_EX || node->name == ECTL_EVERY_WORD)
    return;
  const machine *x =
      (node->op == ECTL_ER ? reader->q->release : reader->q->until)[node->name];
  reader->table->automaton = x;
  reader->automaton_states = machine_states(x);
  reader->automaton_symbols = machine_symbols(x);
  reader->automaton_rules = (uint32_t)x->rules.count;
}

static bool read_heading(ectl_reader *reader, const ectl_node *node) {
  uint32_t own = reader->monitor_count - 1, k;
  reader->table->is_release = node->op == ECTL_ER;
  reader->table->system = reader->q->system;
  if (!lines_expect(reader->in, "table") ||
      !ectl_read_number(reader, own + 1, &k))
    return false;
  if (k != own)
    return lines_fail(reader->in, "tables are numbered from 0");
  if (!lines_blank(reader->in))
    return lines_fail(reader->in, "expected 'until' or 'release'");
  if (!lines_expect(reader->in,
                    reader->table->is_release ? "release" : "until") ||
      !lines_next(reader->in))
    return false;
  if (!reader->is_pds)
    return true;
  if (!lines_expect(reader->in, "monitor") ||
      !ectl_read_number(reader, own + 1, &k))
    return false;
  reader->table->carried = reader->monitors[k];
  return reader->table->carried
             ? lines_next(reader->in)
             : lines_fail(reader->in, "there is no such monitor");
}

static bool read_part(ectl_reader *reader, ectl_part *part, bool has_monitor) {
  const ectl_node *node = &reader->q->formulas->nodes.at[part->node];
  ectl_table *table = reader->table = mem_alloc(reader->m, sizeof *table);
  part->table = table;
  if (!read_heading(reader, node))
    return false;
  know_automaton(reader, node);
  if (!ectl_read_table(reader) ||
      (has_monitor && !ectl_read_monitor(reader, &part->monitor)))
    return false;
  reader->monitors[reader->monitor_count++] = part->monitor;
  reader->out->heads += table->heads.count;
  reader->out->pops += table->pops.count;
  if (part->monitor && part->monitor->states > reader->out->monitor_states)
    reader->out->monitor_states = part->monitor->states;
  return true;
}

/* By part: does it lie below a table? */
static uint8_t *find_below(ectl_reader *reader) {
  const ectl_answer *answer = reader->out;
  uint8_t *below = mem_alloc(reader->m, answer->parts.count + 1);
  for (size_t i = answer->parts.count; i-- > 0;) {
    const ectl_node *node =
        &reader->q->formulas->nodes.at[answer->parts.at[i].node];
    uint8_t is_below = below[i] || ectl_needs_table(node, reader->is_pds);
    if (node->left != ECTL_NONE)
      below[answer->part_of[node->left]] |= is_below;
    if (node->right != ECTL_NONE)
      below[answer->part_of[node->right]] |= is_below;
  }
  return below;
}

/* The finer one of its children's: it is the one that was read later. */
static const ectl_monitor *finest(ectl_reader *reader, const ectl_node *node) {
  const uint32_t children[] = {node->left, node->right};
  const ectl_monitor *found = reader->first;
  for (int i = 0; i < 2; i++) {
    if (children[i] == ECTL_NONE)
      continue;
    const ectl_monitor
        *x = reader->out->parts.at[reader->out->part_of[children[i]]].monitor,
        *y = x;
    while (y && y != found)
      y = y->coarser;
    found = y ? x : found;
  }
  return found;
}

static bool read_all(ectl_reader *reader, const uint8_t *below) {
  for (size_t i = 0; i < reader->out->parts.count; i++) {
    ectl_part *part = &reader->out->parts.at[i];
    const ectl_node *node = &reader->q->formulas->nodes.at[part->node];
    bool has_monitor = reader->is_pds && below[i];
    if (ectl_needs_table(node, reader->is_pds)) {
      if (!read_part(reader, part, has_monitor))
        return false;
    } else if (has_monitor) {
      part->monitor = finest(reader, node);
    }
  }
  return true;
}

bool ectl_evidence_read(mem *m, lines *in, const ectl_question *question,
                        ectl_answer *out) {
  ectl_reader reader = {.m = m, .in = in, .q = question, .out = out};
  ectl_list nodes = {0};
  reader.is_pds = question->system->kind == MACHINE_PDS;
  *out = (ectl_answer){0};
  out->part_of =
      mem_array(m, question->formulas->nodes.count + 1, sizeof *out->part_of);
  for (size_t i = 0; i < question->formulas->nodes.count; i++)
    out->part_of[i] = ECTL_NONE;
  ectl_parts(m, question->formulas, question->root, &nodes);
  vec_each (const uint32_t, node, &nodes) {
    out->part_of[*node] = (uint32_t)out->parts.count;
    vec_push(m, &out->parts, ((ectl_part){.node = *node}));
  }
  reader.first = ectl_new_monitor(&reader, NULL, NULL);
  reader.first->states = 1;
  vec_resize(m, &reader.first->step, reader.first->symbols);
  reader.monitors = mem_array(m, out->parts.count + 1, sizeof(void *));
  reader.monitors[reader.monitor_count++] = reader.first;
  uint8_t *below = find_below(&reader);
  bool is_read = read_all(&reader, below);
  mem_free(m, below);
  vec_free(m, &nodes);
  mem_free(m, reader.monitors);
  return is_read;
}
