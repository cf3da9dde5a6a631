#include "engine/parallel/share.h"

#include <time.h>

/* Who waits looks up that often; a gift wakes it earlier. */
enum { WAIT_NANOSECONDS = 5 * 1000 * 1000, LEAST_TO_GIVE = 16 };

void share_begin(share *s, mem *m, unsigned jobs) {
  *s = (share){.jobs = jobs};
  s->handoffs = mem_array(m, jobs, sizeof *s->handoffs);
  if (pthread_mutex_init(&s->mutex, NULL))
    mem_raise(m->budget, MEM_MACHINE);
  pthread_condattr_t steady;
  if (pthread_condattr_init(&steady))
    mem_raise(m->budget, MEM_MACHINE);
  bool good = !pthread_condattr_setclock(&steady, CLOCK_MONOTONIC) &&
              !pthread_cond_init(&s->changed, &steady);
  pthread_condattr_destroy(&steady);
  if (!good)
    mem_raise(m->budget, MEM_MACHINE);
}

void share_end(share *s) {
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->mutex);
}

/* With the mutex. */
static void tell_wanted(share *s) {
  unsigned more = s->waiting > s->full ? s->waiting - s->full : 0;
  atomic_store_explicit(&s->wanted, more, memory_order_relaxed);
}

/* Few states make no gift: their owner is done with them sooner. */
static bool is_enough(const share_stack *mine) {
  size_t states = 0;
  for (size_t i = mine->runs.count; i-- > mine->bottom;) {
    states += mine->runs.at[i].end - mine->runs.at[i].next;
    if (states >= LEAST_TO_GIVE)
      return true;
  }
  return false;
}

static void fill(share_handoff *handoff, share_stack *mine) {
  size_t runs = mine->runs.count - mine->bottom;
  share_run *first = mine->runs.at + mine->bottom;
  if (runs == 1) {
    uint32_t half = first->next + (first->end - first->next) / 2;
    handoff->runs[0] = (share_run){half, first->end, first->level};
    handoff->count = 1;
    first->end = half;
    return;
  }
  handoff->count = (uint32_t)(runs / 2 < SHARE_MOST ? runs / 2 : SHARE_MOST);
  memcpy(handoff->runs, first, handoff->count * sizeof *first);
  mine->bottom += handoff->count;
}

/* The room below the bottom is used again once it is the greater part. */
static void settle(share_stack *mine) {
  size_t left = mine->runs.count - mine->bottom;
  if (mine->bottom <= left)
    return;
  memmove(mine->runs.at, mine->runs.at + mine->bottom,
          left * sizeof *mine->runs.at);
  mine->runs.count = left;
  mine->bottom = 0;
}

void share_give(share *s, share_stack *mine) {
  if (!is_enough(mine))
    return;
  pthread_mutex_lock(&s->mutex);
  bool gives = s->waiting > s->full;
  if (gives) {
    fill(&s->handoffs[s->full++], mine);
    tell_wanted(s);
    pthread_cond_signal(&s->changed);
  }
  pthread_mutex_unlock(&s->mutex);
  if (gives)
    settle(mine);
}

static void share_wait_a_little(share *s) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += WAIT_NANOSECONDS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_cond_timedwait(&s->changed, &s->mutex, &until);
}

/* With the mutex. True: there is an answer. */
static bool share_look(share *s, share_stack *mine, bool *found) {
  *found = s->full != 0;
  if (*found) {
    const share_handoff *handoff = &s->handoffs[--s->full];
    memcpy(mine->runs.at, handoff->runs,
           handoff->count * sizeof *handoff->runs);
    mine->runs.count = handoff->count;
    s->waiting--;
  } else if (s->waiting == s->jobs && !s->ended) {
    s->ended = true;
    pthread_cond_broadcast(&s->changed);
  }
  tell_wanted(s);
  return *found || s->ended;
}

bool share_take(share *s, team_member *me, share_stack *mine) {
  bool found = false, answered;
  mine->runs.count = mine->bottom = 0;
  vec_reserve(mine->m, &mine->runs, SHARE_MOST);
  pthread_mutex_lock(&s->mutex);
  s->waiting++;
  answered = share_look(s, mine, &found);
  while (!answered) {
    share_wait_a_little(s);
    answered = share_look(s, mine, &found);
    if (answered)
      break;
    /* The look may raise: not with the mutex. */
    pthread_mutex_unlock(&s->mutex);
    if (atomic_load_explicit(&me->of->done, memory_order_relaxed))
      return false;
    progress_look(&me->clock);
    pthread_mutex_lock(&s->mutex);
    answered = share_look(s, mine, &found);
  }
  pthread_mutex_unlock(&s->mutex);
  return found;
}

void share_wake(share *s) {
  pthread_mutex_lock(&s->mutex);
  s->ended = true;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->mutex);
}
