/* Control-flow automata of C programs: what the C front end makes and what the
 * engines, the interpreter and the checkers of evidence read.
 *
 * A program is a set of functions, each a graph of locations and edges with one
 * statement each. Locations, edges, variables and expressions are numbered
 * through the whole program. A value is a word of 1 to 64 bits (bits/bits.h) or
 * a pointer. A pointer is an object and an offset in bytes; the null pointer is
 * no object and offset 0. C's types are gone but for printing: each operator
 * says what it means.
 *
 * Variables are of two kinds. A scalar is a word or a pointer whose address
 * nobody takes: it is read by CFA_VARIABLE and written by CFA_ASSIGN,
 * CFA_INPUT, CFA_CALL, CFA_ALLOCATE. An object is a block of bytes in memory:
 * CFA_ADDRESS is a pointer to it, CFA_LOAD and CFA_STORE go through pointers.
 * Each call of a function has its own instances of its variables; objects die
 * when it returns. Locals are uninitialised when the function is entered,
 * except for parameters.
 *
 * What has no initial value is not "0" and not "anything each time it is looked
 * at": the first read of an uninitialised scalar or of uninitialised bytes
 * makes an input, which is stored there, so that the next read gives the same.
 * A read whose bytes are all uninitialised makes one input of its width; if
 * only some are, each of these makes an input of 8 bits, lowest address first.
 * Copying such bytes (CFA_COPY) copies that they are uninitialised.
 *
 * Operands are evaluated from left to right (a, b, c), each before its
 * operator, all of an edge's expressions in the order in which the edge names
 * them; nothing is evaluated twice or out of turn, so that runs of different
 * interpreters meet the same inputs in the same order. That is: an expression
 * (a number) that an edge mentions several times is evaluated once, where it is
 * first met; of a conditional both values are; the condition of a branch is
 * evaluated once, and what it meets belongs to the branch's first edge.
 *
 * Little endian. Arithmetic wraps. What C leaves undefined is:
 *   division by 0, INT_MIN / -1: nothing in an expression; the front end leads
 *   such runs to CFA_FAIL, if that is checked, or else to CFA_UNDEFINED before
 *   (an automaton that does not: the run ends there, without an error);
 *   a shift by the width or more: the result is an input, made there;
 *   a read or write outside of a live object: the run ends there as
 *   'undefined', see cfa_fault; CFA_COPY looks at what it reads first; of 0
 *   bytes, nothing is looked at.
 *
 * Pointers. OFFSET is addition. EQ of pointers to different objects is false,
 * unless one of them points outside of its object (to its end, too) or to a
 * dead one: then an input of 1 bit, made there. EQ of a pointer to an object
 * and an address of no object is false. An order (ULT, ...) of pointers to
 * different objects, or of one to an object and an address of none, is such an
 * input; within one object, dead or not, offsets are compared, as numbers with
 * a sign, by ULT and ULE, too. An input that is a pointer can only be null.
 *
 * A word that was made from a pointer (TO_INTEGER to as many bits as a pointer
 * has) remembers its object: compared as pointers are; plus or minus a plain
 * word: still of that object; minus a word of the same object: plain; 'and'
 * with at most 15: plain, the bits of the offset; 'and' with a mask that clears
 * bits among the lowest four only: still of that object. Everything else ends
 * the run: it is not supported. A pointer, or such a word, in memory is read
 * back by reading just its bytes, as a pointer or as a word; reading some of
 * them, or them among others, is not supported.
 *
 * Objects are smaller than 2 GiB. An object of 0 bytes is one, and differs from
 * all others. A call through a pointer fits its function if the number of
 * arguments and their widths do, and the width of the result if that is
 * wanted; through what is no pointer to a function: CFA_FAULT_NULL. A function
 * that returns nothing where a value is wanted leaves the variable
 * uninitialised. */
#ifndef CFA_CFA_H
#define CFA_CFA_H

#include "base/names.h"
#include "base/report.h"
#include "bits/bits.h"

#include <stdbool.h>

#define CFA_NONE UINT32_MAX
/* The file that models of libc's functions are in. */
#define CFA_MODEL_FILE "custos/library.c"

/* Positions */

