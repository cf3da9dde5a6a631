/* The bytes are a sequence of calls of the public header. Any may be refused;
 * none may find a bug, and engines and options may not change an answer. */
#include <custos/custos.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct play {
  custos *c;
  const uint8_t *at, *end;
  int known; /* the answer to the problem as it is now; -1: none yet */
  int solves;
} play;

static uint32_t next(play *p, uint32_t below) {
  return p->at < p->end ? *p->at++ % below : 0;
}

/* Whether it worked. */
static int tried(play *p, custos_status s) {
  const custos_error *e = custos_last_error(p->c);
  if (s == CUSTOS_ERR_BUG)
    abort();
  if (s != CUSTOS_OK && (e->status != s || e->message[0] == '\0'))
    abort();
  return s == CUSTOS_OK;
}

/* One that changes the problem. */
static void changed(play *p, custos_status s) {
  tried(p, s);
  p->known = -1;
}

static int drop(void *self, const char *text, size_t length) {
  size_t *sum = self;
  for (size_t i = 0; i < length; i++) /* so that every byte is looked at */
    *sum += (unsigned char)text[i];
  return 0;
}

static void number(play *p, int64_t *out) {
  static const int64_t values[] = {
      0, 1, 2, -1, -2, 7, INT64_MAX, INT64_MIN, INT64_C(1) << 62};
  *out = values[next(p, sizeof values / sizeof *values)];
}

static uint32_t symbol(play *p) {
  uint32_t n = next(p, 8);
  return n == 7 ? CUSTOS_ANY : n == 6 ? CUSTOS_EPSILON : n;
}

/* A semiring: least costs up to 255. */

static void infinite(void *self, void *out) {
  (void)self;
  *(uint8_t *)out = 255;
}
static void nothing(void *self, void *out) {
  (void)self;
  *(uint8_t *)out = 0;
}
static void least(void *self, void *out, const void *a, const void *b) {
  uint8_t x = *(const uint8_t *)a, y = *(const uint8_t *)b;
  (void)self;
  *(uint8_t *)out = x < y ? x : y;
}
static void both(void *self, void *out, const void *a, const void *b) {
  int sum = *(const uint8_t *)a + *(const uint8_t *)b;
  (void)self;
  *(uint8_t *)out = (uint8_t)(sum > 255 ? 255 : sum);
}
static int same(void *self, const void *a, const void *b) {
  (void)self;
  return *(const uint8_t *)a == *(const uint8_t *)b;
}

static void name(play *p) {
  char text[3] = {(char)('a' + next(p, 5)), '\0', '\0'};
  uint32_t n;
  if (next(p, 2))
    changed(p, custos_state(p->c, text, &n));
  else
    changed(p, custos_symbol(p->c, text, &n));
}

static void rule(play *p) {
  static const char *const actions[] = {NULL, "act", "\"\n"};
  int64_t weight[64] = {0};
  custos_rule r = {.from = next(p, 6), .top = symbol(p), .to = next(p, 6)};
  r.length = next(p, 4);
  r.push[0] = symbol(p);
  r.push[1] = symbol(p);
  for (int i = 0; i < 2; i++)
    number(p, &weight[i]);
  r.weight = next(p, 4) ? weight : NULL;
  r.action = actions[next(p, 3)];
  changed(p, custos_add_rule(p->c, &r, NULL));
  if (custos_rule_at(p->c, next(p, 20), &r) == CUSTOS_OK &&
      r.from >= custos_state_count(p->c))
    abort();
}

static void set(play *p) {
  static const char *const texts[] = {
      "< a , [a] >",        "< [a,b] , .* >",      "< b , >",
      "< a , ([a]?[b])* >", "< a , [^a] > | <b,>", "< a , a",
      "< e , . . >"};
  custos_side side = next(p, 2) ? CUSTOS_FINAL : CUSTOS_INITIAL;
  uint32_t n;
  switch (next(p, 4)) {
  case 0:
    changed(p, custos_add_extra_state(p->c, side, "x", &n));
    if (tried(p, custos_add_edge(p->c, side, next(p, 5), symbol(p), n)))
      changed(p, custos_set_accepting(p->c, side, n));
    break;
  case 1:
    n = next(p, 5);
    changed(p, custos_add_edge(p->c, side, n, symbol(p), next(p, 5)));
    break;
  case 2:
    changed(p, custos_set_accepting(p->c, side, next(p, 5)));
    break;
  default:
    n = next(p, sizeof texts / sizeof *texts);
    changed(p, custos_add_configurations(p->c, side, texts[n]));
  }
}

