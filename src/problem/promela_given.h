/* What the user says of a Promela model beside its text: macros, how it is to
 * be read, and files with more claims. */
#ifndef PROBLEM_PROMELA_GIVEN_H
#define PROBLEM_PROMELA_GIVEN_H

#include "custos/custos.h"

#include "base/text.h"
#include "lang/promela/promela.h"

typedef struct property property;

/* Given before the model is loaded; in 'problem'. */
typedef struct promela_given {
  pml_reading reading;
  vec(char *) claims; /* files */
} promela_given;

/* problem_ops.add_option: is it one of Promela's, with such a value? A "define"
 * is one of C programs that Promela shares. */
custos_status promela_add_option(custos *c, const char *option,
                                 const char *value, bool is_users);
/* The lines before those of the file: macros. */
void context_write_macros(custos *c, text *out);
/* Those behind them: what is to be read, too. */
void context_write_claims(const custos *c, text *out);
/* Evidence's lines: what was given. */
void context_note_promela_source(custos *c);
/* problem_ops.presumes: "assertions ignored, full channels lose messages". */
const char *promela_presumes(custos *c, const property *p);

#endif
