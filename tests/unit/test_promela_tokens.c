/* Promela's preprocessor and scanner: what they give, what they refuse, and
 * whether they give what 'gcc -E' does. */
#include "check.h"

#include "lang/promela/tokens.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- A text with all that reading it takes ----------------------------- */

typedef struct reader {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  pml_tokens tokens;
  pml_includes includes;
  char *input;
} reader;

static reader *reader_new(void) {
  reader *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->budget.fail_in = -1;
  mem_init(&x->mem, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "reading");
  return x;
}

static void reader_delete(reader *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x->input);
  free(x);
}

static bool reader_read(reader *x, const char *file, const char *text,
                        size_t length) {
  /* An exact copy: ASan sees every byte read beyond the end. */
  free(x->input);
  x->input = malloc(length ? length : 1);
  if (!x->input)
    abort();
  if (length)
    memcpy(x->input, text, length);
  bool good = pml_tokenise(&x->mem, &x->tokens, file, x->input, length,
                           &x->includes, &x->report, &x->clock);
  CHECK(good == (x->report.count == 0));
  return good;
}

/* ---- Tokens as text ---------------------------------------------------- */

typedef struct string {
  char *at;
  size_t count, capacity;
} string;

static void add(string *s, const char *text, size_t length) {
  if (s->count + length + 1 > s->capacity) {
    s->capacity = 2 * (s->count + length) + 100;
    s->at = realloc(s->at, s->capacity);
    if (!s->at)
      abort();
  }
  memcpy(s->at + s->count, text, length);
  s->count += length;
  s->at[s->count] = '\0';
}

static const char *mark_of(int kind) {
  static const char *const marks[] = {
      "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
      "->", "<->", "[]", "<>", "::", "..", "!!", "??"};
  return marks[kind - PML_T_INCR];
}

/* What belongs together stands together; a blank elsewhere. */
static void add_token(string *out, const pml_tokens *t, const pml_token *x) {
  char buffer[32];
  if (x->kind == PML_T_NAME || x->kind == PML_T_STRING ||
      x->kind == PML_T_C_TEXT)
    add(out, names_text(&t->names, x->name), names_length(&t->names, x->name));
  else if (x->kind == PML_T_BAD)
    add(out, "BAD", 3);
  else if (x->kind >= PML_T_INCR)
    add(out, mark_of(x->kind), strlen(mark_of(x->kind)));
  else if (x->kind == PML_T_NUMBER)
    add(out, buffer,
        (size_t)snprintf(buffer, sizeof buffer, "%lld", (long long)x->value));
  else
    add(out, (char[]){(char)x->kind}, 1);
}

/* All tokens with a blank between; '/' where a line begins. */
static bool gives(const char *text, const char *wanted) {
  reader *x = reader_new();
  string got = {0};
  add(&got, "", 0);
  bool right = reader_read(x, "m.pml", text, strlen(text));
  for (size_t i = 0; i + 1 < x->tokens.list.count; i++) {
    const pml_token *t = &x->tokens.list.at[i];
    if (i)
      add(&got, t->new_line ? " / " : " ", t->new_line ? 3 : 1);
    add_token(&got, &x->tokens, t);
  }
  if (!right)
    printf("refused: %s\n", x->report.entries[0].message);
  right = right && strcmp(got.at, wanted) == 0;
  if (!right)
    printf("in:     %s\nwanted: %s\ngot:    %s\n", text, wanted, got.at);
  free(got.at);
  reader_delete(x);
  return right;
}

static bool refuses(const char *text, uint32_t line, uint32_t column,
                    const char *part) {
  reader *x = reader_new();
  bool accepted = reader_read(x, "m.pml", text, strlen(text));
  const report_entry *e = &x->report.entries[0];
  bool right = !accepted && e->line == line && e->column == column &&
               strstr(e->message, part);
  if (!right)
    printf("in: %.200s\nwanted %u:%u: %s\ngot    %u:%u: %s\n", text,
           (unsigned)line, (unsigned)column, part, (unsigned)e->line,
           (unsigned)e->column, e->message);
  reader_delete(x);
  return right;
}

