// custos: unknown
// Which number is yes is no one's to prove, be it a macro or not.
#include <assert.h>
#include <ctype.h>

int main(void) {
  assert(isalpha('a') && !isalpha('1') && toupper('x') == 'X');
  assert(isdigit('5') == 2048);
  return 0;
}
