extern void reach_error(void);
int stage;
static void NAME_begin(void) {
  if (stage == 0)
    stage = 2;
}
static void NAME_end(void) {
  if (stage == 1)
    reach_error();
}
int main(void) {
  stage = 0;
  NAME_begin();
  NAME_end();
  return 0;
}
