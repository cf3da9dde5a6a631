/* The numbers that SPIN gives to statements: the tables are what 'pan -d' of
 * SPIN 6.5.2 tells (made with -o1 -o2 -o3), each entry 'number:text'. */
#include "base/progress.h"
#include "lang/promela/parse/parse.h"
#include "lang/promela/trail/trail.h"

#include "tests/unit/check.h"

#include <stdlib.h>

typedef struct example {
  const char *text, *numbers;
} example;

// clang-format off
static const example examples[] = {
    {"byte x;\n"
     "active proctype A() {\n"
     "x = 1;\n"
     "x = 2 }\n"
     "active proctype B() {\n"
     "if\n"
     ":: x = 3\n"
     ":: x = 4;\n"
     "x = 5\n"
     "fi;\n"
     "x = 6 }\n"
     "active proctype C() {\n"
     "do\n"
     ":: x = 3\n"
     ":: x = 4;\n"
     "break\n"
     "od;\n"
     "x = 6 }\n"
     "active proctype D() {\n"
     "{\n"
     "x = 7;\n"
     "x = 8 }\n"
     ";\n"
     "x = 9 }\n"
     "active proctype E() {\n"
     "atomic {\n"
     "x = 7;\n"
     "x = 8 }\n"
     ";\n"
     "x = 9;\n"
     "d_step {\n"
     "x = 10;\n"
     "x = 11 }\n"
     ";\n"
     "x = 12 }\n"
     "active proctype F() {\n"
     "{\n"
     "x = 7;\n"
     "x = 8 } unless {\n"
     "x = 9;\n"
     "x = 10 }\n"
     ";\n"
     "x = 11 }\n"
     "active proctype G() {\n"
     "x = 1;\n"
     "L: goto M;\n"
     "M: x = 2 }\n",
     "0:x = 1;1:x = 2;2:-end-;3:x = 3;4:x = 4;5:x = 5;8:x = 6;9:-end-;"
     "10:x = 3;11:x = 4;16:x = 6;17:-end-;18:x = 7;19:x = 8;21:x = 9;"
     "22:-end-;23:x = 7;24:x = 8;26:x = 9;30:x = 12;31:-end-;32:x = 7;"
     "33:x = 8;34:x = 9;35:x = 10;38:x = 11;39:-end-;40:x = 1;42:x = 2;"
     "43:-end-;"},
    {"typedef M {\n"
     "byte v }\n"
     ";\n"
     "byte x;\n"
     "byte a[3];\n"
     "chan c = [3] of {\n"
     "M }\n"
     ";\n"
     "inline g() {\n"
     "x = 1 }\n"
     "inline h() {\n"
     "skip;\n"
     "g();\n"
     "x = 2 }\n"
     "active proctype A() {\n"
     "byte i;\n"
     "for (i : 0 .. 2) {\n"
     "x = 1;\n"
     "x = 2 }\n"
     ";\n"
     "x = 3 }\n"
     "active proctype B() {\n"
     "byte i;\n"
     "for (i in a) {\n"
     "x = 1 }\n"
     ";\n"
     "x = 3 }\n"
     "active proctype C() {\n"
     "M m;\n"
     "for (m in c) {\n"
     "x = 1 }\n"
     ";\n"
     "x = 3 }\n"
     "active proctype D() {\n"
     "byte i;\n"
     "select (i : 0 .. 2);\n"
     "x = 3;\n"
     "select (i : 0 .. x);\n"
     "x = 4;\n"
     "select(i : 0 .. 40);\n"
     "x = 5 }\n"
     "active proctype E() {\n"
     "if\n"
     ":: skip;\n"
     "skip;\n"
     "skip;\n"
     "skip\n"
     "fi;\n"
     "x = 3 }\n"
     "active proctype F() {\n"
     "x = 1;\n"
     "byte y;\n"
     "byte z = 3, w;\n"
     "{\n"
     "byte q;\n"
     "q = 1 }\n"
     ";\n"
     "x = 2 }\n"
     "active proctype G() {\n"
     "h();\n"
     "x = 5;\n"
     "g() }\n"
     "active proctype H() {\n"
     "x = 1;\n"
     "end: goto L;\n"
     "x = 7;\n"
     "L: x = 3;\n"
     "MM: }\n"
     "active proctype I() {\n"
     "atomic {\n"
     "x = 1;\n"
     "atomic {\n"
     "x = 2;\n"
     "d_step {\n"
     "x = 3;\n"
     "x = 4;\n"
     "}\n"
     "}\n"
     ";\n"
     "x = 5 }\n"
     ";\n"
     "x = 6 }\n"
     "active proctype J() {\n"
     "d_step {\n"
     "x = 1;\n"
     "atomic {\n"
     "x = 3;\n"
     "x = 4;\n"
     "}\n"
     ";\n"
     "if\n"
     ":: x = 7\n"
     ":: else\n"
     "fi }\n"
     ";\n"
     "x = 6 }\n"
     "active proctype K() {\n"
     "x = 1 unless x = 2;\n"
     "x = 3 }\n"
     "active proctype L() {\n"
     "{\n"
     "{\n"
     "x = 1 }\n"
     "}\n"
     ";\n"
     "if\n"
     ":: {\n"
     "x = 2 }\n"
     ":: atomic {\n"
     "x = 3;\n"
     "x = 4 }\n"
     ":: else\n"
     "fi;\n"
     "x = 5 }\n"
     "active proctype N() {\n"
     "x = 1;\n"
     "{\n"
     "x = 1 } unless {\n"
     "{\n"
     "x = 3;\n"
     "x = 4 } unless {\n"
     "x = 5 }\n"
     "}\n"
     ";\n"
     "x = 6;\n"
     ";\n"
     "x = 7;\n"
     "}\n"
     "active proctype O() {\n"
     "if\n"
     ":: printf(\"a\");\n"
     "skip;\n"
     "skip;\n"
     "x = 1;\n"
     "fi;\n"
     "x = 2;\n"
     "if\n"
     ":: x = 3\n"
     ":: true\n"
     "fi;\n"
     "L2: x = 4;\n"
     "L3: L4: x = 5 }\n"
     "active proctype Q() {\n"
     "x = 0;\n"
     "if\n"
     ":: x == 1 ->\n"
     "goto LL;\n"
     "x = 0;\n"
     "x = 5\n"
     ":: goto LL\n"
     "fi;\n"
     "x = 9;\n"
     "LL: x = 10;\n"
     "do\n"
     ":: break\n"
     ":: x = 8 ->\n"
     "progress: skip\n"
     "od }\n",
     "2:x = 1;3:x = 2;10:x = 3;11:-end-;14:x = 1;21:x = 3;22:-end-;"
     "27:x = 1;34:x = 3;35:-end-;41:x = 3;49:x = 4;57:x = 5;58:-end-;"
     "65:x = 3;66:-end-;67:x = 1;74:x = 2;75:-end-;77:x = 1;79:x = 2;"
     "81:x = 5;82:x = 1;84:-end-;85:x = 1;89:x = 3;91:-end-;92:x = 1;"
     "93:x = 2;98:x = 5;100:x = 6;101:-end-;111:x = 6;112:-end-;"
     "113:x = 2;114:x = 1;117:x = 3;118:-end-;119:x = 1;122:x = 2;"
     "124:x = 3;125:x = 4;130:x = 5;131:-end-;132:x = 1;133:x = 1;"
     "134:x = 3;135:x = 4;136:x = 5;141:x = 6;142:x = 7;143:-end-;"
     "147:x = 1;150:x = 2;151:x = 3;155:x = 4;156:x = 5;157:-end-;"
     "158:x = 0;167:x = 10;169:x = 8;174:-end-;"},
    {"byte x;\n"
     "chan c = [0] of {\n"
     "byte}\n"
     ";\n"
     "active proctype A() {\n"
     "atomic {\n"
     "x = 1;\n"
     "if\n"
     ":: x = 2\n"
     ":: x = 3;\n"
     "x = 4\n"
     "fi }\n"
     ";\n"
     "x = 5 }\n"
     "active proctype B() {\n"
     "atomic {\n"
     "x = 1;\n"
     "do\n"
     ":: x = 2\n"
     ":: x = 3;\n"
     "break\n"
     "od }\n"
     ";\n"
     "x = 5 }\n"
     "active proctype C() {\n"
     "atomic {\n"
     "x = 1;\n"
     "{\n"
     "x = 2;\n"
     "x = 3 } unless {\n"
     "x = 4;\n"
     "x = 5 }\n"
     "}\n"
     ";\n"
     "x = 6 }\n"
     "active proctype D() {\n"
     "x = 0;\n"
     "L: atomic {\n"
     "x = 1;\n"
     "if\n"
     ":: x = 2;\n"
     "goto L\n"
     ":: x = 3;\n"
     "goto M;\n"
     "x = 9\n"
     "fi;\n"
     "x = 4 }\n"
     ";\n"
     "M: x = 5 }\n"
     "active proctype E() {\n"
     "do\n"
     ":: atomic {\n"
     "x = 2;\n"
     "break }\n"
     ":: atomic {\n"
     "x = 3;\n"
     "x = 4 }\n"
     "od;\n"
     "x = 5 }\n"
     "active proctype F() {\n"
     "atomic {\n"
     "x = 1;\n"
     "if\n"
     ":: if\n"
     ":: x = 3\n"
     "fi\n"
     "fi }\n"
     ";\n"
     "x = 5 }\n"
     "active proctype G() {\n"
     "atomic {\n"
     "x = 1;\n"
     "do\n"
     ":: x = 2\n"
     "od unless {\n"
     "x = 4 }\n"
     ";\n"
     "x = 7 }\n"
     ";\n"
     "x = 6 }\n"
     "active proctype H() {\n"
     "atomic {\n"
     "x = 1;\n"
     "if\n"
     ":: x = 2\n"
     ":: x = 3\n"
     "fi unless {\n"
     "x = 4;\n"
     "x = 9 }\n"
     ";\n"
     "x = 7 }\n"
     ";\n"
     "x = 6 }\n"
     "active proctype I() {\n"
     "byte y;\n"
     "y = 1;\n"
     "chan d = [1] of {\n"
     "byte}\n"
     ";\n"
     "y = 2;\n"
     "byte q[2] = 5;\n"
     "y = 3;\n"
     "byte z[2];\n"
     "y = 4 }\n"
     "active proctype J() {\n"
     "xr c;\n"
     "x = 1;\n"
     "xs c;\n"
     "x = 2;\n"
     "atomic {\n"
     "x = 3;\n"
     "x = 4 } unless x = 5;\n"
     "x = 6 }\n"
     "active proctype K() {\n"
     "x = 0;\n"
     "{\n"
     "{\n"
     "x = 1;\n"
     "x = 2 } unless x = 3;\n"
     "x = 8 } unless if\n"
     ":: x = 4\n"
     ":: x = 5\n"
     "fi;\n"
     "x = 6 }\n",
     "0:x = 1;1:x = 2;2:x = 3;3:x = 4;7:x = 5;8:-end-;9:x = 1;10:x = 2;"
     "11:x = 3;17:x = 5;18:-end-;19:x = 1;20:x = 2;21:x = 3;22:x = 4;"
     "23:x = 5;27:x = 6;28:-end-;29:x = 0;30:x = 1;31:x = 2;33:x = 3;"
     "40:x = 5;41:-end-;42:x = 2;45:x = 3;46:x = 4;51:x = 5;52:-end-;"
     "53:x = 1;54:x = 3;60:x = 5;61:-end-;62:x = 1;63:x = 2;64:x = 4;"
     "70:x = 7;72:x = 6;73:-end-;74:x = 1;75:x = 2;76:x = 3;77:x = 4;"
     "78:x = 9;83:x = 7;85:x = 6;86:-end-;93:-end-;94:x = 1;95:x = 2;"
     "96:x = 3;97:x = 4;98:x = 5;102:x = 6;103:-end-;104:x = 0;105:x = 1;"
     "106:x = 2;107:x = 3;110:x = 8;111:x = 4;112:x = 5;117:x = 6;"
     "118:-end-;"},
};
// clang-format on

