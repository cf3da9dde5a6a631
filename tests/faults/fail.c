/* A library to be loaded before libc: lets the n-th call of one kind fail.
 *
 *     CUSTOS_FAULT=malloc:17 LD_PRELOAD=.../fail.so custos check ...
 *
 * Kinds: malloc (all functions that allocate, those of libraries, too), write
 * (write, writev, fsync, rename: no space left), fork (fork, vfork,
 * posix_spawn: try again later), clock (from then on it is a day later).
 * CUSTOS_FAULT_COUNT=FILE: nothing fails; at the end the counts are written
 * there, a line a kind. Only the process that was started so is concerned: its
 * children do not inherit the variables. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

typedef enum fault_kind { MALLOC, WRITE, FORK, CLOCK, KINDS } fault_kind;

static const char *const kind_names[KINDS] = {"malloc", "write", "fork",
                                              "clock"};
static atomic_long calls[KINDS];
static long failing[KINDS]; /* the number of the call that fails; 0: none */
static char count_file[256];
static pid_t owner; /* 0: not yet begun */

/* Is this the call that fails? From one call on, for the clock. */
static int fails(fault_kind kind) {
  if (owner == 0 || owner != getpid())
    return 0;
  long number = atomic_fetch_add(&calls[kind], 1) + 1;
  return failing[kind] &&
         (kind == CLOCK ? number >= failing[kind] : number == failing[kind]);
}

static __attribute__((constructor)) void begin(void) {
  const char *wish = getenv("CUSTOS_FAULT");
  const char *file = getenv("CUSTOS_FAULT_COUNT");
  for (int i = 0; wish && i < KINDS; i++) {
    size_t length = strlen(kind_names[i]);
    if (strncmp(wish, kind_names[i], length) == 0 && wish[length] == ':')
      failing[i] = strtol(wish + length + 1, NULL, 10);
  }
  if (file)
    snprintf(count_file, sizeof count_file, "%s", file);
  unsetenv("CUSTOS_FAULT");
  unsetenv("CUSTOS_FAULT_COUNT");
  unsetenv("LD_PRELOAD");
  /* What is started may leave memory to its end, as LLVM does. */
  if (getenv("ASAN_OPTIONS"))
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  owner = getpid();
}

static __attribute__((destructor)) void end(void) {
  if (!count_file[0] || owner != getpid())
    return;
  owner = 0;
  FILE *out = fopen(count_file, "w");
  if (!out)
    return;
  for (int i = 0; i < KINDS; i++)
    fprintf(out, "%s %ld\n", kind_names[i], (long)calls[i]);
  fclose(out);
}

/* What dlsym itself allocates before the real functions are known. */
static char early[1 << 14];
static size_t early_used;

static void *take_early(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (early_used + size > sizeof early)
    abort();
  early_used += size;
  return early + early_used - size;
}

static int is_early(const void *p) {
  return (const char *)p >= early && (const char *)p < early + sizeof early;
}

typedef void *malloc_fn(size_t);
typedef void *calloc_fn(size_t, size_t);
typedef void *realloc_fn(void *, size_t);
typedef void free_fn(void *);
typedef int align_fn(void **, size_t, size_t);

static malloc_fn *real_malloc;
static calloc_fn *real_calloc;
static realloc_fn *real_realloc;
static free_fn *real_free;
static align_fn *real_align;
static int is_looking;

static void look_up(void) {
  if (real_malloc || is_looking)
    return;
  is_looking = 1;
  real_calloc = (calloc_fn *)dlsym(RTLD_NEXT, "calloc");
  real_realloc = (realloc_fn *)dlsym(RTLD_NEXT, "realloc");
  real_free = (free_fn *)dlsym(RTLD_NEXT, "free");
  real_align = (align_fn *)dlsym(RTLD_NEXT, "posix_memalign");
  real_malloc = (malloc_fn *)dlsym(RTLD_NEXT, "malloc");
  is_looking = 0;
}

static void *refuse(void) {
  errno = ENOMEM;
  return NULL;
}

