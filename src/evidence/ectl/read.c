#include "evidence/ectl/reader.h"

/* What the table's automaton has; the checker makes some of them itself. */
static void know_automaton(ectl_reader *v, const ectl_node *n) {
  v->automaton_states = n->op == ECTL_EX ? 2 : 1;
  v->automaton_symbols = 1;
  v->automaton_rules = names_count(&v->q->system->actions);
  if (n->op == ECTL_EX || n->name == ECTL_EVERY_WORD)
    return;
  const machine *x = (n->op == ECTL_ER ? v->q->release : v->q->until)[n->name];
  v->table->automaton = x;
  v->automaton_states = machine_states(x);
  v->automaton_symbols = machine_symbols(x);
  v->automaton_rules = (uint32_t)x->rules.count;
}

static bool read_heading(ectl_reader *v, const ectl_node *n) {
  uint32_t own = v->monitor_count - 1, k;
  v->table->is_release = n->op == ECTL_ER;
  v->table->system = v->q->system;
  if (!lines_expect(v->in, "table") || !ectl_read_number(v, own + 1, &k))
    return false;
  if (k != own)
    return lines_fail(v->in, "tables are numbered from 0");
  if (!lines_blank(v->in))
    return lines_fail(v->in, "expected 'until' or 'release'");
  if (!lines_expect(v->in, v->table->is_release ? "release" : "until") ||
      !lines_next(v->in))
    return false;
  if (!v->is_pds)
    return true;
  if (!lines_expect(v->in, "monitor") || !ectl_read_number(v, own + 1, &k))
    return false;
  v->table->carried = v->monitors[k];
  return v->table->carried ? lines_next(v->in)
                           : lines_fail(v->in, "there is no such monitor");
}

static bool read_part(ectl_reader *v, ectl_part *p, bool has_monitor) {
  const ectl_node *n = &v->q->formulas->nodes.at[p->node];
  ectl_table *t = v->table = mem_alloc(v->m, sizeof *t);
  p->table = t;
  if (!read_heading(v, n))
    return false;
  know_automaton(v, n);
  if (!ectl_read_table(v) ||
      (has_monitor && !ectl_read_monitor(v, &p->monitor)))
    return false;
  v->monitors[v->monitor_count++] = p->monitor;
  v->out->heads += t->heads.count;
  v->out->pops += t->pops.count;
  if (p->monitor && p->monitor->states > v->out->monitor_states)
    v->out->monitor_states = p->monitor->states;
  return true;
}

/* By part: does it lie below a table? */
static uint8_t *find_below(ectl_reader *v) {
  const ectl_answer *a = v->out;
  uint8_t *below = mem_alloc(v->m, a->parts.count + 1);
  for (size_t i = a->parts.count; i-- > 0;) {
    const ectl_node *n = &v->q->formulas->nodes.at[a->parts.at[i].node];
    uint8_t is_below = below[i] || ectl_needs_table(n, v->is_pds);
    if (n->left != ECTL_NONE)
      below[a->part_of[n->left]] |= is_below;
    if (n->right != ECTL_NONE)
      below[a->part_of[n->right]] |= is_below;
  }
  return below;
}

/* The finer one of its children's: it is the one that was read later. */
static const ectl_monitor *finest(ectl_reader *v, const ectl_node *n) {
  const uint32_t children[] = {n->left, n->right};
  const ectl_monitor *found = v->first;
  for (int i = 0; i < 2; i++) {
    if (children[i] == ECTL_NONE)
      continue;
    const ectl_monitor *x = v->out->parts.at[v->out->part_of[children[i]]]
                                .monitor,
                       *y = x;
    while (y && y != found)
      y = y->coarser;
    found = y ? x : found;
  }
  return found;
}

static bool read_all(ectl_reader *v, const uint8_t *below) {
  for (size_t i = 0; i < v->out->parts.count; i++) {
    ectl_part *p = &v->out->parts.at[i];
    const ectl_node *n = &v->q->formulas->nodes.at[p->node];
    bool has_monitor = v->is_pds && below[i];
    if (ectl_needs_table(n, v->is_pds)) {
      if (!read_part(v, p, has_monitor))
        return false;
    } else if (has_monitor) {
      p->monitor = finest(v, n);
    }
  }
  return true;
}

bool ectl_evidence_read(mem *m, lines *in, const ectl_question *q,
                        ectl_answer *out) {
  ectl_reader v = {.m = m, .in = in, .q = q, .out = out};
  ectl_list nodes = {0};
  v.is_pds = q->system->kind == MACHINE_PDS;
  *out = (ectl_answer){0};
  out->part_of =
      mem_array(m, q->formulas->nodes.count + 1, sizeof *out->part_of);
  for (size_t i = 0; i < q->formulas->nodes.count; i++)
    out->part_of[i] = ECTL_NONE;
  ectl_parts(m, q->formulas, q->root, &nodes);
  vec_each (const uint32_t, node, &nodes) {
    out->part_of[*node] = (uint32_t)out->parts.count;
    vec_push(m, &out->parts, ((ectl_part){.node = *node}));
  }
  v.first = ectl_new_monitor(&v, NULL, NULL);
  v.first->states = 1;
  vec_resize(m, &v.first->step, v.first->symbols);
  v.monitors = mem_array(m, out->parts.count + 1, sizeof(void *));
  v.monitors[v.monitor_count++] = v.first;
  uint8_t *below = find_below(&v);
  bool is_read = read_all(&v, below);
  mem_free(m, below);
  vec_free(m, &nodes);
  mem_free(m, v.monitors);
  return is_read;
}
