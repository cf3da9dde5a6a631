/* Functions: their variables, and the order in which blocks are translated. */
#include "front.h"

#include <assert.h>
#include <stdio.h>

static void find_declarations(front *f, LLVMValueRef function) {
  front_body *b = &f->body;
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(function); k;
       k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i;
         i = LLVMGetNextInstruction(i)) {
      shim_variable v;
      LLVMValueRef address;
      if (!shim_declares(i, &address, &v))
        continue;
      uint32_t n = map_insert(f->m, &b->declared, (uint64_t)(uintptr_t)address);
      if (n == b->declarations.count)
        vec_push(f->m, &b->declarations, v);
    }
}

const shim_variable *front_declaration_of(const front *f,
                                          LLVMValueRef address) {
  uint32_t n = map_find(&f->body.declared, (uint64_t)(uintptr_t)address);
  return n == MAP_NONE ? NULL : &f->body.declarations.at[n];
}

static void describe(front *f, uint32_t variable, const shim_variable *known) {
  if (!known)
    return;
  uint32_t type = front_type(f, known->type);
  cfa_place place = front_place(f, &known->place);
  front_types(f);
  cfa_variable *v = &f->p->variables.at[variable];
  v->type = type;
  v->place = place;
  v->is_signed = front_type_is_signed(f, type);
}

static bool is_only_accessed(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (!front_is_whole_access(LLVMGetUser(u), alloca))
      return false;
  return true;
}

static bool is_fixed_alloca(LLVMValueRef v) {
  return LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
         LLVMGetInstructionParent(v) ==
             LLVMGetEntryBasicBlock(
                 LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)));
}

static bool is_scalar_alloca(const front *f, LLVMValueRef v) {
  return is_fixed_alloca(v) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) == 1 &&
         front_width(f, LLVMGetAllocatedType(v), NULL) && is_only_accessed(v);
}

static uint32_t parameter_name(front *f, const shim_variable *known,
                               const char *before) {
  char text[256];
  if (known && known->name.length) {
    snprintf(text, sizeof text, "%s%.*s", before,
             known->name.length < 200 ? (int)known->name.length : 200,
             known->name.at);
  } else {
    snprintf(text, sizeof text, "%%%u", f->body.temporaries++);
  }
  return cfa_name(f->m, f->p, text);
}

/* The argument's alloca is itself the parameter. */
static bool add_home(front *f, LLVMValueRef argument) {
  LLVMValueRef home = front_home(argument);
  if (!home || LLVMGetAllocatedType(home) != LLVMTypeOf(argument) ||
      !is_scalar_alloca(f, home) ||
      front_register_of(f, home)->scalar != CFA_NONE)
    return false;
  const shim_variable *known = front_declaration_of(f, home);
  uint32_t n = front_scalar(f, CFA_PARAMETER, parameter_name(f, known, ""),
                            LLVMGetAllocatedType(home));
  describe(f, n, known);
  front_register_of(f, home)->scalar = n;
  front_register_of(f, home)->state = FRONT_DONE;
  front_register_of(f, argument)->scalar = n;
  return true;
}

/* Each word of the argument is a parameter that people do not see. */
static void add_leaves(front *f, LLVMValueRef argument) {
  LLVMValueRef home = front_home(argument);
  const shim_variable *known = home ? front_declaration_of(f, home) : NULL;
  front_leaves parts = {0};
  front_expressions leaves = {0};
  const char *why = NULL;
  if (front_split(f, LLVMTypeOf(argument), &parts, &why))
    vec_each (const front_leaf, x, &parts) {
      uint32_t n = front_scalar(f, CFA_PARAMETER, parameter_name(f, known, "%"),
                                x->type);
      describe(f, n, known);
      f->is_stable.at[n] = true;
      vec_push(f->m, &leaves, front_read(f, n));
    }
  front_define_leaves(f, argument, &leaves);
  vec_free(f->m, &parts);
  vec_free(f->m, &leaves);
}

