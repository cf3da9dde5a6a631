/* What the files that make a control flow share. */
#ifndef LANG_JAVA_FLOW_INSIDE_H
#define LANG_JAVA_FLOW_INSIDE_H

#include "lang/java/flow.h"

/* What is known of a value. */
typedef enum flow_kind {
  FLOW_ANY,     /* a reference: to an instance of 'type', or null */
  FLOW_SET,     /* not null */
  FLOW_NEW,     /* of 'type' exactly */
  FLOW_CAUGHT,  /* what the handler at instruction 'type' was given */
  FLOW_ARRAY,   /* a new array of so many elements */
  FLOW_NATURAL, /* a number: 'type', NAMES_NONE: not known which */
  FLOW_POSITIVE
} flow_kind;

typedef struct flow_fact {
  flow_kind kind;
  uint32_t type;  /* name; NAMES_NONE: anything */
  uint32_t local; /* that it was read from, plus one; 0: none */
} flow_fact;

/* What the machine throws. */
enum {
  FLOW_NULL = 1,
  FLOW_DIVISION = 2,
  FLOW_BOUNDS = 4,
  FLOW_SIZE = 8,
  FLOW_CAST = 16,
  FLOW_ELEMENT = 32,
  FLOW_FAULTS = 6
};

typedef vec(uint32_t) flow_numbers;
bool flow_add(mem *m, flow_numbers *to, uint32_t n);

/* What is on its way: number 0 is nothing. */
typedef struct flow_mode {
  uint32_t name; /* of a class */
  bool is_exact; /* else something below it, too */
} flow_mode;

/* What a call may run. */
typedef struct flow_call {
  flow_numbers methods;
  uint32_t outside; /* JAVA_NONE: none */
  bool is_call;
  bool ends;       /* System.exit */
  bool is_unknown; /* nobody knows what it does */
} flow_call;

typedef struct flow_method {
  uint8_t *faults;      /* by instruction */
  bool *is_live;        /* the same */
  bool *is_reached;     /* the same, by what comes to handlers */
  flow_fact *thrown;    /* the same, of athrow */
  flow_call *calls;     /* the same */
  flow_numbers *caught; /* by instruction: modes that come to this handler */
  flow_numbers throws;  /* modes */
  bool returns_null;    /* may, of what returns a reference */
  uint32_t function;    /* of the automaton; CFA_NONE: none */
} flow_method;

/* A method without code. */
typedef struct flow_outside {
  uint32_t class_name, name, descriptor;
  uint32_t method;      /* of the program, which has no code; JAVA_NONE: none */
  bool is_met;          /* somebody calls it: 'checked' is as they have it */
  flow_numbers checked; /* names of classes */
  flow_numbers throws;  /* modes */
  uint32_t function;
} flow_outside;

typedef struct java_flow {
  mem *m;
  progress *clock;
  java_classes *p;
  cfa *out;
  vec(flow_mode) modes;
  flow_method *methods; /* by method */
  bool *holds_null;     /* by field: may, after it was set */
  vec(flow_outside) outsides;
  bool changed;
} java_flow;

uint32_t flow_mode_of(java_flow *flow, uint32_t name, bool is_exact);
static inline flow_method *flow_method_at(const java_flow *flow, uint32_t n) {
  assert(n < flow->p->methods.count);
  return &flow->methods[n];
}
static inline bool flow_is_model(const java_flow *flow, uint32_t method) {
  return java_is_model(flow->p, java_method_at(flow->p, method)->type);
}
/* Has it code that is called? */
static inline bool flow_has_code(const java_flow *flow, uint32_t method) {
  return java_method_at(flow->p, method)->is_reached;
}

/* flow_calls.c: whom an instruction calls. */
void flow_find_calls(java_flow *flow, uint32_t method);

/* flow_facts.c: what is not null, and what the machine may throw. */
void flow_find_facts(java_flow *flow);

/* flow_throws.c: what leaves which method, and comes to which handler. */
/* Does a handler take it? -1: it depends. */
int flow_catches(const java_flow *flow, uint32_t mode, const java_class *class,
                 const java_handler *handler);
static inline bool flow_covers(const java_handler *handler,
                               const java_instruction *instruction) {
  return handler->start <= instruction->at && instruction->at < handler->end;
}
void flow_find_throws(java_flow *flow);
/* The modes that begin at an instruction, by itself: not those of calls. */
void flow_modes_at(java_flow *flow, uint32_t method, uint32_t instruction,
                   flow_numbers *out);
/* Those that come out of what it calls. */
void flow_modes_behind(java_flow *flow, uint32_t method, uint32_t instruction,
                       flow_numbers *out);
/* The names of classes that the machine's faults have, by bit. */
const char *flow_fault_class(unsigned bit);

/* flow_names.c: functions and modes as people call them. */
void flow_add_names(java_flow *flow);
/* Methods of the program that nobody calls. */
void flow_add_idle_functions(java_flow *flow);
uint32_t flow_add_function(java_flow *flow, uint32_t class_name, uint32_t name,
                           uint32_t method);

/* flow_emit.c: the locations and edges of a method of the program. */
void flow_emit_method(java_flow *flow, uint32_t method);

/* flow.c */

/* An edge that only moves on; returns its number. */
uint32_t flow_make_edge(mem *m, cfa *out, cfa_edge_kind kind, uint32_t from,
                        uint32_t to, cfa_control control, cfa_place place);

#endif
