#include "lang/java/jvm.h"

#include "lang/java/jar.h"
#include "lang/java/jdk.h"
#include "lang/java/models.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SECONDS = 20 };

/* What is needed is made before the folder is there: a raise would leave it
 * behind. */
typedef struct machine {
  mem *m;
  const jvm_task *t;
  unsigned char *jar;
  size_t jar_length;
  vec(char) inputs;
  char path[PATH_MAX]; /* of java */
  reads folders;
} machine;

static bool is_replaced(const java_files *ours, const char *name) {
  vec_each (const java_bytes, bytes, ours)
    if (strcmp(bytes->name, name) == 0)
      return true;
  return false;
}

/* Classes that give inputs are ours, all others the program's. */
static bool make_jar(machine *x, char why[JVM_WHY]) {
  report r = {0};
  java_jar given;
  java_files all = {0}, ours = {0};
  if (java_replay_length == 0 ||
      !java_jar_read(x->m, "replay", java_replay, java_replay_length, &r,
                     &given)) {
    (void)snprintf(why, JVM_WHY,
                   "this program was built without a JDK, so that what gives "
                   "inputs to java is missing");
    return false;
  }
  vec_each (const java_jar_entry, jar_entry, &given.entries) {
    const unsigned char *bytes = java_jar_unpack(x->m, &given, jar_entry, &r);
    if (!bytes || !java_ends_with(jar_entry->name, ".class"))
      continue;
    vec_push(x->m, &ours,
             ((java_bytes){jar_entry->name, bytes, jar_entry->size}));
    vec_push(x->m, &all,
             ((java_bytes){jar_entry->name, bytes, jar_entry->size}));
  }
  vec_each (const java_bytes, f, &x->t->image->classes)
    if (!is_replaced(&ours, f->name))
      vec_push(x->m, &all, *f);
  x->jar = java_jar_write(x->m, &all, &x->jar_length);
  return true;
}

static void make_inputs(machine *x) {
  for (size_t i = 0; i < x->t->count; i++) {
    char line[24];
    int n = snprintf(line, sizeof line, "%llx\n",
                     (unsigned long long)x->t->inputs[i]);
    for (int k = 0; k < n; k++)
      vec_push(x->m, &x->inputs, line[k]);
  }
}

static bool write_file(const child *c, const char *name, const void *bytes,
                       size_t length) {
  char path[CHILD_PATH];
  if (!child_write(c, name, bytes, length))
    return false;
  child_path(c, name, path);
  return chmod(path, 0644) == 0; /* of root, nobody reads them */
}

static bool start(machine *x, child *c, const progress *clock,
                  confine_end *end) {
  static const char *const settings[] = {"PATH=/usr/bin:/bin", "LC_ALL=C",
                                         "HOME=.", "TMPDIR=.", NULL};
  const char *words[] = {x->path,
                         "-ea",
                         "-Xmx512m",
                         "-Xss64m",
                         "-XX:+UseSerialGC",
                         "-XX:TieredStopAtLevel=1",
                         "-XX:-UsePerfData",
                         "-Xshare:auto",
                         "-Djava.io.tmpdir=.",
                         "-cp",
                         "program.jar",
                         x->t->image->method ? "custos.Call"
                                             : x->t->image->started,
                         x->t->image->method ? x->t->image->started : NULL,
                         x->t->image->method,
                         x->t->image->descriptor,
                         NULL};
  confine_limits limits = {.seconds = SECONDS,
                           .is_unconfined = x->t->is_unconfined,
                           .words = words,
                           .reads = (const char *const *)x->folders.paths.at};
  if (!confine_make_room(c) ||
      !write_file(c, CONFINE_ROOM "/program.jar", x->jar, x->jar_length) ||
      !write_file(c, CONFINE_ROOM "/inputs", x->inputs.at, x->inputs.count))
    return false;
  confine_run(c, clock, NULL, settings, &limits, end);
  return true;
}

bool jvm_run(mem *m, progress *clock, const jvm_task *task, confine_end *end,
             char why[JVM_WHY]) {
  machine *x = mem_alloc(m, sizeof *x);
  *x = (machine){.m = m, .t = task};
  if (!java_find_tool("java", x->path)) {
    (void)snprintf(why, JVM_WHY,
                   "there is no java to run it (Debian: "
                   "openjdk-17-jre-headless)");
    return false;
  }
  if (!make_jar(x, why))
    return false;
  make_inputs(x);
  java_add_home(m, &x->folders, x->path);
  (void)reads_list(m, &x->folders);
  child *c = child_begin(why, JVM_WHY);
  if (!c)
    return false;
  bool is_started = start(x, c, clock, end);
  if (!is_started)
    (void)snprintf(why, JVM_WHY, "the program cannot be written: %s",
                   strerror(errno));
  child_end(c);
  progress_look(clock);
  return is_started;
}
