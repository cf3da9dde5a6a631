/* Tests made by a model checker: a desk hands out tickets and serves them in
 * order. Two customers come; one of them may lose patience and go home.
 *
 *   custos check ticket-tests.pml
 *       the desk itself: nobody is served twice, nobody waits for ever
 *
 *   custos check -DTESTS --ignore=end-states --all-traces -p safety ticket-tests.pml
 *       with TESTS, the claim that the model never comes to its end is wrong in
 *       each way in which it can come there: each is a test, and its printf
 *       output, lines that begin with "test", drives the real desk
 *
 *   custos replay ticket-tests.safety.1.trace --printf-only
 */
mtype = { away, waiting, served, gone }
mtype customer[2] = away;
chan desk = [2] of { byte };

proctype Customer(byte me) {
  atomic { customer[me] = waiting; desk!me; printf("test %d takes a ticket\n", me) }
  if
  :: atomic { customer[me] == served -> printf("test %d leaves, served\n", me) }
  :: me == 1 ->
     atomic {
       if
       :: customer[me] == waiting -> customer[me] = gone; printf("test %d goes home\n", me)
       :: else -> printf("test %d leaves, served\n", me)
       fi
     }
  fi
}

proctype Desk() {
  byte who;
end:
  do
  :: atomic {
       desk?who ->
       if
       :: customer[who] == waiting ->
          customer[who] = served; printf("test desk serves %d\n", who)
       :: else -> printf("test desk calls %d, nobody comes\n", who)
       fi
     }
  od
}

init {
  atomic { run Desk(); run Customer(0); run Customer(1) }
  _nr_pr == 2 && empty(desk); /* the customers have left */
#ifdef TESTS
  assert(false);
#endif
  assert(customer[0] == served && (customer[1] == served || customer[1] == gone))
}
