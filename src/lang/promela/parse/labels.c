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

static uint32_t label_at(const pml_parser *p, uint64_t key) {
  uint32_t n = map_find(&p->labels, key);
  return n == MAP_NONE ? PML_NONE : p->label_numbers.at[n];
}

static void list_label(pml_parser *p, uint64_t key, uint32_t number) {
  uint32_t n = map_insert(p->m, &p->labels, key);
  if (n == p->label_numbers.count)
    vec_push(p->m, &p->label_numbers, number);
  else
    p->label_numbers.at[n] = number; /* the last one counts */
}

void pml_add_label(pml_parser *p, uint32_t name, pml_place at) {
  pml_label x = {
      .name = name, .process = p->process, .statement = PML_NONE, .at = at};
  uint32_t number = (uint32_t)p->s->labels.count;
  uint64_t own = own_key(p->process, vec_last(&p->opens).call, name);
  uint32_t old = label_at(p, own);
  if (old != PML_NONE) {
    pml_wrong(p, at, "there is a label '%s' already, see line %u",
              pml_name(p, name), p->s->labels.at[old].at.line);
    return;
  }
  vec_push(p->m, &p->s->labels, x);
  list_label(p, own, number);
  list_label(p, map_pair(p->process, name), number);
}

static void no_label(pml_parser *p, uint32_t process, uint32_t name,
                     pml_place at) {
  names all = {0};
  uint32_t near;
  if (p->r->count >= REPORT_MOST) { /* only counted */
    pml_wrong(p, at, "no label");
    return;
  }
  vec_each (const pml_label, x, &p->s->labels)
    if (x->process == process)
      names_insert(p->m, &all, pml_name(p, x->name),
                   names_length(&p->s->tokens.names, x->name));
  near = names_nearest(&all, pml_name(p, name),
                       names_length(&p->s->tokens.names, name));
  const char *owner = pml_name(p, p->s->processes.at[process].name);
  if (near == NAMES_NONE)
    pml_wrong(p, at, "there is no label '%s' in %s", pml_name(p, name), owner);
  else
    pml_wrong(p, at, "there is no label '%s' in %s (did you mean '%s'?)",
              pml_name(p, name), owner, names_text(&all, near));
  vec_free(p->m, &all.text);
  vec_free(p->m, &all.start);
  mem_free(p->m, all.slots);
}

/* Of the process that was read last. */
void pml_resolve_jumps(pml_parser *p, size_t first_jump) {
  for (size_t i = first_jump; i < p->jumps.count; i++) {
    uint32_t from = p->jumps.at[i].statement, call = p->jumps.at[i].call;
    pml_statement *x = &p->s->statements.at[from];
    uint32_t label = label_at(p, own_key(x->process, call, x->name));
    if (label == PML_NONE)
      label = label_at(p, map_pair(x->process, x->name));
    if (label == PML_NONE) {
      no_label(p, x->process, x->name, x->at);
      continue;
    }
    x->target = p->s->labels.at[label].statement;
    if (x->target != PML_NONE && p->inside.at[x->target] != p->inside.at[from])
      pml_wrong(p, x->at,
                "this leads %s a d_step: a d_step is entered at its start and "
                "left at its end",
                p->inside.at[from] == PML_NONE ? "into" : "out of");
  }
}

void pml_resolve_remotes(pml_parser *p) {
  map used = {0};
  vec_each (const pml_remote, r, &p->remotes) {
    const pml_expr *e = &p->s->exprs.at[r->expr];
    uint32_t label = label_at(p, map_pair(e->a, e->c));
    if (label == PML_NONE) {
      no_label(p, e->a, e->c, r->at);
      continue;
    }
    map_insert(p->m, &used, map_pair(e->a, e->c));
  }
  vec_each (pml_label, x, &p->s->labels)
    if (map_find(&used, map_pair(x->process, x->name)) != MAP_NONE)
      x->is_used_from_outside = true;
  map_free(p->m, &used);
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
void pml_add_skips(pml_parser *p) {
  for (size_t i = 0; i < p->s->labels.count; i++) {
    const pml_label *l = &p->s->labels.at[i];
    if (l->statement == PML_NONE)
      continue;
    pml_statement old = p->s->statements.at[l->statement], *x;
    if ((old.kind != PML_GOTO && old.kind != PML_BREAK) ||
        (!l->is_used_from_outside && !is_marking(pml_name(p, l->name))))
      continue;
    vec_push(p->m, &p->s->statements, old);
    x = &p->s->statements.at[l->statement];
    x->kind = PML_SKIP;
    x->name = x->target = PML_NONE;
    x->next = (uint32_t)p->s->statements.count - 1;
    x->is_made = true;
  }
}

/* Runs of skips and printfs lose the skips that are not the run's first, nor
 * the first or last of the option. */
void pml_tidy_option(pml_parser *p, uint32_t first) {
  uint32_t run = 0, last = PML_NONE;
  for (uint32_t x = first; x != PML_NONE; x = p->s->statements.at[x].next) {
    const pml_statement *s = &p->s->statements.at[x];
    bool is_skip = s->kind == PML_SKIP &&
                   (s->a == PML_NONE || p->s->exprs.at[s->a].value == 1);
    if (p->label_of.at[x] == PML_NONE &&
        (is_skip || s->kind == PML_PRINT || s->kind == PML_PRINTM))
      run++;
    else
      run = 0;
    if (run > 1 && is_skip && x != first && s->next != PML_NONE) {
      p->s->statements.at[last].next = s->next;
      p->s->statements.at[last].removed++;
    } else
      last = x;
  }
}

/* A goto that leads to a goto goes on there; marked: 1 on the way, 2 seen. */
void pml_check_cycles(pml_parser *p) {
  const pml_statement *all = p->s->statements.at;
  size_t count = p->s->statements.count;
  uint8_t *mark = mem_alloc(p->m, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t x = i;
    for (; all[x].kind == PML_GOTO && !mark[x]; x = all[x].target)
      mark[x] = 1;
    if (all[x].kind == PML_GOTO && mark[x] == 1)
      pml_wrong(p, all[x].at, "this goto leads to itself, and nowhere else");
    for (x = i; all[x].kind == PML_GOTO && mark[x] == 1; x = all[x].target)
      mark[x] = 2;
  }
  mem_free(p->m, mark);
}
