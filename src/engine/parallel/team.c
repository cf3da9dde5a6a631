#include "engine/parallel/team.h"

#include <pthread.h>
#include <time.h>

enum { WATCH_NANOSECONDS = 20 * 1000 * 1000 };

/* What a member has last told of its clock. */
typedef struct told {
  atomic_uint_least64_t done, pending, states, matched, depth;
} told;

typedef struct watch watch;

typedef struct seat {
  watch *of;
  team_member *member;
  pthread_t thread;
  told counters;
  char apart[64]; /* each is written to by its own thread */
} seat;

/* One call of team_run. The mutex guards 'running' and 'fault'. */
struct watch {
  worker_team *c;
  team_work *work;
  seat *seats;
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  unsigned running;
  mem_fault fault; /* the first that matters */
};

static void publish(void *self, const progress *p) {
  told *t = self;
  atomic_store_explicit(&t->done, p->done, memory_order_relaxed);
  atomic_store_explicit(&t->pending, p->pending, memory_order_relaxed);
  atomic_store_explicit(&t->states, p->states, memory_order_relaxed);
  atomic_store_explicit(&t->matched, p->matched, memory_order_relaxed);
  atomic_store_explicit(&t->depth, p->depth, memory_order_relaxed);
}

/* Runs the work; what it was left by. */
static mem_fault work_safely(seat *s) {
  team_member *me = s->member;
  jmp_buf way_out;
  me->budget.handler = &way_out;
  me->budget.fault = MEM_NO_FAULT;
  if (setjmp(way_out) == 0)
    s->of->work(me);
  me->budget.handler = NULL;
  return me->budget.fault;
}

static void note_fault(watch *w, mem_fault fault) {
  if (w->fault == MEM_NO_FAULT && !atomic_load(&w->c->done))
    w->fault = fault;
}

static void stop_all(worker_team *team) {
  for (unsigned i = 0; i < team->count; i++)
    atomic_store(&team->members[i].clock.stop, 1);
}

static void *run(void *self) {
  seat *s = self;
  watch *w = s->of;
  mem_fault fault = work_safely(s);
  publish(&s->counters, &s->member->clock);
  pthread_mutex_lock(&w->mutex);
  w->running--;
  if (fault != MEM_NO_FAULT) {
    note_fault(w, fault);
    stop_all(w->c);
  }
  pthread_cond_signal(&w->ended);
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

static void add_up(watch *w) {
  progress *sum = w->c->clock;
  sum->done = sum->pending = sum->states = sum->matched = sum->depth = 0;
  for (unsigned i = 0; i < w->c->count; i++) {
    const told *t = &w->seats[i].counters;
    uint64_t depth = atomic_load_explicit(&t->depth, memory_order_relaxed);
    sum->done += atomic_load_explicit(&t->done, memory_order_relaxed);
    sum->pending += atomic_load_explicit(&t->pending, memory_order_relaxed);
    sum->states += atomic_load_explicit(&t->states, memory_order_relaxed);
    sum->matched += atomic_load_explicit(&t->matched, memory_order_relaxed);
    if (depth > sum->depth)
      sum->depth = depth;
  }
}

/* The caller's clock is looked at; what it raised. */
static mem_fault look_safely(progress *clock) {
  mem_budget *budget = clock->budget;
  jmp_buf *before = budget->handler;
  jmp_buf way_out;
  budget->handler = &way_out;
  budget->fault = MEM_NO_FAULT;
  if (setjmp(way_out) == 0)
    progress_look(clock);
  budget->handler = before;
  return budget->fault;
}

/* Waits a little, or until a member ends. */
static void team_wait_a_little(watch *w) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += WATCH_NANOSECONDS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_cond_timedwait(&w->ended, &w->mutex, &until);
}

/* Until all have ended. */
static void look_on(watch *w) {
  pthread_mutex_lock(&w->mutex);
  while (w->running) {
    team_wait_a_little(w);
    bool asks = w->running && w->fault == MEM_NO_FAULT;
    if (!asks)
      continue;
    pthread_mutex_unlock(&w->mutex);
    add_up(w);
    mem_fault fault = look_safely(w->c->clock);
    pthread_mutex_lock(&w->mutex);
    if (fault != MEM_NO_FAULT) {
      note_fault(w, fault);
      stop_all(w->c);
    }
  }
  pthread_mutex_unlock(&w->mutex);
}

