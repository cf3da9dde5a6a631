/* The parser: from tokens to the syntax tree. */
#ifndef LANG_PROMELA_PARSE_H
#define LANG_PROMELA_PARSE_H

#include "lang/promela/syntax/syntax.h"

/* Parses and checks; false: something was reported. 'out->tokens' is there. */
bool pml_parse(mem *m, pml_syntax *out, const char *file, report *r,
               progress *clock);

/* An expression of the scope of a formula (globals, remote references), or a
 * whole formula, from outside the text; appended to the tree. */
bool pml_parse_formula(mem *m, pml_syntax *syntax, const pml_token_list *tokens,
                       const char *file, report *r, uint32_t *root);

#endif
