// exit: 2
// says: ifunc\.c:7:.*'chosen' is chosen when the program is loaded
static int one(void) {
  return 1;
}

static void *choose(void) {
  return one;
}

int chosen(void) __attribute__((ifunc("choose")));

int main(void) {
  return chosen();
}
