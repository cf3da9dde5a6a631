#include "tests/unit/models.h"

static bool refuses(const char *input, uint32_t line, uint32_t column,
                    const char *part) {
  return models_refuses(MODELS_GCL, input, line, column, part);
}

static void test_declaration_errors(void) {
  CHECK(refuses("", 1, 1, "the text ends where 'PARAM'"));
  CHECK(refuses("VAR x : BOOL;", 1, 14, "the text ends where 'PARAM'"));
  CHECK(refuses("x := 1", 1, 1, "'x' where 'PARAM', 'VAR', 'LTL' or 'BEGIN'"));
  CHECK(refuses("PARAM = 3; BEGIN SKIP END", 1, 7, "'=' where a name"));
  CHECK(refuses("PARAM end = 3; BEGIN SKIP END", 1, 7, "cannot be a keyword"));
  CHECK(refuses("PARAM N : 3; BEGIN SKIP END", 1, 9, "':' where '='"));
  CHECK(refuses("PARAM N = M; BEGIN SKIP END", 1, 11, "'M' is not declared"));
  CHECK(refuses("PARAM N = N; BEGIN SKIP END", 1, 11, "'N' is not declared"));
  CHECK(refuses("PARAM N = TRUE; BEGIN SKIP END", 1, 11, "must be an integer"));
  CHECK(refuses("PARAM N = 1/0; BEGIN SKIP END", 1, 12, "division by zero"));
  CHECK(refuses("PARAM N = 3\nBEGIN SKIP END", 2, 1, "'BEGIN' where an oper"));
  CHECK(refuses("PARAM N = 99999999999999999999; BEGIN SKIP END", 1, 11,
                "does not fit 64 bits"));
  CHECK(refuses("PARAM N = 9223372036854775807+1; BEGIN SKIP END", 1, 30,
                "does not fit 64 bits"));
  CHECK(refuses("PARAM N = 1; VAR N : BOOL; BEGIN SKIP END", 1, 18,
                "'N' is declared already"));
  CHECK(refuses("VAR a, a : BOOL; BEGIN SKIP END", 1, 8, "declared already"));
  CHECK(refuses("VAR a[0] : BOOL; BEGIN SKIP END", 1, 7, "1 to 10000000"));
  CHECK(refuses("VAR a[10000001] : BOOL; BEGIN SKIP END", 1, 7, "1 to 100000"));
  CHECK(refuses("VAR a[6000000], b[6000000] : BOOL; BEGIN SKIP END", 1, 28,
                "more than 10000000 cells"));
  CHECK(refuses("VAR a : 3..1; BEGIN SKIP END", 1, 9, "3..1 has no values"));
  CHECK(refuses("VAR a : 1..TRUE; BEGIN SKIP END", 1, 12, "an integer"));
  CHECK(refuses("VAR a : 1; BEGIN SKIP END", 1, 10, "an operator or '..'"));
  CHECK(
      refuses("VAR a : 0..3 := 4; BEGIN SKIP END", 1, 17, "4 is not in 0..3"));
  CHECK(refuses("VAR a : 0..3 := TRUE; BEGIN SKIP END", 1, 17, "an integer"));
  CHECK(refuses("VAR a : BOOL := 1; BEGIN SKIP END", 1, 17, "a Boolean"));
  CHECK(refuses("VAR a : 0..3; VAR b : 0..a; BEGIN SKIP END", 1, 26,
                "must be constant"));
  CHECK(refuses("VAR a BOOL; BEGIN SKIP END", 1, 7, "',' or ':'"));
  CHECK(refuses("LTL : p; BEGIN SKIP END", 1, 5, "the name of a formula"));
  CHECK(refuses("LTL x ; BEGIN SKIP END", 1, 7, "';' where ':'"));
  CHECK(refuses("LTL x : ; BEGIN SKIP END", 1, 9, "a formula should be"));
  CHECK(refuses("LTL x : G p", 1, 12, "the text ends where ';'"));
  CHECK(refuses("LTL x : \"a;\nb\";", 1, 9, "has no end"));
  CHECK(refuses("LTL safety : p; BEGIN SKIP END", 1, 5, "every program has"));
  CHECK(refuses("LTL x : p; LTL x : q; BEGIN SKIP END", 1, 16, "a second"));
  CHECK(refuses("PARAM N = $; BEGIN SKIP END", 1, 11, "'$' means nothing"));
  CHECK(refuses("PARAM N = \xC3; BEGIN SKIP END", 1, 11, "byte 0xc3"));
  CHECK(refuses("PARAM N = 1x; BEGIN SKIP END", 1, 11, "begin with a digit"));
}

