#include "oracle.h"

#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct request {
  size_t begin; /* of its bytes */
  size_t reply; /* of its line in 'replies' */
  bool lost;    /* there is none */
} request;

struct oracle {
  const char *program;
  double patience; /* seconds without a reply */
  pid_t child;     /* 0: not running */
  int in, out;     /* to it, from it */
  buffer bytes;
  size_t sent;
  request *requests;
  size_t count, capacity;
  buffer replies;        /* lines, each ended by 0 */
  size_t complete;       /* bytes of whole lines */
  size_t answered;       /* requests with a reply, or lost */
  double seconds_before; /* CPU time of earlier processes */
};

oracle *oracle_new(const char *program, double seconds) {
  oracle *o = memory_new(1, sizeof *o);
  o->program = program;
  o->patience = seconds;
  signal(SIGPIPE, SIG_IGN);
  return o;
}

static bool start(oracle *o) {
  int to[2], from[2];
  if (pipe(to) != 0)
    return false;
  if (pipe(from) != 0) {
    close(to[0]);
    close(to[1]);
    return false;
  }
  pid_t parent = getpid();
  o->child = fork();
  if (o->child == 0) {
    stop_with(parent);
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    signal(SIGINT, SIG_IGN); /* it ends when its input does */
    signal(SIGPIPE, SIG_DFL);
    execl(o->program, o->program, "serve", (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  o->in = to[1];
  o->out = from[0];
  fcntl(o->in, F_SETFD, FD_CLOEXEC);
  fcntl(o->out, F_SETFD, FD_CLOEXEC);
  fcntl(o->in, F_SETFL, O_NONBLOCK);
  fcntl(o->out, F_SETFL, O_NONBLOCK);
  if (o->child > 0)
    return true;
  o->child = 0;
  close(o->in);
  close(o->out);
  return false;
}

double oracle_seconds(const oracle *o) {
  clockid_t clock;
  struct timespec t;
  if (!o->child || clock_getcpuclockid(o->child, &clock) != 0 ||
      clock_gettime(clock, &t) != 0)
    return o->seconds_before;
  return o->seconds_before + (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* It ends when its input does; if it takes its time, it is ended. */
static bool has_ended(const oracle *o) {
  for (int i = 0; i < 50; i++) {
    struct timespec pause = {0, 10 * 1000 * 1000};
    if (waitpid(o->child, NULL, WNOHANG) == o->child)
      return true;
    nanosleep(&pause, NULL);
  }
  return false;
}

static void stop(oracle *o, bool kill_it) {
  if (!o->child)
    return;
  o->seconds_before = oracle_seconds(o);
  close(o->in);
  close(o->out);
  if (!kill_it && has_ended(o)) {
    o->child = 0;
    return;
  }
  kill(o->child, SIGKILL);
  while (waitpid(o->child, NULL, 0) < 0 && errno == EINTR)
    continue;
  o->child = 0;
}

void oracle_delete(oracle *o) {
  if (!o)
    return;
  stop(o, stop_is_asked());
  buffer_clear(&o->bytes);
  buffer_clear(&o->replies);
  free(o->requests);
  free(o);
}

void oracle_begin(oracle *o) {
  buffer_reset(&o->bytes);
  buffer_reset(&o->replies);
  o->sent = o->count = o->complete = o->answered = 0;
}

static size_t add(oracle *o) {
  memory_room(o->requests, o->count, o->capacity);
  o->requests[o->count] = (request){.begin = o->bytes.count};
  return o->count++;
}

size_t oracle_ask(oracle *o, const char *text, size_t length) {
  size_t n = add(o);
  buffer_puts(&o->bytes, "oracle ");
  buffer_number(&o->bytes, (int64_t)length);
  buffer_putc(&o->bytes, '\n');
  buffer_add(&o->bytes, text, length);
  return n;
}

size_t oracle_certify(oracle *o, const char *text, size_t length,
                      const buffer *evidence) {
  size_t n = add(o);
  buffer_puts(&o->bytes, "certify ");
  buffer_number(&o->bytes, (int64_t)length);
  buffer_putc(&o->bytes, ' ');
  buffer_number(&o->bytes, (int64_t)evidence->count);
  buffer_putc(&o->bytes, '\n');
  buffer_add(&o->bytes, text, length);
  buffer_add(&o->bytes, evidence->text, evidence->count);
  return n;
}

/* Whole lines become replies. */
static void take_lines(oracle *o) {
  while (o->answered < o->count) {
    char *line = o->replies.text + o->complete;
    char *end = memchr(line, '\n', o->replies.count - o->complete);
    if (!end)
      return;
    *end = '\0';
    o->requests[o->answered].reply = o->complete;
    o->requests[o->answered++].lost = false;
    o->complete += (size_t)(end - line) + 1;
  }
}

/* False: the kernel is gone. */
static bool receive(oracle *o) {
  char piece[8192];
  ssize_t n = read(o->out, piece, sizeof piece);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
    return false;
  if (n > 0) {
    buffer_add(&o->replies, piece, (size_t)n);
    take_lines(o);
  }
  return true;
}

static bool send(oracle *o) {
  if (o->sent == o->bytes.count)
    return true;
  ssize_t n = write(o->in, o->bytes.text + o->sent, o->bytes.count - o->sent);
  if (n < 0)
    return errno == EAGAIN || errno == EINTR;
  o->sent += (size_t)n;
  return true;
}

void oracle_pump(oracle *o) {
  if (!o->child && !start(o))
    return;
  send(o); /* a failure shows in oracle_finish */
}

/* The request it was at gets no reply; those behind it are sent again. */
static void lose_one(oracle *o) {
  stop(o, true);
  o->replies.count = o->complete; /* half a line */
  o->requests[o->answered++].lost = true;
  o->sent =
      o->answered < o->count ? o->requests[o->answered].begin : o->bytes.count;
}

void oracle_finish(oracle *o) {
  double last = clock_now();
  size_t seen = o->answered;
  while (o->answered < o->count) {
    if (stop_is_asked() || (!o->child && !start(o))) {
      lose_one(o);
      continue;
    }
    struct pollfd p[2] = {{o->out, POLLIN, 0}, {o->in, POLLOUT, 0}};
    double left = o->patience - (clock_now() - last);
    int wait = o->patience <= 0 ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0;
    int ready = poll(p, o->sent < o->bytes.count ? 2 : 1, wait);
    bool good = ready != 0;
    if (ready > 0 && p[1].revents & (POLLOUT | POLLERR) &&
        o->sent < o->bytes.count)
      good = send(o);
    if (ready > 0 && p[0].revents)
      good = receive(o) && good;
    if (!good && o->answered < o->count)
      lose_one(o);
    if (o->answered > seen || !good) {
      seen = o->answered;
      last = clock_now();
    }
  }
}

static const char *reply_of(const oracle *o, size_t n) {
  return o->requests[n].lost ? NULL : o->replies.text + o->requests[n].reply;
}

void oracle_answer(const oracle *o, size_t n, answer *out) {
  const char *reply = reply_of(o, n);
  out->certified = NOT_ASKED;
  out->why[0] = '\0';
  out->weight_kind = 0;
  out->weight_count = 0;
  if (!reply)
    answer_none(out, "custos-kernel ended or was stuck");
  else if (strcmp(reply, "reachable") == 0)
    out->kind = ANSWER_YES;
  else if (strcmp(reply, "unreachable") == 0)
    out->kind = ANSWER_NO;
  else
    answer_none(out, reply);
}

void oracle_judge(const oracle *o, size_t n, answer *out) {
  const char *reply = reply_of(o, n);
  const char *expected =
      out->kind == ANSWER_YES ? "accepted reachable" : "accepted unreachable";
  if (reply && strcmp(reply, expected) == 0) {
    out->certified = ACCEPTED;
    return;
  }
  out->certified = REJECTED;
  snprintf(out->why, sizeof out->why, "%s",
           reply ? reply : "custos-kernel ended or was stuck");
}
