extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned hostile_step(unsigned hostile_x) { return hostile_x * 3u + 1u; }
char hostile_text[] = "hostile */ \" text";
int main(void) {
  unsigned hostile_x = 1;
hostile_label:
  for (unsigned hostile_i = 0; hostile_i < 300000; hostile_i++)
    hostile_x = hostile_step(hostile_x);
  if (hostile_x == 7 && hostile_text[0] == 'h')
    goto hostile_label;
  return 0;
}
