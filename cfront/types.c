/* Places, names and types: from debug information for people, from LLVM's types
 * for what is computed. */
#include "front.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t front_name(front *f, shim_text t) {
  return names_insert(f->m, &f->p->names, t.at, t.length);
}

cfa_place front_place(front *f, const shim_place *at) {
  cfa_place none = {CFA_NONE, 0, 0};
  if (at->file.length == 0)
    return none;
  uint32_t name = front_name(f, at->file);
  uint32_t file = map_insert(f->m, &f->files, name);
  if (file == f->p->files.count)
    vec_push(f->m, &f->p->files, name);
  return (cfa_place){file, at->line, at->column};
}

static uint32_t type_name(front *f, const shim_type *t) {
  char text[512];
  const char *tag = !t->is_tag                    ? ""
                    : t->kind == SHIM_ENUMERATION ? "enum "
                    : t->is_union                 ? "union "
                                                  : "struct ";
  if (t->name.length == 0)
    return CFA_NONE;
  int n =
      snprintf(text, sizeof text, "%s%.*s", tag,
               t->name.length < 400 ? (int)t->name.length : 400, t->name.at);
  return front_name(f, (shim_text){text, (size_t)n});
}

static uint32_t add_type(front *f, const cfa_type *t) {
  vec_push(f->m, &f->p->types, *t);
  return (uint32_t)f->p->types.count - 1;
}

static cfa_type empty_type(void) {
  return (cfa_type){.kind = CFA_TYPE_OTHER, .name = CFA_NONE, .of = CFA_NONE};
}

/* Its number; what it is made of is filled in later, since types are cyclic. */
uint32_t front_type(front *f, LLVMMetadataRef type) {
  shim_type t;
  shim_type_of(type, &t);
  if (t.kind == SHIM_VOID)
    return CFA_NONE;
  uint32_t n = map_insert(f->m, &f->types, (uint64_t)(uintptr_t)t.self);
  if (n < f->type_todo.count)
    return f->type_todo.at[n].number;
  cfa_type fresh = empty_type();
  uint32_t number = add_type(f, &fresh);
  vec_push(f->m, &f->type_todo, ((front_type_entry){type, number}));
  return number;
}

static void fill_record(front *f, const shim_type *t, cfa_type *out) {
  vec(cfa_field) fields = {0};
  for (unsigned i = 0; i < t->elements; i++) {
    shim_member member;
    if (!shim_member_of(t->self, i, &member))
      continue;
    cfa_field field = {.name = member.name.length ? front_name(f, member.name)
                                                  : CFA_NONE,
                       .type = front_type(f, member.type),
                       .bit_offset = member.bit_offset,
                       .bit_width = member.bits};
    if (field.bit_offset + field.bit_width <= t->bits)
      vec_push(f->m, &fields, field);
  }
  out->first_field = (uint32_t)f->p->fields.count;
  out->fields = (uint32_t)fields.count;
  vec_each (cfa_field, field, &fields)
    vec_push(f->m, &f->p->fields, *field);
  vec_free(f->m, &fields);
}

/* Dimensions are types of their own, the innermost first. */
static void fill_array(front *f, const shim_type *t, cfa_type *out) {
  uint32_t of = front_type(f, t->base);
  shim_type base;
  shim_type_of(t->base, &base);
  uint64_t size = base.bits / 8;
  for (unsigned i = t->elements; i-- > 1;) {
    cfa_type inner = empty_type();
    inner.kind = CFA_TYPE_ARRAY;
    inner.of = of;
    inner.count = shim_dimension(t->self, i);
    inner.size = size *= inner.count;
    of = add_type(f, &inner);
  }
  out->of = of;
  out->count = t->elements ? shim_dimension(t->self, 0) : 0;
  out->size = size * out->count;
}

