#include "lang/java/java.h"

#include "lang/java/dynamic.h"
#include "lang/java/flow.h"
#include "lang/java/jar.h"
#include "lang/java/javac.h"
#include "lang/java/lower.h"
#include "lang/java/models.h"

#include <errno.h>
#include <stdio.h>

typedef struct loader {
  mem *m;
  progress *clock;
  report *r;
  java_classes *p;
  size_t own;    /* types of the program: those before the models */
  char *started; /* what a jar's manifest says; NULL: nothing */
  java_image *image;
} loader;

bool java_ends_with(const char *s, const char *end) {
  size_t n = strlen(s), k = strlen(end);
  return n >= k && strcmp(s + n - k, end) == 0;
}

unsigned char *java_read_bytes(mem *m, const char *file, report *r,
                               size_t *length) {
  FILE *in = fopen(file, "rb");
  vec(unsigned char) bytes = {0};
  if (!in) {
    (void)report_add(r, file, 0, 0, "cannot be read: %s", strerror(errno));
    return NULL;
  }
  unsigned char piece[4096];
  size_t n;
  while ((n = fread(piece, 1, sizeof piece, in)) > 0)
    for (size_t i = 0; i < n; i++)
      vec_push(m, &bytes, piece[i]);
  bool is_read = !ferror(in);
  (void)fclose(in);
  if (!is_read) {
    (void)report_add(r, file, 0, 0, "cannot be read: %s", strerror(errno));
    return NULL;
  }
  vec_push(m, &bytes, 0);
  *length = bytes.count - 1;
  return bytes.at;
}

static char *text_of_two(mem *m, const char *a, const char *b) {
  size_t size = strlen(a) + strlen(b) + 1;
  char *s = mem_alloc(m, size);
  (void)snprintf(s, size, "%s%s", a, b);
  return s;
}

/* A class of the program is kept for a JVM, too; one that came before stays. */
static bool add_class(loader *x, const char *file, const unsigned char *bytes,
                      size_t length, bool is_model) {
  size_t before = x->p->types.count;
  if (!java_classes_add(x->p, file, bytes, length))
    return false;
  if (is_model || x->p->types.count == before)
    return true;
  const char *name = java_name_text(x->p, vec_last(&x->p->types).name);
  vec_push(x->m, &x->image->classes,
           ((java_bytes){text_of_two(x->m, name, ".class"), bytes, length}));
  return true;
}

static bool add_jar(loader *x, const char *file, const unsigned char *bytes,
                    size_t length) {
  java_jar jar;
  if (!java_jar_read(x->m, file, bytes, length, x->r, &jar))
    return false;
  vec_each (const java_jar_entry, jar_entry, &jar.entries) {
    bool is_class = java_ends_with(jar_entry->name, ".class") &&
                    strncmp(jar_entry->name, "META-INF/", 9) != 0 &&
                    !java_ends_with(jar_entry->name, "module-info.class");
    if (!is_class)
      continue;
    const unsigned char *unpacked =
        java_jar_unpack(x->m, &jar, jar_entry, x->r);
    if (!unpacked || !add_class(x, jar_entry->name, unpacked, jar_entry->size,
                                bytes == java_models))
      return false;
  }
  const java_jar_entry *manifest = java_jar_find(&jar, "META-INF/MANIFEST.MF");
  if (manifest && !x->started) {
    char *text = (char *)java_jar_unpack(x->m, &jar, manifest, x->r);
    if (!text)
      return false;
    x->started = java_manifest_main(x->m, text, manifest->size);
  }
  return true;
}

static bool add_file(loader *x, const char *file) {
  size_t length;
  const unsigned char *bytes = java_read_bytes(x->m, file, x->r, &length);
  if (!bytes)
    return false;
  return java_ends_with(file, ".jar")
             ? add_jar(x, file, bytes, length)
             : add_class(x, file, bytes, length, false);
}

static bool add_all(loader *x, const char *const *files, size_t count) {
  java_files classes = {0};
  if (!java_compile(x->m, x->clock, files, count, x->r, &classes))
    return false;
  for (size_t i = 0; i < classes.count; i++)
    if (!add_class(x, classes.at[i].name, classes.at[i].bytes,
                   classes.at[i].length, false))
      return false;
  for (size_t i = 0; i < count; i++)
    if (!java_ends_with(files[i], ".java") && !add_file(x, files[i]))
      return false;
  x->own = x->p->types.count;
  if (java_models_length == 0)
    return report_add(x->r, "", 0, 0,
                      "this program was built without a JDK, so that the "
                      "models of Java's library are missing (Debian: "
                      "openjdk-17-jdk-headless; then build it again)");
  char *kept = x->started;
  bool is_right = add_jar(x, "models", java_models, java_models_length);
  x->started = kept;
  return is_right;
}