static void test_scanner(void) {
  CHECK(gives("", ""));
  CHECK(gives("c?[x] c?" "?<y> c?<> c?" "?[z]",
              "c ? [ x ] c ?? < y > c ? <> c ?? [ z ]"));
  CHECK(gives("a[] [] [ ] < > <>", "a [] [] [ ] < > <>"));
  CHECK(gives("x->y x-->y x<->y x<-y", "x -> y x -- > y x <-> y x < - y"));
  CHECK(gives("c!!x c! !x :: : : 0..3 0 .. N", "c !! x c ! ! x :: : : 0 .. 3 0 .. N"));
  CHECK(gives("0..N 0 ..5 1...2", "0 .. N 0 .. 5 1 .. . 2"));
  CHECK(gives("a/\\b c\\/d a&&b", "a && b c || d a && b"));
  CHECK(gives("'a' '\\n' '\\0' '\\\\' '\\''", "97 10 48 92 39"));
  CHECK(gives("99999999999 99999999999999999999 007", "99999999999 9223372036854775807 7"));
  CHECK(gives("\"a\\\"b\\n\" \"\"", "\"a\\\"b\\n\" \"\""));
  CHECK(gives("0x10 a.b a.b.c p@l p:x", "0 x10 a . b a . b . c p @ l p : x"));
  CHECK(gives("x+=1 x>>=1 x^1 ~x a%b", "x + = 1 x >> = 1 x ^ 1 ~ x a % b"));
  CHECK(gives("c_code { x = {1}; \"}\" } c_code [ a[1] ] {y}",
              "c_code { x = {1}; \"}\" } c_code [ a[1] ] {y}"));
  CHECK(gives("c_expr{a}\nc_state \"x\" \"Global\"", "c_expr {a} / c_state \"x\" \"Global\""));
  CHECK(gives("L'a' u\"x\"", "L 97 u \"x\""));
  CHECK(gives("a /* x\n y */ b // c\nd\\\ne", "a / b / de"));
}

static void test_refusals(void) {
  CHECK(refuses("a `b", 1, 3, "'`'"));
  CHECK(refuses("a\n \xC3\xA9", 2, 2, "0xc3"));
  CHECK(refuses("a$b", 1, 2, "'$'"));
  CHECK(refuses("x = \"abc\ny", 1, 5, "string that begins here has no end"));
  CHECK(refuses("x = 'ab'", 1, 5, "one character"));
  CHECK(refuses("x = '", 1, 5, "has no end"));
  CHECK(refuses("a /* b", 1, 3, "comment"));
  CHECK(refuses("c_code { a", 1, 8, "C text"));
  CHECK(refuses("# foo", 1, 3, "#foo"));
  CHECK(refuses("#if 1\nx", 1, 2, "no #endif"));
  CHECK(refuses("\n#endif", 2, 2, "#endif without"));
  CHECK(refuses("#else", 1, 2, "#else without"));
  CHECK(refuses("#if 1\n#else\n#else\n#endif", 3, 2, "second #else"));
  CHECK(refuses("#if 1\n#else\n#elif 1\n#endif", 3, 2, "behind #else"));
  CHECK(refuses("#if\n#endif", 1, 2, "not complete"));
  CHECK(refuses("#if 1 +\n#endif", 1, 2, "not complete"));
  CHECK(refuses("#if (1\n#endif", 1, 5, "without its ')'"));
  CHECK(refuses("#if 1)\n#endif", 1, 6, "without its '('"));
  CHECK(refuses("#if 1 / 0\n#endif", 1, 7, "division by zero"));
  CHECK(refuses("#if 1 ? 2\n#endif", 1, 7, "without its ':'"));
  CHECK(refuses("#if 1 : 2\n#endif", 1, 7, "without its '?'"));
  CHECK(refuses("#if 1.5\n#endif", 1, 5, "whole number"));
  CHECK(refuses("#if 1 2\n#endif", 1, 7, "operator"));
  CHECK(refuses("#if \"a\"\n#endif", 1, 5, "value"));
  CHECK(refuses("#ifdef\n#endif", 1, 2, "name of a macro"));
  CHECK(refuses("#error a  b ", 1, 2, "#error: a  b"));
  CHECK(refuses("#include \"no.h\"", 1, 10, "no.h"));
  CHECK(refuses("#include no", 1, 2, "#include wants"));
  CHECK(refuses("#define", 1, 2, "#define wants"));
  CHECK(refuses("#define 3", 1, 9, "#define wants"));
  CHECK(refuses("#define f(x", 1, 12, "')'"));
  CHECK(refuses("#define f(x,x) x", 1, 13, "twice"));
  CHECK(refuses("#define f(x) #y", 1, 14, "should follow '#'"));
  CHECK(refuses("#define f ## y", 1, 11, "first"));
  CHECK(refuses("#define f y ##", 1, 13, "last"));
  CHECK(refuses("#define f(x) x\n a f(1,2)", 2, 4, "takes 1 argument, not 2"));
  CHECK(refuses("#define f(x,y) x\n f(1)", 2, 2, "takes 2 arguments, not 1"));
  CHECK(refuses("#define f(x) x\n a f(1\n", 2, 4, "have no end"));
  CHECK(refuses("#define f(x,y) x##y\nf(a,+)", 2, 1, "makes no token"));
  CHECK(refuses("#line x", 1, 7, "number of a line"));
}

