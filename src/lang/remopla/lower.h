/* From syntax to a program: names are looked up, types checked, structures and
 * dimensions flattened, quantifiers unrolled, all in one pass. */
#ifndef LANG_REMOPLA_LOWER_H
#define LANG_REMOPLA_LOWER_H

#include "lang/remopla/remopla.h"
#include "lang/remopla/syntax.h"

enum {
  REM_MOST_CELLS = 100000,        /* of a variable, and of the globals */
  REM_MOST_UNROLLED = 4096,       /* values of a quantifier */
  REM_MOST_EXPRESSIONS = 4000000, /* of a program */
  REM_MOST_DUTIES = 4096          /* of a statement */
};

/* What is declared. */

typedef struct rem_dimension {
  int64_t low;
  uint32_t length;
} rem_dimension;

/* A type, resolved. */
typedef struct rem_shape {
  rem_type type;
  uint32_t tag;   /* number of an enumeration or a structure */
  uint32_t width; /* 0 for a structure */
  uint32_t first_dimension, dimensions;
} rem_shape;

/* A variable of the program: all of a symbol, or one field of it. */
typedef struct rem_leaf {
  uint32_t variable; /* of the program */
  uint32_t field;    /* name, or REM_NONE */
  rem_shape shape;   /* without the symbol's dimensions */
  uint32_t count;    /* of cells, the symbol's dimensions included */
  bool is_array;
} rem_leaf;

typedef enum rem_symbol_kind {
  REM_S_CONSTANT,   /* value */
  REM_S_ENUMERATOR, /* value, shape.tag */
  REM_S_VARIABLE,
  REM_S_MODULE /* value: its number */
} rem_symbol_kind;

typedef struct rem_symbol {
  rem_symbol_kind kind;
  uint32_t name;
  uint32_t procedure; /* PROG_NONE: global */
  int64_t value;
  rem_shape shape;
  uint32_t first_leaf, leaves;
} rem_symbol;

typedef struct rem_enum {
  uint32_t name, values, count, width; /* values: first of 'enumerators' */
} rem_enum;

typedef struct rem_struct {
  uint32_t name, first_field, fields;
} rem_struct;

typedef struct rem_field {
  uint32_t name;
  rem_shape shape;
} rem_field;

typedef struct rem_module {
  uint32_t name, item; /* item: where its body is, or the prototype */
  uint32_t procedure;
  rem_shape result;
  uint32_t first_result, results;   /* leaves */
  uint32_t first_shape, parameters; /* shapes of the parameters */
  uint32_t first_symbol, symbols;   /* locals, parameters first */
} rem_module;

/* What conditions of formulas need later; the program's 'syntax'. */
typedef struct rem_table {
  names words;
  names declared; /* for suggestions */
  vec(rem_symbol) symbols;
  vec(uint32_t) global_symbol; /* by word; REM_NONE */
  vec(uint32_t) enum_tag;      /* by word; REM_NONE */
  vec(uint32_t) struct_tag;
  vec(rem_leaf) leaves;
  vec(rem_dimension) dimensions;
  vec(rem_enum) enums;
  vec(rem_struct) structs;
  vec(rem_field) fields;
  vec(rem_shape) shapes;
  vec(rem_module) modules;
  uint32_t default_bits; /* 0: none */
} rem_table;

/* Lowering */

typedef struct rem_bound { /* the index of a quantifier */
  uint32_t name;
  int64_t value;
} rem_bound;

/* What must hold before a statement: an index in range, a divisor not 0. */
typedef struct rem_duty {
  uint32_t holds; /* expression; PROG_NONE: never */
  uint32_t path;  /* where it matters; PROG_NONE: always */
  uint32_t text;  /* of the program's names */
  rem_spot spot;
} rem_duty;

/* The value of an expression: a constant, an expression of the program, or a
 * whole array or structure. */
