/* custos convert: the same problem in the other format. */
#include "commands.h"

#include "session.h"
#include "writing.h"

#include <string.h>

/* What is written when --to is not given: not what the first file is. */
static custos_format target(const options *o) {
  const char *file = o->files[0], *dot = strrchr(file, '.');
  if (o->to)
    return strcmp(o->to, "json") == 0 ? CUSTOS_AS_JSON : CUSTOS_AS_PDS;
  if (o->lang)
    return strcmp(o->lang, "pds") == 0 ? CUSTOS_AS_JSON : CUSTOS_AS_PDS;
  return dot && strcmp(dot, ".pds") == 0 ? CUSTOS_AS_JSON : CUSTOS_AS_PDS;
}

int run_convert(const options *o) {
  session s;
  if (strcmp(o->files[0], "-") == 0 && !o->to && !o->lang)
    return options_complain("convert", "standard input needs --to or --lang");
  int status = session_begin(&s, o);
  if (!status) {
    custos_status loaded = session_load(&s);
    status = loaded == CUSTOS_OK ? writing_write(&s, target(o))
                                 : session_fail(&s, loaded);
  }
  session_end(&s);
  return status;
}
