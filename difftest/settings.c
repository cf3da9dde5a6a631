/* Settings by their names on the command line, and what they come to. */
#include "difftest.h"

#include "inspect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_GIVEN = -1 };

void difftest_init(difftest_options *options) {
  *options = (difftest_options){.shards = 1,
                                .jobs = 1,
                                .max_failures = 10,
                                .shrink_seconds = 120,
                                .panel = {.tool_seconds = 10}};
  options->source.seed = 1;
  options->source.shape = (random_shape){.states = 4,
                                         .labels = 5,
                                         .rules = 200,
                                         .transitions = 13,
                                         .extra = {4, 4},
                                         .into_control = true};
  options->source.size = enumerate_phase3();
}

void difftest_clear(difftest_options *options) { tools_clear(&options->tools); }

static bool refuse(char *why, const char *expected) {
  snprintf(why, ANSWER_WHY, "expected %s", expected);
  return false;
}

static bool number(const char *value, uint64_t least, uint64_t most,
                   uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(value, &end, 10);
  return *value >= '0' && *value <= '9' && !*end && errno == 0 &&
         *out >= least && *out <= most;
}

static bool seconds(const char *value, double *out) {
  char *end;
  *out = strtod(value, &end);
  return *value >= '0' && *value <= '9' && !*end && *out <= 1e9;
}

static int choice(const char *value, const char *const *names) {
  int i = 0;
  while (names[i] && strcmp(names[i], value) != 0)
    i++;
  return names[i] ? i : NOT_GIVEN;
}

/* "2" or "2,1" */
static bool pair(const char *value, uint32_t out[2]) {
  unsigned a, b;
  char rest;
  int n = sscanf(value, "%u,%u%c", &a, &b, &rest);
  if ((n != 1 || strchr(value, ',')) && n != 2)
    return false;
  if (n == 1 && value[strspn(value, "0123456789")])
    return false;
  out[0] = a;
  out[1] = n == 2 ? b : a;
  return out[0] <= 1000 && out[1] <= 1000;
}

/* Both kinds of sources get it; which one is meant is known last. */
static bool set_size(difftest_options *options, const char *name,
                     const char *value, char *why) {
  static const char *const names[] = {"states", "labels", "rules",
                                      "transitions", NULL};
  random_shape *shape = &options->source.shape;
  enumerate_size *size = &options->source.size;
  uint32_t *random[] = {&shape->states, &shape->labels, &shape->rules,
                        &shape->transitions};
  uint32_t *all[] = {&size->states, &size->labels, &size->rules,
                     &size->transitions};
  int i = choice(name, names);
  uint64_t n;
  if (!number(value, i < 2, 1000000, &n))
    return refuse(why, i < 2 ? "a number from 1 on" : "a number");
  *random[i] = *all[i] = (uint32_t)n;
  options->sized = true;
  return true;
}

static bool set_shape(difftest_options *options, const char *name,
                      const char *value, char *why) {
  static const char *const weight_names[] = {"none",   "uint", "int",
                                             "vector", "all",  NULL};
  static const char *const target_names[] = {"extra", "any", NULL};
  static const char *const set_names[] = {"any", "accepting", "nonempty",
                                          "extra", NULL};
  static const char *const shape_names[] = {"mixed", "uniform", NULL};
  const char *const *names = strcmp(name, "weights") == 0   ? weight_names
                             : strcmp(name, "targets") == 0 ? target_names
                             : strcmp(name, "sets") == 0    ? set_names
                                                            : shape_names;
  int i = choice(value, names);
  if (i == NOT_GIVEN) {
    buffer all = {0};
    for (int k = 0; names[k]; k++)
      buffer_printf(&all, "%s%s", k ? ", " : "", names[k]);
    refuse(why, all.text);
    buffer_clear(&all);
    return false;
  }
  if (names == weight_names)
    options->source.shape.weights = (weights)i;
  else if (names == target_names)
    options->source.shape.into_control = options->source.size.into_control =
        i == 1;
  else if (names == set_names)
    options->source.size.sets = (enumerate_sets)i;
  else
    options->source.shape.uniform = i == 1;
  options->sized |= names == target_names;
  return true;
}

