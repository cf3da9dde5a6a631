/* The layout of the Boolean program: its variables, procedures, locations. */
#include "engine/predicates/abstract_inside.h"

#include "base/kept.h"
#include "cfa/print.h"

#include <assert.h>
#include <stdio.h>

uint32_t builder_text(builder *b, uint32_t edge) {
  kept k = {.m = b->m};
  text out;
  text_init(&out, kept_add, &k);
  if (edge != CFA_NONE)
    cfa_print_edge(b->x->p, edge, &out);
  text_end(&out);
  vec_push(b->m, &k.bytes, '\0');
  uint32_t name = prog_name(b->m, b->p, k.bytes.at);
  vec_free(b->m, &k.bytes);
  return name;
}

void builder_edge(builder *b, prog_edge e, uint32_t edge) {
  builder_put_groups(b);
  e.where = PROG_NONE;
  e.text = builder_text(b, edge);
  if (edge != CFA_NONE && b->x->p->edges.at[edge].place.file != CFA_NONE) {
    e.line = b->x->p->edges.at[edge].place.line;
    e.column = b->x->p->edges.at[edge].place.column;
  }
  prog_add_edge(b->m, b->p, &e, b->set.at, b->set.count);
  vec_push(b->m, &b->from, e.from);
  vec_push(b->m, &b->out->edges, edge);
  for (size_t i = 0; i < b->set.count; i++)
    vec_push(b->m, &b->wheres, b->set_wheres.at[i]);
  b->set.count = b->set_wheres.count = 0;
}

void builder_set(builder *b, uint32_t variable, uint32_t value) {
  prog_assignment assignment = {.frame = PROG_TOP,
                                .variable = variable,
                                .index = PROG_NONE,
                                .value = value};
  vec_push(b->m, &b->set, assignment);
  vec_push(b->m, &b->set_wheres, PROG_NONE);
}

uint32_t builder_any(builder *b) {
  return prog_add_expression(b->m, b->p, PROG_ANY, 1, PROG_NONE, PROG_NONE,
                             PROG_NONE);
}

void builder_target(builder *b, abstract_end end, uint32_t edge,
                    uint32_t *location) {
  assert(edge < b->x->p->edges.count);
  const cfa_edge *e = &b->x->p->edges.at[edge];
  assert(e->from < b->x->p->locations.count);
  uint32_t f = b->x->p->locations.at[e->from].function;
  bool placed = e->place.file != CFA_NONE;
  *location =
      prog_add_location(b->m, b->p, b->procedure[f], placed ? e->place.line : 0,
                        placed ? e->place.column : 0);
  abstract_target target = {.end = end, .edge = edge, .location = *location};
  vec_push(b->m, &b->out->targets, target);
  prog_claim claim = {.kind = PROG_ASSERTION,
                      .location = *location,
                      .text = builder_text(b, edge),
                      .line = placed ? e->place.line : 0,
                      .column = placed ? e->place.column : 0};
  prog_add_claim(b->m, b->p, &claim);
}

/* "{x < y}"; braces and ends of lines cannot be in a name. */
static uint32_t name_of(builder *b, uint32_t condition) {
  kept k = {.m = b->m};
  text out;
  text_init(&out, kept_add, &k);
  text_put(&out, "{");
  cfa_print_expression(b->x->p, condition, &out);
  text_end(&out);
  vec_each (char, c, &k.bytes)
    if (c != k.bytes.at && (*c == '{' || *c == '}' || *c == '\n'))
      *c = '_';
  vec_push(b->m, &k.bytes, '}');
  vec_push(b->m, &k.bytes, '\0');
  uint32_t name = prog_name(b->m, b->p, k.bytes.at);
  vec_free(b->m, &k.bytes);
  return name;
}

static uint32_t add_variable(builder *b, uint32_t name, uint32_t procedure,
                             uint32_t meaning, uint32_t width) {
  prog_variable variable = {.name = name,
                            .procedure = procedure,
                            .width = width,
                            .count = 1,
                            .values = PROG_NONE};
  uint32_t n = prog_add_variable(b->m, b->p, &variable);
  vec_resize(b->m, &b->out->predicate, n + 1);
  b->out->predicate.at[n] = meaning;
  return n;
}

