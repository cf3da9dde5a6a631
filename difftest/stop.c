#include "stop.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static volatile sig_atomic_t is_asked;
static custos *volatile at_work; /* handlers reach nothing but globals */

void stop_ask(void) {
  is_asked = 1;
  if (at_work)
    custos_stop(at_work);
}

static void on_stop(int number) {
  (void)number;
  stop_ask();
}

/* What waits is woken: it has to look. */
void stop_catch(void) {
  struct sigaction a = {.sa_handler = on_stop};
  sigemptyset(&a.sa_mask);
  sigaction(SIGTERM, &a, NULL);
}

bool stop_is_asked(void) { return is_asked != 0; }

void stop_attend(custos *c) {
  at_work = c;
  if (c && is_asked) /* it came in between */
    custos_stop(c);
}

void stop_with(long parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if ((long)getppid() != parent)
    _exit(127);
}