typedef struct rem_value {
  rem_type type;
  uint32_t tag, width;
  bool is_constant, is_whole;
  int64_t value;
  uint32_t expression;
} rem_value;

/* What a reference means. */
typedef struct rem_place {
  uint32_t symbol;
  uint32_t first_leaf, leaves; /* one, or all fields of a structure */
  rem_shape shape;             /* of an element */
  bool is_whole;               /* an array, or a structure */
  uint32_t index;              /* expression, or PROG_NONE */
  int64_t constant_index;      /* -1: none */
  uint32_t primes;
} rem_place;

/* What one of the assignments of a statement writes to. */
typedef struct rem_written {
  prog_frame frame;
  uint32_t variable, index; /* index: PROG_NONE for all of it */
  int64_t constant_index;
} rem_written;

typedef struct rem_jump { /* a goto whose label may come later */
  uint32_t edge, name;
  rem_spot spot;
} rem_jump;

typedef struct rem_label {
  uint32_t name, location;
} rem_label;

typedef struct rem_lowering {
  mem *m;
  prog *out;
  rem_parser *parser; /* for messages */
  rem_syntax *syntax;
  rem_table *table;
  progress *clock;
  const define *defines;
  size_t define_count;
  /* The module at hand. */
  uint32_t module, procedure, end;
  vec(uint32_t) local_symbol; /* by word; REM_NONE */
  vec(rem_jump) jumps;
  vec(rem_label) labels;
  uint32_t loop_end; /* where 'break' goes; PROG_NONE: no loop */
  /* The statement at hand. */
  vec(rem_bound) bound;
  vec(rem_duty) duties;
  vec(prog_assignment) effects;
  vec(rem_written) written;
  uint32_t where;   /* PROG_NONE */
  uint32_t path;    /* PROG_NONE */
  uint32_t dead;    /* > 0: in what a constant has decided already */
  bool is_formula;  /* a condition of a formula: no duties */
  bool is_rule;     /* of a rule: primes may occur, no duties */
  bool is_call;     /* assignments belong to a call */
  bool is_argument; /* and give a parameter its value */
  bool saw_prime;
  bool too_large;           /* told once */
  uint32_t local_procedure; /* of a formula: whose locals were named */
  /* Of the rules. */
  uint32_t state, first_state; /* variable, or PROG_NONE; its first value */
  vec(uint32_t) scratch;
} rem_lowering;

/* Messages and helpers. */

const char *rem_word(const rem_lowering *lowering, uint32_t name);
bool rem_undeclared(rem_lowering *lowering, uint32_t name,
                    const rem_spot *spot);
/* The text of a spot on one line, as a name of the program. */
uint32_t rem_text_of(rem_lowering *lowering, const rem_spot *spot);
void rem_copy_text(const rem_lowering *lowering, const rem_spot *spot,
                   char *out, size_t size);
uint32_t rem_bits_for(uint64_t value); /* at least 1 */
uint32_t rem_and(rem_lowering *lowering, uint32_t a,
                 uint32_t b); /* PROG_NONE: true */
uint32_t rem_binary(rem_lowering *lowering, prog_op op, uint32_t width,
                    uint32_t a, uint32_t b);
uint32_t rem_not(rem_lowering *lowering, uint32_t a);

/* Declarations */

void rem_table_grow(rem_lowering *lowering); /* its maps, to all words */
void rem_declare_all(rem_lowering *lowering);
/* Gives the modules their procedures and variables. */
void rem_declare_locals(rem_lowering *lowering, uint32_t module);
void rem_declare_results(rem_lowering *lowering);
uint32_t rem_add_symbol(rem_lowering *lowering, const rem_symbol *symbol,
                        const rem_spot *at);
rem_shape rem_lower_typing(rem_lowering *lowering, const rem_typing *typing);
void rem_declare_variable(rem_lowering *lowering, const rem_declared *declared,
                          const rem_shape *shape, uint32_t procedure);