typedef struct cfa_place {
  uint32_t file; /* of 'files'; CFA_NONE: no position */
  uint32_t line, column;
} cfa_place;

/* Types, for printing and for reading predicates. */

typedef enum cfa_type_kind {
  CFA_TYPE_VOID,
  CFA_TYPE_INTEGER, /* char, _Bool and enumerations too */
  CFA_TYPE_POINTER, /* to 'of' */
  CFA_TYPE_ARRAY,   /* of 'count' times 'of' */
  CFA_TYPE_RECORD,  /* struct or union */
  CFA_TYPE_FUNCTION,
  CFA_TYPE_OTHER /* floats and the like */
} cfa_type_kind;

typedef struct cfa_type {
  cfa_type_kind kind;
  uint32_t name; /* as C says it: "unsigned int", "struct node"; for pointers
                    and arrays CFA_NONE */
  uint64_t size; /* bytes */
  bool is_signed, is_bool, is_union;
  uint32_t of; /* type; CFA_NONE: void or unknown */
  uint64_t count;
  uint32_t first_field, fields; /* of 'fields' */
} cfa_type;

typedef struct cfa_field {
  uint32_t name, type;
  uint64_t bit_offset, bit_width; /* width differs from 8 * size: bit-field */
} cfa_field;

/* Expressions */

typedef enum cfa_expression_kind {
  CFA_CONSTANT, /* value; as a pointer: an address that is no object's */
  CFA_VARIABLE, /* a: a scalar */
  CFA_ADDRESS,  /* a: an object variable; value: a byte offset (signed) */
  CFA_FUNCTION, /* a: function; a pointer to it */
  CFA_LOAD,     /* of 'width' bits at the pointer a; ceil(width/8) bytes, the
                   bits beyond the width are ignored */
  CFA_APPLY,    /* op on a, b, c. Of pointers only EQ, ULT, ULE, SLT, SLE (both
                   operands pointers) and ITE */
  CFA_OFFSET,   /* pointer a plus b bytes; b is a word as wide as a pointer */
  CFA_TO_INTEGER, /* pointer a as a word of 'width' bits */
  CFA_TO_POINTER, /* word a, as wide as a pointer, as a pointer */
  CFA_GHOST       /* value: cfa_ghost. In invariants only, never in a program */
} cfa_expression_kind;

/* What invariants speak of beside the program's state. */
typedef enum cfa_ghost {
  CFA_GHOST_INDEX,  /* the word that the invariant is said of all values of */
  CFA_GHOST_RESULT, /* what the function returns: in what it ensures */
  CFA_GHOST_OLD     /* a: a scalar, as it was when the function was entered */
} cfa_ghost;

typedef struct cfa_expression {
  cfa_expression_kind kind;
  bits_op op;
  uint8_t width;    /* bits; of a pointer: pointer_bits */
  bool is_pointer;  /* the value is one */
  bool is_signed;   /* CONSTANT, LOAD, TO_INTEGER, GHOST: how people write it */
  uint32_t a, b, c; /* expressions with lower numbers, unless said otherwise;
                       CFA_NONE: none */
  uint64_t value;
} cfa_expression;

/* Variables */

typedef enum cfa_variable_kind {
  CFA_LOCAL,
  CFA_PARAMETER,
  CFA_TEMPORARY, /* made by the front end; people do not see it */
  CFA_GLOBAL     /* static locals too */
} cfa_variable_kind;

typedef struct cfa_variable {
  uint32_t name;     /* as in the source; temporaries: "%n" */
  uint32_t function; /* CFA_NONE: global */
  cfa_variable_kind kind;
  bool is_scalar, is_pointer, is_signed;
  bool is_constant;  /* a global that cannot be written (string literals) */
  uint8_t width;     /* of a scalar */
  uint8_t is_extern; /* a global that no file defines: its bytes are inputs */
  uint64_t size;     /* bytes, of an object */
  uint32_t alignment;
  uint32_t type; /* cfa_type; CFA_NONE: unknown */
  uint32_t slot; /* number among the scalars, or among the objects, of its
                    function or of the globals: dense, from 0; cfa_finish */
  cfa_place place;
  /* Globals: what they hold at the beginning. Scalars: 'initial' is an
   * expression without variables and loads; CFA_NONE: 0. Objects: 'bytes' of
   * them (the rest is 0) from 'data' on, then the pointers. */
  uint32_t initial;
  uint64_t data, bytes;             /* of 'data' */
  uint32_t first_pointer, pointers; /* of 'pointers' */
} cfa_variable;