/* Places are where the user wrote something. */
static void test_places(void) {
  reader *x = reader_new();
  const char *input = "#define m(x) x + y\n"
                      "ab \\\n"
                      "  cd m(\n"
                      "3) ef 0..N\n"
                      "#line 40 \"other.pml\"\n"
                      "gh\n";
  CHECK(reader_read(x, "m.pml", input, strlen(input)));
  static const struct {
    const char *text;
    uint32_t file, line, column;
    bool new_line, expanded;
  } wanted[] = {{"ab", 0, 2, 1, true, false},  {"cd", 0, 3, 3, true, false},
                {"3", 0, 3, 6, false, true},   {"+", 0, 3, 6, false, true},
                {"y", 0, 3, 6, false, true},   {"ef", 0, 4, 4, true, false},
                {"0", 0, 4, 7, false, false},  {"..", 0, 4, 8, false, false},
                {"N", 0, 4, 10, false, false}, {"gh", 1, 40, 1, true, false}};
  CHECK(x->tokens.list.count == sizeof wanted / sizeof *wanted + 1);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted &&
                     i < x->tokens.list.count;
       i++) {
    const pml_token *t = &x->tokens.list.at[i];
    string got = {0};
    add_token(&got, &x->tokens, t);
    CHECK(strcmp(got.at, wanted[i].text) == 0);
    CHECK(t->at.file == wanted[i].file && t->at.line == wanted[i].line &&
          t->at.column == wanted[i].column);
    CHECK(t->new_line == wanted[i].new_line &&
          t->expanded == wanted[i].expanded);
    free(got.at);
  }
  CHECK(strcmp(names_text(&x->tokens.files, 1), "other.pml") == 0);
  reader_delete(x);
}

static void test_more(void) {
  reader *x = reader_new();
  pml_token_list more = {0};
  const char *model = "#define N 3\n#define in(p) P[p]@l\n#undef U\nbyte x;";
  const char *formula = "[] (x < N &&\n in(2)) # $";
  CHECK(reader_read(x, "m.pml", model, strlen(model)));
  CHECK(pml_tokenise_more(&x->mem, &x->tokens, "f", 7, 5, formula, 20,
                          &x->report, &more));
  CHECK(more.count == 14 && more.at[0].kind == PML_T_BOX);
  CHECK(more.at[4].kind == PML_T_NUMBER && more.at[4].value == 3);
  CHECK(more.at[2].name == x->tokens.list.at[1].name);
  CHECK(more.at[0].at.line == 7 && more.at[0].at.column == 5);
  CHECK(more.at[2].at.column == 9 && more.at[6].at.line == 8 &&
        more.at[6].at.column == 2);
  CHECK(strcmp(names_text(&x->tokens.files, more.at[0].at.file), "f") == 0);
  CHECK(!pml_tokenise_more(&x->mem, &x->tokens, "f", 7, 5, formula,
                           strlen(formula), &x->report, &more));
  CHECK(x->report.count == 2 && x->report.entries[0].line == 8);
  vec_free(&x->mem, &more);
  reader_delete(x);
}

/* ---- Too much of it ---------------------------------------------------- */

static bool refuses_repeated(const char *head, const char *part, size_t times,
                             const char *tail, const char *message) {
  reader *x = reader_new();
  string s = {0};
  add(&s, head, strlen(head));
  for (size_t i = 0; i < times; i++)
    add(&s, part, strlen(part));
  add(&s, tail, strlen(tail));
  bool good = reader_read(x, "m.pml", s.at, s.count);
  const report_entry *e = &x->report.entries[0];
  bool right = message ? !good && strstr(e->message, message) : good;
  if (!right)
    printf("wanted %s\ngot    %s\n", message ? message : "nothing",
           e->message);
  free(s.at);
  reader_delete(x);
  return right;
}

