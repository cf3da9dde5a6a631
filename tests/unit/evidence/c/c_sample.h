/* Small C programs with the part of their automaton and of a trace that
 * evidence looks at: made by hand, so that no front end is needed. */
#ifndef UNIT_C_SAMPLE_H
#define UNIT_C_SAMPLE_H

#include "evidence/c/reproduce.h"
#include "evidence/c/witness.h"

#include <string.h>

typedef struct sample {
  mem *m;
  cfa p;
  c_trace t;
  c_source source[3];
  size_t sources;
  char property[8];
} sample;

static inline void sample_begin(sample *s, mem *m, const char *bytes) {
  memset(s, 0, sizeof *s);
  s->m = m;
  s->p.pointer_bits = 64;
  s->t.pointer_bits = 64;
  s->source[0] = (c_source){"dir/prog.c", bytes, strlen(bytes)};
  s->sources = 1;
  uint32_t file = cfa_name(m, &s->p, "dir/prog.c");
  vec_push(m, &s->p.files, file);
  s->t.failure = (c_failure){.error = CFA_ERROR_CALL,
                             .name = "reach_error",
                             .place = {"dir/prog.c", 1, 1}};
}

/* An edge at which a function gives an input of this width. */
static inline void sample_giver(sample *s, const char *name, unsigned width,
                                bool is_signed) {
  cfa_variable v = {.name = cfa_name(s->m, &s->p, "%1"),
                    .kind = CFA_TEMPORARY,
                    .is_scalar = true,
                    .is_signed = is_signed,
                    .width = (uint8_t)width,
                    .type = CFA_NONE};
  cfa_edge e = {.kind = CFA_INPUT,
                .variable = (uint32_t)s->p.variables.count,
                .name = cfa_name(s->m, &s->p, name),
                .input = CFA_INPUT_CALL,
                .place = {0, 1, 1}};
  vec_push(s->m, &s->p.variables, v);
  vec_push(s->m, &s->p.edges, e);
}

static inline void sample_input(sample *s, cfa_input_kind kind,
                                const char *name, unsigned width,
                                bool is_signed, uint64_t value) {
  c_trace_input i = {.kind = kind,
                     .name = name,
                     .width = (uint8_t)width,
                     .is_signed = is_signed,
                     .value = value,
                     .place = {"dir/prog.c", 1, 1}};
  vec_push(s->m, &s->t.inputs, i);
}

/* Both: the function is called for the first time. */
static inline void sample_call(sample *s, const char *name, unsigned width,
                               bool is_signed, uint64_t value) {
  sample_giver(s, name, width, is_signed);
  sample_input(s, CFA_INPUT_CALL, name, width, is_signed,
               bits_cut(value, width));
}

#endif
