#include "watch.h"

#include "base/compiler.h"
#include "errors.h"
#include "output.h"
#include "tree.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds that the library has for an orderly end. */
static const double grace = 0.55;
/* Seconds between two looks at the memory. Programs that were started know of
 * no limit, so they are looked at more often, as far as a look costs little of
 * the time in between. */
static const double between_looks = 0.1, least_between_looks = 0.015;
enum { LOOK_SHARE = 20 };

static struct {
  pthread_t thread;
  bool is_running, is_paused;
  pthread_mutex_t lock;
  sem_t wake; /* a signal has come, or the answers are complete */
  atomic_int signalled, is_over, memory_spent;
  const options *o;
  report *told;
  double deadline; /* 0: none */
  const char *seconds;
  size_t most_bytes; /* 0: no limit */
  double look;       /* seconds until the next look at the memory */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Until something happens, at most so long. */
static void wait_for(double seconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  double whole = (double)until.tv_nsec / 1e9 + seconds;
  until.tv_sec += (time_t)whole;
  until.tv_nsec = (long)((whole - (double)(time_t)whole) * 1e9);
  while (sem_timedwait(&watch.wake, &until) != 0 && errno == EINTR)
    ;
}

static void say_why(char *why, size_t size) {
  if (watch.signalled)
    snprintf(why, size, "interrupted");
  else if (watch.memory_spent)
    snprintf(why, size,
             "the memory limit is spent, programs that were started "
             "included");
  else
    snprintf(why, size, "--time=%s spent", watch.seconds);
}

/* 'status' is that of an end without answers. */
static _Noreturn void end_all(const char *why, int status) {
  if (watch.told)
    status = report_give_up(watch.told, why);
  else if (watch.o && watch.o->json && !errors_has_answer())
    report_error_line(command_name(watch.o->command), status, why);
  else
    report_line(STDERR_FILENO, "custos: ", why);
  output_abandon();
  _exit(status);
}

void watch_no_memory(void) {
  watch_lock();
  end_all("the machine is out of memory", EXIT_SYSTEM);
}

/* What AddressSanitizer keeps for itself, which nobody asked a limit for. */
#if BASE_SANITIZED
enum { OVERHEAD_MIB = 512 };
#else
enum { OVERHEAD_MIB = 16 };
#endif

static bool too_much_memory(void) {
  /* The library counts what it has, and has the first word. */
  size_t most =
      watch.most_bytes + watch.most_bytes / 16 + ((size_t)OVERHEAD_MIB << 20);
  if (!watch.most_bytes)
    return false;
  bool has_others = false;
  double start = now();
  size_t bytes = tree_bytes(&has_others);
  double wish = LOOK_SHARE * (now() - start);
  watch.look = !has_others || wish > between_looks ? between_looks
               : wish < least_between_looks        ? least_between_looks
                                                   : wish;
  return bytes > most;
}

/* How long nothing needs to be looked at. */
static double next_look(void) {
  double left = watch.deadline > 0 ? watch.deadline - now() : 3600;
  if (watch.most_bytes && left > watch.look)
    return watch.look;
  return left > 0 ? left : 0;
}

static bool time_is_up(void) {
  return watch.deadline > 0 && now() >= watch.deadline;
}

static void *run(void *self) {
  (void)self;
  while (!watch.is_over && !watch.signalled && !time_is_up()) {
    wait_for(next_look());
    if (!watch.is_over && too_much_memory()) {
      watch.memory_spent = 1;
      session_stop();
      break;
    }
  }
  double end = now() + grace;
  while (!watch.is_over && now() < end)
    wait_for(end - now());
  char why[128];
  say_why(why, sizeof why);
  while (!watch.is_over) {
    pthread_mutex_lock(&watch.lock);
    if (!watch.is_over && !watch.is_paused)
      end_all(why, EXIT_UNKNOWN);
    pthread_mutex_unlock(&watch.lock);
    wait_for(least_between_looks);
  }
  return NULL;
}

static void read_limits(const options *o) {
  for (size_t i = 0; i < o->setting_count; i++) {
    const setting *s = &o->settings[i];
    if (strcmp(s->name, "time") == 0)
      watch.seconds = s->value;
  }
  double seconds = options_number(o, "time");
  watch.deadline = seconds > 0 ? now() + seconds : 0;
  watch.most_bytes = (size_t)options_number(o, "memory") << 20;
}

void watch_begin(const options *o) {
  sigset_t all, before;
  assert(!watch.is_running);
  watch.o = o;
  if (o->command == COMMAND_REPL || o->command == COMMAND_DIFFTEST)
    return;
  watch.look = between_looks;
  read_limits(o);
  sem_init(&watch.wake, 0, 0);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  watch.is_running = pthread_create(&watch.thread, NULL, run, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watch_end(void) {
  if (!watch.is_running)
    return;
  pthread_mutex_lock(&watch.lock);
  watch.is_over = 1;
  pthread_mutex_unlock(&watch.lock);
  sem_post(&watch.wake);
  pthread_join(watch.thread, NULL);
  watch.is_running = false;
}

void watch_pause(void) {
  watch_lock();
  watch.is_paused = true;
  watch_unlock();
}

void watch_report(report *r) {
  watch_lock();
  watch.told = r;
  watch.is_paused = watch.is_paused && !r;
  watch_unlock();
}

void watch_signal(void) {
  watch.signalled = 1;
  if (watch.is_running)
    sem_post(&watch.wake);
}

bool watch_asks(void) { return watch.signalled || time_is_up(); }

double watch_left(void) {
  double left = watch.deadline > 0 ? watch.deadline - now() : 0;
  return watch.deadline > 0 && left < 0.001 ? 0.001 : left;
}

bool watch_memory_spent(void) { return watch.memory_spent != 0; }

void watch_lock(void) { pthread_mutex_lock(&watch.lock); }
void watch_unlock(void) { pthread_mutex_unlock(&watch.lock); }
