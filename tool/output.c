#include "output.h"

#include "errors.h"
#include "watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* For the signal handler: few files at a time are being written. */
enum { MOST_UNFINISHED = 4 };
static char *volatile unfinished[MOST_UNFINISHED];

void output_abandon(void) {
  for (int i = 0; i < MOST_UNFINISHED; i++)
    if (unfinished[i])
      unlink(unfinished[i]);
}

static void note_unfinished(char *path) {
  for (int i = 0; i < MOST_UNFINISHED; i++)
    if (!unfinished[i]) {
      unfinished[i] = path;
      return;
    }
}

static void forget_unfinished(const char *path) {
  for (int i = 0; i < MOST_UNFINISHED; i++)
    if (unfinished[i] == path)
      unfinished[i] = NULL;
}

char *output_join(const char *a, const char *b, const char *c, const char *d) {
  size_t length = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1;
  char *s = malloc(length);
  if (!s)
    watch_no_memory();
  snprintf(s, length, "%s%s%s%s", a, b, c, d);
  return s;
}

static bool fail(output *o, const char *path) {
  char words[600];
  int wrong = errno;
  snprintf(words, sizeof words, "cannot write: %s", strerror(errno));
  errors_add(path, 0, 0, words);
  fputs("custos: cannot write ", stderr);
  output_visible(stderr, path);
  fprintf(stderr, ": %s\n", strerror(wrong));
  if (o->temporary) {
    unlink(o->temporary);
    forget_unfinished(o->temporary);
  }
  free(o->path);
  free(o->temporary);
  *o = (output){0};
  return false;
}

bool output_open(output *o, const char *path) {
  struct stat info;
  *o = (output){.file = stdout};
  if (!path || strcmp(path, "-") == 0)
    return true;
  o->path = output_join(path, "", "", "");
  /* Renaming would replace a device or a pipe by a file. */
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    o->file = fopen(path, "w");
    return o->file || fail(o, path);
  }
  o->temporary = output_join(path, ".XXXXXX", "", "");
  int descriptor = mkstemp(o->temporary);
  if (descriptor < 0) {
    free(o->temporary);
    o->temporary = NULL;
    return fail(o, path);
  }
  note_unfinished(o->temporary);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
  o->file = fdopen(descriptor, "w");
  if (o->file)
    return true;
  close(descriptor);
  return fail(o, path);
}

int output_write(void *self, const char *text, size_t length) {
  output *o = self;
  return fwrite(text, 1, length, o->file) != length;
}

bool output_close(output *o, bool keep) {
  if (!o->path)
    return true; /* output_finish looks at stdout */
  bool good = !ferror(o->file) && fflush(o->file) == 0;
  /* The name must not come to the disk before what it names. A device or a
   * pipe cannot be synchronised. */
  if (keep && good && o->temporary)
    good = fsync(fileno(o->file)) == 0 || errno == EINVAL;
  int wrong = errno;
  if (fclose(o->file) != 0 && good) {
    wrong = errno;
    good = false;
  }
  errno = wrong;
  if (keep && !good)
    return fail(o, o->path);
  if (keep && o->temporary && rename(o->temporary, o->path) != 0)
    return fail(o, o->path);
  if (!keep && o->temporary)
    unlink(o->temporary);
  forget_unfinished(o->temporary);
  free(o->path);
  free(o->temporary);
  *o = (output){0};
  return true;
}

int output_finish(int status) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  fprintf(stderr, "custos: cannot write to standard output: %s\n",
          strerror(errno ? errno : EIO));
  return EXIT_SYSTEM;
}

/* The length of the UTF-8 character at 's', or 0 if it is none. */
static size_t character(const unsigned char *s) {
  static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = s[0] < 0x80             ? 1
             : (s[0] & 0xe0) == 0xc0 ? 2
             : (s[0] & 0xf0) == 0xe0 ? 3
             : (s[0] & 0xf8) == 0xf0 ? 4
                                     : 0;
  unsigned code = n ? s[0] & (0xffU >> n) : 0;
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (s[i] & 0x3f);
  }
  if (n > 1 &&
      (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)))
    return 0;
  return n;
}

size_t output_harmless(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  bool control = s[0] < ' ' || s[0] == 0x7f ||
                 (s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0);
  return control ? 0 : character(s);
}

void output_visible(FILE *f, const char *text) {
  while (*text) {
    size_t n = output_harmless(text);
    if (n == 0)
      fprintf(f, "\\x%02x", (unsigned char)*text);
    else
      fwrite(text, 1, n, f);
    text += n ? n : 1;
  }
}

void output_json(FILE *f, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  putc('"', f);
  while (*s) {
    size_t n = character(s);
    if (n == 0)
      fputs("\\ufffd", f);
    else if (*s == '"' || *s == '\\')
      fprintf(f, "\\%c", *s);
    else if (*s < ' ' || *s == 0x7f)
      fprintf(f, "\\u%04x", *s);
    else if (n == 2 && output_harmless((const char *)s) == 0)
      fprintf(f, "\\u%04x", s[1]); /* a control byte of eight bits */
    else
      fwrite(s, 1, n, f);
    s += n ? n : 1;
  }
  putc('"', f);
}

static bool is_harmless(const char *word) {
  while (*word) {
    size_t n = output_harmless(word);
    if (!n)
      return false;
    word += n;
  }
  return true;
}

/* $'...', as bash, ksh and zsh read it: a terminal gets no control bytes. */
static void output_bytes(FILE *f, const char *word) {
  fputs("$'", f);
  for (; *word; word++) {
    unsigned char byte = (unsigned char)*word;
    if (byte == '\'' || byte == '\\')
      fprintf(f, "\\%c", byte);
    else if (byte < ' ' || byte >= 0x7f)
      fprintf(f, "\\%03o", byte); /* \x would swallow digits behind it */
    else
      putc(byte, f);
  }
  putc('\'', f);
}

void output_shell(FILE *f, const char *word) {
  static const char harmless[] = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@";
  if (*word == '-')
    fputs("./", f); /* or it would be taken for an option */
  if (!is_harmless(word)) {
    output_bytes(f, word);
    return;
  }
  if (*word && !word[strspn(word, harmless)]) {
    fputs(word, f);
    return;
  }
  putc('\'', f);
  for (; *word; word++) {
    if (*word == '\'')
      fputs("'\\''", f);
    else
      putc(*word, f);
  }
  putc('\'', f);
}

size_t output_width(void) {
  struct winsize size = {0};
  if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col < 40)
    return 80;
  return size.ws_col < 200 ? size.ws_col : 200;
}

bool output_has_colour(FILE *f) {
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(fileno(f)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}
