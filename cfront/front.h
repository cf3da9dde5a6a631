/* From LLVM's modules to control-flow automata: what the files of this program
 * share.
 *
 * No pass runs before: the instructions are what clang -O0 made of the source.
 * An alloca or a global that is only read and written whole is a scalar, any
 * other one an object. A register that is used once, in its block, folds into
 * the expression of its user unless something happens in between ("pending");
 * any other one becomes a temporary. One invariant keeps the order of inputs
 * and faults: pending registers stand in the order of their instructions, and
 * whatever changes a state first settles those that it does not consume
 * (pending.c). */
#ifndef CFRONT_FRONT_H
#define CFRONT_FRONT_H

#include "base/map.h"
#include "cfa/cfa.h"
#include "shim.h"

#include <llvm-c/Target.h>

typedef struct front_options {
  bool division, overflow; /* checked */
  bool index;              /* pointers must not go around memory */
  bool undefined;          /* so is all that C leaves undefined */
  bool failing;            /* allocations may fail */
  bool control;            /* for the control flow alone: calls of functions
                              without a body leave their name, and whatever
                              such a function may do to data is no obstacle */
  const char **inputs;     /* further functions that give inputs */
  size_t input_count;
} front_options;

/* What evaluating an expression may do: bits. */
enum {
  FRONT_READS = 1,    /* variables that may change before it is used */
  FRONT_FAULTS = 2,   /* it loads or divides, or makes an input */
  FRONT_CHOOSES = 4,  /* it makes an input each time (a shift) */
  FRONT_VARIABLES = 8 /* it speaks of variables at all */
};

typedef struct front_facts {
  uint8_t effects;
  uint8_t depth;
} front_facts;

typedef enum front_state {
  FRONT_UNSEEN,
  FRONT_PENDING, /* the leaf is to be evaluated where it is used */
  FRONT_DONE     /* the leaves are variables, or as good as constants */
} front_state;

/* What an instruction or an argument gives: one leaf, or for a struct in a
 * register those of its parts. CFA_NONE as a leaf: undefined. */
typedef struct front_register {
  front_state state;
  uint32_t first, count; /* of 'leaves' */
  uint32_t scalar;       /* of an alloca: the scalar variable; CFA_NONE */
} front_register;

typedef struct front_pending {
  LLVMValueRef value, user;
  uint32_t expression;
  uint32_t first, last; /* numbers of the instructions in it that fault */
  cfa_place place;
} front_pending;

typedef struct front_leaf {
  LLVMTypeRef type;
  uint64_t offset;
} front_leaf;
typedef vec(front_leaf) front_leaves;
typedef vec(uint32_t) front_expressions;

/* A local of an inner block that is memory of its own (scopes.c). */
typedef struct front_scoped {
  LLVMValueRef alloca;
  LLVMMetadataRef block;
  uint32_t variable; /* the pointer to it; null where it is not there */
  uint64_t size;
} front_scoped;

/* The function that is being translated. */
typedef struct front_body {
  uint32_t function;
  LLVMValueRef value;
  map values;
  vec(front_register) registers; /* of 'values' */
  front_expressions leaves;
  vec(front_pending) pending;
  map declared;
  vec(shim_variable) declarations; /* of 'declared' */
  map blocks;
  vec(uint32_t) block_locations; /* of 'blocks' */
  vec(LLVMBasicBlockRef) todo;
  uint32_t return_pointer; /* parameter through which a struct is returned */
  uint32_t here;           /* location; CFA_NONE: nothing leads on */
  uint32_t number;         /* of the instruction at hand */
  uint32_t temporaries;
  cfa_place place;
  vec(front_scoped) scoped;
  LLVMValueRef at; /* the last instruction that says in which block it is */
  LLVMValueRef skip[2]; /* instructions that an earlier edge has done */
  uint32_t start;       /* of the block: others may lead there */
  uint32_t taken_first, taken_last; /* numbers of what faults in operands of
                                       the instruction at hand */
  bool faults_itself;
} front_body;

typedef struct front_type_entry {
  LLVMMetadataRef type;
  uint32_t number; /* cfa_type */
} front_type_entry;

typedef struct front_function {
  LLVMValueRef value;
  bool is_called, is_address_taken;
} front_function;

