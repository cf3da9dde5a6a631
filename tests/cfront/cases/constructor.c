// exit: 2
// says: constructor\.c:4:.*functions that run before or behind main
__attribute__((constructor))
static void before(void) {
}

int main(void) {
  return 0;
}