/* A pointer in the initial bytes of a global object. */
typedef struct cfa_pointer {
  uint64_t offset;
  uint32_t value; /* expression: ADDRESS, FUNCTION or OFFSET of these */
} cfa_pointer;

/* Functions, locations, edges. */

typedef struct cfa_function {
  uint32_t name;
  uint32_t entry;                     /* location */
  uint32_t first_variable, variables; /* neighbours; parameters first */
  uint32_t parameters;                /* scalars or objects (struct by
                                         value: the argument is a pointer,
                                         whose bytes are copied) */
  uint32_t scalars, objects;          /* how many; cfa_finish */
  uint8_t result_width;               /* 0: void */
  bool result_is_pointer;
  bool is_variadic, is_address_taken;
  uint32_t signature; /* equal for functions of equal type */
  cfa_place place;
} cfa_function;

typedef struct cfa_location {
  uint32_t function;
  uint32_t first_edge, edges; /* cfa_finish */
  bool is_loop_head;          /* target of a back edge of depth-first search */
  cfa_place place;
} cfa_location;

typedef enum cfa_error_kind {
  CFA_ERROR_CALL,      /* __VERIFIER_error, reach_error */
  CFA_ERROR_ASSERTION, /* assert, __VERIFIER_assert */
  CFA_ERROR_OVERFLOW,
  CFA_ERROR_DIVISION,
  CFA_ERROR_SHIFT,     /* by too much, or into the sign */
  CFA_ERROR_EXCEPTION, /* one that nobody catches; its class */
  CFA_ERROR_INDEX,     /* out of an array, though perhaps not of its object */
  CFA_ERROR_UNDEFINED  /* whatever else C leaves undefined; what */
} cfa_error_kind;

typedef enum cfa_input_kind {
  CFA_INPUT_CALL,          /* a function that gives inputs; edge 'name' */
  CFA_INPUT_EXTERNAL,      /* what a function without a body returns */
  CFA_INPUT_UNDEFINED,     /* undef, poison */
  CFA_INPUT_UNINITIALISED, /* of a variable, or of bytes of an object */
  CFA_INPUT_SHIFT,         /* by too much */
  CFA_INPUT_COMPARISON,    /* of pointers that C does not order */
  CFA_INPUT_ARGUMENT,      /* of main */
  CFA_INPUT_FAILURE        /* 1: an allocation fails; edge 'name' */
} cfa_input_kind;

typedef enum cfa_allocation {
  CFA_MALLOC, /* uninitialised */
  CFA_CALLOC, /* zero */
  CFA_ALLOCA  /* uninitialised; dies when the function returns */
} cfa_allocation;

typedef enum cfa_edge_kind {
  CFA_SKIP,       /* with a 'name': a function without a body is called */
  CFA_ASSUME,     /* passed if 'a' (one bit) is 'holds'. A branch is a location
                     with two such edges, of one condition, the first of which
                     'holds'. Alone: the run ends, without an error, if not */
  CFA_ASSIGN,     /* variable := a */
  CFA_STORE,      /* at a := b */
  CFA_INPUT,      /* variable := a fresh input; 'name', 'input' */
  CFA_HAVOC,      /* variable (scalar or object) becomes uninitialised: its
                     declaration is passed */
  CFA_CALL,       /* variable (CFA_NONE: none) := function(arguments); function
                     CFA_NONE: through the pointer a */
  CFA_RETURN,     /* of a (CFA_NONE: nothing); 'to' is CFA_NONE */
  CFA_ALLOCATE,   /* variable := pointer to a new object of a bytes;
                     'allocation' */
  CFA_FREE,       /* what a points to; null: nothing happens */
  CFA_SIZE,       /* variable := size of the object that a points to: for models
                     of libc's functions */
  CFA_COPY,       /* at a := c bytes from b; overlapping is fine */
  CFA_FILL,       /* c bytes at a := b (8 bits) */
  CFA_FAIL,       /* the error: 'error', 'name'; 'to' is CFA_NONE */
  CFA_HALT,       /* the program ends: exit, abort; 'to' is CFA_NONE */
  CFA_UNDEFINED,  /* C does not say what happens from here on; 'name' says why;
                     'to' is CFA_NONE. Such a run makes the answer UNKNOWN,
                     unless it is presumed that there is none ('holds'); then
                     it ends here, and is counted */
  CFA_UNSUPPORTED /* 'name' says what; 'to' is CFA_NONE */
} cfa_edge_kind;

