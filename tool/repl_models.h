/* Models in the languages of 'custos check' beside the definitions of a
 * session. */
#ifndef TOOL_REPL_MODELS_H
#define TOOL_REPL_MODELS_H

#include "repl.h"

/* Is the file one of extended CTL, by its suffix? */
bool repl_is_session(const char *path);
/* Is it a transition system, which formulas of the session can speak of, too?
 */
bool repl_is_system(const char *path);

/* NULL: it could not be read, and that was said. */
repl_model *repl_models_load(repl *prompt, const char *path);
repl_model *repl_models_find(const repl *prompt, const char *name);

/* Has it a property of this name? */
bool repl_models_has(const repl_model *model, const char *name);

/* All properties that 'custos check' would check. */
void repl_models_check(repl *prompt, repl_model *model);
/* One of its properties by name, or a formula of linear temporal logic. */
void repl_models_check_one(repl *prompt, repl_model *model, const char *what);

/* One line for each property. */
void repl_models_show(repl *prompt, repl_model *model);
/* Writes a run that violates the property 'what' (NULL: the last) as a page.
 * False: there is none, and that was said. */
bool repl_models_write_page(repl *prompt, repl_model *model, const char *what,
                            const char *path);

/* ':set': for the models that are there. */
void repl_models_set(repl *prompt, const char *option, const char *value);
void repl_models_clear(repl *prompt);

#endif
