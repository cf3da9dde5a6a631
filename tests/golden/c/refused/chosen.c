extern void reach_error(void);
static void one(void) {}
static void *choose(void) { return one; }
void chosen(void) __attribute__((ifunc("choose")));
int main(void) {
  chosen();
  reach_error();
}