/* Several wrong statements are all told. */
static void test_recovery(void) {
  models *x = models_new();
  CHECK(!models_read(x, MODELS_GCL,
                     "PARAM N = ;\nVAR a : 0..N $;\nVAR b[x] : BOOL;\n"
                     "LTL f : g; VAR c : 1..0;\nBEGIN nonsense END"));
  CHECK(x->report.count == 4);
  CHECK(x->report.entries[1].line == 2 && x->report.entries[3].line == 4);
  models_delete(x);
}

#define IN(text)                                                               \
  "PARAM N = 3; VAR b, turn, c[N] : BOOL; VAR n, m[2] : 0..9;\n" text

static void test_expression_errors(void) {
  CHECK(refuses(IN("BEGIN b := 1 END"), 2, 12, "must be a Boolean"));
  CHECK(refuses(IN("BEGIN n := b END"), 2, 12, "must be an integer"));
  CHECK(refuses(IN("BEGIN b := n && b END"), 2, 14, "'&&' is for Booleans"));
  CHECK(refuses(IN("BEGIN n := n + b END"), 2, 14, "'+' is for integers"));
  CHECK(refuses(IN("BEGIN b := !n END"), 2, 12, "'!' is for Booleans"));
  CHECK(refuses(IN("BEGIN n := -b END"), 2, 12, "'-' is for integers"));
  CHECK(refuses(IN("BEGIN b := b < b END"), 2, 14, "'<' is for integers"));
  CHECK(refuses(IN("BEGIN b := b = n END"), 2, 14, "compares a Boolean with"));
  CHECK(refuses(IN("BEGIN b := n < n < n END"), 2, 18, "cannot follow each"));
  CHECK(refuses(IN("BEGIN b := turm END"), 2, 12, "(did you mean 'turn'?)"));
  CHECK(refuses(IN("BEGIN b := c END"), 2, 14, "'c' is an array"));
  CHECK(refuses(IN("BEGIN b := n[1] = 1 END"), 2, 13, "'n' is not an array"));
  CHECK(refuses(IN("BEGIN b := c[b] END"), 2, 14, "an index must be an int"));
  CHECK(refuses(IN("BEGIN b := (b END"), 2, 15, "an operator or ')'"));
  CHECK(refuses(IN("BEGIN b := c[1 END"), 2, 16, "an operator or ']'"));
  CHECK(refuses(IN("BEGIN b := END"), 2, 12, "'END' where an expression"));
  CHECK(refuses(IN("BEGIN b := b & c[0] END"), 2, 14, "'and' is '&&'"));
  CHECK(refuses(IN("BEGIN b := b && FORALL i IN 0..1 . c[i] END"), 2, 17,
                "in parentheses here"));
  CHECK(refuses(IN("BEGIN b := FORALL n IN 0..1 . b END"), 2, 19, "declared"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..1 . EXISTS i IN 0..1 . b END"), 2,
                38, "declared already"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..n . b END"), 2, 27, "constant"));
  CHECK(
      refuses(IN("BEGIN b := FORALL i IN b..1 . b END"), 2, 24, "an integer"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..1 . 3 END"), 2, 31, "a Boolean"));
  CHECK(refuses(IN("BEGIN n := SUM i IN 0..1 . b END"), 2, 28, "an integer"));
  CHECK(refuses(IN("BEGIN b := FORALL i 0..1 . b END"), 2, 21, "'IN'"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0 . b END"), 2, 26, "'..'"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..1 b END"), 2, 29, "or '.'"));
  CHECK(refuses(IN("BEGIN b := (FORALL i IN 0..1 . b) && c[i] END"), 2, 40,
                "'i' is not declared"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..1/0 . b END"), 2, 28, "zero"));
  CHECK(refuses(IN("BEGIN b := FORALL i IN 0..1000000 . b END"), 2, 27,
                "at most 1000000 values"));
}

static void test_command_errors(void) {
  CHECK(refuses(IN("BEGIN END"), 2, 7, "'END' where a command"));
  CHECK(refuses(IN("BEGIN SKIP; END"), 2, 13, "none follows"));
  CHECK(refuses(IN("BEGIN SKIP"), 2, 11, "';' or 'END' should be here"));
  CHECK(refuses(IN("BEGIN SKIP END;"), 2, 15, "the end of the text"));
  CHECK(refuses(IN("BEGIN SKIP SKIP END"), 2, 12, "';' or 'END'"));
  CHECK(refuses(IN("BEGIN x := 1 END"), 2, 7, "'x' is not declared"));
  CHECK(refuses(IN("BEGIN N := 1 END"), 2, 7, "'N' is a parameter"));
  CHECK(refuses(IN("BEGIN n = 1 END"), 2, 9, "',' or ':='"));
  CHECK(refuses(IN("BEGIN c := b END"), 2, 9, "'c' is an array"));
  CHECK(refuses(IN("BEGIN b, n := b END"), 2, 17, "2 places, but 1 values"));
  CHECK(refuses(IN("BEGIN b := b, b END"), 2, 13, "more values than"));
  CHECK(refuses(IN("BEGIN b, b := b, b END"), 2, 10, "the same cell"));
  CHECK(refuses(IN("BEGIN c[2], c[N-1], c[2] := b, b, b END"), 2, 21, "same"));
  CHECK(refuses(IN("BEGIN IF b -> SKIP END"), 2, 20, "'FI' should be here"));
  CHECK(refuses(IN("BEGIN IF b THEN SKIP FI"), 2, 22, "'ELSE' or 'END'"));
  CHECK(refuses(IN("BEGIN IF b THEN SKIP ELSE SKIP FI"), 2, 32, "'ELSE' of"));
  CHECK(refuses(IN("BEGIN WHILE b DO SKIP FI"), 2, 23, "'WHILE' of line 2"));
  CHECK(refuses(IN("BEGIN WHILE b SKIP END"), 2, 15, "'DO'"));
  CHECK(
      refuses(IN("BEGIN WHILE n DO SKIP END END"), 2, 13, "a condition must"));
  CHECK(refuses(IN("BEGIN IF n -> SKIP FI END"), 2, 10, "a guard must be"));
  CHECK(refuses(IN("BEGIN IF [] n -> SKIP FI END"), 2, 13, "a guard must be"));
  CHECK(refuses(IN("BEGIN IF n THEN SKIP END END"), 2, 10, "a condition must"));
  CHECK(refuses(IN("BEGIN IF b SKIP FI END"), 2, 12, "an operator or '->'"));
  CHECK(refuses(IN("BEGIN IF [] b SKIP FI END"), 2, 15, "or '->'"));
  CHECK(refuses(IN("BEGIN IF b -> c[0] -> SKIP FI END"), 2, 20, "',' or ':='"));
  CHECK(refuses(IN("BEGIN IF i IN 0..n: b -> SKIP FI END"), 2, 18, "constant"));
  CHECK(refuses(IN("BEGIN IF i IN 0..1 b -> SKIP FI END"), 2, 20, "or ':'"));
  CHECK(refuses(IN("BEGIN IF i IN 0..1: b -> SKIP [] c[i] -> SKIP FI END"), 2,
                36, "'i' is not declared"));
  CHECK(refuses(IN("BEGIN IF i IN 0..1000000: b -> SKIP FI END"), 2, 18,
                "at most 1000000"));
}

static void test_defines(void) {
  static const char program[] = "PARAM N = 1/0*0+2; PARAM M = N+1;\n"
                                "VAR a[M] : BOOL; BEGIN SKIP END";
  models *x = models_new();
  define unknown[] = {{"K", 1}}, known[] = {{"N", 2}, {"N", 7}};
  CHECK(!models_read(x, MODELS_GCL, program));
  CHECK(models_says(x, 1, 12, "division by zero"));
  models_delete(x);
  x = models_new();
  static const char fine[] = "PARAM N = 2; PARAM M = N+1;\n"
                             "VAR a[M] : BOOL; BEGIN SKIP END";
  CHECK(!models_read_bytes(x, MODELS_GCL, fine, strlen(fine), unknown, 1));
  CHECK(models_says(x, 0, 0, "no parameter 'K'; there are: N, M"));
  models_delete(x);
  x = models_new();
  CHECK(models_read_bytes(x, MODELS_GCL, fine, strlen(fine), known, 2));
  CHECK(x->model.number_count == 9); /* the last one counts */
  models_delete(x);
  x = models_new();
  CHECK(!models_read_bytes(x, MODELS_GCL, "BEGIN SKIP END", 14, known, 1));
  CHECK(models_says(x, 0, 0, "no parameter 'N', nor any other"));
  models_delete(x);
}

/* Is this one fault all that there is? */
static bool is_fault(const model_steps *s, uint32_t line, uint32_t column,
                     const char *message) {
  const model_fault *f = s->faults.at;
  return s->faults.count == 1 && f->severity == MODEL_UNDEFINED &&
         f->step == MODEL_NONE && f->line == line && f->column == column &&
         strcmp(model_fault_text(s, f), message) == 0;
}

static void test_atoms(void) {
  static const char p[] = IN("BEGIN WHILE TRUE DO b := !b; SKIP END END");
  CHECK(models_refuses_atom(MODELS_GCL, p, "n", "must be a Boolean"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "@go", "have no actions"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "c[3]", "'c' has 3 cells, from 0"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "c[-1]", "'c' has 3 cells"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "turm", "(did you mean 'turn'?)"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "b b", "an operator or the end"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "b := b", "an operator or the end"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "FORALL i IN n..2 . b", "constant"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "(SUM i IN 0..1 . b) = n", "SUM"));
  CHECK(models_refuses_atom(MODELS_GCL, p, "b && (n = b || b)", "compares"));
  models *x = models_new();
  model_binding b;
  uint64_t letter;
  CHECK(models_read(x, MODELS_GCL, p));
  CHECK(models_bind(x, "b\nc[N-1]\n!b && n < 3\nc[n+1] || TRUE", &b));
  CHECK(b.action_atoms == 0);
  x->model.ops->initial(&x->model, x->scratch, &x->steps);
  CHECK(x->model.ops->letter(&x->model, &b, x->scratch, x->steps.bytes.at,
                             x->model.most_bytes, &letter, &x->steps));
  CHECK(letter == 12);
  CHECK(models_bind(x, "m[n+2] = 0", &b));
  CHECK(!x->model.ops->letter(&x->model, &b, x->scratch, x->steps.bytes.at,
                              x->model.most_bytes, &letter, &x->steps));
  CHECK(is_fault(&x->steps, 0, 0, "index 2 of 'm', which has 2 cells, from 0"));
  models_delete(x);
}

/* The line of the state behind 'count' first steps. */
static const char *after_steps(models *x, const char *program, int count) {
  uint8_t state[100];
  CHECK(models_read(x, MODELS_GCL, program));
  x->model.ops->initial(&x->model, x->scratch, &x->steps);
  uint32_t size = x->model.most_bytes;
  memcpy(state, x->steps.bytes.at, size);
  for (; count && x->steps.steps.count; count--) {
    model_steps_reset(&x->steps);
    x->model.ops->next(&x->model, x->scratch, state, size, &x->steps);
    if (x->steps.steps.count)
      memcpy(state, x->steps.bytes.at, size);
  }
  return models_show(x, state, size);
}

static bool shows(const char *program, int count, const char *line) {
  models *x = models_new();
  const char *found = after_steps(x, program, count);
  bool right = strcmp(found, line) == 0;
  if (!right)
    printf("%s\nwanted %s\ngot    %s\n", program, line, found);
  models_delete(x);
  return right;
}

static void test_show(void) {
  CHECK(shows("VAR x:0..9; VAR f[3]:BOOL;\nBEGIN WHILE TRUE DO\n"
              "IF x<9 -> x,f[2] := x+1,TRUE FI END END",
              4, "x=4 f=[0,0,1]"));
  CHECK(shows("VAR x:-3..9 := -2;\nBEGIN SKIP;\nx := 1 END", 0,
              "x=-2 at f.gcl:2"));
  CHECK(shows("VAR x:-3..9;\nBEGIN SKIP;\nx := 1 END", 1, "x=0 at f.gcl:3"));
  CHECK(shows("VAR x:-3..9;\nBEGIN SKIP;\nx := 1 END", 3, "x=1 at the end"));
  CHECK(shows("VAR x:0..9;\nBEGIN IF i IN 1..2: j IN 4..5: x=i-1 ->\n"
              "x := i; SKIP FI END",
              1, "x=1 at f.gcl:3:9 (i=1 j=4)"));
  CHECK(shows("BEGIN SKIP END", 0, "at f.gcl:1"));
  CHECK(shows("BEGIN WHILE TRUE DO SKIP END END", 5, "at f.gcl:1"));
  CHECK(shows("VAR a[70] : BOOL;\nBEGIN WHILE TRUE DO SKIP END END", 1,
              "a=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
              "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
              "0,0,... 70 cells]"));
}

/* Runs to a fault. */
static bool faults(const char *program, uint32_t line, uint32_t column,
                   const char *part) {
  models *x = models_new();
  after_steps(x, program, 100);
  bool right = is_fault(&x->steps, line, column, part) &&
               x->steps.steps.count == 0 && x->model.may_fault;
  if (!right)
    printf("%s\ngot %d %s\n", program, (int)x->steps.faults.count,
           x->steps.faults.count ? x->steps.fault_text.at : "");
  models_delete(x);
  return right;
}

static void test_faults(void) {
  CHECK(faults("VAR x:0..3; BEGIN WHILE TRUE DO x := x+1 END END", 1, 33,
               "the value 4 does not fit 'x', which is 0..3"));
  CHECK(faults("VAR x:0..3; BEGIN x := 7 END", 1, 19,
               "the value 7 does not fit 'x', which is 0..3"));
  CHECK(faults("VAR x[2]:0..3; BEGIN x[2] := 1 END", 1, 24,
               "index 2 of 'x', which has 2 cells, from 0"));
  CHECK(faults("VAR x[2],y:0..3; BEGIN y := 2; x[y] := 1 END", 1, 32,
               "index 2 of 'x', which has 2 cells, from 0"));
  CHECK(faults("VAR x[2],y:0..3; BEGIN y := 2; y := x[y] END", 1, 37,
               "index 2 of 'x', which has 2 cells, from 0"));
  CHECK(faults("VAR x[2],y:0..3; BEGIN y := 1; x[y],x[1] := 1,1 END", 1, 37,
               "two places of the assignment are the same cell"));
  CHECK(faults("VAR x:0..3; BEGIN x := 1 / x END", 1, 26, "division by zero"));
  CHECK(faults("VAR x:0..3; BEGIN x := 1 % 0 END", 1, 26, "division by zero"));
  CHECK(faults("VAR x:0..9223372036854775807; BEGIN x := 9223372036854775807;"
               "x := x * 2 END",
               1, 69, "the result does not fit 64 bits"));
  /* The whole state is wrong, whatever other branches say. */
  CHECK(faults("VAR x:0..3; BEGIN IF TRUE -> SKIP [] 1/x = 1 -> SKIP FI END", 1,
               39, "division by zero"));
  CHECK(shows("VAR x:0..3; BEGIN IF x != 0 && 1/x = 1 -> SKIP [] TRUE ->\n"
              "x := 3; SKIP FI END",
              1, "x=3 at f.gcl:2"));
}

static void test_arithmetic(void) {
  CHECK(shows("VAR x:-9..9; BEGIN x := -7/2 END", 1, "x=-4 at the end"));
  CHECK(shows("VAR x:-9..9; BEGIN x := -7%2 END", 1, "x=1 at the end"));
  CHECK(shows("VAR x:-9..9; BEGIN x := 7%-2 END", 1, "x=-1 at the end"));
  CHECK(shows("VAR x:-9..9; BEGIN x := 7/-2 END", 1, "x=-4 at the end"));
  CHECK(shows("VAR x:-9..9; BEGIN x := 2+3*4-5-1 END", 1, "x=8 at the end"));
  CHECK(shows("VAR x:-9..9; BEGIN x := (-9223372036854775807-1) % -1 END", 1,
              "x=0 at the end"));
  CHECK(shows("VAR x,y:-9..9; BEGIN x := 2; x,y := y-1,x END", 2,
              "x=-1 y=2 at the end"));
  CHECK(shows("VAR x:0..99; BEGIN x := SUM i IN 1..4 . i*i END", 1,
              "x=30 at the end"));
  CHECK(shows("VAR x:0..99; BEGIN x := SUM i IN 4..1 . i*i END", 1,
              "x=0 at the end"));
  CHECK(shows("VAR x:0..9; BEGIN IF x = 1 -> x = 2 THEN x := 3 END END", 1,
              "x=3 at the end"));
  CHECK(shows("VAR b:BOOL; BEGIN b := FALSE -> FALSE -> FALSE END", 1,
              "b=1 at the end"));
}

typedef struct pile {
  char *text;
  size_t length, capacity;
} pile;

static void heap(pile *p, size_t times, const char *s) {
  size_t n = strlen(s);
  if (p->length + n * times + 1 > p->capacity) {
    p->capacity = 2 * (p->length + n * times) + 1;
    p->text = realloc(p->text, p->capacity);
    if (!p->text)
      abort();
  }
  for (; times; times--, p->length += n)
    memcpy(p->text + p->length, s, n + 1);
}

/* Reads what was heaped up and takes one step. */
static bool pile_works(pile *p, const char *message) {
  models *x = models_new();
  bool good = models_read_bytes(x, MODELS_GCL, p->text, p->length, NULL, 0);
  if (good) {
    x->model.ops->initial(&x->model, x->scratch, &x->steps);
    uint8_t *state = malloc(x->model.most_bytes);
    if (!state)
      abort();
    memcpy(state, x->steps.bytes.at, x->model.most_bytes);
    model_steps_reset(&x->steps);
    x->model.ops->next(&x->model, x->scratch, state, x->model.most_bytes,
                       &x->steps);
    free(state);
    good = x->steps.faults.count == 0 && x->steps.steps.count == 1 && !message;
  } else {
    good = message && strstr(x->report.entries[0].message, message);
    if (!good)
      printf("%s\n", x->report.entries[0].message);
  }
  models_delete(x);
  free(p->text);
  *p = (pile){0};
  return good;
}

static void test_depth(void) {
  enum { DEEP = 100000 };
  pile p = {0};
  heap(&p, 1, "VAR b : BOOL; VAR n : 0..9; BEGIN b := ");
  heap(&p, DEEP, "(");
  heap(&p, 1, "b");
  heap(&p, DEEP, ")");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL; VAR n : 0..9; BEGIN b := ");
  heap(&p, DEEP, "!");
  heap(&p, 1, "b END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL; VAR n : 0..9; BEGIN n := ");
  heap(&p, DEEP, "0+(");
  heap(&p, 1, "n");
  heap(&p, DEEP, ")");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL; VAR n : 0..9; BEGIN b := ");
  heap(&p, DEEP, "b -> ");
  heap(&p, 1, "b END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL; VAR n : 0..9; BEGIN b := ");
  heap(&p, DEEP, "(b = ");
  heap(&p, 1, "b");
  heap(&p, DEEP, ")");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "PARAM N = ");
  heap(&p, DEEP, "1-(");
  heap(&p, 1, "1");
  heap(&p, DEEP, ")");
  heap(&p, 1, "; BEGIN SKIP END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR a[2] : 0..1; BEGIN a[0] := ");
  heap(&p, DEEP, "a[");
  heap(&p, 1, "0");
  heap(&p, DEEP, "]");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
}

static void test_deep_commands(void) {
  enum { DEEP = 100000 };
  pile p = {0};
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN ");
  heap(&p, DEEP, "WHILE b DO ");
  heap(&p, 1, "SKIP ");
  heap(&p, DEEP, "END ");
  heap(&p, 1, "END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN ");
  heap(&p, DEEP, "IF b -> ");
  heap(&p, 1, "SKIP ");
  heap(&p, DEEP, "FI ");
  heap(&p, 1, "END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN ");
  heap(&p, DEEP, "IF b THEN SKIP; ");
  heap(&p, 1, "SKIP ");
  heap(&p, DEEP, "END ");
  heap(&p, 1, "END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN SKIP");
  heap(&p, DEEP, "; b := !b");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
}

/* Indices within indices: names differ, so they are made one by one. */
static void test_deep_indices(void) {
  enum { DEEP = 20000 };
  pile p = {0};
  char part[100];
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN b := ");
  for (int i = 0; i < DEEP; i++) {
    snprintf(part, sizeof part, "FORALL i%d IN 0..0 . ", i);
    heap(&p, 1, part);
  }
  heap(&p, 1, "b && i7 = 0 END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR b : BOOL := TRUE; BEGIN ");
  for (int i = 0; i < DEEP; i++) {
    snprintf(part, sizeof part, "IF i%d IN %d..%d: i%d = %d -> SKIP; ", i, i, i,
             i / 2, i / 2);
    heap(&p, 1, part);
  }
  heap(&p, 1, "SKIP ");
  heap(&p, DEEP, "FI ");
  heap(&p, 1, "END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR n : 0..9; BEGIN n := ");
  heap(&p, 99, "SUM i IN 1..(");
  heap(&p, 1, "1");
  heap(&p, 99, ") . i");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1, "VAR n : 0..9; BEGIN n := ");
  heap(&p, 5000, "SUM i IN 1..(");
  heap(&p, 1, "1");
  heap(&p, 5000, ") . i");
  heap(&p, 1, " END");
  CHECK(pile_works(&p, "nest more than 100 times"));
}

static void test_size(void) {
  static const char large[] = "larger than 10000000 nodes";
  pile p = {0};
  heap(&p, 1,
       "VAR b : BOOL; BEGIN IF i IN 0..999999: j IN 0..999999: b -> SKIP "
       "FI END");
  CHECK(pile_works(&p, large));
  heap(&p, 1,
       "VAR b : BOOL; BEGIN IF i IN 0..999999: j IN 0..999999: k IN 1..0:"
       " b -> SKIP FI END");
  CHECK(pile_works(&p, large));
  heap(&p, 1,
       "VAR b : BOOL; BEGIN b := FORALL i IN 0..999999 . EXISTS j IN 0.."
       "999999 . b END");
  CHECK(pile_works(&p, large));
  heap(&p, 1,
       "VAR b : BOOL; BEGIN b := FORALL i IN 0..999999 . EXISTS j IN 0.."
       "999999 . FORALL k IN 1..0 . b END");
  CHECK(pile_works(&p, large));
  heap(&p, 1,
       "PARAM N = SUM i IN 1..999999 . SUM j IN 1..999999 . i; BEGIN "
       "SKIP END");
  CHECK(pile_works(&p, large));
  heap(&p, 1,
       "VAR a[100000] : BOOL; VAR n : 0..1; BEGIN IF i IN 0..99999: "
       "a[i] -> SKIP [] !(EXISTS i IN 0..99999 . a[i]) -> n := 1 FI END");
  CHECK(pile_works(&p, NULL));
  heap(&p, 1,
       "VAR b : BOOL; BEGIN b := FORALL i IN (-9223372036854775807)..92"
       "23372036854775807 . b END");
  CHECK(pile_works(&p, "at most 1000000 values"));
  heap(&p, 1, "VAR a[10000000] : BOOL; BEGIN a[9999999] := TRUE END");
  CHECK(pile_works(&p, NULL));
}

/* Cells as wide as they can be, next to narrow ones. */
static void test_wide_cells(void) {
  CHECK(
      shows("VAR a:BOOL; VAR b[2]:-9223372036854775807-1..9223372036854775807;"
            "VAR c:5..5; VAR d:0..288230376151711743;\nBEGIN b[0],b[1],d,a := "
            "-9223372036854775807-1, 9223372036854775807, 288230376151711743,"
            "TRUE END",
            1,
            "a=1 b=[-9223372036854775808,9223372036854775807] c=5 "
            "d=288230376151711743 at the end"));
}

static void test_allocation(void) {
  static const char program[] =
      "PARAM N = 1+1; VAR a[N], b : BOOL; VAR n : 0..5;\nLTL f : G a;\n"
      "BEGIN IF i IN 0..N-1: !a[i] -> a[i], n := TRUE, n+(SUM j IN 0..i . j)\n"
      "[] b -> WHILE b DO b := FALSE END FI END";
  models_fail_each(MODELS_GCL, program, "b\nEXISTS i IN 0..1 . a[i]");
}

int main(void) {
  test_declaration_errors();
  test_recovery();
  test_expression_errors();
  test_command_errors();
  test_defines();
  test_atoms();
  test_show();
  test_faults();
  test_arithmetic();
  test_wide_cells();
  test_depth();
  test_deep_commands();
  test_deep_indices();
  test_size();
  test_allocation();
  return check_end();
}