void rem_add_all_leaves(rem_lowering *lowering, const rem_symbol *symbol,
                        bool is_result);
/* The variables of a symbol. */
void rem_add_leaves(rem_lowering *lowering, uint32_t symbol);
void rem_enter_module(rem_lowering *lowering, uint32_t module);
void rem_leave_module(rem_lowering *lowering, uint32_t module);

/* Expressions */

rem_value rem_lower(rem_lowering *lowering, uint32_t e);
/* As an expression of the program: constants must fit 32 bits. */
uint32_t rem_as_expression(rem_lowering *lowering, const rem_value *v,
                           const rem_spot *spot);
bool rem_must_be_bool(rem_lowering *lowering, const rem_value *value,
                      const rem_spot *spot);
/* A condition; PROG_NONE: it is always true, or wrong. */
uint32_t rem_condition(rem_lowering *lowering, uint32_t e);
/* The value of a constant expression. */
bool rem_constant(rem_lowering *lowering, uint32_t e, int64_t *out);
rem_value rem_wrong_value(void);
rem_value rem_constant_value(rem_type type, int64_t value);
rem_value rem_computed(rem_type type, uint32_t width, uint32_t expression);
/* Both operands have been lowered; 'expr' is the operator. */
rem_value rem_lower_arithmetic(rem_lowering *lowering, const rem_expr *expr,
                               const rem_value *a, const rem_value *b,
                               const rem_spot *sa, const rem_spot *sb);
rem_value rem_lower_comparison(rem_lowering *lowering, const rem_expr *expr,
                               const rem_value *a, const rem_value *b,
                               const rem_spot *sa, const rem_spot *sb);
void rem_add_duty(rem_lowering *lowering, uint32_t holds, const rem_spot *spot,
                  const char *format, ...) base_printf(4, 5);

/* References. False: told. */
bool rem_find_place(rem_lowering *lowering, uint32_t e, rem_place *out);
bool rem_is_constant_name(const rem_lowering *lowering, uint32_t e);
rem_value rem_read_place(rem_lowering *lowering, const rem_place *place,
                         const rem_spot *spot);
uint32_t rem_find_symbol(const rem_lowering *lowering, uint32_t name);
const rem_bound *rem_find_bound(const rem_lowering *lowering, uint32_t name);

/* Assignments */

void rem_begin_effects(rem_lowering *lowering);
void rem_lower_assign(rem_lowering *lowering, uint32_t assign);
/* target = e, e an expression of the syntax. */
void rem_assign_place(rem_lowering *lowering, const rem_place *target,
                      uint32_t e, bool differs, const rem_spot *spot);
/* Gives a leaf (or an element of it) any value of its type. */
void rem_assign_any(rem_lowering *lowering, uint32_t leaf, uint32_t index,
                    prog_frame frame);
void rem_push_effect(rem_lowering *lowering, prog_frame frame,
                     uint32_t variable, uint32_t index, uint32_t value);
/* A place of a symbol as a whole. */
rem_place rem_whole(const rem_lowering *lowering, uint32_t symbol);
bool rem_same_shape(rem_lowering *lowering, const rem_shape *a,
                    const rem_shape *b);

/* Statements */

/* Adds the edge with the effects, and the edges of duties that fail. */
uint32_t rem_emit(rem_lowering *lowering, prog_edge edge);
void rem_lower_module(rem_lowering *lowering, uint32_t module);
void rem_lower_call(rem_lowering *lowering, const rem_statement *statement,
                    uint32_t at, uint32_t to);
/* The global with the state of the rules, if there are rules. */
void rem_declare_states(rem_lowering *lowering);
/* Behind it 'labels' has their symbols. */
void rem_lower_rules(rem_lowering *lowering);
/* The location of a symbol of the rules, or PROG_NONE. */
uint32_t rem_rule_location(rem_lowering *lowering, uint32_t name);

#endif
