/* Files of the user's, read whole. */
#include "problem/context.h"

#include "base/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool system_error(custos *c, const char *path) {
  context_fail(c, CUSTOS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
  return false;
}

/* Whatever the file is: its size is only a first guess. */
static bool read_all(custos *c, int fd, size_t guess, char **out,
                     size_t *length) {
  vec(char) bytes = {0};
  vec_reserve(&c->job, &bytes, guess + 1);
  for (;;) {
    vec_reserve(&c->job, &bytes, 65536);
    ssize_t n = read(fd, bytes.at + bytes.count, bytes.capacity - bytes.count);
    if (n < 0 && errno == EINTR && !c->clock.stop)
      continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      (void)poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 50);
      progress_look(&c->clock);
      continue;
    }
    if (n < 0)
      return false;
    if (n == 0)
      break;
    bytes.count += (size_t)n;
    progress_look(&c->clock);
  }
  *out = bytes.at;
  *length = bytes.count;
  return true;
}

/* Files, and pipes such as a shell makes of '<(command)'. Opening never waits;
 * of devices, only the terminal and the null device have an end. */
static int open_to_read(const char *path) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &info) != 0)
    return fd;
  bool is_device = S_ISCHR(info.st_mode) && !isatty(fd);
  if (S_ISBLK(info.st_mode) || S_ISSOCK(info.st_mode) ||
      (is_device && strcmp(path, "/dev/null") != 0)) {
    close(fd);
    errno = EINVAL;
    return -1;
  }
  return fd;
}

bool context_read_file(custos *c, const char *path, char **out,
                       size_t *length) {
  struct stat info;
  bool standard_input = strcmp(path, "-") == 0;
  int fd = standard_input ? 0 : open_to_read(path);
  if (fd < 0)
    return system_error(c, path);
  c->open_file = standard_input ? -1 : fd;
  size_t guess =
      fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0
          ? (size_t)info.st_size
          : 0;
  bool good = read_all(c, fd, guess, out, length);
  if (!good)
    system_error(c, path);
  if (c->open_file >= 0)
    close(c->open_file);
  c->open_file = -1;
  return good;
}

custos_status context_read_text(custos *c, const char *path, char **out,
                                size_t *length) {
  if (!context_read_file(c, path, out, length))
    return CUSTOS_ERR_SYSTEM;
  const char *bytes = *out;
  if (!plain_text(&c->report, path, &bytes, length))
    return CUSTOS_ERR_INPUT;
  memmove(*out, bytes, *length); /* so that it can be freed */
  return CUSTOS_OK;
}
