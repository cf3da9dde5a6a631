// bits: 32
// has: pointer 32
// has 1: ^f[0-9]+ "even" .* u1
// lacks: unsupported
_Bool odd(unsigned n);
_Bool even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
_Bool odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { return even(10); }
