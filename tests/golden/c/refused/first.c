extern void reach_error(void);
__attribute__((constructor)) static void before(void) {}
int main(void) { reach_error(); }