typedef struct front {
  mem *m;
  cfa *p;
  const front_options *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  map reached; /* functions and globals that main can reach */
  vec(front_function) functions;
  map function_numbers; /* LLVM function: index of 'functions' */
  vec(LLVMValueRef) globals;
  map global_numbers;              /* LLVM global: variable */
  map labels;                      /* addresses of labels that were met */
  map files;                       /* name: number in 'files' */
  map types;                       /* debug type: number in 'types' */
  vec(front_type_entry) type_todo; /* of 'types' */
  size_t types_filled;
  names signatures;
  vec(front_facts) facts; /* of expressions */
  vec(bool) is_stable;    /* of variables: set once before they are read */
  vec(bool) is_transit;   /* of variables: see transit.c */
  front_body body;
  report *report;
  jmp_buf rejected; /* see front_reject */
} front;

/* main.c, program.c */

/* The program cannot be translated at all; does not return. */
base_noreturn base_printf(3, 4) void front_reject(front *f, const cfa_place *at,
                                                  const char *format, ...);
void front_program(front *f);
/* Rejects what runs although main does not lead to it (refused.c). */
void front_refuse(front *f);
void front_reach(front *f, LLVMValueRef main);
LLVMValueRef front_called_function(LLVMValueRef callee);
/* NULL: reported. */
LLVMModuleRef front_modules(LLVMContextRef context, const char *const *files,
                            size_t count, const char *library, report *r);

/* types.c */

cfa_place front_place(front *f, const shim_place *at);
uint32_t front_name(front *f, shim_text t);
/* The number of a type; CFA_NONE: void. */
uint32_t front_type(front *f, LLVMMetadataRef type);
/* Fills in those that were only numbered. */
void front_types(front *f);
bool front_type_is_signed(const front *f, uint32_t type);
/* Whether people would write what stands at this pointer with a sign. */
bool front_points_to_signed(const front *f, uint32_t pointer);

/* 1 to 64; 0: no word, and 'why' (if not NULL) says what it is. */
unsigned front_width(const front *f, LLVMTypeRef t, const char **why);
bool front_is_pointer(LLVMTypeRef t);
uint64_t front_size(const front *f, LLVMTypeRef t);
/* The words that a type is made of. False: some part is no word; 'why'. */
bool front_split(front *f, LLVMTypeRef t, front_leaves *out, const char **why);
/* Equal for types of functions that differ in what is pointed to at most. */
uint32_t front_signature(front *f, LLVMTypeRef function);

/* expressions.c */

front_facts front_facts_of(front *f, uint32_t expression);
static inline unsigned front_effects(front *f, uint32_t expression) {
  return front_facts_of(f, expression).effects;
}
const cfa_expression *front_at(const front *f, uint32_t expression);
bool front_is_constant(const front *f, uint32_t expression, uint64_t *value);

uint32_t front_constant(front *f, unsigned width, uint64_t value,
                        bool is_signed);
uint32_t front_word(front *f, uint64_t value); /* as wide as a pointer */
uint32_t front_pointer(front *f, uint64_t value);
uint32_t front_read(front *f, uint32_t variable);
uint32_t front_address(front *f, uint32_t variable, uint64_t offset);
uint32_t front_load(front *f, uint32_t pointer, LLVMTypeRef type);
uint32_t front_offset(front *f, uint32_t pointer, uint32_t bytes);
uint32_t front_shift_pointer(front *f, uint32_t pointer, uint64_t bytes);
/* Folds constants; else cfa_apply. */
uint32_t front_apply(front *f, bits_op op, unsigned width, uint32_t a,
                     uint32_t b, uint32_t c);
uint32_t front_not(front *f, uint32_t a);
uint32_t front_equal(front *f, uint32_t a, uint32_t b);
/* A word as a word of another width. */
uint32_t front_resize(front *f, uint32_t a, unsigned width, bool is_signed);
uint32_t front_to_integer(front *f, uint32_t pointer, unsigned width);
uint32_t front_to_pointer(front *f, uint32_t word);
/* Word or pointer as a word or pointer of this type, as a machine would. */
uint32_t front_convert(front *f, uint32_t a, LLVMTypeRef to);
/* A constant as its user writes it. */
uint32_t front_signed(front *f, uint32_t a, bool is_signed);

/* edges.c */

