/* custos convert: the same problem in the other format. */
#include "commands.h"

#include "session.h"
#include "writing.h"

#include <string.h>

static const struct target {
  const char *name;
  custos_format format;
  const char *other; /* what it is converted to if nothing is said */
} targets[] = {{"json", CUSTOS_AS_JSON, "pds"},
               {"pds", CUSTOS_AS_PDS, "json"},
               {"lts", CUSTOS_AS_LTS, "aut"},
               {"aut", CUSTOS_AS_AUT, "lts"}};

static const struct target *find(const char *name) {
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (strcmp(targets[i].name, name) == 0)
      return &targets[i];
  return NULL;
}

/* What is written when --to is not given: not what the first file is. */
static custos_format target(const options *o) {
  const char *dot = strrchr(o->files[0], '.');
  const char *from = o->lang ? o->lang : dot ? dot + 1 : "";
  const struct target *own = find(from);
  const struct target *to = find(o->to ? o->to : own ? own->other : "pds");
  return to ? to->format : CUSTOS_AS_PDS;
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
