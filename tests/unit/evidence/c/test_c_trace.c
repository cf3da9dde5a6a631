/* The evidence that a C program fails: what is written is read back, what is
 * wrong in it is refused, and replay confirms only what happens. */
#include "evidence/c/replay.h"

#include "tests/unit/cfa_made.h"
#include "tests/unit/check.h"

enum { LONGEST = 1 << 16 };

typedef struct page {
  char at[LONGEST];
  size_t length;
} page;

static int keep_page(void *self, const char *bytes, size_t length) {
  page *p = self;
  if (p->length + length >= LONGEST)
    return 1;
  memcpy(p->at + p->length, bytes, length);
  p->length += length;
  p->at[p->length] = '\0';
  return 0;
}

/* Each edge has a line of its own. */
static void set_places(void) {
  uint32_t file = cfa_name(&job, &made, "prog.c");
  vec_push(&job, &made.files, file);
  for (uint32_t i = 0; i < made.edges.count; i++)
    made.edges.at[i].place = (cfa_place){0, i + 1, 3};
  cfa_finish(&job, &made);
}

/* x = any(); y = any(); if (x + u == y) error; a[x] = 0; with u and a
 * uninitialised. */
static void make_program(void) {
  made_begin(32);
  function("main", 32);
  uint32_t x = local_word("x", 32), y = local_word("y", 8);
  uint32_t u = local_word("u", 32), a = local_object("a", 8);
  made.variables.at[x].is_signed = made.variables.at[u].is_signed = true;
  input(x);
  input(y);
  uint32_t sum = apply(BITS_ADD, 32, value_of(x), value_of(u));
  uint32_t wide =
      cfa_apply(&job, &made, BITS_ZEXT, 32, value_of(y), CFA_NONE, CFA_NONE);
  uint32_t same = apply(BITS_EQ, 1, sum, wide);
  uint32_t fork = (uint32_t)made.locations.count - 1;
  uint32_t wrong = location(), right = location();
  edge_between(fork, wrong, assume(same, true));
  edge_between(fork, right, assume(same, false));
  cfa_edge fail = edge(CFA_FAIL, CFA_NONE, CFA_NONE);
  fail.error = CFA_ERROR_CALL;
  fail.name = cfa_name(&job, &made, "reach_error");
  edge_between(wrong, CFA_NONE, fail);
  store(offset_by(address_of(a, 0), value_of(x)), number(8, 0));
  give(number(32, 0));
  set_places();
}

static const uint64_t failing[] = {(uint32_t)-3, 200, 203, 77};

static bool record(unsigned checks, const uint64_t *values, size_t count,
                   c_trace *t, char *why) {
  memset(t, 0, sizeof *t);
  return c_replay_record(&job, &ticks, &made, checks, values, count, t, why);
}

static void test_record(void) {
  char why[C_REPLAY_WHY];
  c_trace t;
  make_program();
  CHECK(record(0, failing, 4, &t, why));
  CHECK(t.inputs.count == 3 && t.pointer_bits == 32 && !t.checks);
  const c_trace_input *i = t.inputs.at;
  CHECK(i[0].kind == CFA_INPUT_CALL && strcmp(i[0].name, "any") == 0);
  CHECK(i[0].is_signed && i[0].value == (uint32_t)-3 && !i[0].is_variable);
  CHECK(i[1].width == 8 && !i[1].is_signed && i[1].place.line == 2);
  CHECK(i[2].kind == CFA_INPUT_UNINITIALISED && i[2].is_variable);
  CHECK(strcmp(i[2].name, "u") == 0 && i[2].value == 203);
  CHECK(!t.failure.is_fault && t.failure.error == CFA_ERROR_CALL);
  CHECK(strcmp(t.failure.name, "reach_error") == 0);
  CHECK(strcmp(t.failure.place.file, "prog.c") == 0);
  CHECK(c_replay(&job, &ticks, &made, &t, why));
  CHECK(!record(0, failing, 2, &t, why));
  CHECK(strstr(why, "more than the 2 inputs"));
  uint64_t well[] = {1, 2, 3}, out[] = {8, 2, 3};
  CHECK(!record(0, well, 3, &t, why) && strstr(why, "main returns"));
  CHECK(!record(0, out, 3, &t, why) && strstr(why, "memory is used wrongly"));
  CHECK(record(CFA_CHECK_BOUNDS, out, 3, &t, why));
  CHECK(t.failure.is_fault && t.failure.fault == CFA_FAULT_BOUNDS);
  CHECK(c_replay(&job, &ticks, &made, &t, why));
  t.failure.fault = CFA_FAULT_DEAD;
  CHECK(!c_replay(&job, &ticks, &made, &t, why) && strstr(why, "another way"));
}

