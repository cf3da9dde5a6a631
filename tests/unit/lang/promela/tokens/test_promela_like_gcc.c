/* Promela's preprocessor gives what 'gcc -E' does: the same tokens in the same
 * lines. SPIN reads its models through that. */
#include "tests/unit/corpora.h"
#include "tests/unit/lang/promela/tokens/promela_text.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_stream(FILE *f, desk_text *out) {
  char buffer[4096];
  size_t n;
  desk_add(out, "", 0);
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
    desk_add(out, buffer, n);
  return !ferror(f);
}

static bool read_path(const char *path, desk_text *out) {
  FILE *f = fopen(path, "rb");
  bool good = f && read_stream(f, out);
  if (f)
    fclose(f);
  return good;
}

/* Beside the file that includes it, as gcc looks for it. */
static bool read_include(void *self, mem *m, const char *from, const char *path,
                         bool is_system, const char **name, const char **text,
                         size_t *length) {
  (void)self;
  const char *slash = strrchr(from, '/');
  size_t folder = slash && !is_system ? (size_t)(slash - from) + 1 : 0;
  char *full = mem_alloc(m, folder + strlen(path) + 1);
  struct stat status;
  desk_text s = {0};
  memcpy(full, from, folder);
  memcpy(full + folder, path, strlen(path) + 1);
  bool good = !is_system && stat(full, &status) == 0 &&
              S_ISREG(status.st_mode) && read_path(full, &s);
  if (good) {
    char *copy = mem_alloc(m, s.count + 1);
    memcpy(copy, s.at, s.count);
    *name = full;
    *text = copy;
    *length = s.count;
  }
  free(s.at);
  return good;
}

/* A splitter for the result of gcc, on its own. A token is a row of bytes. */
typedef struct piece {
  const char *at;
  size_t length;
  uint32_t line;
  bool new_line;
} piece;

typedef struct splitter {
  const char *at, *line_start;
  uint32_t line;
  bool is_first;
} splitter;

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c >= '0' && c <= '9');
}

/* False: no more. */
static bool split(splitter *s, piece *out) {
  for (;; s->at++) {
    if (*s->at == '\n') {
      s->line++;
      s->is_first = true;
      if (s->at[1] == '#' && s->at[2] == ' ' && s->at[3] >= '0' &&
          s->at[3] <= '9') {
        s->line = (uint32_t)strtoul(s->at + 3, NULL, 10) - 1;
        s->at = strchr(s->at + 1, '\n') - 1;
      }
    } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r' &&
               *s->at != '\f' && *s->at != '\v') {
      break;
    }
  }
  if (*s->at == '\0')
    return false;
  *out = (piece){s->at, 1, s->line, s->is_first};
  s->is_first = false;
  if (is_word(*s->at)) {
    bool digits = *s->at >= '0' && *s->at <= '9';
    for (s->at++; is_word(*s->at) && (!digits || *s->at <= '9'); s->at++)
      ;
  } else if (*s->at == '"' || *s->at == '\'') {
    char quote = *s->at;
    for (s->at++; *s->at && *s->at != quote && *s->at != '\n'; s->at++)
      if (*s->at == '\\' && s->at[1])
        s->at++;
    s->at += *s->at == quote;
  } else {
    s->at++;
  }
  out->length = (size_t)(s->at - out->at);
  return true;
}

static bool is_character(const piece *x, long value) {
  if (*x->at != '\'')
    return false;
  char c = x->at[1] == '\\' ? x->at[2] : x->at[1];
  if (x->at[1] == '\\')
    c = c == 'n'   ? '\n'
        : c == 't' ? '\t'
        : c == 'r' ? '\r'
        : c == 'f' ? '\f'
                   : c;
  return c == (char)value;
}

/* Compares one of our tokens, and moves on in gcc's text. */
static bool same_token(const pml_tokens *t, const pml_token *x, splitter *s,
                       size_t *wrong) {
  desk_text ours = {0};
  piece p = {0};
  bool same = true, is_first = true;
  desk_add(&ours, "", 0);
  if (x->kind == PML_T_AND || x->kind == PML_T_OR) { /* two spellings */
    splitter copy = *s;
    split(&copy, &p);
    desk_add(&ours,
             *p.at == '/'    ? "/\\"
             : *p.at == '\\' ? "\\/"
                             : mark_of(x->kind),
             2);
  } else {
    add_token(&ours, t, x);
  }
  splitter mine = {ours.at, ours.at, 1, false};
  piece q;
  while (same && split(&mine, &q)) {
    same = split(s, &p);
    if (!same)
      break;
    if (x->kind == PML_T_NUMBER)
      same = is_character(&p, (long)x->value) ||
             strtoll(p.at, NULL, 10) == x->value;
    else
      same = p.length == q.length && memcmp(p.at, q.at, q.length) == 0;
    same = same && p.new_line == (is_first ? x->new_line : q.new_line);
    if (is_first && x->new_line)
      same = same && p.line == x->at.line;
    is_first = false;
  }
  if (!same && (*wrong)++ < 3)
    printf("line %u column %u: '%s'%s, but gcc has line %u '%.*s'%s\n",
           (unsigned)x->at.line, (unsigned)x->at.column, ours.at,
           x->new_line ? " (first)" : "", (unsigned)p.line, (int)p.length,
           p.at ? p.at : "", p.new_line ? " (first)" : "");
  free(ours.at);
  return same;
}

