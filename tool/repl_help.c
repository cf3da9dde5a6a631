#include "repl_help.h"

#include "custos/custos.h"

#include <stdio.h>
#include <string.h>

const repl_help repl_helps[] = {
    {"check", "(formula, system)", "decide a formula, or properties of a model",
     "  :check(f, m)              at every state of the LTS m, or every head "
     "of "
     "the PDS m\n"
     "  :check(EF[a] p, m)        a formula may stand in its place\n"
     "  :check(f, m, p[a b _])    at one configuration, its top of stack "
     "first\n"
     "  :check(net)               all properties of a model that was loaded\n"
     "  :check(safety, net)       one of them\n"
     "  :check(\"G F p\", net)      a formula of linear temporal logic\n"
     "Ctrl-C stops a check; its answer is then UNKNOWN."},
    {"trace", "(formula, system)", "tell why it holds, or does not",
     "  :trace(f, m)              at the first state that has a path to show\n"
     "  :trace(f, m, s0)          at this one, or at a configuration p[a b _]\n"
     "A path, and below its steps why the parts of the formula hold there."},
    {"load", "(\"file\")", "read definitions or a model",
     "  :load(\"more.ectl\")        definitions; its commands are carried out\n"
     "  :load(\"net.pds\")          a model, 'net' from now on; a transition "
     "system is\n"
     "                            also one that formulas of extended CTL can "
     "speak of\n"
     "Files of models:@suffixes@"},
    {"show", "(name)", "list what is defined, or print one of it",
     "  :show                     a list of all definitions and models\n"
     "  :show(m)                  the text of one\n"
     "  :show(m, --html)          a page m.html; of a model: of a run that "
     "violates its\n"
     "                            last property"},
    {"xshow", "(name)", "draw a picture",
     "  :xshow(m)                 in a window, by $CUSTOS_VIEWER or xdg-open\n"
     "  :xshow(m, \"m.svg\")        into a file\n"
     "Graphviz has to be there."},
    {"save", "(\"file\")", "write all definitions to a file",
     "  :save(\"all.ectl\")         ':load' reads it again"},
    {"set", "(option, value)", "set an option, or list them",
     "  :set                      all options and their values\n"
     "  :set(time)                what one of them is about\n"
     "  :set(time, 10)            as --time=10 on the command line"},
    {"help", "(command)", "this list, or more about a command",
     "  :help(check)"},
    {"quit", "", "end the session", "  :quit                     as Ctrl-D"},
};
const size_t repl_help_count = sizeof repl_helps / sizeof *repl_helps;

void repl_help_print(void) {
  puts("Definitions:\n"
       "  LTS name { ... }   PDS name { ... }     systems\n"
       "  DFA name { ... }   PDA name { ... }     automata\n"
       "  REGULAR name { regular expression }\n"
       "  GRAMMAR name { context-free rules }\n"
       "  FORMULA name { formula }\n"
       "Commands:");
  for (size_t i = 0; i < repl_help_count; i++) {
    char left[64];
    snprintf(left, sizeof left, ":%s%s", repl_helps[i].name,
             repl_helps[i].arguments);
    printf("  %-26s %s\n", left, repl_helps[i].summary);
  }
  puts("':help(check)' tells more of one; custos-repl(1) tells all.");
}

/* Those of the table of languages; of several for one language, the first. */
static void print_suffixes(void) {
  for (size_t i = 0; i < custos_language_count(); i++) {
    const custos_language_info *x = custos_language_at(i);
    if (!x->has_definitions && !x->is_aside)
      printf(" %.*s", (int)strcspn(x->suffixes, " "), x->suffixes);
  }
}

static void print_text(const char *text) {
  static const char mark[] = "@suffixes@";
  const char *at = strstr(text, mark);
  printf("%.*s", at ? (int)(at - text) : (int)strlen(text), text);
  if (at) {
    print_suffixes();
    fputs(at + sizeof mark - 1, stdout);
  }
  putchar('\n');
}

bool repl_help_print_one(const char *name) {
  for (size_t i = 0; i < repl_help_count; i++)
    if (strcmp(repl_helps[i].name, name) == 0) {
      printf(":%s%s: %s\n", name, repl_helps[i].arguments,
             repl_helps[i].summary);
      print_text(repl_helps[i].text);
      return true;
    }
  return false;
}