/* What a program's control flow alone knows beside its edges, where something
 * is on its way through it: Java's exceptions. What is, is the flow's mode; in
 * mode 0 nothing is. An edge without this is taken in mode 0 and stays there.
 */
typedef enum cfa_event {
  CFA_STEP,
  CFA_THROW,  /* mode 'then' begins */
  CFA_CATCH,  /* mode 'when' ends, in a handler that names a class */
  CFA_FINALLY /* the same, in one that takes whatever comes */
} cfa_event;

typedef struct cfa_control {
  uint32_t when, then; /* of 'modes' */
  cfa_event event;
  uint32_t words; /* the statement, a name; CFA_NONE: as the edge says */
} cfa_control;

typedef struct cfa_mode {
  uint32_t name;  /* that no other mode has */
  uint32_t label; /* what people call it: of a mode's events */
} cfa_mode;

/* One more name of a function, or of a mode's label. Of CFA_NONE: of one that
 * nobody gets to. */
typedef struct cfa_alias {
  uint32_t of, name;
} cfa_alias;

typedef struct cfa_edge {
  cfa_edge_kind kind;
  uint32_t from, to;
  uint32_t variable; /* CFA_NONE: none */
  uint32_t a, b, c;  /* expressions; CFA_NONE: none */
  bool holds;
  uint32_t function, first_argument, arguments; /* of 'arguments' */
  uint32_t name; /* SKIP, INPUT: the function; FAIL: the condition, or the
                    function; UNDEFINED: why; UNSUPPORTED: what */
  cfa_input_kind input;
  cfa_allocation allocation;
  cfa_error_kind error;
  uint32_t control; /* of 'controls', plus one; 0: none */
  cfa_place place;
} cfa_edge;

typedef struct cfa {
  uint8_t pointer_bits; /* 32 or 64 */
  names names;
  vec(uint32_t) files; /* names */
  vec(cfa_type) types;
  vec(cfa_field) fields;
  vec(cfa_expression) expressions;
  vec(cfa_variable) variables; /* globals first */
  vec(cfa_pointer) pointers;
  vec(unsigned char) data;
  vec(cfa_function) functions;
  vec(cfa_location) locations;
  vec(cfa_edge) edges;
  vec(uint32_t) arguments; /* expressions */
  /* Of an automaton that is for its control flow alone. */
  vec(cfa_control) controls;
  vec(cfa_mode) modes; /* none: the only one is 0 */
  vec(cfa_alias) function_aliases, mode_aliases;
  uint32_t main;    /* function; its parameters that are words are inputs
                       of kind CFA_INPUT_ARGUMENT, met before the first
                       edge. Pointers among them make none: each points
                       to an object of its own; what reads, writes or
                       frees that is not supported */
  bool wraps;       /* there is signed arithmetic that may overflow and
                       wraps, where C leaves that undefined */
  uint32_t globals; /* how many variables are globals */
  uint32_t global_scalars, global_objects;
  /* Equal expressions are found by these: numbers plus one, 0 is free. Kept by
   * cfa_express alone, which catches up with what was pushed beside it. */
  uint32_t *expression_slots;
  uint32_t expression_mask; /* number of slots - 1 */
  uint32_t expressions_found;
} cfa;

/* Making one. */

uint32_t cfa_name(mem *m, cfa *automaton, const char *text);
/* Gives back an equal expression if there is one. What expressions of its kind
 * do not have (operands, a value, a sign) need not be set. */
