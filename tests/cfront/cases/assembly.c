// exit: 2
// says: assembly outside of functions is not supported: it begins with '\.globl hidden'
__asm__(".globl hidden\nhidden: ret");

int main(void) {
  return 0;
}
