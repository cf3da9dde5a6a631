#include "api/languages.h"

#include "lang/bp/bp.h"
#include "lang/gcl/gcl.h"
#include "lang/lts/lts.h"
#include "lang/pdaaal/pdaaal.h"
#include "lang/pds/pds_text.h"
#include "lang/remopla/remopla.h"
#include "problem/kinds.h"
#include "problem/promela/promela_load.h"
#include "problem/session/ectl.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool read_json(custos *c, const char *name, const char *bytes,
                      size_t length) {
  return pdaaal_read(&c->problem, &c->pds, name, bytes, length, &c->report,
                     &c->clock);
}

static bool read_pds(custos *c, const char *name, const char *bytes,
                     size_t length) {
  return pds_text_read(&c->problem, &c->pds, name, bytes, length, &c->report,
                       &c->clock);
}

static bool read_set(custos *c, const char *name, const char *bytes,
                     size_t length) {
  pds_side side = c->pds.has_set[PDS_INITIAL] ? PDS_FINAL : PDS_INITIAL;
  if (c->pds.has_set[side])
    return report_add(&c->report, name, 0, 0,
                      "the problem has an initial and a final set already");
  c->pds.has_set[side] = true;
  return pds_text_read_configurations(&c->problem, &c->pds, side, name, bytes,
                                      length, 1, 1, &c->report);
}

static bool read_lts(custos *c, const char *name, const char *bytes,
                     size_t length) {
  return lts_read(&c->problem, &c->model, name, bytes, length, &c->report,
                  &c->clock);
}

static bool read_aut(custos *c, const char *name, const char *bytes,
                     size_t length) {
  return aut_read(&c->problem, &c->model, name, bytes, length, &c->report,
                  &c->clock);
}

static bool read_gcl(custos *c, const char *name, const char *bytes,
                     size_t length) {
  return gcl_read(&c->problem, &c->model, name, bytes, length,
                  c->source.defines.at, c->source.defines.count, &c->report,
                  &c->clock);
}

static bool read_bp(custos *c, const char *name, const char *bytes,
                    size_t length) {
  return bp_read(&c->problem, &c->program, name, bytes, length, &c->report,
                 &c->clock);
}

static bool read_remopla(custos *c, const char *name, const char *bytes,
                         size_t length) {
  return remopla_read(&c->problem, &c->program, name, bytes, length,
                      c->source.defines.at, c->source.defines.count, &c->report,
                      &c->clock);
}

/* What a row does not say is on the safe side: the kernel is not said to read
 * a language, and there are no parameters. */
