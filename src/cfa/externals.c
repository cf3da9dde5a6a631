#include "cfa/externals.h"

#include <string.h>

#define ANY INT64_MIN, INT64_MIN

static const cfa_external table[] = {
    {"__custos_byte", -1, 255, CFA_EXTERNAL_READ},
    {"__custos_scanned", -1, 1, CFA_EXTERNAL_READ},
    {"__custos_decimal", ANY, CFA_EXTERNAL_READ},
    {"__custos_hexadecimal", ANY, CFA_EXTERNAL_READ},
    {"putchar", -1, 255, CFA_EXTERNAL_ECHO},
    {"putc", -1, 255, CFA_EXTERNAL_ECHO},
    {"fputc", -1, 255, CFA_EXTERNAL_ECHO},
    {"puts", -1, INT32_MAX, CFA_EXTERNAL_PLAIN},
    {"fputs", -1, INT32_MAX, CFA_EXTERNAL_PLAIN},
    {"fflush", -1, 0, CFA_EXTERNAL_PLAIN},
    {"getpid", 1, INT32_MAX, CFA_EXTERNAL_CHANCE},
    {"getppid", 0, INT32_MAX, CFA_EXTERNAL_CHANCE},
    {"time", ANY, CFA_EXTERNAL_CHANCE},
    {"clock", ANY, CFA_EXTERNAL_CHANCE},
    /* Models give these results, as inputs of their own. */
    {"rand", 0, INT32_MAX, CFA_EXTERNAL_CHANCE},
    {"random", 0, INT32_MAX, CFA_EXTERNAL_CHANCE},
};

const cfa_external *cfa_external_at(size_t i) {
  return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

const cfa_external *cfa_external_find(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strlen(table[i].name) == length &&
        memcmp(table[i].name, name, length) == 0)
      return &table[i];
  return NULL;
}