static void fill_type(front *f, LLVMMetadataRef type, uint32_t number) {
  cfa_type out = empty_type();
  shim_type t;
  shim_type_of(type, &t);
  out.size = t.bits / 8;
  out.is_signed = t.is_signed;
  out.is_bool = t.is_bool;
  out.is_union = t.is_union;
  if (t.kind == SHIM_RECORD) {
    out.kind = CFA_TYPE_RECORD;
    fill_record(f, &t, &out);
  } else if (t.kind == SHIM_ARRAY) {
    out.kind = CFA_TYPE_ARRAY;
    fill_array(f, &t, &out);
  } else if (t.kind == SHIM_POINTER) {
    out.kind = CFA_TYPE_POINTER;
    out.size = f->p->pointer_bits / 8;
    out.of = front_type(f, t.base);
  } else if (t.kind == SHIM_FUNCTION) {
    out.kind = CFA_TYPE_FUNCTION;
  } else if ((t.kind == SHIM_INTEGER || t.kind == SHIM_ENUMERATION) &&
             out.size >= 1 && out.size <= 16) {
    out.kind = CFA_TYPE_INTEGER;
  }
  if (out.kind != CFA_TYPE_POINTER && out.kind != CFA_TYPE_ARRAY)
    out.name = type_name(f, &t);
  f->p->types.at[number] = out;
}

void front_types(front *f) {
  while (f->types_filled < f->type_todo.count) {
    front_type_entry e = f->type_todo.at[f->types_filled++];
    fill_type(f, e.type, e.number);
  }
}

bool front_type_is_signed(const front *f, uint32_t type) {
  return type != CFA_NONE && f->p->types.at[type].is_signed;
}

/* What a pointer leads to. */

/* The type that holds the byte at 'offset' of a row of such types, down to
 * what is neither record nor array. */
static uint32_t part_at(const cfa *p, uint32_t type, uint64_t offset) {
  while (type != CFA_NONE) {
    const cfa_type *t = &p->types.at[type];
    if (t->size)
      offset %= t->size;
    if (t->kind == CFA_TYPE_ARRAY) {
      type = t->of;
      continue;
    }
    if (t->kind != CFA_TYPE_RECORD)
      return type;
    const cfa_field *found = NULL;
    for (uint32_t i = 0; i < t->fields && !found; i++) {
      const cfa_field *x = &p->fields.at[t->first_field + i];
      if (offset * 8 >= x->bit_offset &&
          offset * 8 < x->bit_offset + x->bit_width)
        found = x;
    }
    type = found ? found->type : CFA_NONE;
    offset -= found ? found->bit_offset / 8 : 0;
  }
  return CFA_NONE;
}

typedef struct spot {
  uint32_t type; /* CFA_NONE: unknown */
  uint64_t offset;
} spot;

static uint32_t pointed(const cfa *p, uint32_t type) {
  return type != CFA_NONE && p->types.at[type].kind == CFA_TYPE_POINTER
             ? p->types.at[type].of
             : CFA_NONE;
}

/* The depth of expressions is bounded (front_define), so that of the calls
 * is. */
static spot spot_of(const cfa *p, uint32_t pointer) {
  const cfa_expression *x = &p->expressions.at[pointer];
  spot s = {CFA_NONE, 0};
  if (x->kind == CFA_ADDRESS) {
    s = (spot){p->variables.at[x->a].type, x->value};
  } else if (x->kind == CFA_VARIABLE) {
    s.type = pointed(p, p->variables.at[x->a].type);
  } else if (x->kind == CFA_LOAD) {
    s = spot_of(p, x->a);
    s = (spot){pointed(p, part_at(p, s.type, s.offset)), 0};
  } else if (x->kind == CFA_OFFSET) {
    const cfa_expression *by = &p->expressions.at[x->b];
    s = spot_of(p, x->a);
    s.offset += by->kind == CFA_CONSTANT ? by->value : 0;
  } else if (x->kind == CFA_APPLY && x->op == BITS_ITE) {
    s = spot_of(p, x->b);
  }
  return s;
}

bool front_points_to_signed(const front *f, uint32_t pointer) {
  spot s = spot_of(f->p, pointer);
  return front_type_is_signed(f, part_at(f->p, s.type, s.offset));
}

