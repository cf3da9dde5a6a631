/* Where an error is: the line of the text, and a caret under the column. */
#include "excerpt.h"
#include "repl.h"

#include <string.h>

void repl_point(void *self, const custos_error *error) {
  const repl *prompt = self;
  excerpt x = {.line = error->line, .column = error->column};
  if (!error->column)
    return;
  if (prompt->source.name && strcmp(error->file, prompt->source.name) == 0)
    excerpt_of_text(x, prompt->source.text, prompt->source.length);
  else if (error->file[0])
    excerpt_of_file(x, error->file);
}
