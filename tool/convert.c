/* custos convert: the same problem in the other format. */
#include "commands.h"

#include "ectl_run.h"
#include "output.h"
#include "session.h"
#include "writing.h"

#include <stdio.h>
#include <string.h>

static const struct target {
  const char *name;
  custos_format format;
  const char *other; /* what it is converted to if nothing is said */
} targets[] = {{"json", CUSTOS_AS_JSON, "pds"},  {"pds", CUSTOS_AS_PDS, "json"},
               {"lts", CUSTOS_AS_LTS, "aut"},    {"aut", CUSTOS_AS_AUT, "lts"},
               {"ectl", CUSTOS_AS_ECTL, "ectl"}, {"cfa", CUSTOS_AS_CFA, "cfa"},
               {"bp", CUSTOS_AS_BP, "pds"}};

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
  const struct target *own = find(options_are_compiled(o) ? "cfa" : from);
  const struct target *to = find(o->to ? o->to : own ? own->other : "pds");
  if (o->is_explicit && to && to->format == CUSTOS_AS_ECTL)
    return CUSTOS_AS_ECTL_EXPLICIT;
  return to ? to->format : CUSTOS_AS_PDS;
}

/* The questions of the session, which are no definitions. */
static void print_checks(const ectl_commands *commands, output *out) {
  for (size_t i = commands->count; i > 0; i--) {
    const ectl_command *x = &commands->at[i - 1];
    if (strcmp(x->name, "check") != 0)
      continue;
    fputs(":check(", out->file);
    for (size_t k = 0; k < x->count; k++)
      fprintf(out->file, "%s%s", k ? ", " : "", x->arguments[k]);
    fputs(")\n", out->file);
  }
}

/* Files of other languages become systems of a session that begins empty. */
static int convert_to_session(session *s) {
  ectl_commands waiting = {0};
  output out;
  s->commands = &waiting;
  custos_status status = custos_load_text(s->c, "empty", "", 0, "ectl");
  if (status == CUSTOS_OK)
    status = session_load(s);
  if (status != CUSTOS_OK) {
    ectl_commands_clear(&waiting);
    return session_fail(s, status);
  }
  int wrong = EXIT_SYSTEM;
  if (output_open(&out, s->o->output)) {
    status = custos_write(
        s->c, s->o->is_explicit ? CUSTOS_AS_ECTL_EXPLICIT : CUSTOS_AS_ECTL,
        output_write, &out);
    if (status == CUSTOS_OK)
      print_checks(&waiting, &out);
    if (output_close(&out, status == CUSTOS_OK))
      wrong = status == CUSTOS_OK ? EXIT_HOLDS : session_fail(s, status);
  }
  ectl_commands_clear(&waiting);
  return wrong ? wrong : output_finish(EXIT_HOLDS);
}

static bool is_to_session(const options *o) {
  const custos_language_info *to = o->to ? custos_find_language(NULL, o->to)
                                         : options_language(o, o->files[0]);
  return to && to->has_definitions;
}

int run_convert(const options *o) {
  session s;
  bool is_c = options_are_compiled(o);
  if (o->is_explicit && !is_to_session(o))
    return options_complain("convert", "--explicit is for --to=ectl");
  if (strcmp(o->files[0], "-") == 0 && !o->to && !o->lang)
    return options_complain("convert", "standard input needs --to or --lang");
  int status = session_begin(&s, o);
  if (!status && is_to_session(o) && !is_c) {
    status = convert_to_session(&s);
  } else if (!status) {
    custos_status loaded = session_load(&s);
    status = loaded == CUSTOS_OK ? writing_write(&s, target(o))
                                 : session_fail(&s, loaded);
  }
  session_end(&s);
  return status;
}