static const char *strange(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind:
    return "integers of more than 64 bits";
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return "floating point";
  case LLVMVectorTypeKind:
  case LLVMScalableVectorTypeKind:
  case LLVMX86_MMXTypeKind:
  case LLVMX86_AMXTypeKind:
    return "vectors";
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind:
    return "structs or arrays as values";
  default:
    return "a value of a strange type";
  }
}

/* Floating-point numbers are carried as the words that they are made of: only
 * computing with them is not supported. */
unsigned front_width(const front *f, LLVMTypeRef t, const char **why) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  unsigned width = 0;
  if (kind == LLVMIntegerTypeKind)
    width = LLVMGetIntTypeWidth(t);
  else if (kind == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 0)
    width = f->p->pointer_bits;
  else if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
    width = kind == LLVMFloatTypeKind ? 32 : 64;
  if (width >= 1 && width <= BITS_MOST)
    return width;
  if (why)
    *why = strange(t);
  return 0;
}

bool front_is_pointer(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

uint64_t front_size(const front *f, LLVMTypeRef t) {
  return LLVMTypeIsSized(t) ? LLVMABISizeOfType(f->layout, t) : 0;
}

static void push_parts(front *f, const front_leaf *whole, front_leaves *todo) {
  LLVMTypeRef t = whole->type;
  bool is_array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
  unsigned count =
      is_array ? LLVMGetArrayLength(t) : LLVMCountStructElementTypes(t);
  for (unsigned i = count; i-- > 0;) {
    front_leaf part = *whole;
    if (is_array) {
      part.type = LLVMGetElementType(t);
      part.offset += i * front_size(f, part.type);
    } else {
      part.type = LLVMStructGetTypeAtIndex(t, i);
      part.offset += LLVMOffsetOfElement(f->layout, t, i);
    }
    vec_push(f->m, todo, part);
  }
}

bool front_split(front *f, LLVMTypeRef t, front_leaves *out, const char **why) {
  enum { MOST = 64 }; /* words in a register: clang makes two of them */
  front_leaves todo = {0};
  bool fine = true;
  vec_push(f->m, &todo, ((front_leaf){t, 0}));
  while (fine && todo.count) {
    front_leaf x = vec_pop(&todo);
    LLVMTypeKind kind = LLVMGetTypeKind(x.type);
    bool is_whole = kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
    if (is_whole) {
      fine = front_width(f, x.type, why) != 0;
      vec_push(f->m, out, x);
    } else if (kind == LLVMArrayTypeKind && LLVMGetArrayLength(x.type) > MOST) {
      fine = false;
    } else {
      push_parts(f, &x, &todo);
    }
    if (out->count > MOST || !fine) {
      *why = fine || !is_whole ? "structs or arrays as values" : *why;
      fine = false;
    }
  }
  vec_free(f->m, &todo);
  return fine;
}

static size_t put_type(LLVMTypeRef t, char *out, size_t size) {
  if (front_is_pointer(t))
    return (size_t)snprintf(out, size, "p,");
  char *text = LLVMPrintTypeToString(t);
  int n = snprintf(out, size, "%s,", text);
  LLVMDisposeMessage(text);
  return (size_t)n < size ? (size_t)n : size - 1;
}

uint32_t front_signature(front *f, LLVMTypeRef function) {
  enum { SIZE = 4096 };
  unsigned count = LLVMCountParamTypes(function);
  LLVMTypeRef *types = mem_array(f->m, count + 1, sizeof *types);
  char *text = mem_alloc(f->m, SIZE);
  size_t n = put_type(LLVMGetReturnType(function), text, SIZE);
  LLVMGetParamTypes(function, types);
  for (unsigned i = 0; i < count && n + 1 < SIZE; i++)
    n += put_type(types[i], text + n, SIZE - n);
  if (LLVMIsFunctionVarArg(function) && n + 1 < SIZE)
    text[n++] = '.';
  uint32_t number = names_insert(f->m, &f->signatures, text, n);
  mem_free(f->m, text);
  mem_free(f->m, types);
  return number;
}
