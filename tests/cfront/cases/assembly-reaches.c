// exit: 2
// says: assembly-reaches\.c:4:.*assembly with '\.incbin' is not supported
void unreached(void) {
  __asm__ volatile(".pushsection .rodata\n.incbin \"/etc/hostname\"\n.popsection");
}

int main(void) {
  return 0;
}
