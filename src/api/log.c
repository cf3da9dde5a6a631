/* Which engines tell what they do, and to whom. */
#include "problem/context.h"

#include "base/log.h"

#include <assert.h>
#include <string.h>

static const custos_log_engine engines[] = {
#define ROW(NAME, name, meaning) {name, meaning},
    LOG_ENGINES(ROW)
#undef ROW
};
static_assert(LOG_ENGINE_COUNT < 32, "progress.log has a bit for each");

size_t custos_log_engine_count(void) { return LOG_ENGINE_COUNT; }

const custos_log_engine *custos_log_engine_at(size_t i) {
  return i < LOG_ENGINE_COUNT ? &engines[i] : NULL;
}

/* The bits of a name; 0: there is no such engine. */
static unsigned engine_bits(const char *name, size_t length) {
  if (length == strlen("all") && memcmp(name, "all", length) == 0)
    return LOG_BIT(LOG_ENGINE_COUNT) - 1;
  for (unsigned i = 0; i < LOG_ENGINE_COUNT; i++)
    if (length == strlen(engines[i].name) &&
        memcmp(name, engines[i].name, length) == 0)
      return LOG_BIT(i);
  return 0;
}

custos_status custos_set_log(custos *c, const char *list, custos_log_fn *f,
                             void *self) {
  unsigned all = 0;
  while (list && *list) {
    size_t n = strcspn(list, ",");
    unsigned one = engine_bits(list, n);
    if (!one)
      return context_fail(c, CUSTOS_ERR_USAGE,
                          "no engine '%.*s' tells what it does",
                          (int)(n < 60 ? n : 60), list);
    all |= one;
    list += n + (list[n] == ',');
  }
  c->clock.log = f ? all : 0;
  c->clock.log_line = f;
  c->clock.log_self = self;
  return CUSTOS_OK;
}
