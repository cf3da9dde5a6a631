#include "tests/unit/check.h"
#include "tests/unit/lang/promela/lower/code_check.h"
#include "tests/unit/lang/promela/lower/spin_graph.h"

#include "automata/omega.h"
#include "lang/promela/parse/parse.h"

#include <dirent.h>

typedef struct lowered {
  mem_budget budget;
  mem m;
  jmp_buf exit;
  progress clock;
  report report;
  pml_syntax s;
  pml_lowered p;
} lowered;

static bool lower_text(lowered *x, const char *file, const char *input,
                       size_t length) {
  memset(x, 0, sizeof *x);
  x->budget.fail_in = -1;
  x->budget.handler = &x->exit;
  mem_init(&x->m, &x->budget);
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "test");
  if (setjmp(x->exit))
    return false;
  return pml_tokenise(&x->m, &x->s.tokens, file, input, length, NULL,
                      &x->report, &x->clock) &&
         pml_parse(&x->m, &x->s, file, &x->report, &x->clock) &&
         pml_lower(&x->m, &x->s, &x->p, &x->report);
}

static lowered *lower(const char *input) {
  lowered *x = malloc(sizeof *x);
  if (!x)
    abort();
  bool good = lower_text(x, "m.pml", input, strlen(input));
  if (!good)
    printf("%s\n  %u:%u %s\n", input, x->report.entries[0].line,
           x->report.entries[0].column, x->report.entries[0].message);
  CHECK(good);
  if (good)
    CHECK(!code_is_wrong(&x->m, &x->p));
  return x;
}

static void drop(lowered *x) {
  mem_clear(&x->m);
  free(x);
}

static bool refuses(const char *input, uint32_t line, uint32_t column,
                    const char *part) {
  lowered *x = malloc(sizeof *x);
  if (!x)
    abort();
  bool good = lower_text(x, "m.pml", input, strlen(input));
  const report_entry *e = &x->report.entries[0];
  bool is_right = !good && x->report.count && e->line == line &&
                  e->column == column && strstr(e->message, part);
  if (!is_right)
    printf("%s\n  %u:%u %s\n", input, e->line, e->column, e->message);
  drop(x);
  return is_right;
}

static uint32_t variable(const lowered *x, const char *name) {
  uint32_t n = names_find(&x->s.tokens.names, name, strlen(name));
  for (uint32_t i = 0; i < x->s.vars.count; i++)
    if (x->s.vars.at[i].name == n)
      return i;
  abort();
}

static bool lies(const lowered *x, const char *name, uint32_t offset,
                 uint32_t stride) {
  const pml_lies *l = &x->p.lies.at[variable(x, name)];
  return l->offset == offset && l->stride == stride;
}

static void test_layout(void) {
  lowered *x = lower("typedef T { byte f; int g[2]; bit h }\n"
                     "bit b; int i; short s; bit bs[3]; T t[2]; byte z;\n"
                     "unsigned u : 5, v : 9, w : 20;\n"
                     "chan c = [2] of { bit, int }; chan d = [3] of { bit };\n"
                     "chan r = [0] of { byte };\n"
                     "active proctype A(byte p) { int q; chan e = [1] of { "
                     "short }; q = p }");
  CHECK(lies(x, "b", 0, 1) && lies(x, "i", 1, 4) && lies(x, "s", 5, 2));
  CHECK(lies(x, "bs", 7, 1) && lies(x, "t", 10, 10) && lies(x, "z", 30, 1));
  CHECK(lies(x, "f", 0, 1) && lies(x, "g", 1, 4) && lies(x, "h", 9, 1));
  CHECK(lies(x, "u", 31, 1) && lies(x, "v", 32, 2) && lies(x, "w", 34, 4));
  CHECK(x->p.lies.at[variable(x, "b")].scalar.cell == PML_CELL_U1);
  CHECK(x->p.lies.at[variable(x, "bs")].scalar.cell == PML_CELL_U8);
  CHECK(x->p.lies.at[variable(x, "h")].scalar.cell == PML_CELL_U1);
  /* Three channel variables, then contents: 1 + 2 * 5, 1 + 3 * 1, nothing. */
  CHECK(lies(x, "c", 38, 1) && lies(x, "d", 39, 1) && lies(x, "r", 40, 1));
  CHECK(x->p.owns == 3 && x->p.global_bytes == 41 + 11 + 4);
  CHECK(x->p.own_channels.at[1].offset == 52);
  CHECK(x->p.fields.at[0].cell == PML_CELL_U1 &&
        x->p.fields.at[2].cell == PML_CELL_U8);
  /* A frame: type, point, p, q, e, and 1 + 2 for the message of e. */
  const pml_behaviour *b = &x->p.behaviours.at[0];
  CHECK(b->point_offset == 1 && lies(x, "p", 2, 1) && lies(x, "q", 3, 4));
  CHECK(lies(x, "e", 7, 1) && b->frame_bytes == 11 && b->owns == 1);
  CHECK(x->p.most_bytes == x->p.global_bytes + b->frame_bytes);
  drop(x);
  x = lower("byte g; proctype P(byte a) { skip } init { run P(1) }");
  CHECK(x->p.most_bytes == 1 + 255 * 3);
  drop(x);
}