static void add_object(front *f, LLVMValueRef argument, LLVMTypeRef type) {
  const shim_variable *known = front_declaration_of(f, argument);
  uint32_t n = front_variable(f, CFA_PARAMETER, parameter_name(f, known, ""));
  describe(f, n, known);
  f->p->variables.at[n].size = front_size(f, type);
  f->p->variables.at[n].alignment = LLVMABIAlignmentOfType(f->layout, type);
  front_set(f, argument, front_address(f, n, 0));
}

/* A struct that LLVM hands over in words. */
static void add_transit(front *f, LLVMValueRef argument) {
  LLVMValueRef home = front_home(argument);
  const shim_variable *known = home ? front_declaration_of(f, home) : NULL;
  LLVMTypeRef type = LLVMTypeOf(argument);
  uint32_t n = front_variable(f, CFA_PARAMETER, parameter_name(f, known, "%"));
  f->p->variables.at[n].size = front_width(f, type, NULL) / 8;
  f->is_transit.at[n] = true;
  front_set(f, argument, front_load(f, front_address(f, n, 0), type));
}

static void add_parameters(front *f, LLVMValueRef function) {
  cfa_function *c = &f->p->functions.at[f->body.function];
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  unsigned count = LLVMCountParams(function);
  c->first_variable = (uint32_t)f->p->variables.count;
  f->body.return_pointer = CFA_NONE;
  if (front_is_struct(result) || front_returns_object(f, function)) {
    f->body.return_pointer =
        front_scalar(f, CFA_PARAMETER, parameter_name(f, NULL, ""),
                     LLVMPointerType(result, 0));
    f->is_stable.at[f->body.return_pointer] = true;
  }
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetParam(function, i);
    LLVMTypeRef by_value = shim_by_value(function, i);
    if (by_value)
      add_object(f, argument, by_value);
    else if (front_takes_object(f, function, i))
      add_transit(f, argument);
    else if (!add_home(f, argument))
      add_leaves(f, argument);
  }
  c = &f->p->functions.at[f->body.function];
  c->parameters = (uint32_t)f->p->variables.count - c->first_variable;
}

static void add_local(front *f, LLVMValueRef alloca) {
  const shim_variable *known = front_declaration_of(f, alloca);
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  cfa_variable_kind kind = known ? CFA_LOCAL : CFA_TEMPORARY;
  uint32_t name = parameter_name(f, known, ""), n;
  if (is_scalar_alloca(f, alloca)) {
    n = front_scalar(f, kind, name, type);
    describe(f, n, known);
    front_register_of(f, alloca)->scalar = n;
    front_register_of(f, alloca)->state = FRONT_DONE;
    return;
  }
  if (front_add_scoped(f, alloca))
    return;
  n = front_variable(f, kind, name);
  describe(f, n, known);
  f->p->variables.at[n].size =
      front_size(f, type) * LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
  f->p->variables.at[n].alignment = LLVMGetAlignment(alloca);
  front_set(f, alloca, front_address(f, n, 0));
}

static void add_locals(front *f, LLVMValueRef function) {
  for (LLVMValueRef i =
           LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
       i; i = LLVMGetNextInstruction(i))
    if (is_fixed_alloca(i) && front_register_of(f, i)->state == FRONT_UNSEEN)
      add_local(f, i);
}

bool front_begin_block(front *f, LLVMBasicBlockRef block, uint32_t location) {
  front_body *b = &f->body;
  uint32_t n = map_insert(f->m, &b->blocks, (uint64_t)(uintptr_t)block);
  if (n < b->block_locations.count)
    return false;
  vec_push(f->m, &b->block_locations, location);
  vec_push(f->m, &b->todo, block);
  return true;
}

uint32_t front_block(front *f, LLVMBasicBlockRef block) {
  front_body *b = &f->body;
  uint32_t n = map_find(&b->blocks, (uint64_t)(uintptr_t)block);
  if (n != MAP_NONE)
    return b->block_locations.at[n];
  uint32_t location = front_location(f);
  front_begin_block(f, block, location);
  return location;
}

static void set_place(front *f, LLVMValueRef i) {
  shim_place at;
  if (shim_instruction_place(i, &at))
    f->body.place = front_place(f, &at);
}

