extern void reach_error(void);
static void before(void) { reach_error(); }
static void (*hidden)(void)
    __attribute__((section(".init_array"), used)) = before;
int main(void) { reach_error(); }