static void weights(play *p) {
  static const custos_semiring ring = {.size = 1,
                                       .zero = infinite,
                                       .one = nothing,
                                       .combine = least,
                                       .extend = both,
                                       .equal = same};
  uint8_t is_signed[2] = {(uint8_t)next(p, 2), (uint8_t)next(p, 2)};
  if (next(p, 3))
    changed(p, custos_set_weights(p->c, next(p, 3), is_signed));
  else
    changed(p, custos_set_semiring(p->c, &ring));
}

static void option(play *p) {
  static const char *const pairs[][2] = {
      {"engine", "pre"},    {"engine", "post"},    {"engine", "dual"},
      {"engine", "auto"},   {"trace", "any"},      {"trace", "shortest"},
      {"trace", "longest"}, {"trace", "none"},     {"trace", "auto"},
      {"reduction", "yes"}, {"reduction", "no"},   {"certify", "yes"},
      {"certify", "no"},    {"max-steps", "3"},    {"engine", "steam"},
      {"dense-from", "0"},  {"dense-from", "1000"}};
  uint32_t n = next(p, sizeof pairs / sizeof *pairs);
  tried(p, custos_set(p->c, pairs[n][0], pairs[n][1]));
}

static void load(play *p) {
  static const struct {
    const char *lang, *text;
  } files[] = {
      {"pds", "a a -> b b a : 1\nb b -> a @ act\nb * -> b\n"},
      {"pds", "weights int\na a -> b : -2\na b -> a a b : 1\n"
              "init < a , a* >\nfinal < b , b* >\n"},
      {"pds", "a a ->\n"},
      {"json", "{\"pda\":{\"states\":{\"a\":{\"a\":{\"to\":\"b\","
               "\"swap\":\"b\"}},\"b\":{\"b\":{\"to\":\"a\",\"pop\":\"\"}}}}}"},
      {"automaton", "< a , [a] >\n< b , [b] >\n"}};
  uint32_t n = next(p, sizeof files / sizeof *files);
  changed(p, custos_load_text(p->c, "f", files[n].text, strlen(files[n].text),
                              files[n].lang));
}

static void solve(play *p) {
  custos_result r;
  if (p->solves++ > 8 || !tried(p, custos_solve(p->c, &r)))
    return;
  if (!r.reason || !r.engine || !r.checked)
    abort();
  if (r.reachable < 0)
    return;
  if (p->known >= 0 && p->known != r.reachable)
    abort();
  p->known = r.reachable;
}

static void ask(play *p) {
  custos_step s;
  uint8_t value;
  int found = 1;
  size_t sum = 0;
  switch (next(p, 5)) {
  case 0:
    if (!tried(p, custos_trace_rewind(p->c)))
      return;
    for (int i = 0; i < 50 && found; i++) {
      if (!tried(p, custos_trace_next(p->c, &s, &found)))
        return;
      for (size_t k = 0; found && k < s.depth; k++)
        if (!custos_symbol_name(p->c, s.stack[k]))
          abort();
    }
    return;
  case 1:
    tried(p, custos_write_evidence(p->c, drop, &sum));
    return;
  case 2:
    tried(p, custos_write(p->c, (custos_format)next(p, 7), drop, &sum));
    return;
  case 3:
    tried(p, custos_value(p->c, &value));
    return;
  default:
    sum = next(p, 6);
    tried(p, custos_value_at(p->c, (uint32_t)sum, symbol(p), &value));
  }
}

static void step(play *p) {
  switch (next(p, 13)) {
  case 0:
  case 1:
    name(p);
    break;
  case 2:
  case 3:
    rule(p);
    break;
  case 4:
  case 5:
    set(p);
    break;
  case 6:
    weights(p);
    break;
  case 7:
    option(p);
    break;
  case 8:
    load(p);
    break;
  case 9:
  case 10:
    solve(p);
    break;
  case 11:
    ask(p);
    break;
  default:
    if (next(p, 4) == 0)
      custos_clear(p->c);
    else /* a call that fails may empty the problem */
      custos_fail_allocation(p->c, (int64_t)next(p, 40) - 1);
    p->known = -1;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  play p = {.c = custos_new(), .at = data, .end = data + size, .known = -1};
  if (!p.c)
    return 0;
  tried(&p, custos_set(p.c, "memory", "64"));
  tried(&p, custos_set(p.c, "time", "1"));
  for (int calls = 0; p.at < p.end && calls < 400; calls++)
    step(&p);
  custos_delete(p.c);
  return 0;
}