static char file_name[] = "prog.c";
static const char program[] = "int main(void) {}\n";

static void write_trace(const c_trace *t, page *out) {
  evidence_source s = {0};
  char *name = file_name;
  text words;
  vec_push(&job, &s.files, name);
  out->length = 0;
  text_init(&words, keep_page, out);
  c_trace_write(&s, "safety", t, &words);
  CHECK(text_end(&words));
}

static report last;

static bool read_trace(const page *from, c_trace *out) {
  lines v;
  evidence_top top;
  memset(&last, 0, sizeof last);
  lines_begin(&v, &job, "prog.trace", from->at, from->length, &last);
  return source_read(&v, &top) && c_trace_read(&v, &top, out);
}

static void make_trace(c_trace *t) {
  char why[C_REPLAY_WHY];
  make_program();
  CHECK(record(CFA_CHECK_BOUNDS | CFA_CHECK_OVERFLOW, failing, 3, t, why));
  c_trace_add_file(&job, t, program, strlen(program));
}

static void test_file(void) {
  static page first, second;
  char why[C_REPLAY_WHY];
  c_trace t, again;
  make_trace(&t);
  write_trace(&t, &first);
  CHECK(strstr(first.at, "\ncall \"any\" 0 32 -3 \"prog.c\" 1 3\n"));
  CHECK(strstr(first.at, "\ncall \"any\" 0 8 200 \"prog.c\" 2 3\n"));
  CHECK(strstr(first.at, "\nchecks bounds overflow\n"));
  CHECK(strstr(first.at, "\nerror call \"reach_error\" \"prog.c\" 5 3\nend\n"));
  CHECK(read_trace(&first, &again));
  write_trace(&again, &second);
  CHECK(strcmp(first.at, second.at) == 0);
  CHECK(c_replay(&job, &ticks, &made, &again, why));
  CHECK(c_trace_is_of(&again, 0, program, strlen(program)));
  CHECK(!c_trace_is_of(&again, 0, program, strlen(program) - 1));
  CHECK(!c_trace_is_of(&again, 1, program, strlen(program)));
}

/* Values at the ends of their ranges, and each kind of input. */
static void test_values(void) {
  static page first;
  static const unsigned widths[] = {1, 7, 8, 31, 32, 63, 64};
  c_trace t = {.pointer_bits = 64}, again;
  t.failure = (c_failure){.is_fault = true, .fault = CFA_FAULT_NULL};
  t.failure.name = t.failure.place.file = "";
  made_begin(64);
  c_trace_add_file(&job, &t, "", 0);
  for (unsigned n = 0; n < 7 * 5 * 2; n++) {
    unsigned w = widths[n / 10];
    uint64_t sign = UINT64_C(1) << (w - 1);
    uint64_t values[] = {0, 1, sign, sign - 1, bits_mask(w)};
    c_trace_input i = {.kind = (cfa_input_kind)(n % 7),
                       .name = n % 3 ? "a \"name\"\n" : "",
                       .offset = n,
                       .width = (uint8_t)w,
                       .is_signed = n % 2,
                       .value = values[n / 2 % 5],
                       .place = {"a b.c", n, 7 * n}};
    i.is_pointer = w == 64 && !i.value;
    vec_push(&job, &t.inputs, i);
  }
  write_trace(&t, &first);
  CHECK(read_trace(&first, &again) && again.inputs.count == t.inputs.count);
  for (size_t n = 0; n < again.inputs.count; n++) {
    const c_trace_input *a = &t.inputs.at[n], *b = &again.inputs.at[n];
    CHECK(a->value == b->value && a->width == b->width && a->kind == b->kind);
    CHECK(strcmp(a->name, b->name) == 0 && a->is_pointer == b->is_pointer);
    CHECK(a->offset == b->offset && a->place.column == b->place.column);
  }
}

static void exchange(const page *from, const char *old, const char *fresh,
                     page *out) {
  const char *at = strstr(from->at, old);
  CHECK(at);
  if (!at)
    return;
  int n = snprintf(out->at, LONGEST, "%.*s%s%s", (int)(at - from->at), from->at,
                   fresh, at + strlen(old));
  out->length = (size_t)n;
}

