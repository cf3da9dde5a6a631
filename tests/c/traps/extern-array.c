// custos: unknown
// options: --lp64 --spec=TRAPS/unreach-call.prp
// native: no, it cannot be linked
// How large an array is that another file would define, nobody knows: reading
// it is not wrong.
extern int table[];
extern void reach_error(void);

int main(void) {
  if (table[3] == 5)
    reach_error();
  return 0;
}