static bool set_switch(difftest_options *options, const char *name) {
  if (strcmp(name, "certify") == 0)
    options->panel.certify = true;
  else if (strcmp(name, "resume") == 0)
    options->resume = true;
  else if (strcmp(name, "phase3") == 0)
    options->phase3 = true;
  else if (strcmp(name, "wildcards") == 0)
    options->sized = options->source.shape.wildcards =
        options->source.size.wildcards = true;
  else if (strcmp(name, "epsilon") == 0)
    options->sized = options->source.shape.epsilon =
        options->source.size.epsilon = true;
  else
    return false;
  return true;
}

static bool set_shard(difftest_options *options, const char *value) {
  unsigned long long a, b;
  char rest;
  if (sscanf(value, "%llu/%llu%c", &a, &b, &rest) != 2 || a >= b)
    return false;
  options->shard = a;
  options->shards = b;
  return true;
}

static bool set_number(difftest_options *options, const char *name,
                       const char *value, char *why) {
  if (strcmp(name, "seed") == 0)
    return number(value, 0, UINT64_MAX, &options->source.seed) ||
           refuse(why, "a number");
  if (strcmp(name, "count") == 0)
    return number(value, 1, UINT64_MAX / 2, &options->source.count) ||
           refuse(why, "a number from 1 on");
  if (strcmp(name, "jobs") == 0)
    return number(value, 1, 1024, &options->jobs) ||
           refuse(why, "a number from 1 to 1024");
  if (strcmp(name, "max-failures") == 0)
    return number(value, 1, 1000, &options->max_failures) ||
           refuse(why, "a number from 1 to 1000");
  double *time = strcmp(name, "tool-time") == 0 ? &options->panel.tool_seconds
                 : strcmp(name, "shrink-time") == 0 ? &options->shrink_seconds
                                                    : &options->seconds;
  return seconds(value, time) || refuse(why, "seconds");
}

bool difftest_set(difftest_options *options, const char *name,
                  const char *value, char why[ANSWER_WHY]) {
  static const char *const sizes[] = {"states", "labels", "rules",
                                      "transitions", NULL};
  static const char *const shapes[] = {"weights", "targets", "sets", "shape",
                                       NULL};
  if (strcmp(name, "tool") == 0) {
    options->tools_given = true;
    return tools_add(&options->tools, value, why);
  }
  if (strcmp(name, "answer") == 0)
    return tools_set_answer(&options->tools, value, why);
  if (strcmp(name, "phase") == 0) {
    options->phase3 = true;
    return strcmp(value, "3") == 0 || refuse(why, "3");
  }
  if (strcmp(name, "shard") == 0)
    return set_shard(options, value) || refuse(why, "I/N with I below N");
  if (strcmp(name, "extra") == 0) {
    options->sized = true;
    if (!pair(value, options->source.shape.extra))
      return refuse(why, "N, or N,M for the two sets");
    memcpy(options->source.size.extra, options->source.shape.extra,
           sizeof options->source.size.extra);
    return true;
  }
  if (strcmp(name, "state") == 0) {
    options->state = value;
    return true;
  }
  if (choice(name, sizes) != NOT_GIVEN)
    return set_size(options, name, value, why);
  if (choice(name, shapes) != NOT_GIVEN)
    return set_shape(options, name, value, why);
  return set_switch(options, name) || set_number(options, name, value, why);
}

static bool settle_tools(difftest_options *options, char *why) {
  if (!options->tools_given &&
      !tools_add(&options->tools, "pre,post,dual,oracle", why))
    return false;
  if (options->tools.count == 1 && !options->panel.certify) {
    snprintf(why, ANSWER_WHY,
             "one tool agrees with itself: give a second --tool, or --certify");
    return false;
  }
  return true;
}

