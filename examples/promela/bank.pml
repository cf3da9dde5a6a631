// Clients of a bank, each with a channel of its own for the answer. The bank
// reads the account and writes it back in two steps, and two counters work at
// the same time.
//
//   safety  VIOLATED  a deposit is lost

#define CLIENTS 2
#define COUNTERS 2

mtype = { DEPOSIT, DONE };

typedef Request {
  byte amount;
  chan reply
}

chan desk = [0] of { mtype, Request };
byte account;

proctype counter() {
  Request r;
  byte seen;
end:
  do
  :: desk?DEPOSIT(r);
     seen = account;
     account = seen + r.amount;
     r.reply!DONE
  od
}

proctype client(byte amount) {
  chan mine = [0] of { mtype };
  Request r;
  r.amount = amount;
  r.reply = mine;
  desk!DEPOSIT(r);
  mine?DONE
}

init {
  byte i;
  atomic {
    for (i : 1 .. COUNTERS) { run counter() }
    for (i : 1 .. CLIENTS) { run client(10 * i) }
  }
  (_nr_pr == 1 + COUNTERS);
  assert(account == 30);
  printf("the account has %d\n", account)
}
