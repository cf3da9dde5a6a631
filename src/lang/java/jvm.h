/* A program run by a real JVM, confined as a compiled C program is, its
 * assertions enabled, with given inputs. */
#ifndef LANG_JAVA_JVM_H
#define LANG_JAVA_JVM_H

#include "lang/java/java.h"
#include "native/confine.h"

enum { JVM_WHY = 200 };

typedef struct jvm_task {
  const java_image *image;
  const uint64_t *inputs; /* their bits, in the order of the run */
  size_t count;
  bool is_unconfined; /* no sandbox, limits alone */
} jvm_task;

/* False: it was not started, for want of a JVM or of what the machine has;
 * 'why' tells. Raises as the clock says; leaves nothing behind. */
bool jvm_run(mem *m, progress *clock, const jvm_task *task, confine_end *end,
             char why[JVM_WHY]);

#endif
