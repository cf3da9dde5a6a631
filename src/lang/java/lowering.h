/* What the files that lower a method share. */
#ifndef LANG_JAVA_LOWERING_H
#define LANG_JAVA_LOWERING_H

#include "lang/java/lower.h"

enum { JAVA_POINTER_BITS = 64, JAVA_KINDS = 5, JAVA_MOST_ARGUMENTS = 256 };

/* What the stack or a local holds: an int, long, float, double or a reference.
 */
typedef struct java_slot {
  char kind;       /* I, J, F, D, A; M: of a local, an array or an Object, as
                      the way was; 0: nothing that may be used */
  bool is_set;     /* a reference that is not null */
  uint32_t length; /* of a new array: how many elements, and 1; 0: not known */
  uint32_t type;   /* of a reference: the name of its class, or the type of its
                      array; NAMES_NONE: null */
  uint32_t value;  /* on the stack: an expression */
  uint32_t other;  /* of an int that compares 'value' with this; CFA_NONE: it
                      does not */
  char order;      /* which: J, longs; L, G, floats or doubles, less or greater
                      where one is no number */
} java_slot;

/* What is known where several ways meet. */
typedef struct java_entry {
  bool is_leader, is_known, is_waiting;
  uint32_t depth, location;
  java_slot *locals, *stack;
} java_entry;

/* Where the next edge begins: at a location, or where an edge leads. Neither:
 * nobody comes here. */
typedef struct java_position {
  uint32_t location, edge;
} java_position;

typedef struct java_lowering {
  mem *m;
  java_classes *p;
  cfa *out;
  uint32_t exception;               /* the global */
  uint32_t literal_first, literals; /* of 'literal_names' and globals */
  vec(uint32_t) literal_names, literal_variables;
  vec(uint32_t) call_pairs; /* caller, callee whose exceptions leave it */
  /* The method. */
  uint32_t method, function;
  const java_class *c;
  const java_method *f;
  uint32_t file; /* of the automaton */
  java_entry *entries;
  uint32_t *local_variables; /* by slot and kind */
  uint32_t *stack_variables;
  java_slot *locals;
  vec(java_slot) stack;
  vec(uint32_t) waiting;
  vec(uint32_t) records;      /* see types.c */
  vec(uint32_t) initialisers; /* see initialise.c */
  java_targets targets;
  bool emits; /* else only types are found out */
  bool is_wrong, is_mixed, may_throw;
  bool has_fallen; /* the instruction goes on to the next one */
  uint32_t number; /* of the instruction */
  const java_instruction *x;
  java_position at;
  /* For looking through expressions. */
  uint32_t *stamps;
  size_t stamps_room;
  uint32_t stamp;
  vec(uint32_t) work;
} java_lowering;

/* lowering.c: edges and expressions. */

unsigned java_kind_index(char kind);
unsigned java_kind_width(char kind);
/* The kind of a value of this type. */
char java_kind_of(const char *descriptor);
uint32_t java_new_variable(java_lowering *lowering, char kind, const char *name,
                           cfa_variable_kind what);
uint32_t java_new_word(java_lowering *lowering, unsigned width,
                       const char *name);
uint32_t java_new_location(java_lowering *lowering);
/* An edge from where we are; 'from', 'to', 'place' are set here. */
void java_emit(java_lowering *lowering, cfa_edge e);
/* One of this kind, in which nothing else is set. */
static inline cfa_edge java_edge(cfa_edge_kind kind) {
  return (cfa_edge){.kind = kind,
                    .variable = CFA_NONE,
                    .a = CFA_NONE,
                    .b = CFA_NONE,
                    .c = CFA_NONE,
                    .function = CFA_NONE,
                    .name = CFA_NONE};
}
void java_emit_simple(java_lowering *lowering, cfa_edge_kind kind);
void java_store(java_lowering *lowering, uint32_t pointer, uint32_t value);
/* A new block of zeros, of so many bytes (64 bits). */
uint32_t java_allocate(java_lowering *lowering, uint32_t bytes);
void java_go(java_lowering *lowering, uint32_t location);
/* Two ways; we go on where the condition holds, the other one is returned. */
java_position java_branch(java_lowering *lowering, uint32_t condition);
void java_assign(java_lowering *lowering, uint32_t variable, uint32_t value);
/* This run cannot go on; nobody comes behind it. */
base_printf(2, 3) void java_unsupported(java_lowering *lowering,
                                        const char *format, ...);

