/* The next-state interface: what every finite model is to an engine.
 *
 * A state is a string of bytes, at most 'most_bytes' long; equal states have
 * equal bytes. The model keeps no state of its own: 'scratch' belongs to the
 * caller, one for each thread. A state without steps is the end of a run; who
 * reads infinite runs repeats it ("stuttering"). */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/names.h"
#include "base/report.h"
#include "base/text.h"

#include <stdbool.h>

#define MODEL_NONE UINT32_MAX

enum { MODEL_MOST_ATOMS = 64 };

typedef struct model_step {
  size_t at;      /* of the state that it leads to, in 'bytes' */
  uint32_t size;  /* of that state */
  uint32_t label; /* its action, of 'labels'; MODEL_NONE: none */
  uint32_t line, column;
  uint64_t movers; /* the processes that move, bit by bit (the last bit: all
                      from number 63 on); 0 where there are none */
} model_step;

/* Something that is wrong. */
typedef enum model_severity {
  MODEL_NOTE,     /* worth telling: a value was cut to fit */
  MODEL_ERROR,    /* an assertion, an end that is none: the run goes on */
  MODEL_UNDEFINED /* what comes after it means nothing: an index out of bounds,
                     a division by zero */
} model_severity;

typedef struct model_fault {
  model_severity severity;
  uint32_t step; /* that it happens in, of 'steps'; MODEL_NONE: in the state */
  uint32_t file, line, column; /* 'file': 0 is the model's own */
  size_t at, length;           /* of the message, in 'fault_text' */
} model_fault;

/* The steps from a state, in the order of the text. */
typedef struct model_steps {
  mem *m;
  vec(uint8_t) bytes;
  vec(model_step) steps;
  vec(model_fault) faults;
  vec(char) fault_text; /* each message with a NUL */
  model_severity worst; /* of the faults; MODEL_NOTE if there are none */
} model_steps;

typedef struct model model;

/* What the atoms of a formula mean in a model. */
typedef struct model_binding {
  void *self;
  /* By label: the atoms that are true when a step with this label is about to
   * be taken; as many as the model has labels. */
  uint64_t *label_letters;
  uint64_t action_atoms; /* those that speak of steps: false when stuttering */
} model_binding;

typedef struct model_ops {
  /* Appends the initial states as if they were steps. 'scratch' has
   * 'scratch_bytes', aligned as mem_alloc does. */
  void (*initial)(const model *x, void *scratch, model_steps *out);
  void (*next)(const model *x, void *scratch, const uint8_t *state,
               uint32_t size, model_steps *out);
  /* The atoms of 'b' that are true in 'state'. False: 'out' tells the fault;
   * it has no position, being in the formula. */
  bool (*letter)(const model *x, const model_binding *b, void *scratch,
                 const uint8_t *state, uint32_t size, uint64_t *letter,
                 model_steps *out);
  /* One line for people: "fork[0]=1 turn=2". */
  void (*show)(const model *x, const uint8_t *state, uint32_t size, text *out);
  /* Numbers that identify the state in evidence: see docs/formats. */
  void (*numbers)(const model *x, const uint8_t *state, uint32_t size,
                  int64_t *out);
  /* The opposite. False: there is no such state. */
  bool (*from_numbers)(const model *x, const int64_t *numbers, uint8_t *state,
                       uint32_t *size);
  /* Which processes could move: as 'movers'. NULL: the model has none. */
  uint64_t (*enabled)(const model *x, void *scratch, const uint8_t *state,
                      uint32_t size);
  /* A bit for each place of the text that a step has used, by number of the
   * place; NULL: not known. They are kept in the scratch. */
  const uint8_t *(*covered)(const model *x, const void *scratch);
  /* A formula in the model's own language, with its atoms quoted; NULL: the
   * language is that of logic/ltl.h. False: reported. */
  bool (*formula)(const model *x, mem *m, const char *file, uint32_t line,
                  uint32_t column, const char *input, size_t length, report *r,
                  text *out);
  /* 'names' are atoms as in logic/ltl.h. False: reported; 'line', 'column' is
   * where the formula starts. */
  bool (*bind)(const model *x, mem *m, const names *atoms, const char *file,
               uint32_t line, uint32_t column, report *r, model_binding *out);
} model_ops;

/* A property that came with the model's text. */
typedef struct model_property {
  uint32_t name;         /* of 'property_names' */
  size_t at, length;     /* of the formula, in 'property_text' */
  uint32_t line, column; /* of the formula's first byte */
} model_property;

/* A place of the text that a search may never use. */
typedef struct model_place {
  uint32_t file, line, column;
  uint32_t process;  /* of 'process_names' */
  size_t at, length; /* of its text, in 'place_text' */
} model_place;

struct model {
  const model_ops *ops;
  void *self;
  const char *language; /* "lts", "gcl", ... */
  uint32_t most_bytes;
  uint32_t scratch_bytes;
  uint32_t number_count; /* of 'numbers'; if it varies, the most */
  bool drops_zeros;      /* zeros behind the last other number are not written
                            in evidence */
  bool may_fault;        /* 'safety' is a question worth asking */
  names labels;
  names property_names;
  vec(model_property) properties;
  vec(char) property_text;
  names files;         /* 0: the model's own; none: there is no other */
  names process_names; /* kinds of processes */
  vec(model_place) places;
  vec(char) place_text;
};

/* Forgets the steps; keeps the memory. */
void model_steps_reset(model_steps *steps);
void model_steps_free(model_steps *steps);
/* Room for a state of 'size' bytes behind the last: where to write it. The
 * step has been added, its other fields are zero or MODEL_NONE. */
uint8_t *model_steps_add(model_steps *steps, uint32_t size);
/* Adds a fault, of severity, step and place as given. */
base_printf(3, 4) void model_steps_fault(model_steps *steps,
                                         const model_fault *fault,
                                         const char *format, ...);
/* The message of a fault. */
const char *model_fault_text(const model_steps *steps,
                             const model_fault *fault);
/* The state means nothing: forgets the steps from number 'first' on, and their
 * faults. */
void model_steps_drop(model_steps *steps, size_t first);
/* Leaves out the steps that are undefined; the faults stay. */
void model_steps_drop_undefined(model_steps *steps);

/* Takes a copy of the texts. False, and nothing is added: the model has a
 * property of that name already. */
typedef struct model_text {
  const char *at;
  size_t length;
} model_text;
bool model_add_property(mem *m, model *x, model_text name, model_text formula,
                        uint32_t line, uint32_t column);

#endif
