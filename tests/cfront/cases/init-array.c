// exit: 2
// says: init-array\.c:9:.*'hidden' is put into section '\.init_array'
#include <stdio.h>

static void before(void) {
  puts("before main");
}

static void (*hidden)(void) __attribute__((section(".init_array"), used)) = before;

int main(void) {
  return 0;
}