static void test_limits(void) {
  CHECK(refuses_repeated("#define f(x) x\n", "f(", 100000, "", "have no end"));
  CHECK(refuses_repeated("#define f(x) x x\n", "f(", 100, "1", "have no end"));
  CHECK(refuses_repeated("#define a b b b b\n#define b c c c c c\n"
                         "#define c d d d d d\n#define d e e e e e e\n"
                         "#define e g g g g g\n#define g h h h h h h\n"
                         "#define h i i i i i i i i i i i i i i\n"
                         "#define i j j j j j j j j j j j j j j j j j j j\n",
                         "\na ", 2, "a a a a a a a a a a a a a a a a a a a a",
                         "tokens"));
  CHECK(refuses_repeated("", "(", 1000000, "", NULL));
  CHECK(refuses_repeated("#if ", "(", 1000000, "\n#endif", "not complete"));
  CHECK(refuses_repeated("#if ", "!", 1000000, "1\n#endif", NULL));
  CHECK(refuses_repeated("", "#if 1\n", 100000, "", "no #endif"));
  CHECK(refuses_repeated("", "\\\n", 100000, "x", NULL));
}

/* Calls inside arguments: 150 are fine, 300 are not. */
static void test_depth(void) {
  for (size_t deep = 150; deep <= 300; deep += 150) {
    reader *x = reader_new();
    string s = {0};
    add(&s, "#define f(x) x\n", 15);
    for (size_t i = 0; i < deep; i++)
      add(&s, "f(", 2);
    add(&s, "7", 1);
    for (size_t i = 0; i < deep; i++)
      add(&s, ")", 1);
    bool good = reader_read(x, "m.pml", s.at, s.count);
    CHECK(good == (deep < 200));
    if (good)
      CHECK(x->tokens.list.count == 2 && x->tokens.list.at[0].value == 7);
    else
      CHECK(x->report.count == 1 && x->report.entries[0].line == 2 &&
            strstr(x->report.entries[0].message, "200 deep"));
    free(s.at);
    reader_delete(x);
  }
}

/* ---- The same as gcc? -------------------------------------------------- */

static bool read_stream(FILE *f, string *out) {
  char buffer[4096];
  size_t n;
  add(out, "", 0);
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
    add(out, buffer, n);
  return !ferror(f);
}

static bool read_path(const char *path, string *out) {
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
  string s = {0};
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
    c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'f' ? '\f' : c;
  return c == (char)value;
}

/* Compares one of our tokens, and moves on in gcc's text. */
static bool same_token(const pml_tokens *t, const pml_token *x, splitter *s,
                       size_t *wrong) {
  string ours = {0};
  piece p = {0};
  bool same = true, is_first = true;
  add(&ours, "", 0);
  if (x->kind == PML_T_AND || x->kind == PML_T_OR) { /* two spellings */
    splitter copy = *s;
    split(&copy, &p);
    add(&ours, *p.at == '/'    ? "/\\"
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
  string gcc = {0}, text = {0};
  snprintf(command, sizeof command,
           "gcc -std=gnu99 -E -x c '%s' 2>/dev/null", path);
  if (strlen(path) > 1000 || strchr(path, '\'') || !read_path(path, &text))
    return;
  FILE *f = popen(command, "r");
  if (!f)
    return;
  add(&gcc, "\n", 1);
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
      printf("%s: only %s refuses it: %u:%u: %s\n", path, good ? "gcc" : "custos",
             (unsigned)x->report.entries[0].line,
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
  compare_folder(folder ? folder : "tests/unit/promela_tokens", &all, 0);
  CHECK(all.different == 0 && all.only_we == 0 && all.only_gcc == 0);
  if (folder) {
    tell(&all);
    return;
  }
  CHECK(all.same == 10 && all.both_refuse == 0);
  if (access("../shared/corpus/promela", R_OK) != 0)
    printf("no collection of models: comparison skipped\n");
  /* A thousand calls of gcc take their time. */
  all.every = getenv("CUSTOS_EVERY_MODEL") ? 1 : 12;
  compare_folder("../shared/corpus/promela", &all, 0);
  compare_folder("../shared/micro/promela", &all, 0);
  tell(&all);
  CHECK(all.different == 0 && all.only_gcc == 0);
}

/* With a folder: compares its files with gcc, and does nothing else. */
int main(int count, char **words) {
  if (count > 1) {
    test_like_gcc(words[1]);
    return check_end();
  }
  test_scanner();
  test_refusals();
  test_places();
  test_more();
  test_limits();
  test_depth();
  test_like_gcc(NULL);
  return check_end();
}
