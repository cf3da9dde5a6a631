/* The whole control flow: what is known of all methods, then a function for
 * each one of the program, for each one of the library that these call, and one
 * that begins. */
#include "lang/java/flow_inside.h"

#include <stdio.h>

static void begin(java_flow *flow) {
  java_classes *p = flow->p;
  flow->methods =
      mem_array(flow->m, p->methods.count + 1, sizeof *flow->methods);
  flow->holds_null =
      mem_array(flow->m, p->fields.count + 1, sizeof *flow->holds_null);
  for (uint32_t i = 0; i < p->methods.count; i++) {
    flow_method *f = &flow->methods[i];
    size_t count = java_method_at(p, i)->code.at.count + 1;
    f->function = CFA_NONE;
    if (!flow_has_code(flow, i))
      continue;
    f->faults = mem_array(flow->m, count, sizeof *f->faults);
    f->is_live = mem_array(flow->m, count, sizeof *f->is_live);
    f->is_reached = mem_array(flow->m, count, sizeof *f->is_reached);
    f->thrown = mem_array(flow->m, count, sizeof *f->thrown);
    f->calls = mem_array(flow->m, count, sizeof *f->calls);
    f->caught = mem_array(flow->m, count, sizeof *f->caught);
  }
}

/* Those of the library that the program calls, and all of the program. */

static uint32_t function_of(java_flow *flow, uint32_t method) {
  flow_method *f = flow_method_at(flow, method);
  const java_method *x = java_method_at(flow->p, method);
  if (f->function == CFA_NONE)
    f->function = flow_add_function(flow, java_type_at(flow->p, x->type)->name,
                                    x->member->name, method);
  return f->function;
}

static void add_functions_of(java_flow *flow, uint32_t method) {
  const flow_method *f = flow_method_at(flow, method);
  size_t count = java_method_at(flow->p, method)->code.at.count;
  (void)function_of(flow, method);
  for (size_t i = 0; i < count; i++) {
    const flow_call *call = &f->calls[i];
    if (!call->is_call || !f->is_live[i])
      continue;
    vec_each (const uint32_t, n, &call->methods)
      (void)function_of(flow, *n);
    if (call->outside == JAVA_NONE)
      continue;
    flow_outside *x = &flow->outsides.at[call->outside];
    if (x->function == CFA_NONE)
      x->function = flow_add_function(flow, x->class_name, x->name, x->method);
  }
}

/* Functions of the library */

static uint32_t add_location(java_flow *flow, uint32_t function) {
  cfa_location location = {.function = function, .place = {CFA_NONE, 0, 0}};
  vec_push(flow->m, &flow->out->locations, location);
  return (uint32_t)flow->out->locations.count - 1;
}

uint32_t flow_make_edge(mem *m, cfa *out, cfa_edge_kind kind, uint32_t from,
                        uint32_t to, cfa_control control, cfa_place place) {
  cfa_edge edge = {.kind = kind,
                   .from = from,
                   .to = to,
                   .variable = CFA_NONE,
                   .a = CFA_NONE,
                   .b = CFA_NONE,
                   .c = CFA_NONE,
                   .function = CFA_NONE,
                   .name = CFA_NONE,
                   .place = place};
  vec_push(m, &out->controls, control);
  edge.control = (uint32_t)out->controls.count;
  vec_push(m, &out->edges, edge);
  return (uint32_t)out->edges.count - 1;
}

static uint32_t flow_add_edge(java_flow *flow, cfa_edge_kind kind,
                              uint32_t from, uint32_t to, cfa_control control) {
  return flow_make_edge(flow->m, flow->out, kind, from, to, control,
                        (cfa_place){CFA_NONE, 0, 0});
}

static uint32_t flow_words(java_flow *flow, const char *before, uint32_t mode) {
  char text[400];
  (void)snprintf(text, sizeof text, "%s%.300s", before,
                 cfa_text(flow->out, flow->out->modes.at[mode].label));
  return cfa_name(flow->m, flow->out, text);
}

static void add_leave(java_flow *flow, uint32_t from, uint32_t mode) {
  (void)flow_add_edge(
      flow, CFA_RETURN, from, CFA_NONE,
      (cfa_control){mode, mode, CFA_STEP, flow_words(flow, "left by ", mode)});
}

static void add_step(java_flow *flow, uint32_t from, uint32_t to) {
  (void)flow_add_edge(
      flow, CFA_SKIP, from, to,
      (cfa_control){.words = cfa_name(flow->m, flow->out, "...")});
}

/* It returns, or throws one of these; 'is_alone': nothing else. */
static uint32_t add_ends(java_flow *flow, uint32_t function,
                         const flow_numbers *throws, bool is_alone) {
  uint32_t entry = add_location(flow, function);
  uint32_t back = entry;
  flow->out->functions.at[function].entry = entry;
  if (throws->count || !is_alone) {
    back = add_location(flow, function);
    add_step(flow, entry, back);
  }
  (void)flow_add_edge(
      flow, CFA_RETURN, back, CFA_NONE,
      (cfa_control){.words = cfa_name(flow->m, flow->out, "return")});
  vec_each (const uint32_t, mode, throws) {
    uint32_t at = add_location(flow, function),
             way = add_location(flow, function);
    add_step(flow, entry, at);
    (void)flow_add_edge(
        flow, CFA_SKIP, at, way,
        (cfa_control){0, *mode, CFA_THROW, flow_words(flow, "throw ", *mode)});
    add_leave(flow, way, *mode);
  }
  return entry;
}

