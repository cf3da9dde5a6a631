/* Locations and edges of a method. Where the next edge begins is a location, or
 * where an edge leads that has no end yet. */
#include "lang/java/flow_inside.h"

#include <stdio.h>

typedef struct position {
  uint32_t location, edge; /* both CFA_NONE: nobody comes here */
} position;

typedef struct emitter {
  java_flow *flow;
  mem *m;
  cfa *out;
  uint32_t method;
  const java_method *f;
  const java_class *class;
  flow_method *facts;
  uint32_t *entries; /* by instruction: the location of one where ways meet */
  uint32_t file;
  position at;
  uint32_t number;
  const java_instruction *x;
  uint32_t line;  /* of the instruction */
  uint32_t shown; /* the line of the last edge, 0: none since ways met */
} emitter;

static const position nowhere = {CFA_NONE, CFA_NONE};

static bool is_dead(const emitter *k) {
  return k->at.location == CFA_NONE && k->at.edge == CFA_NONE;
}

static cfa_place emit_place_of(const emitter *k, uint32_t line) {
  return k->file == CFA_NONE || line == 0 ? (cfa_place){CFA_NONE, 0, 0}
                                          : (cfa_place){k->file, line, 0};
}

static uint32_t new_location(emitter *k) {
  cfa_location location = {.function = k->facts->function,
                           .place = emit_place_of(k, k->line)};
  vec_push(k->m, &k->out->locations, location);
  return (uint32_t)k->out->locations.count - 1;
}

/* Here. */
static uint32_t location_here(emitter *k) {
  assert(!is_dead(k));
  if (k->at.location == CFA_NONE) {
    k->at.location = new_location(k);
    k->out->edges.at[k->at.edge].to = k->at.location;
    k->at.edge = CFA_NONE;
  }
  return k->at.location;
}

static uint32_t emit_words(emitter *k, const char *text) {
  return cfa_name(k->m, k->out, text);
}

/* 'to' may be CFA_NONE, and set later. */
static uint32_t emit_add_edge(emitter *k, cfa_edge_kind kind, uint32_t from,
                              uint32_t to, cfa_control control) {
  uint32_t edge = flow_make_edge(k->m, k->out, kind, from, to, control,
                                 emit_place_of(k, k->line));
  k->shown = k->line;
  return edge;
}

static uint32_t add_skip(emitter *k, uint32_t from, uint32_t to,
                         const char *text) {
  return emit_add_edge(k, CFA_SKIP, from, to,
                       (cfa_control){.words = emit_words(k, text)});
}

static void step_on(emitter *k, const char *text) {
  uint32_t from = location_here(k);
  k->at = (position){CFA_NONE, add_skip(k, from, CFA_NONE, text)};
}

/* A line in which nothing else happens is a step. */
static void show_line(emitter *k) {
  if (!is_dead(k) && k->shown != k->line)
    step_on(k, "...");
}

static void join(emitter *k, uint32_t location) {
  if (is_dead(k))
    return;
  if (k->at.edge != CFA_NONE)
    k->out->edges.at[k->at.edge].to = location;
  else
    (void)add_skip(k, k->at.location, location, "...");
  k->at = nowhere;
}

static uint32_t entry_of(emitter *k, uint32_t instruction) {
  if (k->entries[instruction] == CFA_NONE)
    k->entries[instruction] = new_location(k);
  return k->entries[instruction];
}

static const char *label(const emitter *k, uint32_t mode) {
  return cfa_text(k->out, k->out->modes.at[mode].label);
}

/* Exceptions */

typedef struct outcome {
  uint32_t handler; /* instruction; CFA_NONE: it leaves the method */
  bool takes_all;
} outcome;
typedef vec(outcome) outcomes;