/* The whole code of a statement's effect is  PUSH value, STORE ...: its value.
 */
static bool folds(const char *expression, int32_t value) {
  char input[256];
  snprintf(input, sizeof input, "int x; active proctype A() { x = %s }",
           expression);
  lowered *x = lower(input);
  const pml_move *m =
      &x->p.moves.at[x->p.points.at[x->p.behaviours.at[0].start].first];
  const uint32_t *w = &x->p.code.at[m->effect];
  bool is_right = w[0] == PML_OP_PUSH && (int32_t)w[1] == value &&
                  w[2] == PML_OP_STORE_GLOBAL && w[6] == PML_OP_DONE;
  if (!is_right)
    printf("%s: %u %d\n", expression, w[0], (int32_t)w[1]);
  drop(x);
  return is_right;
}

static void test_folding(void) {
  CHECK(folds("7", 7));
  CHECK(folds("1 + 2 * 3", 7));
  CHECK(folds("-5 / 2", -2));
  CHECK(folds("-5 % 3", -2));
  CHECK(folds("(6 & 2) == 2", 1));
  CHECK(folds("!0 + !7", 1));
  CHECK(folds("~0", -1));
  CHECK(folds("2147483647 + 1", INT32_MIN));
  CHECK(folds("(1 -> 4 : 5)", 4));
  CHECK(folds("(3 < 2 -> 4 : 5)", 5));
}

static bool first_code(const char *expression, const uint32_t *words,
                       size_t count) {
  char input[256];
  snprintf(input, sizeof input,
           "byte x; byte a[3]; int y; active proctype A() { (%s) }",
           expression);
  lowered *x = lower(input);
  const pml_move *m =
      &x->p.moves.at[x->p.points.at[x->p.behaviours.at[0].start].first];
  bool is_right = m->guard + count <= x->p.code.count;
  uint32_t base = m->guard;
  for (size_t i = 0; i < count && is_right; i++) {
    /* The operand of a jump is given relative to the beginning. */
    bool is_target = i && words[i - 1] >= PML_OP_JUMP &&
                     words[i - 1] <= PML_OP_JUMP_TRUE && words[i] < count;
    is_right =
        x->p.code.at[base + i] == (is_target ? base + words[i] : words[i]);
  }
  if (!is_right)
    for (size_t i = 0; i < count; i++)
      printf("%u ", x->p.code.at[base + i]);
  drop(x);
  return is_right;
}

/* x: offset 0; a: 1 .. 3; y: 4. */
static void test_code(void) {
  const uint32_t u8 = PML_CELL_U8 | 8 << 8, i32 = PML_CELL_I32 | 32 << 8;
  CHECK(first_code("x < 3",
                   (uint32_t[]){PML_OP_GLOBAL, 0, u8, PML_OP_PUSH, 3,
                                PML_OP_LESS, PML_OP_DONE},
                   7));
  CHECK(first_code("a[2]", (uint32_t[]){PML_OP_GLOBAL, 3, u8, PML_OP_DONE}, 4));
  CHECK(first_code("a[x]",
                   (uint32_t[]){PML_OP_GLOBAL, 0, u8, PML_OP_INDEX, 3, 1, 1,
                                PML_OP_GLOBAL_AT, 1, u8, PML_OP_DONE},
                   11));
  CHECK(first_code("x && y && a[1]",
                   (uint32_t[]){PML_OP_GLOBAL, 0, u8, PML_OP_JUMP_ZERO, 15,
                                PML_OP_GLOBAL, 4, i32, PML_OP_JUMP_ZERO, 15,
                                PML_OP_GLOBAL, 2, u8, PML_OP_JUMP, 17,
                                PML_OP_PUSH, 0, PML_OP_DONE},
                   18));
  CHECK(first_code("!(x || y)",
                   (uint32_t[]){PML_OP_GLOBAL, 0, u8, PML_OP_JUMP_TRUE, 10,
                                PML_OP_GLOBAL, 4, i32, PML_OP_JUMP, 12,
                                PML_OP_PUSH, 1, PML_OP_NOT, PML_OP_DONE},
                   14));
}

