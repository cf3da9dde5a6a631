// with: other.c
// exit: 2
// says: shared|other
int shared = 5;
int other(int x) { return x; }
int main(void) { return other(shared); }