static void translate_block(front *f, LLVMBasicBlockRef block) {
  front_body *b = &f->body;
  b->here = b->start = front_block(f, block);
  b->pending.count = 0;
  front_begin_scopes(f, block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block);
       i && b->here != CFA_NONE; i = LLVMGetNextInstruction(i)) {
    b->number++;
    b->taken_first = UINT32_MAX;
    b->taken_last = 0;
    b->faults_itself = false;
    if (i == b->skip[0] || i == b->skip[1])
      continue;
    set_place(f, i);
    front_step_scopes(f, i);
    if (!front_terminator(f, i))
      front_instruction(f, i);
  }
}

static void clear_body(front *f) {
  front_body *b = &f->body;
  map_free(f->m, &b->values);
  vec_free(f->m, &b->registers);
  vec_free(f->m, &b->leaves);
  vec_free(f->m, &b->pending);
  map_free(f->m, &b->declared);
  vec_free(f->m, &b->declarations);
  map_free(f->m, &b->blocks);
  vec_free(f->m, &b->block_locations);
  vec_free(f->m, &b->todo);
  vec_free(f->m, &b->scoped);
  *b = (front_body){.here = CFA_NONE, .start = CFA_NONE};
}

/* A function whose address is taken, but that has no body: it does what a call
 * of it does. */
static void translate_stub(front *f, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMTypeRef result = LLVMGetReturnType(type);
  front_call c = {.callee = function, .result = result, .value = CFA_NONE};
  unsigned count = LLVMCountParams(function);
  f->body.here = f->body.start = front_location(f);
  f->p->functions.at[f->body.function].entry = f->body.here;
  for (unsigned i = 0; i < count; i++)
    front_operands(f, LLVMGetParam(function, i), &c.arguments);
  if (front_is_struct(result))
    front_unsupported(f, "function %.*s has no body",
                      (int)front_name_of(function).length,
                      front_name_of(function).at);
  else
    front_special_call(f, &c);
  if (f->body.here != CFA_NONE) {
    cfa_edge e = front_edge(f, CFA_RETURN);
    if (f->p->functions.at[f->body.function].result_width)
      e.a = c.value != CFA_NONE ? c.value : front_undefined(f, result);
    front_end(f, &e);
  }
  vec_free(f->m, &c.arguments);
}

static void translate(front *f, uint32_t n) {
  LLVMValueRef function = f->functions.at[n].value;
  bool has_body = front_classify(f, function) == FRONT_BODY;
  clear_body(f);
  f->body.function = n;
  f->body.value = function;
  f->body.place = f->p->functions.at[n].place;
  /* Definitions of arguments and allocas are constants: they emit nothing. */
  if (has_body) {
    front_drop_checks(f, function);
    find_declarations(f, function);
  }
  add_parameters(f, function);
  if (has_body) {
    add_locals(f, function);
    f->p->functions.at[n].entry =
        front_block(f, LLVMGetEntryBasicBlock(function));
    while (f->body.todo.count)
      translate_block(f, vec_pop(&f->body.todo));
  } else {
    translate_stub(f, function);
  }
  cfa_function *c = &f->p->functions.at[n];
  c->variables = (uint32_t)f->p->variables.count - c->first_variable;
}

static void add_function(front *f, const front_function *x) {
  LLVMTypeRef type = LLVMGlobalGetValueType(x->value);
  LLVMTypeRef result = LLVMGetReturnType(type);
  shim_text name = front_name_of(x->value);
  shim_place place = {.line = 0};
  shim_function(x->value, &name, &place);
  cfa_function c = {.name = front_name(f, name),
                    .place = front_place(f, &place),
                    .is_variadic = LLVMIsFunctionVarArg(type),
                    .is_address_taken = x->is_address_taken,
                    .signature = front_signature(f, type)};
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind &&
      !front_returns_object(f, x->value)) {
    c.result_width = (uint8_t)front_width(f, result, NULL);
    c.result_is_pointer = c.result_width && front_is_pointer(result);
  }
  vec_push(f->m, &f->p->functions, c);
}

void front_functions(front *f) {
  vec_each (const front_function, x, &f->functions)
    add_function(f, x);
  for (uint32_t i = 0; i < f->functions.count; i++)
    translate(f, i);
  clear_body(f);
}
