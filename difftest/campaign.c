/* The parent of the jobs: starts them, listens to them, shrinks what they
 * find, keeps the journal, and shows how far it is. */
#include "difftest.h"

#include "folder.h"
#include "inspect.h"
#include "journal.h"
#include "stop.h"
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_JOBS = 1024 };
static const double seconds_between_entries = 0.5;
/* That jobs have to end by themselves when they are asked to. */
static const double seconds_to_stop = 0.4;

static volatile sig_atomic_t interrupted, status_wanted;

static void on_interrupt(int number) {
  (void)number;
  interrupted++;
  stop_ask(); /* who shrinks something, too */
}

static void on_status(int number) {
  (void)number;
  status_wanted = 1;
}

typedef struct job {
  pid_t child; /* 0: not running */
  int pipe;
  bool done;    /* all its cases, or stopped */
  bool crashed; /* once at 'crashed_at' */
  uint64_t crashed_at;
  uint64_t end;
  buffer inbox;
} job;

typedef struct campaign {
  const difftest_options *o;
  difftest_result *result;
  char *why;
  int status; /* not 0: give up */
  job *jobs;
  journal_job *entries; /* by job: what is certain */
  inspector *inspector;
  uint64_t done_before; /* cases, when this process began */
  double start, before; /* seconds of earlier processes */
  double cpu_before;
  double next_entry, next_line;
  bool stopping;
  double stopping_since;
  difftest_end end;
} campaign;