static const language languages[] = {
    {.info = {.name = "json",
              .title = "a pushdown system",
              .suffixes = ".json",
              .kind = CUSTOS_PUSHDOWN,
              .kernel_reads = true},
     .ops = &problem_pushdown,
     .read = read_json},
    {.info = {.name = "pds",
              .title = "a pushdown system",
              .suffixes = ".pds",
              .kind = CUSTOS_PUSHDOWN,
              .kernel_reads = true,
              .joins_sessions = true},
     .ops = &problem_pushdown,
     .define = session_define_pds,
     .read = read_pds},
    {.info = {.name = "automaton",
              .title = "a set of configurations",
              .suffixes = ".pa",
              .kind = CUSTOS_PUSHDOWN,
              .kernel_reads = true},
     .ops = &problem_pushdown,
     .read = read_set},
    {.info = {.name = "lts",
              .title = "a transition system",
              .suffixes = ".lts",
              .kind = CUSTOS_MODEL,
              .kernel_reads = true,
              .joins_sessions = true,
              .is_finite = true},
     .ops = &problem_model,
     .define = session_define_lts,
     .read = read_lts},
    {.info = {.name = "aut",
              .title = "a transition system",
              .suffixes = ".aut",
              .kind = CUSTOS_MODEL,
              .kernel_reads = true,
              .joins_sessions = true,
              .is_finite = true},
     .ops = &problem_model,
     .define = session_define_aut,
     .read = read_aut},
    {.info = {.name = "gcl",
              .title = "a model of guarded commands",
              .suffixes = ".gcl",
              .kind = CUSTOS_MODEL,
              .kernel_reads = true,
              .has_parameters = true,
              .is_finite = true},
     .ops = &problem_model,
     .read = read_gcl},
    {.info = {.name = "promela",
              .title = "a Promela model",
              .suffixes = ".pml .prom .pm .prm .pr .spin .sumo .promela",
              .kind = CUSTOS_MODEL,
              .kernel_reads = true,
              .kernel_graph = "lts",
              .has_parameters = true,
              .can_include = true,
              .is_finite = true},
     .ops = &problem_promela,
     .read = context_read_promela,
     .takes = GIVEN_MACROS | GIVEN_PROMELA},
    {.info = {.name = "bp",
              .title = "a Boolean program",
              .suffixes = ".bp",
              .kind = CUSTOS_PROCEDURES,
              .kernel_graph = "pds",
              .has_procedures = true},
     .ops = &problem_procedures,
     .read = read_bp},
    {.info = {.name = "remopla",
              .title = "a Remopla program",
              .suffixes = ".rem",
              .kind = CUSTOS_PROCEDURES,
              .kernel_graph = "pds",
              .has_parameters = true,
              .has_procedures = true},
     .ops = &problem_procedures,
     .read = read_remopla},
    {.info = {.name = "ectl",
              .title = "a session of extended CTL",
              .suffixes = ".ectl",
              .kind = CUSTOS_SESSION,
              .kernel_reads = true,
              .kernel_graph = "ectl",
              .has_definitions = true},
     .ops = &problem_session,
     .define = session_define_text},
    {.info = {.name = "c",
              .title = "a C program",
              .suffixes = ".c .i",
              .kind = CUSTOS_C_PROGRAM,
              .kernel_graph = "pds",
              .has_parameters = true,
              .can_include = true,
              .is_compiled = true},
     .ops = &problem_c,
     .compile = context_compile_c,
     .checks = CFA_CHECK_ALL,
     .reproduce = context_reproduce_c,
     .runner = "the compiled program",
     .witnesses = ".yml .yaml",
     .takes = GIVEN_MACROS | GIVEN_C},
    {.info = {.name = "java",
              .title = "a Java program",
              .suffixes = ".java .class .jar",
              .kind = CUSTOS_C_PROGRAM,
              .kernel_graph = "pds",
              .is_compiled = true},
     .ops = &problem_c,
     .compile = context_compile_java,
     .reproduce = context_reproduce_java,
     .runner = "the program in java",
     .presumes = "no StackOverflowError or OutOfMemoryError, class files as "
                 "javac makes them, the library as modelled in java/models, "
                 "no package-private method overridden in another package",
     .flow_presumes = "no StackOverflowError or OutOfMemoryError, one thread, "
                      "methods without a model throw nothing unchecked, "
                      "no final field read before it is set",
     .may_be_binary = true,
     .takes = GIVEN_JAVA},
    {.info = {.name = "prp",
              .title = "a property file",
              .suffixes = ".prp",
              .kind = CUSTOS_PROPERTIES,
              .is_aside = true},
     .ops = &problem_c,
     .takes = GIVEN_MACROS | GIVEN_C | GIVEN_JAVA},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

size_t custos_language_count(void) { return LANGUAGES; }

const custos_language_info *custos_language_at(size_t i) {
  return i < LANGUAGES ? &languages[i].info : NULL;
}

const language *language_named(const char *name) {
  for (size_t i = 0; i < LANGUAGES; i++)
    if (strcmp(name, languages[i].info.name) == 0)
      return &languages[i];
  return NULL;
}

/* Is this the last part of the path? */
static bool ends_with(const char *path, const char *suffix, size_t length) {
  size_t n = strlen(path);
  return n >= length && memcmp(path + n - length, suffix, length) == 0;
}

/* Does the path end with one of the suffixes, between blanks? */
static bool has_suffix(const char *path, const char *suffixes) {
  assert(*suffixes == '.');
  for (size_t length; *suffixes;
       suffixes += length + (suffixes[length] == ' ')) {
    length = strcspn(suffixes, " ");
    if (ends_with(path, suffixes, length))
      return true;
  }
  return false;
}

const language *language_of_path(const char *path) {
  for (size_t i = 0; i < LANGUAGES; i++)
    if (has_suffix(path, languages[i].info.suffixes))
      return &languages[i];
  return NULL;
}

const language *language_of_witness(const char *path) {
  for (size_t i = 0; i < LANGUAGES; i++)
    if (languages[i].witnesses && has_suffix(path, languages[i].witnesses))
      return &languages[i];
  return NULL;
}

const custos_language_info *custos_find_language(const char *path,
                                                 const char *lang) {
  const language *x = lang   ? language_named(lang)
                      : path ? language_of_path(path)
                             : NULL;
  return x ? &x->info : NULL;
}

/* Property files are no problems by themselves. */
void language_list(char *out, size_t size) {
  size_t problems = 0, used = 0;
  while (problems < LANGUAGES &&
         languages[problems].info.kind != CUSTOS_PROPERTIES)
    problems++;
  for (size_t i = 0; i < problems && used < size; i++)
    used += (size_t)snprintf(out + used, size - used, "%s%s",
                             i == 0              ? ""
                             : i + 1 == problems ? " or "
                                                 : ", ",
                             languages[i].info.name);
}

const char *language_option_values(const char *option) {
  for (size_t i = 0; i < LANGUAGES; i++) {
    const problem_ops *ops = languages[i].ops;
    const char *values = ops->option_values ? ops->option_values(option) : NULL;
    if (values)
      return values;
  }
  return NULL;
}

custos_status language_add_option(custos *c, const char *option,
                                  const char *value, bool is_users) {
  for (size_t i = 0; i < LANGUAGES; i++) {
    const problem_ops *ops = languages[i].ops;
    custos_status status = ops->add_option
                               ? ops->add_option(c, option, value, is_users)
                               : CUSTOS_ERR_USAGE;
    if (status != CUSTOS_ERR_USAGE)
      return status;
  }
  return CUSTOS_ERR_USAGE;
}