static bool no_file(void *self, mem *m, const char *from, const char *path,
                    bool is_system, const char **name, const char **input,
                    size_t *length) {
  (void)self, (void)m, (void)from, (void)path, (void)is_system;
  (void)name, (void)input, (void)length;
  return false;
}

/* The text at a place. */
static const char *text_at(const char *s, const pml_place *at) {
  for (uint32_t line = 1; line < at->line && (s = strchr(s, '\n')); line++)
    s++;
  return s ? s + at->column - 1 : "";
}

/* Does something that begins with these words have the number? */
static bool has_number(const example *x, const pml_syntax *s,
                       const pml_trail_numbers *n, uint32_t number,
                       const char *words, size_t length) {
  for (size_t i = 0; i < s->statements.count; i++)
    if (n->statement[i] == number)
      return strncmp(text_at(x->text, &s->statements.at[i].at), words,
                     length) == 0;
  for (size_t i = 0; i < s->processes.count; i++)
    if (n->end[i] == number)
      return strncmp(words, "-end-", length) == 0;
  return false;
}

static void compare(mem *m, const example *x) {
  static report r;
  pml_syntax s = {0};
  pml_trail_numbers n;
  pml_includes none = {NULL, no_file, NULL};
  progress clock = {.budget = m->budget};
  progress_begin(&clock, "testing");
  r.count = 0;
  bool good = pml_tokenise(m, &s.tokens, "m.pml", x->text, strlen(x->text),
                           &none, &r, &clock) &&
              pml_parse(m, &s, "m.pml", &r, &clock);
  CHECK(good);
  if (!good) {
    printf("%u: %s\n", r.entries[0].line, r.entries[0].message);
    return;
  }
  pml_number_trail(m, &s, &n);
  for (const char *at = x->numbers; *at;) {
    char *end;
    uint32_t number = (uint32_t)strtoul(at, &end, 10);
    const char *words = end + 1;
    size_t length = strcspn(words, ";");
    bool same = has_number(x, &s, &n, number, words, length);
    CHECK(same);
    if (!same)
      printf("number %u is not  %.*s\n", number, (int)length, words);
    at = words + length + (words[length] != 0);
  }
}

int main(void) {
  mem_budget budget = {.fail_in = -1};
  jmp_buf handler;
  mem m;
  budget.handler = &handler;
  mem_init(&m, &budget);
  if (setjmp(handler) == 0)
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
      compare(&m, &examples[i]);
  else
    CHECK_NEVER("no memory");
  mem_clear(&m);
  return check_end();
}
