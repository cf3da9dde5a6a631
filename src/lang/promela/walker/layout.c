/* What can be found once: where variables lie, which statements carry the flag
 * of their atomic, and where labels are. */
#include "lang/promela/walker/parts.h"

static uint32_t element_span(const pml_walker *walker, const pml_var *var) {
  return var->type == PML_RECORD ? walker->record_span[var->sub] : 1;
}

/* A record's fields are of basic types or of records that come before it. */
static void lay_out_records(pml_walker *walker) {
  const pml_syntax *syntax = walker->s;
  for (size_t r = 0; r < syntax->records.count; r++) {
    const pml_record *record = &syntax->records.at[r];
    uint32_t span = 0;
    for (uint32_t f = record->first; f < record->first + record->count; f++) {
      const pml_var *var = &syntax->vars.at[f];
      walker->offset[f] = span;
      walker->span[f] = var->count * element_span(walker, var);
      span += walker->span[f];
    }
    walker->record_span[r] = span;
  }
}

static void lay_out_variables(pml_walker *walker) {
  const pml_syntax *syntax = walker->s;
  for (uint32_t i = 0; i < syntax->vars.count; i++) {
    const pml_var *var = &syntax->vars.at[i];
    if (var->record != PML_NONE)
      continue;
    uint32_t *end = var->process == PML_NONE
                        ? &walker->globals
                        : &walker->frame_span[var->process];
    walker->offset[i] = *end;
    walker->span[i] = var->count * element_span(walker, var);
    *end += walker->span[i];
  }
}

/* Variables by process. */
static void sort_locals(pml_walker *walker) {
  const pml_syntax *syntax = walker->s;
  size_t processes = syntax->processes.count;
  walker->first_local =
      mem_array(walker->m, processes + 2, sizeof *walker->first_local);
  walker->locals =
      mem_array(walker->m, syntax->vars.count + 1, sizeof *walker->locals);
  vec_each (const pml_var, var, &syntax->vars)
    if (var->process != PML_NONE && var->record == PML_NONE)
      walker->first_local[var->process + 2]++;
  for (size_t i = 2; i < processes + 2; i++)
    walker->first_local[i] += walker->first_local[i - 1];
  for (uint32_t i = 0; i < syntax->vars.count; i++) {
    const pml_var *var = &syntax->vars.at[i];
    if (var->process != PML_NONE && var->record == PML_NONE)
      walker->locals[walker->first_local[var->process + 1]++] = i;
  }
}

/* Takes the flag from what an atomic ends with: a statement, or the join
 * behind a last if, do or unless. */
static void clear_last(pml_walker *walker, uint32_t atomic) {
  const pml_statement *all = walker->s->statements.at;
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
      walker->atom_behind[x] = false;
      return;
    default:
      walker->atom_at[x] = false;
      return;
    }
  }
}

/* The sequences inside a statement are put on the stack. */
static void push_parts(pml_walker *walker, const pml_statement *statement) {
  switch (statement->kind) {
  case PML_IF:
  case PML_DO:
    for (uint32_t i = 0; i < statement->c; i++)
      vec_push(walker->m, &walker->pending,
               walker->s->options.at[statement->a + i].first);
    break;
  case PML_UNLESS:
    vec_push(walker->m, &walker->pending, statement->b);
    vec_push(walker->m, &walker->pending, statement->a);
    break;
  case PML_BLOCK:
  case PML_ATOMIC:
  case PML_DSTEP:
    vec_push(walker->m, &walker->pending, statement->a);
    break;
  default:
    break;
  }
}

/* Everything inside an outermost atomic gets the flag, but what it ends
 * with. */
