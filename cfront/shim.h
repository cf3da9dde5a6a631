/* What LLVM's C API lacks: flags of arithmetic, debug information of local
 * variables and of types, linking only what is missing. Texts that are handed
 * out belong to the module and are not NUL-terminated. */
#ifndef CFRONT_SHIM_H
#define CFRONT_SHIM_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shim_text {
  const char *at;
  size_t length;
} shim_text;

typedef struct shim_place {
  shim_text file; /* length 0: no position */
  unsigned line, column;
} shim_place;

/* A variable as its declaration says. */
typedef struct shim_variable {
  shim_text name;
  LLVMMetadataRef type;  /* NULL: unknown */
  unsigned argument;     /* 1, 2, ...; 0: not a parameter */
  LLVMMetadataRef block; /* of a local: the inner block that it is declared in;
                            NULL: it is the function's */
  shim_place place;
} shim_variable;

typedef enum shim_type_kind {
  SHIM_OTHER,
  SHIM_VOID,
  SHIM_INTEGER,
  SHIM_POINTER,
  SHIM_ARRAY,
  SHIM_RECORD,
  SHIM_ENUMERATION,
  SHIM_FUNCTION
} shim_type_kind;

/* A type without its qualifiers; of a typedef what it stands for. */
typedef struct shim_type {
  shim_type_kind kind;
  shim_text name; /* its own, or else the innermost typedef's */
  bool is_tag;    /* the name is one of struct, union, enum */
  bool is_signed, is_bool, is_union;
  uint64_t bits;
  LLVMMetadataRef base; /* of pointers and arrays; NULL: void */
  LLVMMetadataRef self; /* without qualifiers and typedefs */
  unsigned elements;    /* members, or dimensions */
} shim_type;

typedef struct shim_member {
  shim_text name;
  LLVMMetadataRef type;
  uint64_t bit_offset, bits;
  bool is_bit_field;
} shim_member;

bool shim_no_signed_wrap(LLVMValueRef instruction);
/* A function, or a call, that is declared not to return. */
bool shim_never_returns(LLVMValueRef of);

/* Of a call of llvm.dbg.declare: the address that it speaks about. False: it
 * is no such call, or the address is gone. */
bool shim_declares(LLVMValueRef call, LLVMValueRef *address,
                   shim_variable *out);
/* Does it say in which block it stands? */
bool shim_has_block(LLVMValueRef instruction);
/* Does it stand in this block, or in one inside of it? */
bool shim_is_inside(LLVMValueRef instruction, LLVMMetadataRef block);
bool shim_block_is_inside(LLVMMetadataRef inner, LLVMMetadataRef block);
bool shim_global(LLVMValueRef global, shim_variable *out);
/* False: no debug information. */
bool shim_function(LLVMValueRef function, shim_text *name, shim_place *place);
/* Its result is a struct or a union, whatever LLVM's type says. */
bool shim_returns_record(LLVMValueRef function);
bool shim_instruction_place(LLVMValueRef instruction, shim_place *out);
/* Of a branch that closes a loop: where the loop's statement starts. */
bool shim_loop_place(LLVMValueRef branch, shim_place *out);

/* 'type' NULL: void. */
void shim_type_of(LLVMMetadataRef type, shim_type *out);
/* False: element 'n' is no member (a method, a nested type). */
bool shim_member_of(LLVMMetadataRef record, unsigned n, shim_member *out);
/* Elements of dimension 'n'; 0: unknown. */
uint64_t shim_dimension(LLVMMetadataRef array, unsigned n);

/* The type of a 'byval' argument, or NULL; 'user' is a function or a call. */
LLVMTypeRef shim_by_value(LLVMValueRef user, unsigned argument);
/* Of an array or string of plain numbers. */
LLVMValueRef shim_element(LLVMValueRef constant, unsigned n);
bool shim_is_atomic(LLVMValueRef instruction);
/* Of an inline assembly: whether its text is empty. */
bool shim_is_empty_assembly(LLVMValueRef callee);
shim_text shim_assembly(LLVMValueRef callee);

/* Takes out a branch that only checks something: its first successor follows at
 * once. False: others lead there, too. */
bool shim_drop_check(LLVMValueRef branch);
/* Reads a module. NULL: 'message' says why (to be freed by
 * LLVMDisposeMessage). */
LLVMModuleRef shim_read(LLVMContextRef context, const char *file,
                        char **message);
/* Moves what 'from' defines into 'to'; 'only_needed': only where 'to' has a
 * declaration without a body. 'from' is gone afterwards. False: see message. */
bool shim_link(LLVMModuleRef to, LLVMModuleRef from, bool only_needed,
               char **message);
/* False: the module breaks LLVM's own rules. */
bool shim_verify(LLVMModuleRef module, char **message);

#ifdef __cplusplus
}
#endif

#endif
