// exit: 2
// says: no function 'main'
int f(void) { return 1; }
