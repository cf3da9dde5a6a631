// with: other.c
// has 2: ^f[0-9]+ "helper"
// has 2: ^v[0-9]+ global .*"hidden"
// has 1: ^v[0-9]+ global .*"shared"
// lacks: unsupported
int other(int);
extern int shared;
static int hidden = 1;
static int helper(int x) { return x + hidden++; }
int main(void) { return helper(other(3)) + shared; }
