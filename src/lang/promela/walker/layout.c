/* What can be found once: where variables lie, which statements carry the flag
 * of their atomic, and where labels are. */
#include "lang/promela/walker/parts.h"

static uint32_t element_span(const pml_walker *w, const pml_var *v) {
  return v->type == PML_RECORD ? w->record_span[v->sub] : 1;
}

/* A record's fields are of basic types or of records that come before it. */
static void lay_out_records(pml_walker *w) {
  const pml_syntax *s = w->s;
  for (size_t r = 0; r < s->records.count; r++) {
    const pml_record *record = &s->records.at[r];
    uint32_t span = 0;
    for (uint32_t f = record->first; f < record->first + record->count; f++) {
      const pml_var *v = &s->vars.at[f];
      w->offset[f] = span;
      w->span[f] = v->count * element_span(w, v);
      span += w->span[f];
    }
    w->record_span[r] = span;
  }
}

static void lay_out_variables(pml_walker *w) {
  const pml_syntax *s = w->s;
  for (uint32_t i = 0; i < s->vars.count; i++) {
    const pml_var *v = &s->vars.at[i];
    if (v->record != PML_NONE)
      continue;
    uint32_t *end =
        v->process == PML_NONE ? &w->globals : &w->frame_span[v->process];
    w->offset[i] = *end;
    w->span[i] = v->count * element_span(w, v);
    *end += w->span[i];
  }
}

/* Variables by process. */
static void sort_locals(pml_walker *w) {
  const pml_syntax *s = w->s;
  size_t processes = s->processes.count;
  w->first_local = mem_array(w->m, processes + 2, sizeof *w->first_local);
  w->locals = mem_array(w->m, s->vars.count + 1, sizeof *w->locals);
  vec_each (const pml_var, v, &s->vars)
    if (v->process != PML_NONE && v->record == PML_NONE)
      w->first_local[v->process + 2]++;
  for (size_t i = 2; i < processes + 2; i++)
    w->first_local[i] += w->first_local[i - 1];
  for (uint32_t i = 0; i < s->vars.count; i++) {
    const pml_var *v = &s->vars.at[i];
    if (v->process != PML_NONE && v->record == PML_NONE)
      w->locals[w->first_local[v->process + 1]++] = i;
  }
}

/* Takes the flag from what an atomic ends with: a statement, or the join
 * behind a last if, do or unless. */
static void clear_last(pml_walker *w, uint32_t atomic) {
  const pml_statement *all = w->s->statements.at;
  uint32_t x = all[atomic].a;
  for (;;) {
    while (all[x].next != PML_NONE)
      x = all[x].next;
    switch (all[x].kind) {
    case PML_BLOCK:
    case PML_ATOMIC:
      x = all[x].a;
      continue;
    case PML_IF:
    case PML_DO:
    case PML_UNLESS:
      w->atom_behind[x] = false;
      return;
    default:
      w->atom_at[x] = false;
      return;
    }
  }
}

/* The sequences inside a statement are put on the stack. */
static void push_parts(pml_walker *w, const pml_statement *x) {
  switch (x->kind) {
  case PML_IF:
  case PML_DO:
    for (uint32_t i = 0; i < x->c; i++)
      vec_push(w->m, &w->pending, w->s->options.at[x->a + i].first);
    break;
  case PML_UNLESS:
    vec_push(w->m, &w->pending, x->b);
    vec_push(w->m, &w->pending, x->a);
    break;
  case PML_BLOCK:
  case PML_ATOMIC:
  case PML_DSTEP:
    vec_push(w->m, &w->pending, x->a);
    break;
  default:
    break;
  }
}

/* Everything inside an outermost atomic gets the flag, but what it ends
 * with. */
static void flag_atomic(pml_walker *w, uint32_t atomic) {
  const pml_statement *all = w->s->statements.at;
  size_t floor = w->pending.count;
  vec_push(w->m, &w->pending, all[atomic].a);
  while (w->pending.count > floor) {
    for (uint32_t x = vec_pop(&w->pending); x != PML_NONE; x = all[x].next) {
      w->atom_at[x] = w->atom_behind[x] = true;
      push_parts(w, &all[x]);
    }
  }
  clear_last(w, atomic);
}

static void flag_statements(pml_walker *w, uint32_t first) {
  const pml_statement *all = w->s->statements.at;
  size_t floor = w->pending.count;
  vec_push(w->m, &w->pending, first);
  while (w->pending.count > floor) {
    for (uint32_t x = vec_pop(&w->pending); x != PML_NONE; x = all[x].next) {
      if (all[x].kind == PML_UNLESS)
        for (uint32_t y = all[x].a; y != PML_NONE; y = all[y].next)
          w->in_main[y] = true;
      if (all[x].kind == PML_ATOMIC && !w->atom_at[x] && !w->atom_behind[x])
        flag_atomic(w, x);
      push_parts(w, &all[x]);
    }
  }
}

static bool begins(const char *name, const char *with) {
  return strncmp(name, with, strlen(with)) == 0;
}

/* A label on an unless is one of the first statement in it. */
static walker_node node_of_label(const pml_walker *w, const pml_label *l) {
  if (l->is_misplaced)
    return walker_resolve(w, walker_after(w, l->statement), false);
  uint32_t x = l->statement;
  while (w->s->statements.at[x].kind == PML_UNLESS)
    x = w->s->statements.at[x].a;
  return walker_at(x);
}

static void find_labels(pml_walker *w) {
  vec_each (const pml_label, l, &w->s->labels) {
    const char *name = names_text(&w->s->tokens.names, l->name);
    if (begins(name, "end"))
      vec_push(w->m, &w->end_nodes, node_of_label(w, l));
    else if (begins(name, "progress"))
      vec_push(w->m, &w->progress_nodes, node_of_label(w, l));
    else if (begins(name, "accept"))
      vec_push(w->m, &w->accept_nodes, node_of_label(w, l));
  }
}

void walker_lay_out(pml_walker *w) {
  const pml_syntax *s = w->s;
  w->offset = mem_array(w->m, s->vars.count + 1, sizeof *w->offset);
  w->span = mem_array(w->m, s->vars.count + 1, sizeof *w->span);
  w->record_span =
      mem_array(w->m, s->records.count + 1, sizeof *w->record_span);
  w->frame_span =
      mem_array(w->m, s->processes.count + 1, sizeof *w->frame_span);
  lay_out_records(w);
  lay_out_variables(w);
  sort_locals(w);
  walker_lay_out_c(w);
  size_t statements = s->statements.count + 1;
  w->in_main = mem_array(w->m, statements, sizeof *w->in_main);
  w->atom_at = mem_array(w->m, statements, sizeof *w->atom_at);
  w->atom_behind = mem_array(w->m, statements, sizeof *w->atom_behind);
  w->trace = PML_NONE;
  for (uint32_t i = 0; i < s->processes.count; i++) {
    pml_process_kind kind = s->processes.at[i].kind;
    if (kind == PML_TRACE || kind == PML_NOTRACE)
      w->trace = i;
    flag_statements(w, s->processes.at[i].body);
  }
  for (uint32_t i = 0; i < s->statements.count && w->trace != PML_NONE; i++) {
    const pml_statement *x = &s->statements.at[i];
    if (x->process == w->trace &&
        (x->kind == PML_SEND || x->kind == PML_RECEIVE))
      vec_push(w->m, &w->trace_talks, i);
  }
  find_labels(w);
}