/* Points that can be reached, of the first process. */
static uint32_t points(const char *input) {
  lowered *x = lower(input);
  uint32_t count = x->p.behaviours.at[0].reachable;
  drop(x);
  return count;
}

static void test_points(void) {
  CHECK(points("byte x; active proctype A() { x = 1; x = 2 }") == 3);
  CHECK(points("byte x; active proctype A() { do :: x = 1 - x od }") == 1);
  CHECK(points("byte x; active proctype A() { { do :: x = 1 - x od } }") == 2);
  CHECK(points("active proctype A() { do :: break od }") == 2);
  CHECK(points("active proctype A() { goto L; L: skip }") == 2);
  CHECK(points("byte x; active proctype A() { d_step { x = 1; x = 2 } }") == 2);
  CHECK(points("init { byte x = 3 }") == 1);
  /* What is inside a d_step is no point, not even as dead code. */
  CHECK(points("byte x; active proctype A() { d_step { if :: x == 1 -> x = 2 "
               ":: else -> { x = 3; x = 4 } fi } }") == 2);
  CHECK(points("byte x; active proctype A() { if :: x == 1 -> x = 2 :: else "
               "fi; x = 3 }") == 4);
}

static void test_dead_code(void) {
  lowered *x =
      lower("byte x; active proctype A() { goto L; x = 1; x = 2; L: x = 3 }");
  const pml_behaviour *b = &x->p.behaviours.at[0];
  CHECK(b->reachable == 2 && b->points == 4);
  drop(x);
}

static void test_refusals(void) {
  CHECK(
      refuses("active proctype A() { do\n:: skip od }", 2, 4, "does nothing"));
  CHECK(refuses("byte x; active proctype A() { if\n:: x == 1\n:: if :: x == 2 "
                ":: else fi\n:: else fi }",
                4, 4, "second else"));
}

static void test_labels(void) {
  lowered *x = lower(
      "byte x; active proctype A() { x = 1; L: x = 2; end1: x = 3 } "
      "active proctype B() { if :: x = 4 :: progress: x = 5; x = 6 fi; A@L }");
  for (size_t i = 0; i < x->s.labels.count; i++) {
    const pml_label *l = &x->s.labels.at[i];
    const char *name = names_text(&x->s.tokens.names, l->name);
    uint32_t point = x->p.points_of_labels.at[i];
    if (!strcmp(name, "progress"))
      CHECK(point == PML_NONE && l->is_misplaced);
    else
      CHECK(point < x->p.points.count &&
            x->p.points.at[point].statement == l->statement);
    if (!strcmp(name, "end1"))
      CHECK(x->p.points.at[point].flags == PML_POINT_END);
  }
  uint32_t marked = 0;
  const pml_behaviour *b = &x->p.behaviours.at[1];
  for (uint32_t i = 0; i < b->points; i++)
    marked += x->p.points.at[b->first_point + i].flags == PML_POINT_PROGRESS;
  CHECK(marked == 1); /* before x = 6 */
  drop(x);
}

/* Letters of one atom "(x==1)": bit 0. */
static bool claim_accepts(const char *body, const char *word, size_t loop) {
  char input[512];
  snprintf(input, sizeof input,
           "byte x; active proctype A() { x = 1 } never { %s }", body);
  lowered *x = lower(input);
  omega a;
  pml_claim_places places;
  bool good = pml_lower_claim(&x->m, &x->p, 1, &a, &places, &x->report);
  CHECK(good);
  uint64_t letters[16];
  size_t count = strlen(word);
  for (size_t i = 0; i < count; i++)
    letters[i] = word[i] == '1';
  bool accepts = good && omega_accepts(&x->m, &a, letters, count, loop);
  CHECK(!good || (a.sets == 1 && a.state_based && names_count(&a.atoms) <= 1));
  drop(x);
  return accepts;
}

