/* From syntax to code: expressions, and the expanded commands. */
#ifndef LANG_GCL_COMPILE_H
#define LANG_GCL_COMPILE_H

#include "base/map.h"
#include "lang/gcl/code.h"
#include "lang/gcl/syntax.h"

/* A node of the expanded commands, numbered as the format says. */
typedef struct gcl_node {
  uint32_t command;
  uint32_t env;    /* values of the indices around it; GCL_NONE: none */
  uint32_t next;   /* the node that follows */
  uint32_t parent; /* the construct around it, or GCL_NONE */
  uint32_t second; /* GCL_IF: first copy; GCL_THEN: where ELSE begins */
  uint32_t loops;  /* around it, itself included */
} gcl_node;

/* A copy of a branch, one for each combination of its indices. */
typedef struct gcl_copy {
  uint32_t branch, env, node;
  uint32_t next; /* of the same IF, or GCL_NONE */
} gcl_copy;

/* The value of an index, and of those around it. */
typedef struct gcl_env {
  uint32_t parent, depth;
  uint32_t name; /* of 'index_names' */
  int64_t value;
} gcl_env;

typedef struct gcl_expanded {
  vec(gcl_node) nodes;
  vec(gcl_copy) copies;
  vec(gcl_env) envs;
} gcl_expanded;

/* Something to be compiled after what is above it on the stack. */
typedef struct gcl_task {
  int kind;
  bool sense;
  uint32_t a, label;
  uint32_t line, column;
  int64_t value, last;
  uint32_t words[5], count;
} gcl_task;

typedef struct gcl_jump {
  uint32_t at, label;
} gcl_jump;

typedef struct gcl_compiler {
  mem *m;
  const gcl_table *table;
  gcl_parser *parser; /* for messages */
  const gcl_syntax *syntax;
  gcl_expanded *expanded; /* NULL: expressions only */
  gcl_code *code;
  map *points;    /* nodes that can come next, by number of the point */
  uint32_t entry; /* the node whose code is made */
  vec(gcl_task) tasks;
  vec(uint32_t) labels;
  vec(gcl_jump) jumps;
  vec(int64_t) values;  /* of the indices, by depth */
  vec(uint32_t) loaded; /* the env of each value, up to 'valid' */
  uint32_t valid;
  uint32_t height;     /* of the stack of values here */
  uint32_t nodes_made; /* nodes so far */
  bool is_constant;    /* no variable will occur: nothing to foresee */
  bool is_broken;      /* reported */
  uint32_t nesting;    /* of constants that are being evaluated */
  gcl_spot fault_spot; /* of the last one that had no value */
  gcl_code constants;  /* scratch */
  vec(int64_t) stack;
} gcl_compiler;

void gcl_compiler_init(gcl_compiler *compiler, gcl_parser *parser,
                       gcl_code *code);
void gcl_compiler_clear(gcl_compiler *compiler);

/* Counts a node; false, and reported, when they are too many. */
bool gcl_count(gcl_compiler *compiler, uint32_t line, uint32_t column);

/* What is to be done after what is done next. */
enum {
  GCL_DO_BOOLEAN, /* jump to 'label' if 'a' is 'sense' */
  GCL_DO_VALUE,   /* push the value of 'a' */
  GCL_DO_LABEL,
  GCL_DO_WORDS, /* as they are; the target of a jump is a label */
  GCL_DO_LOOP,  /* the rest of a quantifier */
  GCL_DO_LOWER, /* one of two values will be on the stack, not both */
  GCL_DO_NODE,  /* code for node 'a', and a copy of a branch: expand.c */
  GCL_DO_COPY
};
gcl_task *gcl_do(gcl_compiler *compiler, int kind, uint32_t a);
void gcl_do_boolean(gcl_compiler *compiler, uint32_t e, bool sense,
                    uint32_t label);
/* Emits these words, later or at once. */
void gcl_do_words(gcl_compiler *compiler, const uint32_t *words, uint32_t count,
                  uint32_t line, uint32_t column);
void gcl_emit(gcl_compiler *compiler, const uint32_t *words, uint32_t count,
              uint32_t line, uint32_t column);
void gcl_emit_fault(gcl_compiler *compiler, gcl_fault fault, uint32_t var,
                    int64_t value, uint32_t line, uint32_t column);
uint32_t gcl_new_label(gcl_compiler *compiler);
/* Does all there is to do above 'base', ends the code with OP_RETURN, and
 * resolves the jumps and labels that were added since 'frame'. */
typedef struct gcl_frame {
  size_t jumps, labels;
} gcl_frame;
void gcl_finish(gcl_compiler *compiler, size_t base, gcl_frame frame);
/* Implemented by the program's part. */
void gcl_compile_node(gcl_compiler *compiler, uint32_t node);
void gcl_compile_copy(gcl_compiler *compiler, uint32_t copy);

typedef enum gcl_where {
  GCL_MOVING, /* depends on the state */
  GCL_FIXED,
  GCL_NOWHERE /* the index is out of bounds, or has no value */
} gcl_where;
/* The cell of a variable and the index, an expression or GCL_NONE. If it is
 * nowhere, code that faults has been emitted. */
gcl_where gcl_locate(gcl_compiler *compiler, uint32_t var, uint32_t index,
                     uint32_t *position);

/* Code that sets bit 'atom' if 'e' is true. */
void gcl_compile_atom(gcl_compiler *compiler, uint32_t e, uint32_t atom);

/* The value of an expression without variables, given the indices. */
gcl_fault gcl_constant(gcl_compiler *compiler, uint32_t e, int64_t *out);
/* The same; false: the fault was reported. */
bool gcl_must_evaluate(gcl_compiler *compiler, uint32_t e, int64_t *out);
/* The bounds of an index. */
bool gcl_bounds(gcl_compiler *compiler, uint32_t low, uint32_t high,
                int64_t *first, int64_t *last);

/* Fills 'program'. */
bool gcl_expand(gcl_compiler *compiler, uint32_t first);
/* Makes the code of all points; where each begins goes to 'point_code', whose
 * length is the number of points. */
typedef vec(uint32_t) gcl_point_code;
bool gcl_compile_commands(gcl_compiler *compiler, gcl_point_code *point_code);

#endif