bool difftest_set_source(difftest_options *options, const char *name,
                         const char *const *files, size_t count,
                         char why[ANSWER_WHY]) {
  static const char *const kinds[] = {"random", "exhaustive", "files", NULL};
  int kind = name ? choice(name, kinds) : SOURCE_EXHAUSTIVE;
  if (kind == NOT_GIVEN)
    return refuse(why, "random, exhaustive, files or merge");
  options->source.kind = (source_kind)kind;
  options->source.files = files;
  options->source.file_count = count;
  if ((kind == SOURCE_FILES) != (count > 0)) {
    snprintf(why, ANSWER_WHY,
             count ? "'%s' takes no files" : "'%s' needs files", name);
    return false;
  }
  if (options->phase3 && (kind != SOURCE_EXHAUSTIVE || options->sized)) {
    snprintf(why, ANSWER_WHY, "--phase3 stands for 'exhaustive' and its sizes");
    return false;
  }
  if (!name && !options->phase3)
    return refuse(why, "random, exhaustive, files or merge");
  if (kind == SOURCE_RANDOM && !options->source.count)
    options->source.count = 10000;
  if (kind == SOURCE_RANDOM && options->source.shape.rules > 100000) {
    snprintf(why, ANSWER_WHY, "--rules: at most 100000");
    return false;
  }
  if (options->resume && !options->state) {
    snprintf(why, ANSWER_WHY, "--resume needs --state=FILE");
    return false;
  }
  return settle_tools(options, why);
}

bool difftest_needs_kernel(const difftest_options *options) {
  return options->panel.certify || tools_oracle(&options->tools) >= 0;
}

static void describe_random(const source *s, buffer *out) {
  static const char *const names[] = {"none", "uint", "int", "vector", "all"};
  const random_shape *shape = &s->shape;
  buffer_printf(out,
                "random, up to %u states, %u labels, %u rules, %u transitions, "
                "%u and %u extra states, weights %s, %ssizes, seed %llu",
                shape->states, shape->labels, shape->rules, shape->transitions,
                shape->extra[0], shape->extra[1], names[shape->weights],
                shape->uniform ? "uniform " : "mixed ",
                (unsigned long long)s->seed);
  buffer_printf(out, "%s%s%s", shape->wildcards ? ", wildcards" : "",
                shape->epsilon ? ", epsilon" : "",
                shape->into_control ? ", edges into control states" : "");
}

static void describe_all(const source *s, buffer *out) {
  static const char *const names[] = {"any", "accepting", "nonempty", "extra"};
  const enumerate_size *size = &s->size;
  buffer_printf(out,
                "exhaustive, %u states, %u labels, at most %u rules and %u "
                "transitions, %u and %u extra states, sets %s",
                size->states, size->labels, size->rules, size->transitions,
                size->extra[0], size->extra[1], names[size->sets]);
  buffer_printf(out, "%s%s%s", size->wildcards ? ", wildcards" : "",
                size->epsilon ? ", epsilon" : "",
                size->into_control ? ", edges into control states" : "");
}

void difftest_describe(const difftest_options *options, uint64_t cases,
                       difftest_result *out) {
  buffer what = {0}, shard = {0};
  if (options->source.kind == SOURCE_RANDOM)
    describe_random(&options->source, &what);
  else if (options->source.kind == SOURCE_EXHAUSTIVE)
    describe_all(&options->source, &what);
  else
    for (size_t i = 0; i < options->source.file_count; i++)
      buffer_printf(&what, "%s%s", i ? " " : "files ",
                    options->source.files[i]);
  buffer_printf(&what, "; %llu cases; tools", (unsigned long long)cases);
  for (size_t k = 0; k < options->tools.count; k++) {
    const tool *t = &options->tools.tool[k];
    buffer_printf(&what, "%s%s%s%s", k ? ", " : " ", t->name,
                  t->command ? "=" : "", t->command ? t->command : "");
    out->names[k] = memory_copy(t->name);
  }
  if (options->panel.certify)
    buffer_puts(&what, "; evidence certified by the kernel");
  out->tool_count = options->tools.count;
  out->what = what.text;
  buffer_printf(&shard, "%llu/%llu", (unsigned long long)options->shard,
                (unsigned long long)options->shards);
  memory_room(out->shards, out->shard_count, out->shard_capacity);
  out->shards[out->shard_count++] = shard.text;
}