uint32_t java_word(java_lowering *lowering, unsigned width, uint64_t value);
uint32_t java_null(java_lowering *lowering);
uint32_t java_apply(java_lowering *lowering, bits_op op, unsigned width,
                    uint32_t a, uint32_t b);
uint32_t java_read(java_lowering *lowering, uint32_t variable);
uint32_t java_offset(java_lowering *lowering, uint32_t pointer, uint32_t bytes);
uint32_t java_load_word(java_lowering *lowering, unsigned width,
                        bool is_reference, uint32_t pointer);
/* A truth value as an int. */
uint32_t java_truth(java_lowering *lowering, uint32_t bit);
uint32_t java_not(java_lowering *lowering, uint32_t bit);
uint32_t java_zero(java_lowering *lowering, char kind);
/* Is a word of 32 bits one of these? One bit. */
uint32_t java_is_between(java_lowering *lowering, uint32_t word, uint64_t low,
                         uint64_t high);

/* state.c: stack and locals. */

/* The code is not what a verifier lets pass: reported once. */
void java_refuse(java_lowering *lowering, const char *what);
void java_push(java_lowering *lowering, java_slot s);
void java_push_value(java_lowering *lowering, char kind, uint32_t value);
void java_push_reference(java_lowering *lowering, uint32_t type, uint32_t value,
                         bool is_set);
java_slot java_pop(java_lowering *lowering, char kind);
java_slot java_pop_any(java_lowering *lowering);
uint32_t java_pop_value(java_lowering *lowering, char kind);
uint32_t java_local_variable(java_lowering *lowering, uint32_t slot, char kind);
void java_load_local(java_lowering *lowering, uint32_t slot, char kind);
void java_store_local(java_lowering *lowering, uint32_t slot, char kind);
/* What the stack holds is kept where a variable, or all memory and all globals
 * (CFA_NONE), change. */
void java_protect(java_lowering *lowering, uint32_t variable);
/* Its value in a variable of its own. */
void java_settle(java_lowering *lowering, java_slot *slot);
/* The same, if it speaks of memory or of globals. */
void java_keep(java_lowering *lowering, java_slot *slot);
/* The stack where ways meet; what a condition says is kept. */
uint32_t java_flush(java_lowering *lowering, uint32_t condition);
/* This state reaches that instruction. */
void java_reaches(java_lowering *lowering, uint32_t instruction);
/* An exception of this type reaches the handler there. */
void java_reaches_handler(java_lowering *lowering, uint32_t instruction,
                          uint32_t value);
/* The types alone. */
void java_types_reach_handler(java_lowering *lowering, uint32_t instruction,
                              uint32_t type);
void java_enter(java_lowering *lowering, uint32_t instruction);
uint32_t java_type_name(java_lowering *lowering, const char *descriptor);
/* It is put where a value of that type is wanted: an array may become an
 * Object. If it cannot, an edge says so. */
void java_convert(java_lowering *lowering, java_slot *slot,
                  const char *descriptor);

/* step.c, and what it calls. */

void java_step(java_lowering *lowering);
void java_step_arithmetic(java_lowering *lowering);
void java_step_stack(java_lowering *lowering);
void java_step_field(java_lowering *lowering);
void java_step_array(java_lowering *lowering);
void java_step_call(java_lowering *lowering);
void java_step_new(java_lowering *lowering);
void java_step_cast(java_lowering *lowering);
/* Is the object of one of the classes that are 'of'? One bit. */
uint32_t java_class_test(java_lowering *lowering, uint32_t object, uint32_t of);
/* A pointer to the String. */
uint32_t java_literal(java_lowering *lowering, uint32_t name);

