/* Placeholder until the front end lands. */
int main(void) { return 1; }
