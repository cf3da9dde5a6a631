// has: alarm
int alarm __attribute__((section(".data.mine"))) = 3;

__attribute__((section(".init.text")))
int read_it(void) {
  return alarm;
}

int main(void) {
  return read_it();
}
