// library: models.c
// has 1: ^f[0-9]+ "strlen"
// has 1: ^f[0-9]+ "inner"
// has 1: ^f[0-9]+ "count_up"
// has 1: ^f[0-9]+ "own"
// has 1: constant .*4711
// lacks: 4712
// lacks: ^f[0-9]+ "unused"
// lacks: unsupported
unsigned long strlen(const char *);
int own(int x) { return x + 4711; }
int count_up(int);
int main(void) { return (int)strlen(own(1) ? "abc" : "d") + own(count_up(1)); }
