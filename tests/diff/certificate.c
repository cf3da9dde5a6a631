#include "certificate.h"

#include <stdio.h>

bool certificate_check(const instance *in, const char *text, bool reachable,
                       char why[CERTIFICATE_WHY]) {
  (void)in;
  (void)reachable;
  snprintf(why, CERTIFICATE_WHY, "the evidence is empty");
  return text[0] != '\0';
}
