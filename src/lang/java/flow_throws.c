/* Which exceptions leave which method, and come to which handler: a least
 * fixpoint over all methods that are called. */
#include "lang/java/flow_inside.h"

static const char *const fault_classes[FLOW_FAULTS] = {
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException"};

const char *flow_fault_class(unsigned bit) {
  assert(bit < FLOW_FAULTS);
  return fault_classes[bit];
}

uint32_t flow_mode_of(java_flow *flow, uint32_t name, bool is_exact) {
  for (uint32_t i = 1; i < flow->modes.count; i++)
    if (flow->modes.at[i].name == name &&
        flow->modes.at[i].is_exact == is_exact)
      return i;
  vec_push(flow->m, &flow->modes, ((flow_mode){name, is_exact}));
  return (uint32_t)flow->modes.count - 1;
}

/* Is a class below another one? -1: that cannot be told. */
static int is_below(const java_classes *p, uint32_t name, uint32_t of) {
  if (name == of || strcmp(java_name_text(p, of), "java/lang/Throwable") == 0)
    return 1;
  uint32_t type = java_type_named(p, name), above = java_type_named(p, of);
  if (type == JAVA_NONE)
    return -1;
  if (above != JAVA_NONE && java_is_subtype(p, type, above))
    return 1;
  return java_type_at(p, type)->missing == NAMES_NONE ? 0 : -1;
}

int flow_catches(const java_flow *flow, uint32_t mode, const java_class *class,
                 const java_handler *handler) {
  const flow_mode *x = &flow->modes.at[mode];
  if (handler->type == 0)
    return 1;
  uint32_t caught = java_constant_at(class, handler->type)->name;
  int below = is_below(flow->p, x->name, caught);
  if (below == 0 && !x->is_exact && is_below(flow->p, caught, x->name) != 0)
    return -1;
  return below;
}

static bool is_checked(const java_flow *flow, uint32_t name) {
  java_classes *p = flow->p;
  static const char *const others[] = {"java/lang/RuntimeException",
                                       "java/lang/Error"};
  for (size_t i = 0; i < 2; i++) {
    uint32_t of = java_name(p, others[i]);
    if (is_below(p, name, of) == 1)
      return false;
  }
  return true;
}

/* Methods without code: what those who call them are prepared for. */

static bool is_one_of_all(const java_flow *flow, uint32_t name) {
  const char *text = java_name_text(flow->p, name);
  return strcmp(text, "java/lang/Throwable") == 0 ||
         strcmp(text, "java/lang/Exception") == 0;
}

static void prepared_for(java_flow *flow, uint32_t method, uint32_t number,
                         flow_numbers *handled, flow_numbers *wide) {
  const java_method *f = java_method_at(flow->p, method);
  const java_class *class = java_type_at(flow->p, f->type)->file;
  handled->count = wide->count = 0;
  vec_each (const java_handler, handler, &f->member->code.handlers) {
    if (!handler->type || !flow_covers(handler, &f->code.at.at[number]))
      continue;
    uint32_t name = java_constant_at(class, handler->type)->name;
    vec_push(flow->m, is_one_of_all(flow, name) ? wide : handled, name);
  }
  vec_each (const uint16_t, n, &f->member->throws)
    vec_push(flow->m, handled, java_constant_at(class, *n)->name);
}

static bool is_prepared(const java_flow *flow, const flow_numbers *handled,
                        uint32_t name) {
  vec_each (const uint32_t, x, handled)
    if (is_below(flow->p, name, *x) != 0)
      return true;
  return false;
}

/* What the call at hand and all before it are prepared for. */
static void meet_outside(java_flow *flow, flow_outside *x,
                         const flow_numbers *handled,
                         const flow_numbers *wide) {
  size_t kept = 0;
  for (size_t i = 0; i < x->checked.count; i++)
    if (is_prepared(flow, handled, x->checked.at[i]) ||
        is_prepared(flow, wide, x->checked.at[i]))
      x->checked.at[kept++] = x->checked.at[i];
  x->checked.count = kept;
  vec_each (const uint32_t, name, handled)
    if (!x->is_met && is_checked(flow, *name))
      flow_add(flow->m, &x->checked, *name);
  x->is_met = true;
}

/* A method of the program that has no code says what it throws. */
static bool says_itself(java_flow *flow, flow_outside *x) {
  if (x->method == JAVA_NONE)
    return false;
  const java_method *f = java_method_at(flow->p, x->method);
  const java_class *class = java_type_at(flow->p, f->type)->file;
  vec_each (const uint16_t, n, &f->member->throws)
    flow_add(flow->m, &x->checked, java_constant_at(class, *n)->name);
  return true;
}

static void find_outsides(java_flow *flow) {
  flow_numbers handled = {0}, wide = {0};
  vec_each (const uint32_t, n, &flow->p->reached) {
    const flow_method *f = flow_method_at(flow, *n);
    size_t count = java_method_at(flow->p, *n)->code.at.count;
    if (flow_is_model(flow, *n))
      continue;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t outside = f->calls[i].is_call ? f->calls[i].outside : JAVA_NONE;
      if (outside == JAVA_NONE || !f->is_live[i] ||
          says_itself(flow, &flow->outsides.at[outside]))
        continue;
      prepared_for(flow, *n, i, &handled, &wide);
      meet_outside(flow, &flow->outsides.at[outside], &handled, &wide);
    }
  }
  vec_each (flow_outside, x, &flow->outsides)
    vec_each (const uint32_t, name, &x->checked)
      flow_add(flow->m, &x->throws, flow_mode_of(flow, *name, false));
  vec_free(flow->m, &handled);
  vec_free(flow->m, &wide);
}