/* Methods of the program that a method of the library may call. */
static void find_callbacks(java_flow *flow, uint32_t method,
                           flow_numbers *out) {
  flow_numbers seen = {0};
  flow_add(flow->m, &seen, method);
  for (size_t i = 0; i < seen.count; i++) {
    const flow_method *f = flow_method_at(flow, seen.at[i]);
    size_t count = java_method_at(flow->p, seen.at[i])->code.at.count;
    for (size_t n = 0; n < count; n++)
      vec_each (const uint32_t, called, &f->calls[n].methods)
        flow_add(flow->m, flow_is_model(flow, *called) ? &seen : out, *called);
    progress_tick(flow->clock);
  }
  vec_free(flow->m, &seen);
}

static void add_callback(java_flow *flow, uint32_t function, uint32_t entry,
                         uint32_t method) {
  uint32_t at = add_location(flow, function),
           behind = add_location(flow, function);
  add_step(flow, entry, at);
  uint32_t edge = flow_add_edge(flow, CFA_CALL, at, behind,
                                (cfa_control){.words = CFA_NONE});
  flow->out->edges.at[edge].function = flow_method_at(flow, method)->function;
  add_step(flow, behind, entry);
  vec_each (const uint32_t, mode, &flow_method_at(flow, method)->throws) {
    add_leave(flow, behind, *mode);
    (void)flow_add_edge(
        flow, CFA_SKIP, behind, entry,
        (cfa_control){*mode, 0, CFA_CATCH, flow_words(flow, "catch ", *mode)});
  }
}

static void emit_model(java_flow *flow, uint32_t method) {
  flow_numbers callbacks = {0};
  const flow_method *f = flow_method_at(flow, method);
  find_callbacks(flow, method, &callbacks);
  uint32_t entry =
      add_ends(flow, f->function, &f->throws, callbacks.count == 0);
  vec_each (const uint32_t, n, &callbacks)
    add_callback(flow, f->function, entry, *n);
  vec_free(flow->m, &callbacks);
}

/* The beginning */

static bool flow_has_initialiser(const java_flow *flow, uint32_t type) {
  const java_classes *p = flow->p;
  const java_type *t = java_type_at(p, type);
  return t->initialiser != JAVA_NONE && flow_has_code(flow, t->initialiser) &&
         !java_is_model(p, type) && !java_initialiser_is_trivial(p, type);
}

static uint32_t call_at_start(java_flow *flow, uint32_t function, uint32_t at,
                              uint32_t method) {
  uint32_t behind = add_location(flow, function),
           after = add_location(flow, function);
  uint32_t edge = flow_add_edge(flow, CFA_CALL, at, behind,
                                (cfa_control){.words = CFA_NONE});
  flow->out->edges.at[edge].function = flow_method_at(flow, method)->function;
  add_step(flow, behind, after);
  vec_each (const uint32_t, mode, &flow_method_at(flow, method)->throws)
    add_leave(flow, behind, *mode);
  return after;
}

/* What initialises the class of main, and what that extends, comes before it.
 */
static void emit_start(java_flow *flow) {
  java_classes *p = flow->p;
  uint32_t type = java_method_at(p, p->start)->type;
  uint32_t main = flow_method_at(flow, p->start)->function;
  flow->out->main = main;
  flow_numbers first = {0};
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(p, t)->super)
    if (flow_has_initialiser(flow, t))
      vec_push(flow->m, &first, java_type_at(p, t)->initialiser);
  if (!first.count)
    return;
  cfa_function made = {.name = cfa_name(flow->m, flow->out, "start"),
                       .place = flow->out->functions.at[main].place};
  vec_push(flow->m, &flow->out->functions, made);
  uint32_t function = (uint32_t)flow->out->functions.count - 1;
  uint32_t at = add_location(flow, function);
  flow->out->functions.at[function].entry = at;
  for (size_t i = first.count; i-- > 0;)
    at = call_at_start(flow, function, at, first.at[i]);
  at = call_at_start(flow, function, at, p->start);
  (void)flow_add_edge(
      flow, CFA_RETURN, at, CFA_NONE,
      (cfa_control){.words = cfa_name(flow->m, flow->out, "return")});
  flow->out->main = function;
  vec_free(flow->m, &first);
}

static void emit(java_flow *flow) {
  vec_each (const uint32_t, n, &flow->p->reached)
    if (!flow_is_model(flow, *n))
      flow_emit_method(flow, *n);
  for (uint32_t n = 0; n < flow->p->methods.count; n++)
    if (flow_is_model(flow, n) && flow_method_at(flow, n)->function != CFA_NONE)
      emit_model(flow, n);
  vec_each (const flow_outside, x, &flow->outsides)
    if (x->function != CFA_NONE)
      (void)add_ends(flow, x->function, &x->throws, true);
  emit_start(flow);
}

/* What the exceptions that leave an initialiser become. */
static void add_initialiser_error(java_flow *flow) {
  java_classes *p = flow->p;
  for (uint32_t i = 0; i < p->types.count; i++)
    if (flow_has_initialiser(flow, i) &&
        flow_method_at(flow, java_type_at(p, i)->initialiser)->throws.count)
      (void)flow_mode_of(
          flow, java_name(p, "java/lang/ExceptionInInitializerError"), true);
}

void java_make_flow(java_classes *classes, progress *clock, cfa *out) {
  java_flow one = {.m = classes->m, .clock = clock, .p = classes, .out = out};
  java_flow *flow = &one;
  out->pointer_bits = 64;
  begin(flow);
  vec_each (const uint32_t, n, &classes->reached)
    flow_find_calls(flow, *n);
  flow_find_facts(flow);
  flow_find_throws(flow);
  add_initialiser_error(flow);
  flow_add_names(flow);
  vec_each (const uint32_t, n, &classes->reached)
    if (!flow_is_model(flow, *n))
      add_functions_of(flow, *n);
  flow_add_idle_functions(flow);
  emit(flow);
  cfa_finish(classes->m, out);
}