static const struct wrong {
  const char *old, *fresh;
  bool is_read; /* but replay refuses it */
} wrongs[] = {
    {"claim violated", "claim holds", false},
    {"sha256 1", "sha256 2", false},
    {"pointers 32", "pointers 33", false},
    {"pointers 32", "pointers 64", true},
    {"bounds overflow", "overflow bounds", false},
    {"bounds overflow", "bounds bounds", false},
    {"bounds overflow", "bound", false},
    {"inputs 3", "inputs 4", false},
    {"inputs 3", "inputs 2", false},
    {"inputs 3", "inputs 99999999999", false},
    {"call \"any\" 0 32", "calls \"any\" 0 32", false},
    {"call \"any\" 0 32", "external \"any\" 0 32", true},
    {"call \"any\" 0 32", "call \"other\" 0 32", true},
    {"call \"any\" 0 32", "call \"any\" 1 32", true},
    {"call \"any\" 0 32", "call \"any\" 0 31", true},
    {"call \"any\" 0 32", "call \"any\" 0 0", false},
    {"call \"any\" 0 32", "call \"any\" 0 65", false},
    {"call \"any\" 0 32", "call \"any\" 0 32 pointer", false},
    {"0 32 -3 ", "0 32 -2147483649 ", false},
    {"0 32 -3 ", "0 32 4294967296 ", false},
    {"0 32 -3 ", "0 32 -4 ", true},
    {"0 32 -3 ", "0 32 - ", false},
    {"0 8 200 ", "0 8 256 ", false},
    {"0 8 200 ", "0 8 201 ", true},
    {"\"prog.c\" 1 3", "\"prog.c\" 2 3", true},
    {"\"prog.c\" 1 3", "\"prog.c\" 1 4", true},
    {"\"prog.c\" 1 3", "\"frog.c\" 1 3", true},
    {"\"prog.c\" 1 3", "\"prog.c\" 1", false},
    {"error call \"reach_error\"", "error assertion \"reach_error\"", true},
    {"error call \"reach_error\"", "error call \"\"", true},
    {"error call \"reach_error\"", "error calls \"reach_error\"", false},
    {"error call \"reach_error\"", "fault none", false},
    {"error call \"reach_error\"", "fault bounds", true},
    {"\"prog.c\" 5 3", "\"prog.c\" 6 3", true},
    {"\nend\n", "\nend\nend\n", false},
    {"\nend\n", "\n", false},
};

static void test_wrong(void) {
  static page first, spoilt;
  char why[C_REPLAY_WHY];
  c_trace t, again;
  make_trace(&t);
  write_trace(&t, &first);
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
    exchange(&first, wrongs[i].old, wrongs[i].fresh, &spoilt);
    bool is_read = read_trace(&spoilt, &again);
    CHECK(is_read == wrongs[i].is_read);
    if (is_read != wrongs[i].is_read)
      printf("  %s -> %s\n", wrongs[i].old, wrongs[i].fresh);
    CHECK(is_read || (last.count == 1 && last.entries[0].line));
    CHECK(!is_read || !c_replay(&job, &ticks, &made, &again, why));
  }
}

static uint32_t roll(uint32_t below) {
  static uint64_t state = 9;
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)(state >> 33) % below;
}

/* One byte changed, dropped or doubled: never a crash; and what is accepted is
 * what happens, since it is what a new recording says. */
static void test_spoilt(void) {
  static page first, spoilt, other;
  static const char bytes[] = "0123456789 \"\n-abcu";
  char why[C_REPLAY_WHY];
  c_trace t, again, fresh;
  unsigned accepted = 0;
  make_trace(&t);
  write_trace(&t, &first);
  for (int n = 0; n < 4000; n++) {
    size_t at = roll((uint32_t)first.length), from = at + roll(3);
    from = from > first.length ? first.length : from;
    memcpy(spoilt.at, first.at, at);
    spoilt.at[at] = bytes[roll(sizeof bytes - 1)];
    memcpy(spoilt.at + at + 1, first.at + from, first.length - from + 1);
    spoilt.length = first.length - from + at + 1;
    if (!read_trace(&spoilt, &again) ||
        !c_replay(&job, &ticks, &made, &again, why))
      continue;
    uint64_t values[8];
    for (size_t i = 0; i < again.inputs.count && i < 8; i++)
      values[i] = again.inputs.at[i].value;
    CHECK(record(again.checks, values, again.inputs.count, &fresh, why));
    CHECK(fresh.inputs.count == again.inputs.count);
    fresh.hashes.count = 0;
    c_trace_add_file(&job, &fresh, program, strlen(program));
    memcpy(fresh.hashes.at, again.hashes.at, sizeof *fresh.hashes.at);
    for (size_t i = 0; i < fresh.inputs.count; i++)
      fresh.inputs.at[i].is_signed = again.inputs.at[i].is_signed;
    write_trace(&fresh, &other);
    write_trace(&again, &spoilt);
    CHECK(strcmp(other.at, spoilt.at) == 0);
    accepted++;
  }
  CHECK(accepted < 2000);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  test_record();
  test_file();
  test_values();
  test_wrong();
  test_spoilt();
  mem_clear(&job);
  return check_end();
}