/* Methods with code */

static void add_thrown(java_flow *flow, uint32_t method, uint32_t number,
                       flow_numbers *out) {
  const flow_method *f = flow_method_at(flow, method);
  flow_fact x = f->thrown[number];
  if (x.kind == FLOW_CAUGHT) {
    vec_each (const uint32_t, mode, &f->caught[x.type])
      flow_add(flow->m, out, *mode);
    return;
  }
  uint32_t name =
      x.type == NAMES_NONE ? java_name(flow->p, "java/lang/Throwable") : x.type;
  flow_add(flow->m, out, flow_mode_of(flow, name, x.kind == FLOW_NEW));
}

void flow_modes_at(java_flow *flow, uint32_t method, uint32_t instruction,
                   flow_numbers *out) {
  const flow_method *f = flow_method_at(flow, method);
  unsigned faults = flow_is_model(flow, method) ? 0 : f->faults[instruction];
  out->count = 0;
  for (unsigned i = 0; i < FLOW_FAULTS; i++)
    if (faults >> i & 1)
      flow_add(flow->m, out,
               flow_mode_of(flow, java_name(flow->p, fault_classes[i]), true));
  if (java_method_at(flow->p, method)->code.at.at[instruction].opcode ==
      JAVA_ATHROW)
    add_thrown(flow, method, instruction, out);
}

void flow_modes_behind(java_flow *flow, uint32_t method, uint32_t instruction,
                       flow_numbers *out) {
  const flow_call *call = &flow_method_at(flow, method)->calls[instruction];
  out->count = 0;
  if (!call->is_call)
    return;
  vec_each (const uint32_t, n, &call->methods)
    vec_each (const uint32_t, mode, &flow_method_at(flow, *n)->throws)
      flow_add(flow->m, out, *mode);
  if (call->outside == JAVA_NONE)
    return;
  vec_each (const uint32_t, mode, &flow->outsides.at[call->outside].throws)
    flow_add(flow->m, out, *mode);
}

static void add_to(java_flow *flow, flow_numbers *to, uint32_t mode) {
  if (flow_add(flow->m, to, mode))
    flow->changed = true;
}