static double cpu_of(int who) {
  struct rusage u;
  getrusage(who, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static uint64_t cases_done(const campaign *c) {
  uint64_t done = 0;
  for (uint64_t i = 0; i < c->o->jobs; i++)
    done += c->entries[i].progress.next;
  return done;
}

static void print_status(const campaign *c) {
  uint64_t done = cases_done(c), disagreed = 0;
  double seconds = clock_now() - c->start;
  double rate = (double)(done - c->done_before) / (seconds > 0 ? seconds : 1);
  for (uint64_t i = 0; i < c->o->jobs; i++)
    disagreed += c->entries[i].progress.totals.disagreed;
  fprintf(stderr, "%llu of %llu cases, %llu disagreements, %.0f a second",
          (unsigned long long)done, (unsigned long long)c->result->planned,
          (unsigned long long)disagreed, rate);
  if (rate > 0) {
    double left = (double)(c->result->planned - done) / rate;
    fprintf(stderr, ", %02.0f:%02.0f:%02.0f left", (double)(long)(left / 3600),
            (double)((long)left / 60 % 60), (double)((long)left % 60));
  }
}

static void show_progress(campaign *c) {
  double now = clock_now();
  bool due = now >= c->next_line && (c->o->live || c->o->verbose);
  if (!due && !status_wanted)
    return;
  bool line = status_wanted || !c->o->live;
  status_wanted = 0;
  if (c->o->live)
    fputs("\r\033[K", stderr);
  if (line)
    fputs("custos: ", stderr);
  print_status(c);
  if (line)
    putc('\n', stderr);
  c->next_line = now + (c->o->live ? 0.5 : 30);
}

static void keep_journal(campaign *c, bool now) {
  double time = clock_now();
  if (!c->o->state || (!now && time < c->next_entry))
    return;
  journal j = {.what = c->result->what,
               .shard = c->o->shard,
               .shards = c->o->shards,
               .jobs = c->o->jobs,
               .entries = c->entries,
               .failures = &c->result->failures,
               .seconds = c->before + time - c->start,
               .cpu_seconds = c->cpu_before + cpu_of(RUSAGE_SELF) +
                              cpu_of(RUSAGE_CHILDREN)};
  if (!journal_write(&j, c->result->names, c->result->tool_count,
                     c->o->state)) {
    snprintf(c->why, ANSWER_WHY, "cannot write %.150s: %s", c->o->state,
             strerror(errno));
    c->status = 3;
  }
  c->next_entry = time + seconds_between_entries;
}

static void start_job(campaign *c, uint64_t index) {
  job *j = &c->jobs[index];
  int ends[2];
  pid_t parent = 0;
  uint64_t next = c->entries[index].progress.next;
  if (next >= j->end) {
    j->done = true;
    return;
  }
  fflush(NULL);
  if (pipe(ends) == 0) {
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    parent = getpid();
    j->child = fork();
  } else {
    j->child = -1;
  }
  if (j->child < 0) {
    j->child = 0;
    snprintf(c->why, ANSWER_WHY, "cannot start a job: %s", strerror(errno));
    c->status = 3;
    return;
  }
  if (j->child == 0) {
    stop_with(parent);
    for (uint64_t i = 0; i < c->o->jobs; i++)
      if (c->jobs[i].child && i != index)
        close(c->jobs[i].pipe);
    close(ends[0]);
    worker w = {.o = c->o,
                .job = index,
                .end = j->end,
                .progress = c->entries[index].progress,
                .pipe = ends[1]};
    if (j->crashed)
      w.careful_until = j->crashed_at + PANEL_BATCH;
    _exit(worker_run(&w));
  }
  close(ends[1]);
  j->pipe = ends[0];
  buffer_reset(&j->inbox);
}

static void stop_jobs(campaign *c, difftest_end end) {
  if (c->stopping)
    return;
  c->stopping = true;
  c->stopping_since = clock_now();
  c->end = end;
  for (uint64_t i = 0; i < c->o->jobs; i++)
    if (c->jobs[i].child)
      kill(c->jobs[i].child, SIGTERM);
}

/* Status 0 is the end of its work; a crash is looked at again, carefully. */
static void end_job(campaign *c, uint64_t index) {
  job *j = &c->jobs[index];
  int status = 0;
  while (waitpid(j->child, &status, 0) < 0 && errno == EINTR)
    continue;
  close(j->pipe);
  j->child = 0;
  uint64_t next = c->entries[index].progress.next;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    j->done = true;
    return;
  }
  if (c->status || c->stopping) {
    j->done = true;
    return;
  }
  /* Where all engines have processes of their own, a crash is ours. */
  if (j->crashed && next < j->crashed_at + PANEL_BATCH) {
    snprintf(c->why, ANSWER_WHY,
             "job %llu ended with %s %d near case %llu: a bug of difftest",
             (unsigned long long)index,
             WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
             (unsigned long long)worker_case(c->o, index, next));
    c->status = 6;
    return;
  }
  j->crashed = true;
  j->crashed_at = next;
  start_job(c, index);
}

/* For one failure, within the time of all. */
static double seconds_to_shrink(const campaign *c) {
  double left = c->o->seconds - (clock_now() - c->start);
  if (c->o->seconds <= 0 || left > c->o->shrink_seconds)
    return c->o->shrink_seconds;
  return left > 0 ? left : 0;
}

static void take_failure(campaign *c, journal_job *entry, const char *body,
                         size_t length) {
  worker_failure f;
  buffer text = {0};
  if (length < sizeof f)
    return;
  memcpy(&f, body, sizeof f);
  /* A job that began again finds some a second time. */
  if (c->stopping || f.k < entry->handled)
    return;
  entry->handled = f.k + 1;
  buffer_add(&text, body + sizeof f, length - sizeof f);
  if (c->o->live)
    fputs("\r\033[K", stderr);
  if (inspector_look(c->inspector, &f, &text, seconds_to_shrink(c),
                     &c->result->failures, c->why))
    c->status = 3;
  buffer_clear(&text);
  if (c->result->failures.count >= c->o->max_failures)
    stop_jobs(c, END_FAILURES);
}

static void take_message(campaign *c, uint64_t index, const message *m,
                         const char *body) {
  journal_job *entry = &c->entries[index];
  if (m->kind == MESSAGE_PROGRESS && m->length == sizeof entry->progress) {
    memcpy(&entry->progress, body, sizeof entry->progress);
  } else if (m->kind == MESSAGE_FAILURE) {
    take_failure(c, entry, body, m->length);
  } else if (m->kind == MESSAGE_STOP && !c->status) {
    snprintf(c->why, ANSWER_WHY, "%.*s",
             (int)(m->length < ANSWER_WHY ? m->length : ANSWER_WHY - 1), body);
    c->status = c->o->source.kind == SOURCE_FILES ? 2 : 3;
  }
}

/* False: the job has closed its end. */
static bool hear(campaign *c, uint64_t index) {
  job *j = &c->jobs[index];
  char piece[65536];
  size_t at = 0;
  ssize_t n = read(j->pipe, piece, sizeof piece);
  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  if (n == 0)
    return false;
  buffer_add(&j->inbox, piece, (size_t)n);
  while (j->inbox.count - at >= sizeof(message)) {
    message m;
    memcpy(&m, j->inbox.text + at, sizeof m);
    if (j->inbox.count - at - sizeof m < m.length)
      break;
    take_message(c, index, &m, j->inbox.text + at + sizeof m);
    at += sizeof m + m.length;
  }
  memmove(j->inbox.text, j->inbox.text + at, j->inbox.count - at);
  j->inbox.count -= at;
  return true;
}

/* The sooner of a look at the clock and the end of the time. */
static int wait_milliseconds(const campaign *c) {
  double left = c->o->seconds - (clock_now() - c->start);
  if (c->o->seconds <= 0 || left > 0.2 || c->stopping)
    return 200;
  return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* One round of waiting; false: all jobs are done. */
static bool attend(campaign *c) {
  struct pollfd p[MOST_JOBS];
  uint64_t owner[MOST_JOBS];
  nfds_t count = 0;
  for (uint64_t i = 0; i < c->o->jobs; i++)
    if (c->jobs[i].child) {
      owner[count] = i;
      p[count++] = (struct pollfd){c->jobs[i].pipe, POLLIN, 0};
    }
  if (count == 0)
    return false;
  if (poll(p, count, wait_milliseconds(c)) < 0)
    return true;
  for (nfds_t i = 0; i < count; i++)
    if (p[i].revents && !hear(c, owner[i]))
      end_job(c, owner[i]);
  return true;
}

/* Whoever was asked, and does not end. Its children end with it. */
static void end_jobs(campaign *c) {
  bool is_late =
      c->stopping && clock_now() - c->stopping_since > seconds_to_stop;
  for (uint64_t i = 0; i < c->o->jobs; i++)
    if (c->jobs[i].child && (is_late || interrupted > 1))
      kill(c->jobs[i].child, SIGKILL);
}

static void run(campaign *c) {
  for (uint64_t i = 0; i < c->o->jobs && !c->status; i++)
    start_job(c, i);
  while (attend(c)) {
    if (interrupted)
      stop_jobs(c, END_INTERRUPTED);
    if (c->status)
      stop_jobs(c, END_INTERRUPTED);
    if (c->o->seconds > 0 && clock_now() - c->start >= c->o->seconds)
      stop_jobs(c, END_TIME);
    end_jobs(c);
    show_progress(c);
    keep_journal(c, false);
  }
  if (c->o->live)
    fputs("\r\033[K", stderr);
}

static bool resume(campaign *c) {
  journal j = {.what = c->result->what,
               .shard = c->o->shard,
               .shards = c->o->shards,
               .jobs = c->o->jobs,
               .entries = c->entries,
               .failures = &c->result->failures};
  c->status = journal_read(&j, c->o->state, c->why);
  if (c->status != 0)
    return false;
  c->before = j.seconds;
  c->cpu_before = j.cpu_seconds;
  c->done_before = cases_done(c);
  return true;
}

static bool plan(campaign *c) {
  const char *why;
  stream *s = stream_new(&c->o->source, &why);
  if (!s) {
    snprintf(c->why, ANSWER_WHY, "%s", why);
    c->status = 1;
    return false;
  }
  uint64_t cases = stream_count(s);
  stream_delete(s);
  for (uint64_t i = 0; i < c->o->jobs; i++) {
    c->jobs[i].end = worker_share(c->o, i, cases);
    c->result->planned += c->jobs[i].end;
  }
  difftest_describe(c->o, cases, c->result);
  return true;
}

static void catch_signals(void) {
  struct sigaction a = {.sa_handler = on_interrupt}, before;
  sigemptyset(&a.sa_mask);
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  /* Whoever ignores the end of the terminal (nohup) goes on. */
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &a, NULL);
  a.sa_handler = on_status;
  a.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
}

static void conclude(campaign *c) {
  difftest_result *result = c->result;
  keep_journal(c, true);
  for (uint64_t i = 0; i < c->o->jobs; i++)
    totals_add(&result->totals, &c->entries[i].progress.totals);
  result->end = result->totals.cases == result->planned ? END_COMPLETE : c->end;
  result->seconds = c->before + clock_now() - c->start;
  result->cpu_seconds =
      c->cpu_before + cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
  result->jobs = c->o->jobs;
}

/* Commands read files; false: there is no place for them. */
static bool begin_files(const difftest_options *options, folder *files,
                        char *why) {
  bool has_commands = false;
  for (size_t k = 0; k < options->tools.count; k++)
    has_commands = has_commands || options->tools.tool[k].kind == TOOL_COMMAND;
  *files = has_commands ? folder_new() : (folder){.path = NULL, .line = -1};
  if (has_commands && !files->path)
    snprintf(why, ANSWER_WHY, "cannot make a temporary folder: %s",
             strerror(errno));
  return !has_commands || files->path;
}

int difftest_run(const difftest_options *given, difftest_result *out,
                 char why[ANSWER_WHY]) {
  difftest_options mine = *given, *options = &mine;
  campaign c = {.o = options, .result = out, .why = why, .start = clock_now()};
  folder files;
  *out = (difftest_result){0};
  if (options->jobs > MOST_JOBS) {
    snprintf(why, ANSWER_WHY, "at most %d jobs", MOST_JOBS);
    return 1;
  }
  if (!begin_files(options, &files, why))
    return 3;
  options->panel.tools = &options->tools;
  options->panel.folder = files.path;
  c.jobs = memory_new(options->jobs, sizeof *c.jobs);
  c.entries = memory_new(options->jobs, sizeof *c.entries);
  c.inspector = inspector_new(options, why);
  if (!c.inspector)
    c.status = 1;
  if (!c.status && plan(&c) && (!options->resume || resume(&c))) {
    c.next_line = c.start + 1;
    c.next_entry = c.start;
    catch_signals();
    keep_journal(&c, true);
    run(&c);
    inspector_delete(c.inspector); /* its kernel's time counts, too */
    c.inspector = NULL;
    conclude(&c);
  }
  inspector_delete(c.inspector);
  for (uint64_t i = 0; i < options->jobs; i++)
    buffer_clear(&c.jobs[i].inbox);
  free(c.jobs);
  free(c.entries);
  folder_remove(&files);
  return c.status;
}