static void test_claims(void) {
  const char *eventually = "do :: x == 1 -> break :: true od";
  CHECK(claim_accepts(eventually, "00010", 4));
  CHECK(!claim_accepts(eventually, "0", 0));
  const char *always = "accept: do :: x == 1 od";
  CHECK(claim_accepts(always, "1", 0) && !claim_accepts(always, "110", 2));
  const char *negated = "accept: do :: !(x == 1) od";
  CHECK(claim_accepts(negated, "0", 0) && !claim_accepts(negated, "01", 1));
  const char *other = "do :: x == 1 :: else -> break od";
  CHECK(claim_accepts(other, "110", 2) && !claim_accepts(other, "1", 0));
  const char *asserted = "do :: assert(x == 1) od";
  CHECK(claim_accepts(asserted, "110", 2) && !claim_accepts(asserted, "1", 0));
  const char *together =
      "do :: atomic { x == 1 -> assert(!(x == 1)) } :: true od";
  CHECK(claim_accepts(together, "0010", 3) && !claim_accepts(together, "0", 0));
  const char *never = "do :: atomic { x == 1 -> !(x == 1); break } :: true od";
  CHECK(!claim_accepts(never, "01", 0));
  CHECK(claim_accepts("x == 1; true; !(x == 1)", "1100", 3));
  CHECK(!claim_accepts("x == 1; true; !(x == 1)", "1110", 3));
  /* An end label is as good as the closing brace. */
  CHECK(claim_accepts("x == 1; end: false", "10", 1));
}

static bool claim_refuses(const char *body, const char *part) {
  char input[512];
  snprintf(input, sizeof input,
           "byte x; chan c = [1] of { byte }; active proctype A() { x = 1 } "
           "never { %s }",
           body);
  lowered *x = lower(input);
  omega a;
  pml_claim_places places;
  bool good = pml_lower_claim(&x->m, &x->p, 1, &a, &places, &x->report);
  bool is_right = !good && x->report.count == 1 && x->report.entries[0].line &&
                  strstr(x->report.entries[0].message, part);
  drop(x);
  return is_right;
}

static void test_claim_refusals(void) {
  CHECK(claim_refuses("do :: x == 1 -> x = 2 od", "only look"));
  CHECK(claim_refuses("do :: c!1 od", "only look"));
  CHECK(claim_refuses("byte y; do :: y == 1 od", "variables of its own"));
}

static bool same_as_spin(lowered *x, const char *file, bool *is_known) {
  spin_graphs g = {0};
  *is_known = spin_graphs_of(&x->m, file, &g);
  bool same = true;
  for (size_t i = 0; *is_known && i < x->s.processes.count; i++) {
    const spin_graph *graph = spin_graph_of(&g, &x->s, &x->s.processes.at[i]);
    if (!graph)
      continue;
    spin_match match = {
        .p = &x->p, .b = &x->p.behaviours.at[i], .g = &g, .graph = graph};
    if (spin_same_graph(&x->m, &match))
      continue;
    const pml_point *q = &x->p.points.at[match.b->first_point + match.point];
    printf("%s: %s differs: %s (point %u, line %u, state %u)\n", file,
           graph->name, match.why, match.point,
           q->statement == PML_NONE ? 0
                                    : x->s.statements.at[q->statement].at.line,
           match.state_of.at[match.point]);
    same = false;
  }
  return same;
}

static bool read_file(const char *file, char **input, size_t *length) {
  FILE *f = fopen(file, "rb");
  if (!f)
    return false;
  *input = malloc(1 << 24);
  *length = *input ? fread(*input, 1, 1 << 24, f) : 0;
  fclose(f);
  return *input != NULL;
}

/* Its claims become automata, or the report says why not. */
static void lower_claims(lowered *x, const char *file) {
  for (uint32_t i = 0; i < x->s.processes.count; i++) {
    omega a;
    if (x->s.processes.at[i].kind != PML_NEVER)
      continue;
    size_t before = x->report.count;
    pml_claim_places places;
    bool good = pml_lower_claim(&x->m, &x->p, i, &a, &places, &x->report);
    CHECK(good == (x->report.count == before));
    if (good)
      CHECK(a.states && a.first.count == a.states + 1);
    else
      printf("%s: claim refused: %s\n", file,
             x->report.entries[before].message);
  }
}

