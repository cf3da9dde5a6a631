// custos: holds
// undecided: states are not recognised
// runs: 1
extern void reach_error(void);

int main(void) {
  while (1) {
  }
  reach_error();
  return 0;
}