static void find_outcomes(const emitter *k, uint32_t mode, outcomes *out) {
  vec_each (const java_handler, handler, &k->f->member->code.handlers) {
    if (!flow_covers(handler, k->x))
      continue;
    int catches = flow_catches(k->flow, mode, k->class, handler);
    if (catches)
      vec_push(
          k->m, out,
          ((outcome){k->f->code.number[handler->handler], handler->type == 0}));
    if (catches == 1)
      return;
  }
  vec_push(k->m, out, ((outcome){CFA_NONE, false}));
}

static void take_outcome(emitter *k, uint32_t from, uint32_t mode,
                         const outcome *x) {
  char text[400];
  if (x->handler == CFA_NONE) {
    (void)snprintf(text, sizeof text, "left by %.300s", label(k, mode));
    (void)emit_add_edge(
        k, CFA_RETURN, from, CFA_NONE,
        (cfa_control){mode, mode, CFA_STEP, emit_words(k, text)});
    return;
  }
  (void)snprintf(text, sizeof text, "%s %.300s",
                 x->takes_all ? "finally, with" : "catch", label(k, mode));
  (void)emit_add_edge(k, CFA_SKIP, from, entry_of(k, x->handler),
                      (cfa_control){mode, 0,
                                    x->takes_all ? CFA_FINALLY : CFA_CATCH,
                                    emit_words(k, text)});
}

/* What is on its way at a location. */
static void route(emitter *k, uint32_t from, uint32_t mode) {
  outcomes all = {0};
  find_outcomes(k, mode, &all);
  for (size_t i = 0; i < all.count; i++) {
    uint32_t at = from;
    if (all.count > 1) {
      at = new_location(k);
      (void)emit_add_edge(
          k, CFA_SKIP, from, at,
          (cfa_control){mode, mode, CFA_STEP, emit_words(k, "[its class]")});
    }
    take_outcome(k, at, mode, &all.at[i]);
  }
  vec_free(k->m, &all);
}

/* The only thing that can happen at 'from'. */
static void throw_at(emitter *k, uint32_t from, uint32_t mode) {
  char text[400];
  uint32_t way = new_location(k);
  (void)snprintf(text, sizeof text, "throw %.300s", label(k, mode));
  (void)emit_add_edge(k, CFA_SKIP, from, way,
                      (cfa_control){0, mode, CFA_THROW, emit_words(k, text)});
  route(k, way, mode);
}

/* One of several ways. */
static void throw_from(emitter *k, uint32_t from, uint32_t mode,
                       const char *why) {
  uint32_t thrown = new_location(k);
  (void)add_skip(k, from, thrown, why);
  throw_at(k, thrown, mode);
}

static void emit_faults(emitter *k) {
  static const char *const why[FLOW_FAULTS] = {
      "[null]",          "[division by 0]",    "[index out of bounds]",
      "[negative size]", "[of another class]", "[element of another class]"};
  unsigned faults = k->facts->faults[k->number];
  if (!faults)
    return;
  uint32_t from = location_here(k);
  for (unsigned i = 0; i < FLOW_FAULTS; i++)
    if (faults >> i & 1)
      throw_from(k, from,
                 flow_mode_of(k->flow,
                              java_name(k->flow->p, flow_fault_class(i)), true),
                 why[i]);
  if (k->x->opcode == JAVA_ATHROW)
    return;
  k->at = (position){CFA_NONE, add_skip(k, from, CFA_NONE, "[as usual]")};
}

static void emit_throw(emitter *k) {
  flow_numbers modes = {0};
  uint32_t from = location_here(k);
  flow_modes_at(k->flow, k->method, k->number, &modes);
  unsigned faults = 0;
  for (unsigned i = 0; i < FLOW_FAULTS; i++)
    faults += k->facts->faults[k->number] >> i & 1;
  if (modes.count == 1)
    throw_at(k, from, modes.at[0]);
  for (size_t i = faults; i < modes.count && modes.count > 1; i++)
    throw_from(k, from, modes.at[i], "[its class]");
  vec_free(k->m, &modes);
  k->at = nowhere;
}

/* Calls */

