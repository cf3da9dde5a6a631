/* The journal from which a campaign of 'custos difftest' goes on. */
#define _GNU_SOURCE
#include "difftest/journal.h"

#include "memory_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whatever is in it: one that can be gone on with, or the reason why not. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  journal_job entries[2];
  failures found = {0};
  char path[MEMORY_FILE_PATH], why[ANSWER_WHY] = "";
  journal j = {.what = "w",
               .shards = 1,
               .jobs = 2,
               .entries = entries,
               .failures = &found};
  memset(entries, 0, sizeof entries);
  memory_file(data, size, path);
  if (journal_read(&j, path, why) != 0 && !why[0])
    abort();
  failures_clear(&found);
  return 0;
}
