/* Structs in arrays in structs, and pointers into them. */
int __VERIFIER_nondet_int(void);
struct inner {
  char tag;
  union {
    int i;
    short s[2];
  };
};
struct outer {
  struct inner at[3];
  struct {
    int x;
    struct inner in;
  } more;
};
static struct outer all[2];
static struct inner *pick(struct outer *o, int k) {
  return k % 4 == 3 ? &o->more.in : &o->at[k % 4];
}
int main(void) {
  for (int k = 0; k < 12; k++) {
    struct inner *p = pick(&all[k & 1], k);
    p->tag = (char)k;
    p->i += __VERIFIER_nondet_int();
    p->s[k & 1] ^= 3;
    all[!(k & 1)].more.x += p->s[0];
  }
  struct outer copy = all[0];
  copy.at[1].i++;
  all[1].at[2] = copy.at[0];
  int sum = copy.at[1].i - all[0].at[1].i;
  for (int k = 0; k < 4; k++)
    sum = sum * 3 + pick(&all[0], k)->i - pick(&all[1], k)->tag +
          all[k & 1].more.x;
  return sum;
}