uint32_t front_location(front *f);
cfa_edge front_edge(const front *f, cfa_edge_kind kind);
void front_emit(front *f, const cfa_edge *e);     /* to a new location */
void front_end(front *f, const cfa_edge *e);      /* nothing follows */
void front_add_edge(front *f, const cfa_edge *e); /* as it is */
void front_go(front *f, LLVMBasicBlockRef block);
void front_assign(front *f, uint32_t variable, uint32_t a);
void front_store(front *f, uint32_t pointer, uint32_t a);
void front_halt(front *f);
void front_fail(front *f, cfa_error_kind kind, uint32_t name);
void front_assume(front *f, uint32_t condition);
/* The rest of this run is not translated: settles what is pending. */
base_printf(2, 3) void front_unsupported(front *f, const char *format, ...);
/* Two edges of one condition; goes on at the side where it does not hold. The
 * location of the other side. */
uint32_t front_branch(front *f, uint32_t condition);
/* Fails if the condition holds. */
void front_guard(front *f, uint32_t condition, cfa_error_kind kind,
                 const char *name);
/* What follows is undefined; settles what is pending. */
void front_end_undefined(front *f, const char *why);
/* It is if the condition holds. */
void front_guard_undefined(front *f, uint32_t condition, const char *why);
void front_input(front *f, uint32_t variable, cfa_input_kind kind,
                 uint32_t name);

uint32_t front_variable(front *f, cfa_variable_kind kind, uint32_t name);
uint32_t front_scalar(front *f, cfa_variable_kind kind, uint32_t name,
                      LLVMTypeRef type);
uint32_t front_temporary(front *f, unsigned width, bool is_pointer);
uint32_t front_temporary_like(front *f, uint32_t expression);
/* The expression, or a temporary that holds its value if it is not as good as
 * a constant. */
uint32_t front_hold(front *f, uint32_t expression);
/* The same, but a temporary in any case if there are variables in it. */
uint32_t front_hold_always(front *f, uint32_t expression);
/* Evaluates what nobody uses, if that may fault. */
void front_discard(front *f, uint32_t expression);
uint32_t front_temporary_object(front *f, uint64_t size, unsigned alignment);
uint32_t front_undefined(front *f, LLVMTypeRef type);

/* pending.c: registers. */

front_register *front_register_of(front *f, LLVMValueRef value);
/* It is this, wherever it is used. */
void front_set(front *f, LLVMValueRef value, uint32_t expression);
void front_set_leaves(front *f, LLVMValueRef value,
                      const front_expressions *leaves);
/* Before the operands of the instruction at hand are asked for; 'order' are
 * they, as the edge or expression will evaluate them. */
void front_settle_order(front *f, const LLVMValueRef *order, size_t count);
/* Before a state changes: whatever is pending and not consumed by 'user'. */
void front_settle(front *f, LLVMValueRef user);
void front_settle_all(front *f);
/* What the value is; emits an edge for what is undefined. */
uint32_t front_operand(front *f, LLVMValueRef value);
/* All its leaves. False: front_unsupported was called. */
bool front_operands(front *f, LLVMValueRef value, front_expressions *out);
/* The register gets this value. */
void front_define(front *f, LLVMValueRef value, uint32_t expression);
void front_define_leaves(front *f, LLVMValueRef value,
                         const front_expressions *leaves);
/* The variable that a call's result goes to: that of the store which follows at
 * once, or a temporary. */
uint32_t front_result(front *f, LLVMValueRef value);
/* The scalar that an alloca or a global is; CFA_NONE: none. */
uint32_t front_scalar_of(const front *f, LLVMValueRef pointer);

/* constants.c, globals.c */

/* False: 'why'. An undefined one gives CFA_NONE. */
bool front_constant_of(front *f, LLVMValueRef value, uint32_t *out,
                       const char **why);
/* Pushes the leaves. */
bool front_constant_leaves(front *f, LLVMValueRef value, front_expressions *out,
                           const char **why);
unsigned front_part_count(LLVMTypeRef type);
LLVMTypeRef front_part_type(LLVMTypeRef type, unsigned i);
uint64_t front_part_offset(const front *f, LLVMTypeRef type, unsigned i);
LLVMValueRef front_part(LLVMValueRef value, unsigned i);
void front_globals(front *f);
/* Reads or writes all that the pointer leads to, and nothing else. */
bool front_is_whole_access(LLVMValueRef user, LLVMValueRef pointer);

/* arithmetic.c: also of constant expressions. */

