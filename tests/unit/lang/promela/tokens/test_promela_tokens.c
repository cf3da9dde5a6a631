/* Promela's preprocessor and scanner: what they give and what they refuse. */
#include "tests/unit/lang/promela/tokens/promela_text.h"

/* All tokens with a blank between; '/' where a line begins. */
static bool gives(const char *text, const char *wanted) {
  reader *x = reader_new();
  desk_text got = {0};
  desk_add(&got, "", 0);
  bool right = reader_read(x, "m.pml", text, strlen(text));
  for (size_t i = 0; i + 1 < x->tokens.list.count; i++) {
    const pml_token *t = &x->tokens.list.at[i];
    if (i)
      desk_add(&got, t->new_line ? " / " : " ", t->new_line ? 3 : 1);
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
  CHECK(gives("c?[x] c?"
              "?<y> c?<> c?"
              "?[z]",
              "c ? [ x ] c ?? < y > c ? <> c ?? [ z ]"));
  CHECK(gives("a[] [] [ ] < > <>", "a [] [] [ ] < > <>"));
  CHECK(gives("x->y x-->y x<->y x<-y", "x -> y x -- > y x <-> y x < - y"));
  CHECK(gives("c!!x c! !x :: : : 0..3 0 .. N",
              "c !! x c ! ! x :: : : 0 .. 3 0 .. N"));
  CHECK(gives("0..N 0 ..5 1...2", "0 .. N 0 .. 5 1 .. . 2"));
  CHECK(gives("a/\\b c\\/d a&&b", "a && b c || d a && b"));
  CHECK(gives("'a' '\\n' '\\0' '\\\\' '\\''", "97 10 48 92 39"));
  CHECK(gives("99999999999 99999999999999999999 007",
              "99999999999 9223372036854775807 7"));
  CHECK(gives("\"a\\\"b\\n\" \"\"", "\"a\\\"b\\n\" \"\""));
  CHECK(gives("0x10 a.b a.b.c p@l p:x", "0 x10 a . b a . b . c p @ l p : x"));
  CHECK(gives("x+=1 x>>=1 x^1 ~x a%b", "x + = 1 x >> = 1 x ^ 1 ~ x a % b"));
  CHECK(gives("c_code { x = {1}; \"}\" } c_code [ a[1] ] {y}",
              "c_code { x = {1}; \"}\" } c_code [ a[1] ] {y}"));
  CHECK(gives("c_expr{a}\nc_state \"x\" \"Global\"",
              "c_expr {a} / c_state \"x\" \"Global\""));
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
  for (size_t i = 0;
       i < sizeof wanted / sizeof *wanted && i < x->tokens.list.count; i++) {
    const pml_token *t = &x->tokens.list.at[i];
    desk_text got = {0};
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

/* Too much of it. */

static bool refuses_repeated(const char *head, const char *part, size_t times,
                             const char *tail, const char *message) {
  reader *x = reader_new();
  desk_text s = {0};
  desk_add(&s, head, strlen(head));
  for (size_t i = 0; i < times; i++)
    desk_add(&s, part, strlen(part));
  desk_add(&s, tail, strlen(tail));
  bool good = reader_read(x, "m.pml", s.at, s.count);
  const report_entry *e = &x->report.entries[0];
  bool right = message ? !good && strstr(e->message, message) : good;
  if (!right)
    printf("wanted %s\ngot    %s\n", message ? message : "nothing", e->message);
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
    desk_text s = {0};
    desk_add(&s, "#define f(x) x\n", 15);
    for (size_t i = 0; i < deep; i++)
      desk_add(&s, "f(", 2);
    desk_add(&s, "7", 1);
    for (size_t i = 0; i < deep; i++)
      desk_add(&s, ")", 1);
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

/* A file that includes itself, once or twice. */
static bool read_itself(void *self, mem *m, const char *from, const char *path,
                        bool is_system, const char **name, const char **text,
                        size_t *length) {
  (void)m, (void)from, (void)path, (void)is_system;
  *name = "again.pml";
  *text = self;
  *length = strlen(self);
  return true;
}

static void test_endless_includes(void) {
  static char once[] = "\n #include \"x\"\n",
              twice[] = "#if __INCLUDE_LEVEL__ < 100\n#include \"x\"\n"
                        "#include <x>\n#endif\n";
  for (int i = 0; i < 2; i++) {
    reader *x = reader_new();
    char *text = i ? twice : once;
    x->includes = (pml_includes){text, read_itself, NULL};
    CHECK(!reader_read(x, "m.pml", text, strlen(text)));
    const report_entry *e = &x->report.entries[0];
    CHECK(strstr(e->message, i ? "10000 files" : "200 files deep"));
    CHECK((e->line == 2 || (i && e->line == 3)) &&
          strcmp(e->file, "again.pml") == 0);
    reader_delete(x);
  }
}

/* True: the n-th allocation did not happen any more. */
static bool survives(int64_t n) {
  static const char text[] =
      "#define f(x, ...) #x x##1 <x> __VA_ARGS__ __LINE__\n"
      "f(f(1, 2), \\\n3) #\n#if 1 ? (2) : defined f\n0..N $ 'c' \"s\"\n"
      "#include \"x\"\n#endif\nc_code { f(1,2) }\n";
  reader *x = reader_new();
  volatile bool is_done = false;
  jmp_buf handler;
  pml_token_list more = {0};
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    CHECK(!reader_read(x, "m.pml", text, strlen(text)));
    CHECK(pml_tokenise_more(&x->mem, &x->tokens, "g", 1, 1, "f(1)", 4,
                            &x->report, &more));
    is_done = x->budget.fail_in >= 0;
  }
  reader_delete(x);
  return is_done;
}

/* Memory may end anywhere. */
static void test_allocation(void) {
  int64_t n = 0;
  while (n < 1000 && !survives(n))
    n++;
  CHECK(n > 20 && n < 1000);
}

int main(void) {
  test_scanner();
  test_refusals();
  test_places();
  test_more();
  test_limits();
  test_depth();
  test_endless_includes();
  test_allocation();
  return check_end();
}
