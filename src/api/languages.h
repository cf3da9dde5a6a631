/* The table of languages: a row each. Nothing else lists them or asks for one
 * of them by name. */
#ifndef API_LANGUAGES_H
#define API_LANGUAGES_H

#include "problem/context.h"

struct language {
  custos_language_info info;
  /* Adds what the text says to the problem; mistakes go to the report. NULL:
   * the kind reads its files itself. */
  bool (*read)(custos *c, const char *name, const char *bytes, size_t length);
  bool has_claims; /* never claims, and readings of channels and faults */
};

/* By its name, or by the suffix of a path; NULL if there is none. */
const language *language_named(const char *name);
const language *language_of_path(const char *path);

/* "json, pds, ... or c": what the user may say. */
void language_list(char *out, size_t size);

#endif
