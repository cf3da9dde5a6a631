/* Linked with a compiled program: gives it its inputs. Of a program that asks
 * more(), prints what 'result' is each time, as 8 bytes.
 *     program SEED [TIMES]      more() says yes so often for each function */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>

#define INPUT(name, type)                                                      \
  type __VERIFIER_nondet_##name(void);                                         \
  type __VERIFIER_nondet_##name(void) {                                        \
    return (type)inputs_draw(8 * sizeof(type));                                \
  }
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet_bool(void) { return (_Bool)inputs_draw(1); }

int program_main(void); /* the program's, renamed */
#ifdef PROGRAM_RESULT
extern unsigned long long result;
int more(void);
static unsigned long times, asked;

int more(void) {
  if (asked)
    fwrite(&result, sizeof result, 1, stdout);
  if (asked == times) {
    asked = 0;
    return 0;
  }
  asked++;
  return 1;
}
#endif

int main(int count, char **texts) {
  inputs_begin(count > 1 ? strtoull(texts[1], NULL, 10) : 1);
#ifdef PROGRAM_RESULT
  times = count > 2 ? strtoul(texts[2], NULL, 10) : 1;
  return program_main();
#else
  printf("%d\n", program_main());
  return 0;
#endif
}