static uint32_t main_of(const java_classes *classes, uint32_t type) {
  uint32_t method =
      java_find_method(classes, type, java_find_name(classes, "main"),
                       java_find_name(classes, "([Ljava/lang/String;)V"));
  if (method == JAVA_NONE)
    return JAVA_NONE;
  const java_member *member = java_method_at(classes, method)->member;
  return (member->flags & JAVA_IS_STATIC) && member->has_code ? method
                                                              : JAVA_NONE;
}

static uint32_t find_start(loader *x) {
  uint32_t found = JAVA_NONE;
  const char *name = x->started ? x->started : "Main";
  char *copy = mem_text(x->m, name, strlen(name));
  for (char *c = copy; *c; c++)
    *c = *c == '.' ? '/' : *c;
  uint32_t type = java_type_called(x->p, copy);
  if (type != JAVA_NONE && main_of(x->p, type) != JAVA_NONE)
    return main_of(x->p, type);
  for (uint32_t i = 0; i < x->own; i++) {
    uint32_t method = main_of(x->p, i);
    if (method == JAVA_NONE)
      continue;
    if (found != JAVA_NONE) {
      (void)report_add(x->r, x->p->types.at[i].file->file, 0, 0,
                       "several classes have a main method, and none of them "
                       "is called Main");
      return JAVA_NONE;
    }
    found = method;
  }
  if (found == JAVA_NONE)
    (void)report_add(x->r, x->p->types.at[0].file->file, 0, 0,
                     "no class has a method 'public static void "
                     "main(String[])'");
  return found;
}

static bool takes_inputs(const char *descriptor) {
  for (const char *at = descriptor + 1; *at != ')'; at = java_skip_type(at))
    if (!strchr("ZBCSIJFD", *at))
      return false;
  return true;
}

/* The static methods of this name, in 'type'; the last of them, if it can be
 * given inputs. */
static size_t find_static(const loader *x, uint32_t type, const char *name,
                          uint32_t *out) {
  const java_type *t = java_type_at(x->p, type);
  size_t count = 0;
  for (uint32_t i = t->first_method; i < t->first_method + t->methods; i++) {
    const java_member *member = java_method_at(x->p, i)->member;
    if (!member->has_code || !(member->flags & JAVA_IS_STATIC) ||
        strcmp(java_name_text(x->p, member->name), name) != 0)
      continue;
    count++;
    *out =
        takes_inputs(java_name_text(x->p, member->descriptor)) ? i : JAVA_NONE;
  }
  return count;
}

/* The one static method of this name, "org.example.Main.f". */
static uint32_t find_function(loader *x, const char *function) {
  const char *dot = strrchr(function, '.');
  uint32_t found = JAVA_NONE;
  char *owner = mem_text(x->m, function, dot ? (size_t)(dot - function) : 0);
  for (char *c = owner; *c; c++)
    *c = *c == '.' ? '/' : *c;
  uint32_t type = dot ? java_type_called(x->p, owner) : JAVA_NONE;
  size_t count = type == JAVA_NONE ? 0 : find_static(x, type, dot + 1, &found);
  const char *wrong =
      count == 0           ? "there is no such static method"
      : count > 1          ? "there are several static methods of that name"
      : found == JAVA_NONE ? "it takes what is no number, char or boolean"
                           : NULL;
  if (wrong)
    (void)report_add(x->r, x->p->types.at[0].file->file, 0, 0,
                     "--function=%.100s: %s", function, wrong);
  return wrong ? JAVA_NONE : found;
}

/* What a JVM needs to know to begin with it. */
static void describe_start(loader *x, uint32_t start, bool is_main) {
  const java_method *method = java_method_at(x->p, start);
  const java_type *type = java_type_at(x->p, method->type);
  char *name = text_of_two(x->m, java_name_text(x->p, type->name), "");
  for (char *c = name; *c; c++)
    *c = *c == '/' ? '.' : *c;
  x->image->started = name;
  if (is_main)
    return;
  x->image->method =
      text_of_two(x->m, java_name_text(x->p, method->member->name), "");
  x->image->descriptor =
      text_of_two(x->m, java_name_text(x->p, method->member->descriptor), "");
}

bool java_load(mem *m, progress *clock, const java_options *options,
               const char *const *files, size_t count, report *r, cfa *out,
               java_image *image) {
  java_classes *classes = mem_alloc(m, sizeof *classes);
  loader x = {.m = m, .clock = clock, .r = r, .p = classes, .image = image};
  java_classes_begin(classes, m, r);
  if (!add_all(&x, files, count) || !java_add_dynamic_classes(classes) ||
      !java_classes_link(classes))
    return false;
  uint32_t start =
      options->function ? find_function(&x, options->function) : find_start(&x);
  classes->exceptions = options->exceptions;
  if (start == JAVA_NONE || !java_reach(classes, start))
    return false;
  if (options->control) {
    java_make_flow(classes, clock, out);
    return true;
  }
  if (!java_lower(classes, out))
    return false;
  describe_start(&x, start, !options->function);
  const char *wrong = cfa_validate(m, out);
  return !wrong ||
         report_add(r, files[0], 0, 0,
                    "a bug of ours: the automaton is wrong: %s", wrong);
}
