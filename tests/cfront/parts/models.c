typedef __SIZE_TYPE__ size_t;
static int step = 2;
static size_t inner(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
size_t strlen(const char *s) { return inner(s); }
int deeper(int x);
int count_up(int x) { return deeper(x) + step; }
int deeper(int x) { return x + 1; }
int own(int x) { return x + 4712; }
int unused(void) { return 1; }