bool front_operator(LLVMOpcode opcode, bits_op *out);
uint32_t front_compare(front *f, LLVMIntPredicate predicate, uint32_t a,
                       uint32_t b);
/* CFA_NONE: no such conversion of words and pointers. */
uint32_t front_cast(front *f, LLVMOpcode opcode, uint32_t a, LLVMTypeRef to);
/* Goes from a pointer by one index of a getelementptr through the type. False:
 * 'why'. */
bool front_step(front *f, LLVMTypeRef *type, bool is_first, uint32_t index,
                uint32_t *pointer, const char **why);
bool front_is_checked(const front *f, LLVMValueRef i);
/* Overflow is undefined in C, and not checked: it wraps. */
bool front_wraps(const front *f, LLVMValueRef i);
void front_check_binary(front *f, LLVMValueRef i, LLVMOpcode opcode,
                        uint32_t *a, uint32_t *b);
void front_overflow(front *f, bits_op op, bool is_signed, uint32_t a,
                    uint32_t b, uint32_t *value, uint32_t *overflows);

/* functions.c, instructions.c */

/* Is the index so narrow that no product of it goes around memory? */
bool front_is_narrow(const front *f, LLVMValueRef index);

/* What the program says of an alloca or an argument; NULL: nothing. */
const shim_variable *front_declaration_of(const front *f, LLVMValueRef address);

void front_functions(front *f);
void front_instruction(front *f, LLVMValueRef i);
/* True: the instruction ended its block. */
bool front_terminator(front *f, LLVMValueRef i);
uint32_t front_block(front *f, LLVMBasicBlockRef block);
/* False: it begins somewhere else. */
bool front_begin_block(front *f, LLVMBasicBlockRef block, uint32_t location);
bool front_is_dead(const front *f); /* nothing leads on */
bool front_is_struct(LLVMTypeRef type);
void front_store_parts(front *f, uint32_t pointer, LLVMTypeRef type,
                       const front_expressions *leaves);

/* indices.c: before 'function' is translated. */
void front_drop_checks(const front *f, LLVMValueRef function);

/* scopes.c: locals of inner blocks. */

/* True: the alloca is such a local, and its register is set. */
bool front_add_scoped(front *f, LLVMValueRef alloca);
/* True: it is one, and its declaration was passed. */
bool front_declare_scoped(front *f, LLVMValueRef alloca);
/* Where a basic block begins, and before each of its instructions. */
void front_begin_scopes(front *f, LLVMBasicBlockRef block);
void front_step_scopes(front *f, LLVMValueRef i);
/* On the way to another basic block; whether anything is to be done there. */
bool front_leaves_scope(const front *f, LLVMBasicBlockRef to);
void front_pass_scopes(front *f, LLVMBasicBlockRef to);
/* Before the function returns. */
void front_end_scopes(front *f);

/* transit.c: structs that LLVM passes as words. */

bool front_takes_object(const front *f, LLVMValueRef function,
                        unsigned argument);
bool front_returns_object(const front *f, LLVMValueRef function);
/* The alloca that an argument is stored to at the beginning, perhaps as a part
 * of it; NULL: none, or it is used in other ways. */
LLVMValueRef front_home(LLVMValueRef argument);
uint32_t front_transit(front *f, LLVMTypeRef type);
void front_move(front *f, uint32_t to, uint32_t from, uint64_t bytes);
/* The struct is in this object, and stays there until it is looked at. */
void front_read_struct(front *f, LLVMValueRef i, uint32_t object);
/* Bytes at the pointer := the value, as bytes if it is a word in transit. */
void front_put(front *f, uint32_t pointer, uint32_t value);
/* A pointer to the value, which is about to be consumed. */
uint32_t front_lend(front *f, uint32_t value);
/* Before the function at hand returns. */
void front_give_back(front *f, uint32_t value);

/* calls.c, special.c, intrinsics.c */

typedef enum front_special {
  FRONT_BODY,    /* translate what stands there */
  FRONT_ERROR,   /* the call is the error */
  FRONT_FAILURE, /* of an assertion, whose text is an argument */
  FRONT_ASSERT,
  FRONT_ASSUME,
  FRONT_INPUT,
  FRONT_HALT,
  FRONT_MALLOC,
  FRONT_ALIGNED,
  FRONT_CALLOC,
  FRONT_FREE,
  FRONT_ALLOCA,
  FRONT_SIZE,
  FRONT_PRINT,     /* its format must be a literal without %n */
  FRONT_PUT,       /* it only writes to files */
  FRONT_FORMAT,    /* to memory, by a format */
  FRONT_SCAN,      /* from files or memory, by a format */
  FRONT_UNDEFINED, /* the run; the text is why */
  FRONT_COPY,
  FRONT_FILL,
  FRONT_REFUSED,
  FRONT_EXTERNAL
} front_special;