/* The Boolean of a predicate, or, with the first of a group, its variable. */
static void add_predicate(builder *b, size_t i, uint32_t procedure) {
  if (b->group[i] == CFA_NONE) {
    b->variable[i] = add_variable(b, name_of(b, b->x->all.at[i].condition),
                                  procedure, (uint32_t)i, 1);
    return;
  }
  builder_group *group = &b->all_groups.at[b->group[i]];
  if (group->members.at[0] == i) {
    unsigned width = 1;
    while (group->members.count >> width)
      width++;
    group->variable =
        add_variable(b, name_of(b, group->word), procedure, CFA_NONE, width);
    group->next = prog_add_expression(b->m, b->p, PROG_NEXT, width,
                                      group->variable, PROG_NONE, PROG_NONE);
    abstract_group made = {.variable = group->variable,
                           .first = b->out->members.count,
                           .count = group->members.count};
    vec_push(b->m, &b->out->groups, made);
    vec_each (const uint32_t, k, &group->members)
      vec_push(b->m, &b->out->members, *k);
  }
  b->variable[i] = group->variable;
}

static void add_results(builder *b) {
  abstract_program *program = b->out;
  const predicates *x = b->x;
  uint32_t *count = mem_array(b->m, x->p->functions.count + 1, sizeof *count);
  for (size_t i = 0; i < x->all.count; i++)
    if (x->all.at[i].is_ensured) {
      b->variable[i] = count[x->all.at[i].function]++;
      if (b->variable[i] >= program->results)
        program->results = b->variable[i] + 1;
    }
  program->first_result = (uint32_t)b->p->variables.count;
  for (uint32_t i = 0; i < program->results; i++) {
    char name[32];
    snprintf(name, sizeof name, "result%u", (unsigned)i);
    add_variable(b, prog_name(b->m, b->p, name), PROG_NONE, CFA_NONE, 1);
  }
  for (size_t i = 0; i < x->p->functions.count * program->results; i++)
    vec_push(b->m, &program->ensured, CFA_NONE);
  for (size_t i = 0; i < x->all.count; i++)
    if (x->all.at[i].is_ensured)
      program->ensured
          .at[x->all.at[i].function * program->results + b->variable[i]] =
          (uint32_t)i;
  mem_free(b->m, count);
}

static uint32_t place_line(cfa_place at) {
  return at.file == CFA_NONE ? 0 : at.line;
}

static void add_procedure(builder *b, uint32_t f) {
  const cfa *automaton = b->x->p;
  const cfa_function *function = &automaton->functions.at[f];
  uint32_t n = prog_add_procedure(
      b->m, b->p, prog_name(b->m, b->p, cfa_text(automaton, function->name)),
      place_line(function->place), 0);
  b->procedure[f] = n;
  uint32_t parameters = 0;
  for (int rest = 0; rest < 2; rest++)
    for (size_t i = 0; i < b->x->all.count; i++) {
      const predicate *q = &b->x->all.at[i];
      if (q->function != f || q->is_ensured || q->is_at_entry == rest)
        continue;
      size_t before = b->p->variables.count;
      add_predicate(b, i, n);
      if (q->is_at_entry)
        parameters += (uint32_t)(b->p->variables.count - before);
    }
  b->p->procedures.at[n].parameters = parameters;
}

static void add_locations(builder *b, uint32_t f) {
  const cfa *automaton = b->x->p;
  for (uint32_t l = 0; l < automaton->locations.count; l++) {
    const cfa_location *location = &automaton->locations.at[l];
    if (location->function != f)
      continue;
    b->location[l] =
        prog_add_location(b->m, b->p, b->procedure[f],
                          place_line(location->place), location->place.column);
    vec_resize(b->m, &b->out->locations, b->location[l] + 1);
    b->out->locations.at[b->location[l]] = l;
  }
  b->p->procedures.at[b->procedure[f]].entry =
      prog_add_location(b->m, b->p, b->procedure[f], 0, 0);
  vec_resize(b->m, &b->out->locations, b->p->locations.count);
  vec_last(&b->out->locations) = automaton->functions.at[f].entry;
  b->out->exits.at[f] = prog_add_location(b->m, b->p, b->procedure[f], 0, 0);
  vec_resize(b->m, &b->out->locations, b->out->exits.at[f] + 1);
  b->out->locations.at[b->out->exits.at[f]] = CFA_NONE;
}

/* What the call does not decide may be anything, but not before: what values
 * there were when a function was entered is kept in its summary. */
