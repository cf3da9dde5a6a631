#include "lang/c/c.h"

#include "cfa/text.h"
#include "lang/c/tools.h"

#include <stdio.h>

/* From bitcode to an automaton. */

enum { REJECTED = 2 }; /* exit code: the program is at fault */

static void cfront_command(c_loader *l, size_t count) {
  char name[40];
  c_word(l, l->cfront, "");
  if (l->o->checks & CFA_CHECK_DIVISION)
    c_word(l, "--check=", "division");
  if (l->o->checks & CFA_CHECK_OVERFLOW)
    c_word(l, "--check=", "overflow");
  if (l->o->control)
    c_word(l, "--control", "");
  for (size_t i = 0; l->o->inputs && l->o->inputs[i]; i++)
    c_word(l, "--input=", l->o->inputs[i]);
  c_file_word(l, "--library=", "library.bc");
  for (size_t i = 0; i < count; i++) {
    (void)snprintf(name, sizeof name, "%zu.bc", i);
    c_file_word(l, "", name);
  }
}

static bool translate(c_loader *l, const char *const *files, size_t count,
                      cfa *out) {
  cfront_command(l, count);
  int status = c_run(l, "automaton", false);
  if (status == 0) {
    c_output(l, "automaton");
    return cfa_read(l->m, "custos-cfront", l->text, l->length, l->r, out);
  }
  if (status < 0)
    return false; /* was reported */
  c_output(l, "messages");
  if (status == REJECTED && c_report_lines(l, files[0]))
    return false;
  return report_add(l->r, "", 0, 0,
                    "custos-cfront failed with exit code %d: %.*s", status,
                    report_clip(strcspn(l->text, "\n")), l->text);
}

static bool load(c_loader *l, const char *const *files, size_t count,
                 cfa *out) {
  char why[200];
  if (!c_find_tools(l))
    return false;
  for (size_t i = 0; i < count; i++)
    reads_add_folder(l->m, &l->folders, files[i]);
  reads_add_includes(l->m, &l->folders, l->o->arguments);
  l->reads = reads_list(l->m, &l->folders);
  l->settings = child_environment(l->m, l->setting);
  l->c = child_begin(why, sizeof why);
  if (!l->c)
    return report_add(l->r, "", 0, 0, "%s", why);
  (void)snprintf(l->setting, sizeof l->setting, "TMPDIR=%s",
                 child_folder(l->c));
  bool right = true;
  for (size_t i = 0; i < count; i++)
    right &= c_compile(l, files[i], i);
  return right && c_compile_library(l) && translate(l, files, count, out);
}

static void release(c_loader *l) {
  child_end(l->c);
  reads_free(l->m, &l->folders);
  mem_free(l->m, l->settings);
  mem_free(l->m, l->text);
  vec_free(l->m, &l->words);
  mem_free(l->m, l);
}

/* The folder is removed on every way out, also when time or memory is spent. */
bool c_load(mem *m, progress *clock, const c_options *o,
            const char *const *files, size_t count, report *r, cfa *out) {
  c_loader *l = mem_alloc(m, sizeof *l);
  jmp_buf here, *before = m->budget->handler;
  volatile bool right = false, spent = false;
  *l = (c_loader){.m = m, .clock = clock, .o = o, .r = r};
  if (setjmp(here) == 0) {
    m->budget->handler = &here;
    right = load(l, files, count, out);
  } else {
    spent = true;
  }
  m->budget->handler = before;
  release(l);
  if (spent)
    mem_raise(m->budget, m->budget->fault);
  return right;
}
