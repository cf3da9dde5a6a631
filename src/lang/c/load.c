#include "lang/c/c.h"

#include "cfa/text.h"
#include "lang/c/tools.h"

#include <stdio.h>

/* From bitcode to an automaton. */

enum { REJECTED = 2 }; /* exit code: the program is at fault */

static void cfront_command(c_loader *loader, size_t count) {
  char name[40];
  c_word(loader, loader->cfront, "");
  if (loader->o->checks & CFA_CHECK_DIVISION)
    c_word(loader, "--check=", "division");
  if (loader->o->checks & CFA_CHECK_OVERFLOW)
    c_word(loader, "--check=", "overflow");
  if (loader->o->checks & CFA_CHECK_INDEX)
    c_word(loader, "--check=", "index");
  if (loader->o->checks & CFA_CHECK_UNDEFINED)
    c_word(loader, "--check=", "undefined");
  if (loader->o->failing)
    c_word(loader, "--failing", "");
  if (loader->o->control)
    c_word(loader, "--control", "");
  for (size_t i = 0; loader->o->inputs && loader->o->inputs[i]; i++)
    c_word(loader, "--input=", loader->o->inputs[i]);
  c_file_word(loader, "--library=", "library.bc");
  for (size_t i = 0; i < count; i++) {
    (void)snprintf(name, sizeof name, "%zu.bc", i);
    c_file_word(loader, "", name);
  }
}

static bool translate(c_loader *loader, const char *const *files, size_t count,
                      cfa *out) {
  cfront_command(loader, count);
  int status = c_run(loader, "automaton", false);
  if (status == 0) {
    c_output(loader, "automaton");
    return cfa_read(loader->m, "custos-cfront", loader->text, loader->length,
                    loader->r, out);
  }
  if (status < 0)
    return false; /* was reported */
  c_output(loader, "messages");
  if (status == REJECTED && c_report_lines(loader, files[0]))
    return false;
  return report_add(loader->r, "", 0, 0,
                    "custos-cfront failed with exit code %d: %.*s", status,
                    report_clip(strcspn(loader->text, "\n")), loader->text);
}

static bool load(c_loader *loader, const char *const *files, size_t count,
                 cfa *out) {
  char why[200];
  if (!c_find_tools(loader))
    return false;
  for (size_t i = 0; i < count; i++)
    reads_add_folder(loader->m, &loader->folders, files[i]);
  reads_add_includes(loader->m, &loader->folders, loader->o->arguments);
  loader->reads = reads_list(loader->m, &loader->folders);
  loader->settings = child_environment(loader->m, loader->setting);
  loader->c = child_begin(why, sizeof why);
  if (!loader->c)
    return report_add(loader->r, "", 0, 0, "%s", why);
  (void)snprintf(loader->setting, sizeof loader->setting, "TMPDIR=%s",
                 child_folder(loader->c));
  bool right = true;
  for (size_t i = 0; i < count; i++)
    right &= c_compile(loader, files[i], i);
  return right && c_compile_library(loader) &&
         translate(loader, files, count, out);
}

static void release(c_loader *loader) {
  child_end(loader->c);
  reads_free(loader->m, &loader->folders);
  mem_free(loader->m, loader->settings);
  mem_free(loader->m, loader->text);
  vec_free(loader->m, &loader->words);
  mem_free(loader->m, loader);
}

/* The folder is removed on every way out, also when time or memory is spent. */
bool c_load(mem *m, progress *clock, const c_options *options,
            const char *const *files, size_t count, report *r, cfa *out) {
  c_loader *loader = mem_alloc(m, sizeof *loader);
  jmp_buf here, *before = m->budget->handler;
  volatile bool right = false, spent = false;
  *loader = (c_loader){.m = m, .clock = clock, .o = options, .r = r};
  if (setjmp(here) == 0) {
    m->budget->handler = &here;
    right = load(loader, files, count, out);
  } else {
    spent = true;
  }
  m->budget->handler = before;
  release(loader);
  if (spent)
    mem_raise(m->budget, m->budget->fault);
  return right;
}
