/* custos ltl: formulas to automata. */
#include "commands.h"

#include "errors.h"
#include "kernel.h"
#include "output.h"
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_file(const char *word) {
  size_t n = strlen(word);
  return strcmp(word, "-") == 0 || (n > 4 && strcmp(word + n - 4, ".hoa") == 0);
}

/* Who says that the automaton accepts all that satisfies the formula. */
static const char *how_checked(session *s, const char *formula,
                               const custos_automaton *automaton, int *status) {
  kernel_told told = {.answer = KERNEL_NO_ANSWER};
  if (strcmp(automaton->translation, "none") == 0)
    return "none";
  for (size_t i = 0; i < s->o->setting_count; i++)
    if (strcmp(s->o->settings[i].name, "certify") == 0 &&
        strcmp(s->o->settings[i].value, "no") == 0)
      return "replay";
  kernel_check_translation(s, formula, &told);
  bool accepted = told.answer == KERNEL_ACCEPTED && told.is_translated;
  if (!accepted && told.answer != KERNEL_NO_ANSWER) {
    fputs("custos: the kernel ", stderr);
    output_visible(stderr, told.message);
    fprintf(
        stderr,
        "\nThis is a bug of Custos %s. Please report it with the formula.\n",
        custos_version());
    *status = EXIT_BUG;
  } else if (!accepted && !s->o->quiet) {
    fputs("custos: the kernel did not check this: ", stderr);
    output_visible(stderr, told.message);
    putc('\n', stderr);
  }
  kernel_forget(&told);
  return accepted ? "kernel" : "replay";
}

static void print_acceptance(const custos_automaton *automaton) {
  if (automaton->sets == 1)
    printf("%s", automaton->on_states ? "Buchi" : "Buchi on transitions");
  else if (automaton->sets == 0)
    printf("all");
  else
    printf("generalized-Buchi %u", automaton->sets);
}

static void print_kinds(const custos_automaton *automaton, const char *before,
                        const char *between, const char *around) {
  const char *const names[] = {"deterministic", "complete", "weak", "terminal"};
  const int has[] = {automaton->deterministic, automaton->complete,
                     automaton->weak, automaton->terminal};
  const char *separator = before;
  for (int i = 0; i < 4; i++)
    if (has[i]) {
      printf("%s%s%s%s", separator, around, names[i], around);
      separator = between;
    }
}

static void tell_json(const custos_automaton *automaton, const char *checked) {
  errors_begin_answer("custos.ltl/1");
  fputs(",\"formula\":", stdout);
  output_json(stdout, automaton->formula);
  fputs(",\"simplified\":", stdout);
  output_json(stdout, automaton->simplified);
  printf(",\n \"states\":%u,\"edges\":%u,\"acceptance\":\"", automaton->states,
         automaton->edges);
  print_acceptance(automaton);
  fputs("\",\"kinds\":[", stdout);
  print_kinds(automaton, "", ",", "\"");
  printf("],\n \"translation\":\"%s\",\"certificate\":{\"entries\":%llu,"
         "\"checked\":\"%s\"},\"seconds\":%.6f}\n",
         automaton->translation, (unsigned long long)automaton->entries,
         checked, automaton->seconds);
}

static void tell_text(const custos_automaton *automaton, const char *checked) {
  if (automaton->formula[0]) {
    fputs("formula      ", stdout);
    output_visible(stdout, automaton->formula);
    fputs("\nsimplified   ", stdout);
    output_visible(stdout, automaton->simplified);
    putchar('\n');
  }
  printf("states       %u\nedges        %u\nacceptance   ", automaton->states,
         automaton->edges);
  print_acceptance(automaton);
  print_kinds(automaton, "\nkind         ", ", ", "");
  printf("\ntranslation  %s\ncertificate  %llu entr%s, checked by: %s\n"
         "seconds      %.4f\n",
         automaton->translation, (unsigned long long)automaton->entries,
         automaton->entries == 1 ? "y" : "ies", checked, automaton->seconds);
}

static int write_as(session *s, custos_format format) {
  output out;
  if (!output_open(&out, s->o->output))
    return EXIT_SYSTEM;
  custos_status status = format == CUSTOS_AS_JSON
                             ? custos_write_evidence(s->c, output_write, &out)
                             : custos_write(s->c, format, output_write, &out);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  return status == CUSTOS_OK ? 0 : session_fail(s, status);
}

static int print(session *s, const custos_automaton *automaton,
                 const char *checked) {
  const char *what = s->o->what ? s->o->what : "hoa";
  if (s->o->quiet)
    return 0;
  if (s->o->json)
    tell_json(automaton, checked);
  else if (strcmp(what, "statistics") == 0)
    tell_text(automaton, checked);
  else if (strcmp(what, "certificate") == 0)
    return write_as(s, CUSTOS_AS_JSON); /* the evidence, see write_as */
  else
    return write_as(s, strcmp(what, "dot") == 0     ? CUSTOS_AS_DOT_PROPERTY
                       : strcmp(what, "never") == 0 ? CUSTOS_AS_NEVER
                                                    : CUSTOS_AS_HOA);
  return 0;
}

static int translate(session *s, const char *word) {
  custos_automaton automaton;
  int status = 0;
  s->formula = word;
  custos_status told = is_file(word)
                           ? custos_read_automaton(s->c, word, &automaton)
                           : custos_translate(s->c, word, &automaton);
  session_quiet_line(s);
  if (told == CUSTOS_ERR_LIMIT) {
    fprintf(stderr, "custos: %s\n", custos_last_error(s->c)->message);
    return EXIT_UNKNOWN;
  }
  if (told != CUSTOS_OK)
    return session_fail(s, told);
  const char *checked = how_checked(s, word, &automaton, &status);
  return status ? status : print(s, &automaton, checked);
}

int run_ltl(const options *o) {
  session s;
  int status = session_begin(&s, o);
  if (!status && o->output && o->file_count > 1)
    status = options_complain("ltl", "-o takes one formula at a time");
  for (size_t i = 0; i < o->file_count && !status; i++)
    status = translate(&s, o->files[i]);
  session_end(&s);
  return status ? status : output_finish(EXIT_HOLDS);
}
