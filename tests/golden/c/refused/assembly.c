extern void reach_error(void);
__asm__(".section .init_array,\"aw\"\n.quad before\n.text");
void before(void) { reach_error(); }
int main(void) { reach_error(); }