/* 'from' has nothing else; where it goes on is a position. */
static position call_from(emitter *k, uint32_t from, uint32_t function,
                          const flow_numbers *modes) {
  uint32_t behind = new_location(k);
  uint32_t edge = emit_add_edge(k, CFA_CALL, from, behind,
                                (cfa_control){.words = CFA_NONE});
  k->out->edges.at[edge].function = function;
  vec_each (const uint32_t, mode, modes)
    route(k, behind, *mode);
  return (position){behind, CFA_NONE};
}

static void call_one(emitter *k, uint32_t from, uint32_t function,
                     const flow_numbers *modes, uint32_t after) {
  position behind = call_from(k, from, function, modes);
  (void)add_skip(k, behind.location, after, "...");
  k->at = nowhere;
}

static size_t count_targets(const flow_call *call) {
  return call->methods.count + (call->outside != JAVA_NONE);
}

static void emit_targets(emitter *k, const flow_call *call) {
  uint32_t from = location_here(k), after = new_location(k);
  for (size_t i = 0; i < count_targets(call); i++) {
    bool is_outside = i == call->methods.count;
    const flow_numbers *modes =
        is_outside ? &k->flow->outsides.at[call->outside].throws
                   : &flow_method_at(k->flow, call->methods.at[i])->throws;
    uint32_t function =
        is_outside ? k->flow->outsides.at[call->outside].function
                   : flow_method_at(k->flow, call->methods.at[i])->function;
    char text[400];
    uint32_t at = new_location(k);
    (void)snprintf(text, sizeof text, "[%.300s]",
                   cfa_text(k->out, k->out->functions.at[function].name));
    (void)add_skip(k, from, at, text);
    call_one(k, at, function, modes, after);
  }
  k->at = (position){after, CFA_NONE};
}

static void emit_call(emitter *k) {
  const flow_call *call = &k->facts->calls[k->number];
  if (!call->is_call)
    return;
  if (call->ends) {
    cfa_control control = {.words = emit_words(k, "System.exit()")};
    (void)emit_add_edge(k, CFA_HALT, location_here(k), CFA_NONE, control);
    k->at = nowhere;
    return;
  }
  if (count_targets(call) > 1) {
    emit_targets(k, call);
    return;
  }
  bool is_outside = call->outside != JAVA_NONE;
  uint32_t from = location_here(k);
  k->at =
      is_outside
          ? call_from(k, from, k->flow->outsides.at[call->outside].function,
                      &k->flow->outsides.at[call->outside].throws)
          : call_from(k, from,
                      flow_method_at(k->flow, call->methods.at[0])->function,
                      &flow_method_at(k->flow, call->methods.at[0])->throws);
}

/* Classes are initialised at their first use, or have been. */

static bool runs_at_use(const emitter *k, uint32_t type) {
  java_classes *p = k->flow->p;
  const java_type *t = java_type_at(p, type);
  return t->initialiser != JAVA_NONE &&
         flow_has_code(k->flow, t->initialiser) && !java_is_model(p, type) &&
         !java_initialiser_is_trivial(p, type);
}

/* An exception that leaves an initialiser becomes an error. */
static uint32_t mode_of_initialiser(const emitter *k, uint32_t mode) {
  java_classes *p = k->flow->p;
  uint32_t type = java_type_named(p, k->flow->modes.at[mode].name);
  uint32_t error = java_type_called(p, "java/lang/Error");
  if (type != JAVA_NONE && error != JAVA_NONE &&
      java_is_subtype(p, type, error))
    return mode;
  return flow_mode_of(
      k->flow, java_name(p, "java/lang/ExceptionInInitializerError"), true);
}