typedef struct score {
  size_t seen, every; /* one of 'every' is compared */
  size_t same, different, both_refuse, only_we, only_gcc;
} score;

static void compare(const char *path, score *out) {
  char command[1200];
  desk_text gcc = {0}, text = {0};
  snprintf(command, sizeof command, "gcc -std=gnu99 -E -x c '%s' 2>/dev/null",
           path);
  if (strlen(path) > 1000 || strchr(path, '\'') || !read_path(path, &text))
    return;
  FILE *f = popen(command, "r");
  if (!f)
    return;
  desk_add(&gcc, "\n", 1);
  CHECK(read_stream(f, &gcc));
  bool gcc_good = pclose(f) == 0;
  reader *x = reader_new();
  x->includes.read = read_include;
  bool good = reader_read(x, path, text.at, text.count);
  if (!good || !gcc_good) {
    *(!good && !gcc_good ? &out->both_refuse
      : good             ? &out->only_gcc
                         : &out->only_we) += 1;
    if (good != gcc_good)
      printf("%s: only %s refuses it: %u:%u: %s\n", path,
             good ? "gcc" : "custos", (unsigned)x->report.entries[0].line,
             (unsigned)x->report.entries[0].column,
             x->report.entries[0].message);
  } else {
    splitter s = {gcc.at, gcc.at, 0, true};
    size_t wrong = 0;
    piece rest;
    bool same = true;
    for (size_t i = 0; i + 1 < x->tokens.list.count && same; i++)
      same = same_token(&x->tokens, &x->tokens.list.at[i], &s, &wrong);
    same = same && !split(&s, &rest);
    *(same ? &out->same : &out->different) += 1;
    if (!same)
      printf("%s: not as gcc has it\n", path);
  }
  free(gcc.at);
  free(text.at);
  reader_delete(x);
}

static bool ends_with(const char *s, const char *tail) {
  size_t n = strlen(s), k = strlen(tail);
  return n >= k && strcmp(s + n - k, tail) == 0;
}

static void compare_folder(const char *folder, score *out, int depth) {
  DIR *d = opendir(folder);
  struct dirent *e;
  while (d && (e = readdir(d))) {
    char path[1024];
    struct stat status;
    int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    if (e->d_name[0] == '.' || n >= (int)sizeof path || stat(path, &status))
      continue;
    if (S_ISDIR(status.st_mode) && depth < 20)
      compare_folder(path, out, depth + 1);
    else if (S_ISREG(status.st_mode) &&
             (ends_with(path, ".pml") || ends_with(path, ".prom") ||
              ends_with(path, ".pr") || ends_with(path, ".pm") ||
              ends_with(path, ".promela") || ends_with(path, ".spin")) &&
             out->seen++ % out->every == 0)
      compare(path, out);
  }
  if (d)
    closedir(d);
}

static void tell(const score *x) {
  printf("as gcc: %zu the same, %zu not; %zu refused by both, %zu only here, "
         "%zu only by gcc\n",
         x->same, x->different, x->both_refuse, x->only_we, x->only_gcc);
}

static void test_like_gcc(const char *folder) {
  score all = {.every = 1};
  if (system("gcc --version >/dev/null 2>&1") != 0) {
    printf("no gcc: comparison with it skipped\n");
    return;
  }
  compare_folder(folder ? folder : "tests/unit/lang/promela/tokens/like_gcc",
                 &all, 0);
  CHECK(all.different == 0 && all.only_we == 0 && all.only_gcc == 0);
  if (folder) {
    tell(&all);
    return;
  }
  CHECK(all.same == 10 && all.both_refuse == 0);
  if (access(corpora("corpus/promela"), R_OK) != 0)
    printf("no collection of models: comparison skipped\n");
  /* A thousand calls of gcc take their time. */
  all.every = getenv("CUSTOS_EVERY_MODEL") ? 1 : 12;
  compare_folder(corpora("corpus/promela"), &all, 0);
  compare_folder(corpora("micro/promela"), &all, 0);
  tell(&all);
  CHECK(all.different == 0 && all.only_we == 0 && all.only_gcc == 0);
}

/* With a folder: compares its files with gcc, and does nothing else. */
int main(int count, char **words) {
  test_like_gcc(count > 1 ? words[1] : NULL);
  return check_end();
}
