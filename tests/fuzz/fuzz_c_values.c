/* The file that 'simulate --inputs' reads. */
#define _GNU_SOURCE
#include <custos/custos.h>

#include "memory_file.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whatever is in it: taken, or refused with a message; never our bug. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[MEMORY_FILE_PATH];
  custos *c = custos_new();
  if (!c)
    abort();
  memory_file(data, size, path);
  custos_status s = custos_add_option(c, "values", path);
  if (s == CUSTOS_ERR_BUG || s == CUSTOS_ERR_SYSTEM ||
      (s != CUSTOS_OK && !custos_last_error(c)->message[0]))
    abort();
  custos_delete(c);
  return 0;
}
