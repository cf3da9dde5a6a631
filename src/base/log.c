#include "base/log.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void log_line(const progress *clock, log_engine engine, const char *format,
              ...) {
  static const char *const names[] = {
#define NAME(NAME, name, meaning) name,
      LOG_ENGINES(NAME)
#undef NAME
  };
  char line[512];
  va_list arguments;
  assert(engine < LOG_ENGINE_COUNT && clock->log_line);
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  clock->log_line(clock->log_self, names[engine], line);
}