static void use_initialiser(emitter *k, uint32_t method) {
  flow_method *f = flow_method_at(k->flow, method);
  uint32_t from = location_here(k), at = new_location(k),
           after = new_location(k), behind = new_location(k);
  (void)add_skip(k, from, after, "[the class is known]");
  (void)add_skip(k, from, at, "[its first use]");
  uint32_t edge =
      emit_add_edge(k, CFA_CALL, at, behind, (cfa_control){.words = CFA_NONE});
  k->out->edges.at[edge].function = f->function;
  (void)add_skip(k, behind, after, "...");
  vec_each (const uint32_t, mode, &f->throws) {
    uint32_t other = mode_of_initialiser(k, *mode), way = behind;
    if (other != *mode) {
      way = new_location(k);
      (void)emit_add_edge(
          k, CFA_SKIP, behind, way,
          (cfa_control){*mode, other, CFA_THROW,
                        emit_words(k, "throw "
                                      "ExceptionInInitializerError")});
    }
    route(k, way, other);
  }
  k->at = (position){after, CFA_NONE};
}

static uint32_t used_type(const emitter *k) {
  java_classes *p = k->flow->p;
  switch (k->x->opcode) {
  case JAVA_NEW:
    return java_type_named(p, java_constant_at(k->class, k->x->index)->name);
  case JAVA_GETSTATIC:
  case JAVA_PUTSTATIC:
  case JAVA_INVOKESTATIC: {
    uint32_t type = java_type_named(p, java_ref_class(k->class, k->x->index));
    if (type == JAVA_NONE)
      return JAVA_NONE;
    uint32_t name = java_ref_name(k->class, k->x->index),
             descriptor = java_ref_descriptor(k->class, k->x->index);
    bool is_call = k->x->opcode == JAVA_INVOKESTATIC;
    uint32_t n = is_call ? java_find_method(p, type, name, descriptor)
                         : java_find_field(p, type, name, descriptor);
    return n == JAVA_NONE ? JAVA_NONE
           : is_call      ? java_method_at(p, n)->type
                          : p->fields.at[n].type;
  }
  default:
    return JAVA_NONE;
  }
}

static void emit_use(emitter *k) {
  java_classes *p = k->flow->p;
  uint32_t type = used_type(k), first = java_method_at(p, p->start)->type;
  if (type == JAVA_NONE)
    return;
  for (uint32_t t = 0; t < p->types.count; t++)
    if (java_is_subtype(p, type, t) && runs_at_use(k, t) &&
        (t == type || java_is_used_along(p, t)) &&
        !java_is_subtype(p, k->f->type, t) && !java_is_subtype(p, first, t))
      use_initialiser(k, java_type_at(p, t)->initialiser);
}

/* Instructions */

static uint32_t line_at(const emitter *k, uint32_t instruction) {
  return java_line_of(&k->f->member->code, k->f->code.at.at[instruction].at);
}

static void go_to(emitter *k, uint32_t from, uint32_t target) {
  char text[40];
  (void)snprintf(text, sizeof text, "[to line %u]",
                 (unsigned)line_at(k, target));
  (void)add_skip(k, from, entry_of(k, target), text);
}

static void emit_branch(emitter *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_GOTO || o == JAVA_GOTO_W) {
    show_line(k);
    join(k, entry_of(k, k->x->target));
    return;
  }
  uint32_t from = location_here(k);
  go_to(k, from, k->x->target);
  for (uint32_t i = 0; i < k->x->cases; i++)
    go_to(k, from, k->f->code.cases.at[k->x->first_case + i].target);
  k->at = nowhere;
  if (k->x->cases || java_ends_flow(o))
    return;
  char text[40];
  (void)snprintf(text, sizeof text, "[to line %u]",
                 (unsigned)line_at(k, k->number + 1));
  k->at = (position){CFA_NONE, add_skip(k, from, CFA_NONE, text)};
}

static bool is_branch(java_opcode o) {
  return (o >= JAVA_IFEQ && o <= JAVA_LOOKUPSWITCH) || o == JAVA_IFNULL ||
         o == JAVA_IFNONNULL || o == JAVA_GOTO_W;
}