static void abstract_begin(builder *b, uint32_t f) {
  const cfa *automaton = b->x->p;
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (q->function == f && !q->is_ensured && !q->is_at_entry)
      builder_put_any(b, i);
  }
  builder_edge(b,
               (prog_edge){.kind = PROG_STEP,
                           .from = b->p->procedures.at[b->procedure[f]].entry,
                           .to = b->location[automaton->functions.at[f].entry],
                           .guard = PROG_NONE,
                           .is_hidden = true},
               CFA_NONE);
}

/* All returns meet at one location, where the results are known. */
static void abstract_leave(builder *b, uint32_t f) {
  assert(f < b->out->exits.count);
  builder_edge(b,
               (prog_edge){.kind = PROG_RETURN,
                           .from = b->out->exits.at[f],
                           .guard = PROG_NONE,
                           .is_hidden = true},
               CFA_NONE);
}

static void open_scope(builder *b, uint32_t f) {
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (q->is_ensured || (q->function != CFA_NONE && q->function != f))
      continue;
    literals_add(&b->c, &b->scope[f], q->condition, builder_now(b, i));
  }
}

static void lay_out(builder *b) {
  const cfa *automaton = b->x->p;
  mem *m = b->m;
  b->variable = mem_array(m, b->x->all.count + 1, sizeof *b->variable);
  b->location =
      mem_array(m, automaton->locations.count + 1, sizeof *b->location);
  b->procedure =
      mem_array(m, automaton->functions.count + 1, sizeof *b->procedure);
  b->scope = mem_array(m, automaton->functions.count + 1, sizeof *b->scope);
  b->group = mem_array(m, b->x->all.count + 1, sizeof *b->group);
  builder_find_groups(b);
  prog_add_procedure(m, b->p, prog_name(m, b->p, ""), 0, 0);
  for (size_t i = 0; i < b->x->all.count; i++)
    if (b->x->all.at[i].function == CFA_NONE)
      add_predicate(b, i, PROG_NONE);
  add_results(b);
  for (uint32_t f = 0; f < automaton->functions.count; f++)
    vec_push(m, &b->out->exits, PROG_NONE);
  for (uint32_t f = 0; f < automaton->functions.count; f++)
    if (b->x->effects.is_reachable[f]) {
      add_procedure(b, f);
      add_locations(b, f);
      abstract_begin(b, f);
      abstract_leave(b, f);
      open_scope(b, f);
    }
}

/* Edges get their final numbers when they are sorted by location. */
static void number_edges(builder *b) {
  vec(uint32_t) sorted = {0};
  uint32_t *next = mem_array(b->m, b->p->locations.count + 1, sizeof *next);
  prog_finish(b->m, b->p);
  for (size_t l = 0; l < b->p->locations.count; l++)
    next[l] = b->p->locations.at[l].first_edge;
  vec_resize(b->m, &sorted, b->from.count);
  for (size_t i = 0; i < b->from.count; i++)
    sorted.at[next[b->from.at[i]]++] = b->out->edges.at[i];
  for (size_t i = 0; i < sorted.count; i++)
    b->out->edges.at[i] = sorted.at[i];
  mem_free(b->m, next);
  vec_free(b->m, &sorted);
}

void predicates_abstract(predicates *x, mem *m, const abstract_options *options,
                         abstract_program *out) {
  memset(out, 0, sizeof *out);
  builder b = {.x = x,
               .m = m,
               .out = out,
               .p = &out->program,
               .groups = !options->only_booleans,
               .doubt_memory = options->doubt_memory};
  chooser_init(&b.c, x, m, b.p);
  lay_out(&b);
  builder_start(&b);
  for (uint32_t e = 0; e < x->p->edges.count; e++) {
    const cfa_edge *edge = &x->p->edges.at[e];
    uint32_t f = x->p->locations.at[edge->from].function;
    if (!x->effects.is_reachable[f])
      continue;
    if (edge->kind == CFA_CALL)
      builder_call(&b, e);
    else if (edge->kind == CFA_RETURN)
      builder_return(&b, e);
    else
      builder_step(&b, e);
  }
  size_t made = out->locations.count;
  vec_resize(m, &out->locations, b.p->locations.count);
  for (size_t i = made; i < out->locations.count; i++)
    out->locations.at[i] = CFA_NONE;
  number_edges(&b);
  if (!options->keep_dead)
    builder_live(&b);
}