static void send(java_flow *flow, uint32_t method, uint32_t number,
                 uint32_t mode) {
  const java_method *f = java_method_at(flow->p, method);
  const java_class *class = java_type_at(flow->p, f->type)->file;
  flow_method *out = flow_method_at(flow, method);
  vec_each (const java_handler, handler, &f->member->code.handlers) {
    if (!flow_covers(handler, &f->code.at.at[number]))
      continue;
    int catches = flow_catches(flow, mode, class, handler);
    if (catches)
      add_to(flow, &out->caught[f->code.number[handler->handler]], mode);
    if (catches == 1)
      return;
  }
  add_to(flow, &out->throws, mode);
}

static void reach(java_flow *flow, bool *is_reached, flow_numbers *todo,
                  uint32_t instruction) {
  if (is_reached[instruction])
    return;
  is_reached[instruction] = true;
  vec_push(flow->m, todo, instruction);
}

static void reach_behind(java_flow *flow, const java_method *f,
                         const flow_method *facts, uint32_t n,
                         flow_numbers *todo) {
  const java_instruction *x = &f->code.at.at[n];
  if (x->target != JAVA_NO_INSTRUCTION)
    reach(flow, facts->is_reached, todo, x->target);
  for (uint32_t i = 0; i < x->cases; i++)
    reach(flow, facts->is_reached, todo,
          f->code.cases.at[x->first_case + i].target);
  if (!java_ends_flow(x->opcode) && !facts->calls[n].ends)
    reach(flow, facts->is_reached, todo, n + 1);
}

/* What nothing comes to is left out from now on. */
static void leave_out_idle(java_flow *flow, uint32_t method) {
  const flow_method *f = flow_method_at(flow, method);
  size_t count = java_method_at(flow->p, method)->code.at.count;
  for (size_t i = 0; i < count; i++)
    f->is_live[i] &= f->is_reached[i];
}

/* Where a method can get: to a handler only if something comes to it. */
static void find_reached(java_flow *flow, uint32_t method) {
  const java_method *f = java_method_at(flow->p, method);
  const flow_method *facts = flow_method_at(flow, method);
  flow_numbers todo = {0};
  memset(facts->is_reached, 0, f->code.at.count * sizeof *facts->is_reached);
  reach(flow, facts->is_reached, &todo, 0);
  for (uint32_t i = 0; i < f->code.at.count; i++)
    if (facts->caught[i].count)
      reach(flow, facts->is_reached, &todo, i);
  while (todo.count)
    reach_behind(flow, f, facts, vec_pop(&todo), &todo);
  vec_free(flow->m, &todo);
}

static void find_throws_of(java_flow *flow, uint32_t method) {
  const flow_method *f = flow_method_at(flow, method);
  flow_numbers modes = {0};
  size_t count = java_method_at(flow->p, method)->code.at.count;
  find_reached(flow, method);
  for (uint32_t i = 0; i < count; i++) {
    if (!f->is_live[i] || !f->is_reached[i])
      continue;
    flow_modes_at(flow, method, i, &modes);
    vec_each (const uint32_t, mode, &modes)
      send(flow, method, i, *mode);
    flow_modes_behind(flow, method, i, &modes);
    vec_each (const uint32_t, mode, &modes)
      send(flow, method, i, *mode);
  }
  vec_free(flow->m, &modes);
}

void flow_find_throws(java_flow *flow) {
  vec_push(flow->m, &flow->modes, ((flow_mode){NAMES_NONE, true}));
  find_outsides(flow);
  do {
    flow->changed = false;
    vec_each (const uint32_t, n, &flow->p->reached) {
      find_throws_of(flow, *n);
      progress_tick(flow->clock);
    }
  } while (flow->changed);
  vec_each (const uint32_t, n, &flow->p->reached)
    leave_out_idle(flow, *n);
}