uint32_t cfa_express(mem *m, cfa *automaton, const cfa_expression *x);
uint32_t cfa_constant(mem *m, cfa *automaton, unsigned width, uint64_t value);
uint32_t cfa_read_scalar(mem *m, cfa *automaton, uint32_t variable);
/* 'of' is for CFA_GHOST_OLD; else CFA_NONE. Kinds beyond the enumeration are
 * an engine's own, which knows what 'of' is then. */
uint32_t cfa_make_ghost(mem *m, cfa *automaton, cfa_ghost kind, uint32_t of,
                        unsigned width, bool is_pointer, bool is_signed);
uint32_t cfa_apply(mem *m, cfa *automaton, bits_op op, unsigned width,
                   uint32_t a, uint32_t b, uint32_t c);
/* When all is there: sorts edges by location (in the order in which they came),
 * numbers slots, finds loop heads. */
void cfa_finish(mem *m, cfa *automaton);
/* NULL if the program is as this header says; else what is wrong with it. The
 * reader of texts calls it, so that nobody behind it needs to doubt. */
const char *cfa_validate(mem *m, const cfa *automaton);

static inline const char *cfa_text(const cfa *p, uint32_t name) {
  return name == CFA_NONE ? "" : names_text(&p->names, name);
}
/* Is it in a model of libc's functions? */
bool cfa_is_model(const cfa *automaton, cfa_place place);
/* Is it a string literal? */
bool cfa_is_literal(const cfa *automaton, uint32_t variable);
/* May these be one address? Compilers and linkers put literals that hold the
 * same bytes at one place, as they like. Both are literals; offsets are not
 * beyond their ends. */
bool cfa_literals_may_meet(const cfa *automaton, uint32_t a, uint64_t offset_a,
                           uint32_t b, uint64_t offset_b);
/* Does a call fit a function that its pointer leads to? As the machine's
 * calling convention has it: see above. */
bool cfa_call_fits(const cfa *automaton, const cfa_edge *call,
                   const cfa_function *function);
/* The operands of x that are expressions, in order; their number. */
size_t cfa_operands(const cfa_expression *expression, uint32_t out[3]);

/* How an edge of a control flow is taken. */
cfa_control cfa_control_of(const cfa *automaton, const cfa_edge *edge);

/* What goes wrong with memory. */

/* Why a read, a write or a free is undefined. */
typedef enum cfa_fault {
  CFA_NO_FAULT,
  CFA_FAULT_NULL,   /* through a null pointer, or an address of no object */
  CFA_FAULT_BOUNDS, /* outside of its object */
  CFA_FAULT_DEAD,   /* the object was freed, or its function has returned */
  CFA_FAULT_FREE,   /* not the beginning of a heap object */
  CFA_FAULT_DOUBLE_FREE,
  CFA_FAULT_CONSTANT /* a write to what is constant */
} cfa_fault;
const char *cfa_fault_name(cfa_fault f); /* "out of bounds", ... */

/* What counts as an error: bits. Assertions and error calls always do; the
 * front end makes CFA_FAIL edges for overflow and division if asked. */
enum {
  CFA_CHECK_BOUNDS = 1,   /* BOUNDS, DEAD, CONSTANT */
  CFA_CHECK_NULL = 2,     /* NULL */
  CFA_CHECK_FREE = 4,     /* FREE, DOUBLE_FREE */
  CFA_CHECK_DIVISION = 8, /* these three: by edges */
  CFA_CHECK_OVERFLOW = 16,
  CFA_CHECK_SHIFT = 32,
  CFA_CHECK_INDEX = 64,      /* by edges, too */
  CFA_CHECK_UNDEFINED = 128, /* what else is undefined: by edges */
  CFA_CHECK_MEMORY = CFA_CHECK_BOUNDS | CFA_CHECK_NULL | CFA_CHECK_FREE,
  CFA_CHECK_ARITHMETIC =
      CFA_CHECK_DIVISION | CFA_CHECK_OVERFLOW | CFA_CHECK_SHIFT,
  CFA_CHECK_ALL = CFA_CHECK_MEMORY | CFA_CHECK_ARITHMETIC | CFA_CHECK_INDEX
};

#endif