/* One file. 0: refused by us; 1: compared (or well formed, without SPIN). */
static int compare_file(const char *file, bool with_spin) {
  char *input;
  size_t length;
  if (!read_file(file, &input, &length))
    return 0;
  lowered *x = malloc(sizeof *x);
  if (!x)
    abort();
  bool good = lower_text(x, file, input, length), is_known = false;
  int result = 0;
  if (good) {
    const char *why = code_is_wrong(&x->m, &x->p);
    if (why)
      printf("%s: %s\n", file, why);
    CHECK(!why);
    lower_claims(x, file);
    if (with_spin)
      CHECK(same_as_spin(x, file, &is_known));
    result = is_known || !with_spin;
    if (with_spin && !is_known)
      printf("%s: SPIN refuses it, we do not\n", file);
  } else if (x->report.count) {
    printf("%s:%u:%u: %s\n", file, x->report.entries[0].line,
           x->report.entries[0].column, x->report.entries[0].message);
  }
  drop(x);
  free(input);
  return result;
}

static void compare_text(const char *model) {
  char file[] = "/tmp/custos-lower-XXXXXX";
  int fd = mkstemp(file);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
  if (!f)
    return;
  fputs(model, f);
  fclose(f);
  CHECK(compare_file(file, true));
  unlink(file);
}

/* Those where nodes, joins, flags and escapes are hardest to get right. */
static void test_against_spin(void) {
  if (system("command -v spin >/dev/null 2>&1 && command -v gcc >/dev/null")) {
    printf("skipped: SPIN is not there to compare with\n");
    return;
  }
  compare_text(
      "chan c = [0] of { byte }; byte x;\n"
      "active proctype A() { atomic { x = 1; if :: c!1 :: x == 2 -> goto L "
      ":: x == 3 -> x = 4; goto L fi }; x = 2; L: { x = 3; do :: x > 1 -> "
      "break :: else -> skip od } unless { x == 7 -> x = 8 } }\n"
      "active proctype B() { byte y; end: c?y; if :: y = 5 :: progress: y = 7 "
      ":: false -> x = 3 fi }\n"
      "active proctype C() { { if :: x = 1 unless { x == 3 } :: x = 2 fi; "
      "atomic { c!2; { c!1 } unless { x == 5 } } } unless { x == 9; x = 10 }; "
      "A@L }\n");
  compare_text(
      "byte x; chan c = [0] of { byte };\n"
      "active proctype A() { atomic { { x = 1; x = 11 } unless { x == 2; x = "
      "12 }; x = 5 } unless { if :: x == 3; x = 13 :: x == 4 :: else fi } }\n"
      "active proctype B() { { atomic { x = 2; if :: c!1 fi }; x = 3; do :: "
      "break :: x = 4; goto L :: goto L od } unless { x == 5 }; L: x = 4 }\n"
      "active proctype C() { atomic { if :: x == 1 :: goto M fi; x = 2; x = 3; "
      "M: x = 5; goto M2; x = 6; M2: x = 7 } }\n"
      "active proctype E() { atomic { if :: x == 1 -> if :: x == 2 -> x = 3 "
      ":: x == 4 -> x = 5 fi; goto N :: x == 6 -> goto N2 fi }; x = 7; N: "
      "goto N2; x = 8; N2: do :: atomic { x == 9 -> if :: x = 1 :: c!1 fi; "
      "break } od }\n"
      "active proctype D() { accept_1: if :: atomic { d_step { x = 1; x = 2 }; "
      "x = 3 } :: d_step { x == 1; x = 3 } :: do :: x == 2 :: break od :: else "
      "fi }\n");
}

static void compare_folder(const char *folder, bool with_spin) {
  DIR *d = opendir(folder);
  int compared = 0, others = 0;
  if (!d) {
    compared = compare_file(folder, with_spin);
    printf("%d compared\n", compared);
    return;
  }
  for (struct dirent *e; (e = readdir(d));) {
    size_t length = strlen(e->d_name);
    char file[1024];
    if (length < 5 || strcmp(e->d_name + length - 4, ".pml"))
      continue;
    snprintf(file, sizeof file, "%s/%s", folder, e->d_name);
    if (compare_file(file, with_spin))
      compared++;
    else
      others++;
  }
  closedir(d);
  printf("%d compared, %d not\n", compared, others);
}

/* With arguments: folders of models (or single ones) to compare with SPIN;
 * after '-' only lowered and checked. */
int main(int argc, char **argv) {
  bool with_spin = true;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-"))
      with_spin = false;
    else
      compare_folder(argv[i], with_spin);
  }
  if (argc > 1)
    return check_end();
  test_layout();
  test_folding();
  test_code();
  test_points();
  test_dead_code();
  test_refusals();
  test_labels();
  test_claims();
  test_claim_refusals();
  test_against_spin();
  return check_end();
}