static void flag_atomic(pml_walker *walker, uint32_t atomic) {
  const pml_statement *all = walker->s->statements.at;
  size_t floor = walker->pending.count;
  vec_push(walker->m, &walker->pending, all[atomic].a);
  while (walker->pending.count > floor) {
    for (uint32_t x = vec_pop(&walker->pending); x != PML_NONE;
         x = all[x].next) {
      walker->atom_at[x] = walker->atom_behind[x] = true;
      push_parts(walker, &all[x]);
    }
  }
  clear_last(walker, atomic);
}

static void flag_statements(pml_walker *walker, uint32_t first) {
  const pml_statement *all = walker->s->statements.at;
  size_t floor = walker->pending.count;
  vec_push(walker->m, &walker->pending, first);
  while (walker->pending.count > floor) {
    for (uint32_t x = vec_pop(&walker->pending); x != PML_NONE;
         x = all[x].next) {
      if (all[x].kind == PML_UNLESS)
        for (uint32_t y = all[x].a; y != PML_NONE; y = all[y].next)
          walker->in_main[y] = true;
      if (all[x].kind == PML_ATOMIC && !walker->atom_at[x] &&
          !walker->atom_behind[x])
        flag_atomic(walker, x);
      push_parts(walker, &all[x]);
    }
  }
}

static bool begins(const char *name, const char *with) {
  return strncmp(name, with, strlen(with)) == 0;
}

/* A label on an unless is one of the first statement in it. */
static walker_node node_of_label(const pml_walker *walker,
                                 const pml_label *label) {
  if (label->is_misplaced)
    return walker_resolve(walker, walker_after(walker, label->statement),
                          false);
  uint32_t x = label->statement;
  while (walker->s->statements.at[x].kind == PML_UNLESS)
    x = walker->s->statements.at[x].a;
  return walker_at(x);
}

static void find_labels(pml_walker *walker) {
  vec_each (const pml_label, label, &walker->s->labels) {
    const char *name = names_text(&walker->s->tokens.names, label->name);
    if (begins(name, "end"))
      vec_push(walker->m, &walker->end_nodes, node_of_label(walker, label));
    else if (begins(name, "progress"))
      vec_push(walker->m, &walker->progress_nodes,
               node_of_label(walker, label));
    else if (begins(name, "accept"))
      vec_push(walker->m, &walker->accept_nodes, node_of_label(walker, label));
  }
}

void walker_lay_out(pml_walker *walker) {
  const pml_syntax *syntax = walker->s;
  walker->offset =
      mem_array(walker->m, syntax->vars.count + 1, sizeof *walker->offset);
  walker->span =
      mem_array(walker->m, syntax->vars.count + 1, sizeof *walker->span);
  walker->record_span = mem_array(walker->m, syntax->records.count + 1,
                                  sizeof *walker->record_span);
  walker->frame_span = mem_array(walker->m, syntax->processes.count + 1,
                                 sizeof *walker->frame_span);
  lay_out_records(walker);
  lay_out_variables(walker);
  sort_locals(walker);
  walker_lay_out_c(walker);
  size_t statements = syntax->statements.count + 1;
  walker->in_main = mem_array(walker->m, statements, sizeof *walker->in_main);
  walker->atom_at = mem_array(walker->m, statements, sizeof *walker->atom_at);
  walker->atom_behind =
      mem_array(walker->m, statements, sizeof *walker->atom_behind);
  walker->trace = PML_NONE;
  for (uint32_t i = 0; i < syntax->processes.count; i++) {
    pml_process_kind kind = syntax->processes.at[i].kind;
    if (kind == PML_TRACE || kind == PML_NOTRACE)
      walker->trace = i;
    flag_statements(walker, syntax->processes.at[i].body);
  }
  for (uint32_t i = 0;
       i < syntax->statements.count && walker->trace != PML_NONE; i++) {
    const pml_statement *statement = &syntax->statements.at[i];
    if (statement->process == walker->trace &&
        (statement->kind == PML_SEND || statement->kind == PML_RECEIVE))
      vec_push(walker->m, &walker->trace_talks, i);
  }
  find_labels(walker);
}
