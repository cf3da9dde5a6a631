// has 1: input .*external.*"quiet"
// has 1: input .*external.*"sleep"
// has: input .*external.*"puts"
// has 1: unsupported "function loud has no body"
// has 1: unsupported "an external object of unknown size"
// has 1: ^v[0-9]+ global .*"outside"
extern int outside, unknown[];
int quiet(int, const char *);
unsigned sleep(unsigned);
void silent(void);
int loud(char *);
int puts(const char *);
int main(void) {
  char c[3] = "ab";
  int x = quiet(1, "text") + (int)sleep(outside);
  silent();
  puts(c);
  if (x == 3) return loud(c);
  if (x == 4) return unknown[x];
  return x;
}
