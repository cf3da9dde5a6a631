/* The table of languages: a row each. Nothing else lists them or asks for one
 * of them by name. */
#ifndef API_LANGUAGES_H
#define API_LANGUAGES_H

#include "problem/language.h"

/* By its name, or by the suffix of a path; NULL if there is none. */
const language *language_named(const char *name);
const language *language_of_path(const char *path);
/* By the suffix of evidence in a format of others (language.witnesses). */
const language *language_of_witness(const char *path);

/* "json, pds, ... or c": what the user may say. */
void language_list(char *out, size_t size);

/* As problem_ops.add_option, of all kinds. */
custos_status language_add_option(custos *c, const char *option,
                                  const char *value, bool is_users);
/* As problem_ops.option_values, of the first kind that has it. */
const char *language_option_values(const char *option);

#endif
