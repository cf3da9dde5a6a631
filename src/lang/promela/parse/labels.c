#include "lang/promela/parse/parts.h"

/* Labels, the jumps to them, and the skips that they need or do not need.
 *
 * A label in an inline belongs to that call; a jump looks there first, then in
 * the whole process. So a label is listed twice: by call, and by process. */

/* Calls are numbered through the model; what is outside of all counts as a
 * call of its process. */
static uint64_t own_key(uint32_t process, uint32_t call, uint32_t name) {
  uint32_t n = call ? 2 * call : 2 * process + 1;
  return map_pair(n | UINT32_C(1) << 31, name);
}

static uint32_t label_at(const pml_parser *parser, uint64_t key) {
  uint32_t n = map_find(&parser->labels, key);
  return n == MAP_NONE ? PML_NONE : parser->label_numbers.at[n];
}

static void list_label(pml_parser *parser, uint64_t key, uint32_t number) {
  uint32_t n = map_insert(parser->m, &parser->labels, key);
  if (n == parser->label_numbers.count)
    vec_push(parser->m, &parser->label_numbers, number);
  else
    parser->label_numbers.at[n] = number; /* the last one counts */
}

void pml_add_label(pml_parser *parser, uint32_t name, pml_place at) {
  pml_label label = {.name = name,
                     .process = parser->process,
                     .statement = PML_NONE,
                     .at = at};
  uint32_t number = (uint32_t)parser->s->labels.count;
  uint64_t own = own_key(parser->process, vec_last(&parser->opens).call, name);
  uint32_t old = label_at(parser, own);
  if (old != PML_NONE) {
    pml_wrong(parser, at, "there is a label '%s' already, see line %u",
              pml_name(parser, name), parser->s->labels.at[old].at.line);
    return;
  }
  vec_push(parser->m, &parser->s->labels, label);
  list_label(parser, own, number);
  list_label(parser, map_pair(parser->process, name), number);
}

static void no_label(pml_parser *parser, uint32_t process, uint32_t name,
                     pml_place at) {
  names all = {0};
  uint32_t near;
  if (parser->r->count >= REPORT_MOST) { /* only counted */
    pml_wrong(parser, at, "no label");
    return;
  }
  vec_each (const pml_label, label, &parser->s->labels)
    if (label->process == process)
      names_insert(parser->m, &all, pml_name(parser, label->name),
                   names_length(&parser->s->tokens.names, label->name));
  near = names_nearest(&all, pml_name(parser, name),
                       names_length(&parser->s->tokens.names, name));
  const char *owner = pml_name(parser, parser->s->processes.at[process].name);
  if (near == NAMES_NONE)
    pml_wrong(parser, at, "there is no label '%s' in %s",
              pml_name(parser, name), owner);
  else
    pml_wrong(parser, at, "there is no label '%s' in %s (did you mean '%s'?)",
              pml_name(parser, name), owner, names_text(&all, near));
  vec_free(parser->m, &all.text);
  vec_free(parser->m, &all.start);
  mem_free(parser->m, all.slots);
}

/* Of the process that was read last. */
void pml_resolve_jumps(pml_parser *parser, size_t first_jump) {
  for (size_t i = first_jump; i < parser->jumps.count; i++) {
    uint32_t from = parser->jumps.at[i].statement,
             call = parser->jumps.at[i].call;
    pml_statement *statement = &parser->s->statements.at[from];
    uint32_t label =
        label_at(parser, own_key(statement->process, call, statement->name));
    if (label == PML_NONE)
      label = label_at(parser, map_pair(statement->process, statement->name));
    if (label == PML_NONE) {
      no_label(parser, statement->process, statement->name, statement->at);
      continue;
    }
    statement->target = parser->s->labels.at[label].statement;
    if (statement->target != PML_NONE &&
        parser->inside.at[statement->target] != parser->inside.at[from])
      pml_wrong(parser, statement->at,
                "this leads %s a d_step: a d_step is entered at its start and "
                "left at its end",
                parser->inside.at[from] == PML_NONE ? "into" : "out of");
  }
}

void pml_resolve_remotes(pml_parser *parser) {
  map used = {0};
  vec_each (const pml_remote, remote, &parser->remotes) {
    const pml_expr *expr = &parser->s->exprs.at[remote->expr];
    uint32_t label = label_at(parser, map_pair(expr->a, expr->c));
    if (label == PML_NONE) {
      no_label(parser, expr->a, expr->c, remote->at);
      continue;
    }
    map_insert(parser->m, &used, map_pair(expr->a, expr->c));
  }
  vec_each (pml_label, x, &parser->s->labels)
    if (map_find(&used, map_pair(x->process, x->name)) != MAP_NONE)
      x->is_used_from_outside = true;
  map_free(parser->m, &used);
}

static bool begins_with(const char *name, const char *start) {
  return strncmp(name, start, strlen(start)) == 0;
}

static bool is_marking(const char *name) {
  return begins_with(name, "end") || begins_with(name, "accept") ||
         begins_with(name, "progress");
}

/* A goto is no place where a process can rest; with a label that asks whether
 * it rests there, it gets a skip before it (notes, 4). */
void pml_add_skips(pml_parser *parser) {
  for (size_t i = 0; i < parser->s->labels.count; i++) {
    const pml_label *label = &parser->s->labels.at[i];
    if (label->statement == PML_NONE)
      continue;
    pml_statement old = parser->s->statements.at[label->statement], *statement;
    if ((old.kind != PML_GOTO && old.kind != PML_BREAK) ||
        (!label->is_used_from_outside &&
         !is_marking(pml_name(parser, label->name))))
      continue;
    vec_push(parser->m, &parser->s->statements, old);
    statement = &parser->s->statements.at[label->statement];
    statement->kind = PML_SKIP;
    statement->name = statement->target = PML_NONE;
    statement->next = (uint32_t)parser->s->statements.count - 1;
    statement->is_made = true;
  }
}

/* Runs of skips and printfs lose the skips that are not the run's first, nor
 * the first or last of the option. */
void pml_tidy_option(pml_parser *parser, uint32_t first) {
  uint32_t run = 0, last = PML_NONE;
  for (uint32_t x = first; x != PML_NONE;
       x = parser->s->statements.at[x].next) {
    const pml_statement *statement = &parser->s->statements.at[x];
    bool is_skip = statement->kind == PML_SKIP &&
                   (statement->a == PML_NONE ||
                    parser->s->exprs.at[statement->a].value == 1);
    if (parser->label_of.at[x] == PML_NONE &&
        (is_skip || statement->kind == PML_PRINT ||
         statement->kind == PML_PRINTM))
      run++;
    else
      run = 0;
    if (run > 1 && is_skip && x != first && statement->next != PML_NONE) {
      parser->s->statements.at[last].next = statement->next;
      parser->s->statements.at[last].removed++;
    } else
      last = x;
  }
}

/* A goto that leads to a goto goes on there; marked: 1 on the way, 2 seen. */
void pml_check_cycles(pml_parser *parser) {
  const pml_statement *all = parser->s->statements.at;
  size_t count = parser->s->statements.count;
  uint8_t *mark = mem_alloc(parser->m, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t x = i;
    for (; all[x].kind == PML_GOTO && !mark[x]; x = all[x].target)
      mark[x] = 1;
    if (all[x].kind == PML_GOTO && mark[x] == 1)
      pml_wrong(parser, all[x].at,
                "this goto leads to itself, and nowhere else");
    for (x = i; all[x].kind == PML_GOTO && mark[x] == 1; x = all[x].target)
      mark[x] = 2;
  }
  mem_free(parser->m, mark);
}
