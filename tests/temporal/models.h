/* Random models as text, and what a formula can say of them. */
#ifndef TESTS_TEMPORAL_MODELS_H
#define TESTS_TEMPORAL_MODELS_H

#include "formula.h"

enum { MODEL_TEXT = 8000, MODEL_MOST_STEPS = 64, MODEL_MOST_STATES = 8 };

typedef struct random_model {
  const char *language;
  char text[MODEL_TEXT];
  const char *atoms[4];
  int atom_count;
  /* Languages whose graph the generator knows: */
  bool has_graph;
  graph_step steps[MODEL_MOST_STEPS];
  uint8_t initial[MODEL_MOST_STATES];
  uint8_t is_end_step[MODEL_MOST_STEPS]; /* it repeats a state without steps */
  graph graph;
} random_model;

void model_random_lts(random_source *r, random_model *out);
void model_random_gcl(random_source *r, random_model *out);
void model_random_pds(random_source *r, random_model *out);

#endif
