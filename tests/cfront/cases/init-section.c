// exit: 2
// says: init-section\.c:4:.*'code' is put into section '\.init'
__attribute__((section(".init"), used))
void code(void) {
}

int main(void) {
  return 0;
}
