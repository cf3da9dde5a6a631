#include "smt/aside.h"

#include <pthread.h>
#include <time.h>

enum { LOOK_NANOSECONDS = 20 * 1000 * 1000 };

typedef struct desk {
  const aside *a;
  pthread_mutex_t lock;
  pthread_cond_t ended;
  bool is_done;
} desk;

static void *run(void *self) {
  desk *d = self;
  d->a->work(d->a->self);
  pthread_mutex_lock(&d->lock);
  d->is_done = true;
  pthread_cond_signal(&d->ended);
  pthread_mutex_unlock(&d->lock);
  return NULL;
}

/* A little while, or until it is done. */
static bool wait_a_little(desk *d) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += LOOK_NANOSECONDS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_mutex_lock(&d->lock);
  int late = 0;
  while (!d->is_done && late == 0)
    late = pthread_cond_timedwait(&d->ended, &d->lock, &until);
  bool is_done = d->is_done;
  pthread_mutex_unlock(&d->lock);
  return is_done;
}

/* Nothing here raises, nor does what the clock calls: it says so. */
bool aside_run(const aside *a, progress *clock) {
  desk d = {.a = a};
  pthread_t thread;
  bool is_over = false;
  pthread_mutex_init(&d.lock, NULL);
  pthread_cond_init(&d.ended, NULL);
  if (pthread_create(&thread, NULL, run, &d) != 0) {
    a->work(a->self);
  } else {
    while (!wait_a_little(&d)) {
      is_over = is_over || (clock && progress_is_over(clock));
      if (is_over)
        a->stop(a->self);
    }
    pthread_join(thread, NULL);
  }
  pthread_cond_destroy(&d.ended);
  pthread_mutex_destroy(&d.lock);
  return !is_over;
}