static void *take(size_t size) {
  look_up();
  if (!real_malloc)
    return take_early(size);
  return fails(MALLOC) ? refuse() : real_malloc(size);
}

static void *take_zeroed(size_t count, size_t size) {
  look_up();
  if (!real_malloc)
    return take_early(count * size); /* static: zero */
  return fails(MALLOC) ? refuse() : real_calloc(count, size);
}

static void *take_again(void *p, size_t size) {
  look_up();
  if (is_early(p)) {
    void *copy = take(size);
    if (copy)
      memcpy(copy, p, size < 4096 ? size : 4096);
    return copy;
  }
  if (!real_malloc)
    return take_early(size);
  return fails(MALLOC) ? refuse() : real_realloc(p, size);
}

/* The program's own malloc, which looks who asks, asks by the other names. */
void *malloc(size_t size) { return take(size); }
void *calloc(size_t count, size_t size) { return take_zeroed(count, size); }
void *realloc(void *p, size_t size) { return take_again(p, size); }
void *__libc_malloc(size_t size) { return take(size); }
void *__libc_calloc(size_t count, size_t size) {
  return take_zeroed(count, size);
}
void *__libc_realloc(void *p, size_t size) { return take_again(p, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  look_up();
  return fails(MALLOC) ? ENOMEM : real_align(out, alignment, size);
}

void free(void *p) {
  look_up();
  if (!is_early(p) && real_free)
    real_free(p);
}

#define REAL(type, name) ((type *)dlsym(RTLD_NEXT, name))

static int no_space(void) {
  errno = ENOSPC;
  return -1;
}

typedef ssize_t write_fn(int, const void *, size_t);
typedef ssize_t writev_fn(int, const struct iovec *, int);
typedef int fsync_fn(int);
typedef int rename_fn(const char *, const char *);

/* Standard output and error stay as they are: what is told must be seen. */
ssize_t write(int file, const void *bytes, size_t size) {
  static write_fn *real;
  if (!real)
    real = REAL(write_fn, "write");
  return file > 2 && fails(WRITE) ? no_space() : real(file, bytes, size);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  static writev_fn *real;
  if (!real)
    real = REAL(writev_fn, "writev");
  return file > 2 && fails(WRITE) ? no_space() : real(file, parts, count);
}

int fsync(int file) {
  static fsync_fn *real;
  if (!real)
    real = REAL(fsync_fn, "fsync");
  return fails(WRITE) ? no_space() : real(file);
}

int rename(const char *from, const char *to) {
  static rename_fn *real;
  if (!real)
    real = REAL(rename_fn, "rename");
  return fails(WRITE) ? no_space() : real(from, to);
}

typedef pid_t fork_fn(void);
typedef int spawn_fn(pid_t *, const char *, const posix_spawn_file_actions_t *,
                     const posix_spawnattr_t *, char *const *, char *const *);

pid_t fork(void) {
  static fork_fn *real;
  if (!real)
    real = REAL(fork_fn, "fork");
  if (fails(FORK)) {
    errno = EAGAIN;
    return -1;
  }
  return real();
}

int posix_spawn(pid_t *pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[]) {
  static spawn_fn *real;
  if (!real)
    real = REAL(spawn_fn, "posix_spawn");
  return fails(FORK)
             ? EAGAIN
             : real(pid, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *pid, const char *path,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
  static spawn_fn *real;
  if (!real)
    real = REAL(spawn_fn, "posix_spawnp");
  return fails(FORK)
             ? EAGAIN
             : real(pid, path, actions, attributes, arguments, environment);
}

typedef int clock_fn(clockid_t, struct timespec *);

int clock_gettime(clockid_t clock, struct timespec *out) {
  static clock_fn *real;
  if (!real)
    real = REAL(clock_fn, "clock_gettime");
  int status = real(clock, out);
  if (clock == CLOCK_MONOTONIC && fails(CLOCK))
    out->tv_sec += 24 * 60 * 60;
  return status;
}
