__attribute__((constructor)) static void before(void) {}
int main(void) { return 0; }
