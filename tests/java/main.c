/* Disassembles class files and the classes of jars, for tests that compare with
 * javap: 'twin-java FILE...'. Each class begins with a line "class NAME".
 * 'twin-java --run=MAIN FILE...' runs main of that class in the interpreter of
 * automata, every input 0, and tells how that ends; '--cfa=MAIN' prints the
 * automaton. */
#include "tests/unit/desk.h"

#include "cfa/run.h"
#include "cfa/text.h"
#include "lang/java/disassemble.h"
#include "lang/java/dynamic.h"
#include "lang/java/jar.h"
#include "lang/java/lower.h"

static mem_budget budget;
static mem m;
static report r;
static java_classes program;
static bool is_lowered;

static int print(void *self, const char *piece, size_t length) {
  (void)self;
  return fwrite(piece, 1, length, stdout) != length;
}

static void show_class(const char *file, const unsigned char *bytes,
                       size_t length) {
  names texts = {0};
  java_class c;
  text out;
  if (is_lowered) {
    unsigned char *kept = mem_alloc(&m, length + 1);
    memcpy(kept, bytes, length);
    (void)java_classes_add(&program, file, kept, length);
    return;
  }
  text_init(&out, print, NULL);
  bool is_right = java_class_read(&m, &texts, file, bytes, length, &r, &c);
  if (is_right) {
    text_format(&out, "class %s\n",
                java_text(&c, java_constant_at(&c, c.this_class)->name));
    is_right = java_disassemble(&m, &c, &r, &out);
  }
  text_end(&out);
  java_class_free(&m, &c);
  names_free(&m, &texts);
}

static void show_jar(const char *file, const unsigned char *bytes,
                     size_t length) {
  java_jar jar;
  if (!java_jar_read(&m, file, bytes, length, &r, &jar))
    return;
  vec_each (const java_jar_entry, e, &jar.entries) {
    size_t n = strlen(e->name);
    if (n < 6 || strcmp(e->name + n - 6, ".class") != 0)
      continue;
    unsigned char *unpacked = java_jar_unpack(&m, &jar, e, &r);
    if (unpacked)
      show_class(e->name, unpacked, e->size);
    mem_free(&m, unpacked);
  }
}

static void show_file(const char *file) {
  FILE *in = fopen(file, "rb");
  vec(unsigned char) bytes = {0};
  size_t n = 1;
  if (!in) {
    (void)report_add(&r, file, 0, 0, "cannot be read");
    return;
  }
  while (n > 0) {
    vec_reserve(&m, &bytes, 65536);
    n = fread(bytes.at + bytes.count, 1, 65536, in);
    bytes.count += n;
  }
  (void)fclose(in);
  size_t length = strlen(file);
  bool is_jar = length > 4 && strcmp(file + length - 4, ".jar") == 0;
  (is_jar ? show_jar : show_class)(file, bytes.at, bytes.count);
  vec_free(&m, &bytes);
}

static uint64_t choose(void *self, const cfa_input *input) {
  (void)self;
  (void)input;
  return 0;
}

/* The value of the global of this name when the run is over. */
static uint64_t global_value(cfa_run *x, cfa *p, const char *name) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < p->globals; i++)
    if (p->variables.at[i].is_scalar &&
        strcmp(cfa_text(p, p->variables.at[i].name), name) == 0)
      (void)cfa_run_value(x, cfa_read_scalar(&m, p, i), &value);
  return value;
}

/* What leaves main: its class is the first word of the object. */
static void print_thrown(cfa_run *x, cfa *p) {
  cfa_expression word = {.kind = CFA_LOAD, .width = 32, .b = CFA_NONE};
  uint64_t number = 0;
  for (uint32_t i = 0; i < p->globals; i++)
    if (strcmp(cfa_text(p, p->variables.at[i].name), "exception") == 0)
      word.a = cfa_read_scalar(&m, p, i);
  word.c = CFA_NONE;
  if (!cfa_run_value(x, cfa_express(&m, p, &word), &number) || number == 0) {
    printf("halt");
    return;
  }
  uint32_t type = program.made.at[number - 1];
  for (const char *c =
           java_name_text(&program, java_type_at(&program, type)->name);
       *c; c++)
    putchar(*c == '/' ? '.' : *c);
}

static void run(cfa *p) {
  static const char *const ends[] = {"return", "halt", "blocked", "error",
                                     "fault"};
  progress clock = {0};
  cfa_run_options o = {.choose = choose};
  cfa_fault fault;
  const char *why = NULL;
  clock.budget = &budget;
  progress_begin(&clock, "running");
  cfa_run *x = cfa_run_begin(&m, &clock, p, &o);
  cfa_end how = cfa_run_finish(x, 20000000);
  (void)cfa_run_end(x, &fault, &why);
  const cfa_edge *e =
      cfa_run_edge(x) == CFA_NONE ? NULL : &p->edges.at[cfa_run_edge(x)];
  if (how == CFA_END_HALT || how == CFA_END_ERROR)
    print_thrown(x, p);
  else if (how == CFA_END_STEPS || how == CFA_END_UNSUPPORTED)
    printf("unsupported %s", why                        ? why
                             : e && e->name != CFA_NONE ? cfa_text(p, e->name)
                                                        : "");
  else
    printf("%s", how < sizeof ends / sizeof *ends ? ends[how] : "undefined");
  printf(" %lld\n", (long long)global_value(x, p, "Main.hash"));
  cfa_run_delete(x);
}

static void lower(const char *started, bool is_run) {
  cfa p = {0};
  if (!java_add_dynamic_classes(&program) || !java_classes_link(&program))
    return;
  uint32_t type = java_type_called(&program, started);
  uint32_t method =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_method(
                &program, type, java_find_name(&program, "main"),
                java_find_name(&program, "([Ljava/lang/String;)V"));
  if (method == JAVA_NONE) {
    (void)report_add(&r, started, 0, 0, "there is no method main");
    return;
  }
  if (!java_reach(&program, method) || !java_lower(&program, &p))
    return;
  const char *wrong = cfa_validate(&m, &p);
  if (wrong) {
    (void)report_add(&r, started, 0, 0, "wrong automaton: %s", wrong);
    return;
  }
  if (is_run) {
    run(&p);
    return;
  }
  text out;
  text_init(&out, print, NULL);
  cfa_write(&p, &out);
  text_end(&out);
}

int main(int argc, char **argv) {
  jmp_buf handler;
  budget.fail_in = -1;
  budget.limit = (size_t)1 << 30;
  budget.handler = &handler;
  mem_init(&m, &budget);
  if (setjmp(handler) != 0)
    return 3;
  const char *equals =
      argc > 1 && argv[1][0] == '-' ? strchr(argv[1], '=') : NULL;
  is_lowered = equals != NULL;
  if (is_lowered)
    java_classes_begin(&program, &m, &r);
  for (int i = 1 + is_lowered; i < argc; i++)
    show_file(argv[i]);
  if (is_lowered && !r.count)
    lower(equals + 1, argv[1][2] == 'r');
  for (size_t i = 0; i < r.count && i < REPORT_MOST; i++)
    (void)fprintf(stderr, "%s: %s\n", r.entries[i].file, r.entries[i].message);
  mem_clear(&m);
  return r.count ? 2 : 0;
}