/* A call, its arguments split into words. */
typedef struct front_call {
  LLVMValueRef instruction; /* NULL: in a function that stands for 'callee' */
  LLVMValueRef callee;      /* function without a body */
  LLVMTypeRef result;       /* that the caller expects */
  front_expressions arguments;
  uint32_t value; /* without an instruction: the result, once it is known */
  uint32_t late;  /* variable whose value is to be converted; CFA_NONE */
} front_call;

/* Of a function without a body, by its name alone. */
front_special front_special_of(shim_text name);
front_special front_classify(const front *f, LLVMValueRef function);
shim_text front_name_of(LLVMValueRef value);
void front_call_instruction(front *f, LLVMValueRef i);
/* What a function without a body does. The result, or CFA_NONE. */
void front_special_call(front *f, front_call *c);
void front_give(front *f, front_call *c, uint32_t x);
uint32_t front_target(front *f, front_call *c);
void front_intrinsic(front *f, LLVMValueRef i, LLVMValueRef callee);

/* models.c: functions of src/lang/c/library.c.txt that calls of others become
 */

typedef enum front_model {
  FRONT_MODEL_TEXT, /* reads a string, bytes; looks whether a file is open */
  FRONT_MODEL_BYTES,
  FRONT_MODEL_STREAM,
  FRONT_MODEL_PUT_BYTES, /* parts of formats */
  FRONT_MODEL_PUT_TEXT,
  FRONT_MODEL_PUT_CHARACTER,
  FRONT_MODEL_PUT_SIGNED,
  FRONT_MODEL_PUT_UNSIGNED,
  FRONT_MODEL_PUT_END,
  FRONT_MODEL_SCAN_BEGIN,
  FRONT_MODEL_SCAN_SPACE,
  FRONT_MODEL_SCAN_BYTE,
  FRONT_MODEL_SCAN_CHARACTERS,
  FRONT_MODEL_SCAN_WORD,
  FRONT_MODEL_SCAN_NUMBER,
  FRONT_MODEL_SCAN_END
} front_model;

/* Models are linked where something declares them: here, if the program calls
 * what needs them. */
void front_declare_models(LLVMModuleRef module);
/* Those that a call of this kind may need become functions of the automaton. */
void front_reach_models(front *f, front_special what);
/* Whether they are there: the library may not be. */
bool front_has_models(const front *f, front_special what);
/* Converts the arguments to what the model takes. The result, or CFA_NONE. */
uint32_t front_call_model(front *f, front_model model,
                          const uint32_t *arguments, unsigned count);

/* written.c: what is handed to functions that write it. Before such a function
 * is called; 'format' is that of a printf, which stands in this argument, or
 * NULL. */
void front_check_written(front *f, front_call *c, const char *format,
                         size_t argument);
/* An argument is a stream, which must be open. */
void front_check_stream(front *f, const front_call *c, size_t n);

/* directives.c: parts of formats */

enum { FRONT_NO_NUMBER = -1, FRONT_STAR = -2 };

typedef struct front_directive {
  const char *text; /* what stands before it */
  size_t length;
  unsigned flags; /* bits as in library.c.txt: "-0+ #", capital digits; and
                     "'I" */
  int width, precision;
  bool is_left_out; /* "%*" of scanf */
  bool has_length;  /* "l" and the like */
  unsigned bytes;   /* of an integer */
  char conversion;  /* 0: the end of the format */
} front_directive;

/* Takes it off the beginning. False: it is none that is understood. */
bool front_directive_read(const char **format, bool scans,
                          unsigned pointer_bits, front_directive *out);

/* formats.c: snprintf, scanf and their like; 'format' is that argument. */
void front_make_text(front *f, front_call *c, const char *format,
                     size_t argument);
void front_scan_text(front *f, front_call *c, const char *format,
                     size_t argument);
void front_declare(front *f, LLVMValueRef i);

#endif