static bool watch_begin(watch *w) {
  pthread_condattr_t steady;
  if (pthread_condattr_init(&steady))
    return false;
  bool good = !pthread_condattr_setclock(&steady, CLOCK_MONOTONIC) &&
              !pthread_cond_init(&w->ended, &steady);
  pthread_condattr_destroy(&steady);
  if (!good)
    return false;
  if (!pthread_mutex_init(&w->mutex, NULL))
    return true;
  pthread_cond_destroy(&w->ended);
  return false;
}

/* Starts the members; as many as there are. */
static unsigned start_all(watch *w) {
  unsigned started = 0;
  for (; started < w->c->count; started++) {
    pthread_mutex_lock(&w->mutex);
    w->running++;
    pthread_mutex_unlock(&w->mutex);
    seat *s = w->seats + started;
    if (pthread_create(&s->thread, NULL, run, s) == 0)
      continue;
    pthread_mutex_lock(&w->mutex);
    w->running--;
    note_fault(w, MEM_MACHINE);
    stop_all(w->c);
    pthread_mutex_unlock(&w->mutex);
    break;
  }
  return started;
}

/* Nothing here raises: threads are about. */
static mem_fault work_and_watch(watch *w) {
  if (!watch_begin(w))
    return MEM_MACHINE;
  unsigned started = start_all(w);
  look_on(w);
  for (unsigned i = 0; i < started; i++)
    pthread_join(w->seats[i].thread, NULL);
  pthread_cond_destroy(&w->ended);
  pthread_mutex_destroy(&w->mutex);
  add_up(w);
  return w->fault;
}

void team_begin(worker_team *team, mem *m, progress *clock, unsigned count) {
  *team = (worker_team){.m = m, .count = count, .clock = clock};
  team->members = mem_array(m, count, sizeof *team->members);
  for (unsigned i = 0; i < count; i++) {
    team_member *one = team->members + i;
    one->of = team;
    one->number = i;
    one->budget.fail_in = -1;
    one->budget.of = m->budget->of ? m->budget->of : m->budget;
    mem_init(&one->m, &one->budget);
    one->clock.budget = &one->budget;
    one->budget.clock = &one->clock;
    progress_begin(&one->clock, clock->phase);
  }
}

void team_run(worker_team *team, team_work *work, void *self) {
  watch w = {.c = team, .work = work};
  w.seats = mem_array(team->m, team->count, sizeof *w.seats);
  for (unsigned i = 0; i < team->count; i++) {
    team_member *one = team->members + i;
    w.seats[i].of = &w;
    w.seats[i].member = one;
    one->self = self;
    one->clock.aside = publish;
    one->clock.aside_self = &w.seats[i].counters;
    atomic_store(&one->clock.stop, 0);
  }
  mem_fault fault = work_and_watch(&w);
  for (unsigned i = 0; i < team->count; i++)
    team->members[i].clock.aside = NULL;
  mem_free(team->m, w.seats);
  if (fault == MEM_NO_FAULT)
    return;
  mem_budget *budget = team->clock->budget;
  team_end(team);
  mem_raise(budget, fault);
}

static void share_handler(worker_team *team, jmp_buf *handler) {
  for (unsigned i = 0; i < team->count; i++) {
    team->members[i].budget.handler = handler;
    team->members[i].budget.fault = MEM_NO_FAULT;
  }
}

/* Whichever budget it was raised from. */
static mem_fault work_alone(worker_team *team, void (*work)(void *self),
                            void *self) {
  mem_budget *budget = team->clock->budget;
  jmp_buf *before = budget->handler;
  jmp_buf way_out;
  budget->handler = &way_out;
  budget->fault = MEM_NO_FAULT;
  share_handler(team, &way_out);
  if (setjmp(way_out) == 0)
    work(self);
  mem_fault fault = budget->fault;
  for (unsigned i = 0; fault == MEM_NO_FAULT && i < team->count; i++)
    fault = team->members[i].budget.fault;
  share_handler(team, NULL);
  budget->handler = before;
  return fault;
}

void team_alone(worker_team *team, void (*work)(void *self), void *self) {
  mem_fault fault = work_alone(team, work, self);
  if (fault == MEM_NO_FAULT)
    return;
  mem_budget *budget = team->clock->budget;
  team_end(team);
  mem_raise(budget, fault);
}

void team_end(worker_team *team) {
  for (unsigned i = 0; i < team->count; i++)
    mem_clear(&team->members[i].m);
  mem_free(team->m, team->members);
  team->members = NULL;
  team->count = 0;
}