/* concat.c: strings by invokedynamic */

/* Is the bootstrap method of this call that of string concatenation? Its
 * recipe; NULL: no. */
const char *java_concat_recipe(const java_class *class, uint32_t call);
/* The next piece of a recipe: text ('*length' bytes), or an argument (NULL).
 * '*at' goes on behind it; false: it has ended. */
bool java_recipe_next(const char **at, const char **text, size_t *length);
void java_step_concat(java_lowering *lowering, const char *recipe);

/* step_machine.c: what models ask the machine */

/* Names of classes that are asked for: which, and the text. */
bool java_name_is_asked(const java_classes *classes, uint32_t type);
uint32_t java_asked_name(java_classes *classes, uint32_t type);
uint32_t java_class_name(java_lowering *lowering, uint32_t object);
uint32_t java_has_text(java_lowering *lowering, uint32_t object);
void java_step_array_copy(java_lowering *lowering);

/* throw.c */

/* If the bit is set: a new exception of this class. */
void java_throw_if(java_lowering *lowering, uint32_t bit,
                   const char *class_name);
void java_check_null(java_lowering *lowering, const java_slot *slot);
/* The object is thrown here; of this type exactly, or any (JAVA_NONE). */
void java_throw(java_lowering *lowering, uint32_t object, uint32_t type);
/* Behind a call that may have thrown something. */
void java_look_for_exception(java_lowering *lowering);
uint32_t java_allocate_object(java_lowering *lowering, uint32_t type);
/* What is pending ends the function, or not: nothing is; the other way is
 * returned. */
java_position java_branch_on_exception(java_lowering *lowering);

/* types.c: types for people who read traces */

/* CFA_NONE: of an interface, or of a class that is not there. */
uint32_t java_people_type(java_lowering *lowering, const char *descriptor);
/* When all are known that are used. */
void java_finish_types(java_lowering *lowering);

/* array_object.c */

/* The array, which may be null, becomes an Object. */
void java_wrap_array(java_lowering *lowering, java_slot *slot);
/* Is the object, which is no null, an array of this type? One bit. */
uint32_t java_array_test(java_lowering *lowering, uint32_t object,
                         uint32_t wanted);
/* The array, if it is one. */
uint32_t java_unwrapped_array(java_lowering *lowering, uint32_t object);

/* initialise.c: when classes are first used */

/* Before its first use. */
void java_use_type(java_lowering *lowering, uint32_t type);
/* The same where no method runs; whoever asked looks for the exception. */
void java_begin_use(java_lowering *lowering, uint32_t type);
/* The function that initialises it. */
void java_lower_initialiser(java_lowering *lowering, const java_type *type);

/* step_call.c: looks for exceptions of one of these methods, which has just
 * been called. */
void java_look_behind_call(java_lowering *lowering, const uint32_t *methods,
                           size_t count);
/* A call of a method that was found; its exceptions are looked for. What it
 * returns, or 0. */
uint32_t java_call(java_lowering *lowering, uint32_t method,
                   const uint32_t *arguments, size_t count);
/* A fresh input of a primitive type, 'Z' to 'D', as it is on the stack; its
 * name is what gives it. */
uint32_t java_input(java_lowering *lowering, char type, const char *name);
/* An array with the same elements; the length of an array, an int. */
uint32_t java_array_length(java_lowering *lowering, uint32_t array,
                           char element);
unsigned java_element_shift(char type);

/* lower.c: a function of our own, of no method. */
void java_begin_function(java_lowering *lowering, uint32_t function);
void java_end_function(java_lowering *lowering);
/* method.c: the whole method of l->method. */
void java_lower_method(java_lowering *lowering);
/* The call of a function; what it returns is in a variable (CFA_NONE: none). */
uint32_t java_emit_call(java_lowering *lowering, uint32_t function,
                        const uint32_t *arguments, size_t count, char kind);

#endif
