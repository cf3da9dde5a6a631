#include "base/report.h"

#include <assert.h>
#include <stdio.h>

bool report_add_list(report *r, const char *file, uint32_t line,
                     uint32_t column, const char *format, va_list arguments) {
  assert(file && (line > 0 || column == 0));
  if (r->count++ >= REPORT_MOST)
    return false;
  report_entry *entry = &r->entries[r->count - 1];
  entry->line = line;
  entry->column = column;
  snprintf(entry->file, sizeof entry->file, "%s", file);
  vsnprintf(entry->message, sizeof entry->message, format, arguments);
  for (char *c = entry->message; *c; c++)
    if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
      *c = '?';
  return false;
}

bool report_add(report *r, const char *file, uint32_t line, uint32_t column,
                const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_add_list(r, file, line, column, format, arguments);
  va_end(arguments);
  return false;
}

static bool is_before(const report_entry *a, const report_entry *b) {
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

void report_sort(report *r, size_t first) {
  assert(first <= r->count);
  size_t count = r->count < REPORT_MOST ? r->count : REPORT_MOST;
  for (size_t i = first; i < count; i++)
    for (size_t j = i;
         j > first && is_before(&r->entries[j], &r->entries[j - 1]); j--) {
      report_entry entry = r->entries[j];
      r->entries[j] = r->entries[j - 1];
      r->entries[j - 1] = entry;
    }
}