static void emit_instruction(emitter *k) {
  java_opcode o = k->x->opcode;
  if (k->facts->calls[k->number].is_unknown) {
    uint32_t edge = emit_add_edge(k, CFA_UNSUPPORTED, location_here(k),
                                  CFA_NONE, (cfa_control){.words = CFA_NONE});
    k->out->edges.at[edge].name =
        cfa_name(k->m, k->out, "a call by invokedynamic");
    k->at = nowhere;
    return;
  }
  emit_use(k);
  emit_faults(k);
  if (o == JAVA_ATHROW) {
    emit_throw(k);
  } else if (o >= JAVA_INVOKEVIRTUAL && o < JAVA_INVOKEDYNAMIC) {
    emit_call(k);
  } else if (o >= JAVA_IRETURN && o <= JAVA_RETURN) {
    (void)emit_add_edge(k, CFA_RETURN, location_here(k), CFA_NONE,
                        (cfa_control){.words = emit_words(k, "return")});
    k->at = nowhere;
  } else if (is_branch(o)) {
    emit_branch(k);
  }
}

static void emit_all(emitter *k) {
  for (uint32_t n = 0; n < k->f->code.at.count; n++) {
    uint32_t line = line_at(k, n);
    if (line != k->line)
      show_line(k);
    if (k->entries[n] != CFA_NONE && k->facts->is_live[n]) {
      show_line(k);
      join(k, k->entries[n]);
      k->at = (position){k->entries[n], CFA_NONE};
      k->shown = 0;
    }
    k->line = line;
    k->number = n;
    k->x = &k->f->code.at.at[n];
    if (k->facts->is_live[n] && !is_dead(k))
      emit_instruction(k);
    else
      k->at = nowhere;
  }
}

/* Where ways meet has a location from the beginning. */
static void add_entries(emitter *k) {
  const java_instructions *all = &k->f->code;
  for (uint32_t i = 0; i < all->at.count; i++)
    k->entries[i] = CFA_NONE;
  vec_each (const java_instruction, x, &all->at) {
    if (x->target != JAVA_NO_INSTRUCTION)
      (void)entry_of(k, x->target);
    for (uint32_t i = 0; i < x->cases; i++)
      (void)entry_of(k, all->cases.at[x->first_case + i].target);
  }
  vec_each (const java_handler, handler, &k->f->member->code.handlers)
    (void)entry_of(k, all->number[handler->handler]);
}

/* "org/example/Main.java" of a class of that package. */
static uint32_t emit_source_file(const emitter *k) {
  char name[600];
  const char *type =
      java_name_text(k->flow->p, java_type_at(k->flow->p, k->f->type)->name);
  const char *slash = strrchr(type, '/');
  if (k->class->source == NAMES_NONE)
    return CFA_NONE;
  (void)snprintf(name, sizeof name, "%.*s%.250s",
                 slash ? (int)((slash - type + 1) % 300) : 0, type,
                 java_text(k->class, k->class->source));
  uint32_t n = cfa_name(k->m, k->out, name);
  for (uint32_t i = 0; i < k->out->files.count; i++)
    if (k->out->files.at[i] == n)
      return i;
  vec_push(k->m, &k->out->files, n);
  return (uint32_t)k->out->files.count - 1;
}

void flow_emit_method(java_flow *flow, uint32_t method) {
  const java_method *f = java_method_at(flow->p, method);
  emitter k = {.flow = flow,
               .m = flow->m,
               .out = flow->out,
               .method = method,
               .f = f,
               .class = java_type_at(flow->p, f->type)->file,
               .facts = flow_method_at(flow, method),
               .at = nowhere};
  k.entries = mem_array(k.m, f->code.at.count + 1, sizeof *k.entries);
  k.file = emit_source_file(&k);
  k.line = line_at(&k, 0);
  uint32_t entry = new_location(&k);
  cfa_function *function = &k.out->functions.at[k.facts->function];
  function->entry = entry;
  function->place = emit_place_of(&k, k.line);
  add_entries(&k);
  k.at = (position){entry, CFA_NONE};
  emit_all(&k);
  mem_free(k.m, k.entries);
}
