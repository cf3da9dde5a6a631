#include "tests/unit/models.h"

#include <stdarg.h>

static bool refuses(const char *input, uint32_t line, uint32_t column,
                    const char *part) {
  return models_refuses(MODELS_LTS, input, line, column, part);
}

static bool refuses_aut(const char *input, uint32_t line, uint32_t column,
                        const char *part) {
  return models_refuses(MODELS_AUT, input, line, column, part);
}

static const char example[] = "# a comment\n"
                              "init b  # comes first\n"
                              "a -> b @ go\n"
                              "  b -> \"c d\" @ \"x y\"\n"
                              "b -> a\n"
                              "prop busy : b \"c d\"\n"
                              "prop none :\n"
                              "\n"
                              "ltl live : G F busy && \"#\" # comment\r\n"
                              "prop busy : b\n"
                              "init a b\n"
                              "\"init\" -> a-b\n"
                              "ltl \"a b\": X p";

static void test_example(void) {
  models *x = models_new();
  model *y = &x->model;
  CHECK(models_read(x, MODELS_LTS, example));
  CHECK(strcmp(y->language, "lts") == 0 && y->most_bytes == 1);
  CHECK(y->number_count == 1 && !y->may_fault);
  CHECK(names_count(&y->labels) == 2 && y->properties.count == 2);
  const model_property *p = y->properties.at;
  CHECK(p[0].line == 9 && p[0].column == 12 && p[0].length == 15);
  CHECK(memcmp(y->property_text.at + p[0].at, "G F busy && \"#\"", 15) == 0);
  CHECK(strcmp(names_text(&y->property_names, p[1].name), "a b") == 0);
  CHECK(p[1].length == 3 && p[1].column == 12);
  y->ops->initial(y, x->scratch, &x->steps);
  CHECK(x->steps.steps.count == 2);
  CHECK(x->steps.bytes.at[0] == 0 && x->steps.bytes.at[1] == 1);
  uint8_t b = 0;
  model_steps_reset(&x->steps);
  y->ops->next(y, x->scratch, &b, 1, &x->steps);
  const model_step *s = x->steps.steps.at;
  CHECK(x->steps.steps.count == 2 && s[0].line == 4 && s[0].column == 3);
  CHECK(strcmp(names_text(&y->labels, s[0].label), "x y") == 0);
  CHECK(x->steps.bytes.at[s[0].at] == 2 && s[1].label == MODEL_NONE);
  CHECK(strcmp(models_show(x, x->steps.bytes.at + s[0].at, 1), "\"c d\"") == 0);
  CHECK(strcmp(models_show(x, &b, 1), "b") == 0);
  model_binding bound;
  uint64_t letter;
  CHECK(models_bind(x, "busy\nnone\n@go\nstate.c d\nstate.b\n@x y", &bound));
  CHECK(bound.action_atoms == 36);
  CHECK(bound.label_letters[0] == 4 && bound.label_letters[1] == 32);
  static const uint64_t letters[] = {17, 0, 9, 0, 0};
  for (uint8_t state = 0; state < 5; state++) {
    CHECK(y->ops->letter(y, &bound, x->scratch, &state, 1, &letter, &x->steps));
    CHECK(letter == letters[state]);
  }
  models_delete(x);
}

static void test_truncation(void) {
  for (size_t n = 0; n < sizeof example; n++) {
    models *x = models_new();
    models_read_bytes(x, MODELS_LTS, example, n, NULL, 0);
    models_delete(x);
  }
}

static void test_errors(void) {
  CHECK(refuses("", 1, 1, "there is no initial state"));
  CHECK(refuses("a -> b\n", 2, 1, "there is no initial state"));
  CHECK(refuses("init", 1, 5, "the text ends where a state"));
  CHECK(refuses("init a :", 1, 8, "':' where a state or the end"));
  CHECK(refuses("init a\na", 2, 2, "the text ends where '->'"));
  CHECK(refuses("init a\na ->\n", 2, 5, "the line ends where a state"));
  CHECK(refuses("init a\na b", 2, 3, "'b' where '->'"));
  CHECK(refuses("init a\na -> b c", 2, 8, "'c' where '@' or the end"));
  CHECK(refuses("init a\na -> b @", 2, 9, "an action"));
  CHECK(refuses("init a\na -> b @ c d", 2, 12, "'d' where the end"));
  CHECK(refuses("init a\n-> b", 2, 1, "'->' where a state"));
  CHECK(refuses("init a\na = b", 2, 3, "'=' cannot be part of a name"));
  CHECK(refuses("init a\na \xC3", 2, 3, "byte 0xc3"));
  CHECK(refuses("init a\n\"b", 2, 1, "has no end"));
  CHECK(refuses("init a\nprop", 2, 5, "the name of a prop"));
  CHECK(refuses("init a\nprop p a", 2, 8, "'a' where ':'"));
  CHECK(refuses("init a\nprop p : @", 2, 10, "'@' where a state or"));
  CHECK(refuses("init a\nprop \"@x\" : a", 2, 6, "cannot begin with '@'"));
  CHECK(refuses("init a\nprop \"state.x\" : a", 2, 6, "cannot begin with"));
  CHECK(refuses("init a\nltl", 2, 4, "the name of a formula"));
  CHECK(refuses("init a\nltl f g", 2, 7, "'g' where ':'"));
  CHECK(refuses("init a\nltl f :  # none", 2, 10, "ends where a formula"));
  CHECK(refuses("init a\nltl f :\n", 2, 8, "the line ends where a formula"));
  CHECK(refuses("init a\nltl f : p\nltl f : q", 3, 1, "a second formula 'f'"));
  CHECK(refuses("a -> b\nstates a b", 2, 1, "before the first use"));
  CHECK(refuses("states pear apple\ninit pears", 2, 6, "mean 'pear'"));
  CHECK(refuses("states a\ninit a\na -> xyz", 3, 6, "no state 'xyz'"));
  CHECK(refuses("states a @", 1, 10, "'@' where a state or"));
  models *x = models_new();
  CHECK(!models_read(x, MODELS_LTS, "a\n: b\nc -> d @\ne -> f\n"));
  CHECK(x->report.count == 3 && x->report.entries[2].line == 3);
  models_delete(x);
}

static void test_aut_errors(void) {
  CHECK(refuses_aut("", 1, 1, "'des (first"));
  CHECK(refuses_aut("\n\n", 2, 1, "'des (first"));
  CHECK(refuses_aut("dos (0,0,1)", 1, 1, "'des (first"));
  CHECK(refuses_aut("des 0,0,1)", 1, 5, "'('"));
  CHECK(refuses_aut("des (x,0,1)", 1, 6, "a number"));
  CHECK(refuses_aut("des (0 0,1)", 1, 8, "','"));
  CHECK(refuses_aut("des (0,0,1", 1, 11, "')'"));
  CHECK(refuses_aut("des (0,0,1) x", 1, 13, "should end"));
  CHECK(refuses_aut("des (1,0,1)", 1, 6, "none of the states"));
  CHECK(refuses_aut("des (0,0,0)", 1, 6, "none of the states"));
  CHECK(refuses_aut("des (0,0,4294967295)", 1, 10, "too large"));
  CHECK(refuses_aut("des (0,1,1)", 1, 1, "after 0 transitions"));
  CHECK(refuses_aut("des (0,0,1)\n(0,a,0)", 2, 1, "more transitions"));
  CHECK(refuses_aut("des (0,1,1)\n0,a,0)", 2, 1, "'(from, label, to)'"));
  CHECK(refuses_aut("des (0,1,1)\n(0,a,1)", 2, 6, "no such state"));
  CHECK(refuses_aut("des (0,1,1)\n(1,a,0)", 2, 2, "no such state"));
  CHECK(refuses_aut("des (0,1,1)\n(0,0)", 2, 4, "a label, ','"));
  CHECK(refuses_aut("des (0,1,1)\n(0, ,0)", 2, 5, "a label"));
  CHECK(refuses_aut("des (0,1,1)\n(0,\"a,0)", 2, 4, "no second quote"));
  CHECK(refuses_aut("des (0,1,1)\n(0,\",0)", 2, 4, "no second quote"));
  CHECK(refuses_aut("des (0,1,1)\n(0,a\x01,0)", 2, 5, "control character"));
  CHECK(refuses_aut("des (0,1,1)\n(0,\xFF,0)", 2, 4, "not valid UTF-8"));
  CHECK(refuses_aut("des (0,1,1)\n(0,a,0", 2, 7, "')'"));
  CHECK(refuses_aut("des (0,1,1)\n(0,a,0) (", 2, 9, "should end"));
}

static void test_aut(void) {
  models *x = models_new();
  model *y = &x->model;
  model_binding b;
  uint64_t letter;
  CHECK(models_read(x, MODELS_AUT,
                    "des(1, 3 ,300)\r\n( 299 , \"PUT !\"x\", y\" , 1 )\n\n"
                    " (1,a, b,299)\n(1,\"\",0)\n"));
  CHECK(y->most_bytes == 2 && strcmp(y->language, "aut") == 0);
  CHECK(strcmp(names_text(&y->labels, 0), "PUT !\"x\", y") == 0);
  CHECK(strcmp(names_text(&y->labels, 1), "a, b") == 0);
  CHECK(strcmp(names_text(&y->labels, 2), "") == 0);
  uint8_t state[2];
  uint32_t size;
  int64_t number = 299;
  CHECK(y->ops->from_numbers(y, &number, state, &size) && size == 2);
  CHECK(strcmp(models_show(x, state, 2), "299") == 0);
  CHECK(models_bind(x, "state.299\n@a, b\n@\nstate.0", &b));
  CHECK(y->ops->letter(y, &b, x->scratch, state, 2, &letter, &x->steps));
  CHECK(letter == 1 && b.label_letters[2] == 4);
  y->ops->next(y, x->scratch, state, 2, &x->steps);
  CHECK(x->steps.steps.count == 1 && x->steps.bytes.at[0] == 1);
  CHECK(x->steps.steps.at[0].line == 2 && x->steps.steps.at[0].column == 1);
  number = 300;
  CHECK(!y->ops->from_numbers(y, &number, state, &size));
  number = -1;
  CHECK(!y->ops->from_numbers(y, &number, state, &size));
  models_delete(x);
  /* Many states that nobody mentions cost nothing. */
  x = models_new();
  x->budget.limit = 100000;
  CHECK(models_read(x, MODELS_AUT, "des (4294967293,0,4294967294)"));
  number = 4294967293;
  uint8_t large[4];
  CHECK(x->model.ops->from_numbers(&x->model, &number, large, &size));
  CHECK(strcmp(models_show(x, large, 4), "4294967293") == 0);
  models_delete(x);
}

static void test_atom_errors(void) {
  static const char p[] = "init pear\npear -> b @ gone\nprop busy : b\n";
  static const char q[] = "des (0,1,2)\n(0,gone,1)";
  CHECK(models_refuses_atom(MODELS_LTS, p, "busi", "(did you mean 'busy'?)"));
  CHECK(models_refuses_atom(MODELS_LTS, p, "pear", "no prop 'pear'"));
  CHECK(models_refuses_atom(MODELS_LTS, p, "@done", "no action 'done' (did"));
  CHECK(models_refuses_atom(MODELS_LTS, p, "state.bear", "no state 'bear' (d"));
  CHECK(models_refuses_atom(MODELS_AUT, q, "busy", "no prop 'busy'"));
  CHECK(models_refuses_atom(MODELS_AUT, q, "state.2", "no state '2'"));
  CHECK(models_refuses_atom(MODELS_AUT, q, "state.01", "no state '01'"));
  CHECK(models_refuses_atom(MODELS_AUT, q, "state.", "no state ''"));
  CHECK(models_refuses_atom(MODELS_AUT, q, "state.99999999999", "no state"));
  char many[2 * 65 + 1] = "";
  for (int i = 0; i < 65; i++) {
    many[2 * i] = (char)('0' + i);
    many[2 * i + 1] = '\n';
  }
  CHECK(models_refuses_atom(MODELS_LTS, p, many, "more than 64 atoms"));
}

/* Random graphs, against lists. */

enum { MOST_STATES = 300, MOST_EDGES = 900, MOST_FACTS = 40, PROPS = 4 };

/* What is in the file, in its order; names are 's' and a number, which is
 * that of the first mention. */
typedef struct lists {
  uint64_t seed;
  uint32_t states, edges, facts, actions, initials;
  uint32_t from[MOST_EDGES], to[MOST_EDGES], action[MOST_EDGES]; /* 0: none */
  uint32_t line[MOST_EDGES];
  uint32_t prop[MOST_FACTS], state[MOST_FACTS];
  uint32_t initial[MOST_STATES];
  char *out;
  size_t length;
} lists;

static uint32_t pick(lists *l, uint32_t n) {
  return models_random(&l->seed, n);
}

/* Appends to the text, which has room enough. */
base_printf(2, 3) static void put(lists *l, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  l->length += (size_t)vsnprintf(l->out + l->length, 100, format, arguments);
  va_end(arguments);
}

/* A state that is known, or the next one. */
static uint32_t pick_state(lists *l) {
  if (l->states < MOST_STATES && (l->states == 0 || pick(l, 4) == 0))
    return l->states++;
  return pick(l, l->states);
}

static void add_initial(lists *l, uint32_t state) {
  for (uint32_t i = 0; i < l->initials; i++)
    if (l->initial[i] == state)
      return;
  l->initial[l->initials++] = state;
}

static void add_line(lists *l, uint32_t line) {
  uint32_t kind = pick(l, 12), a = pick_state(l), b;
  if (line == 1 || kind == 0) {
    add_initial(l, a);
    put(l, "init s%u\n", (unsigned)a);
  } else if (kind == 1 && l->facts < MOST_FACTS) {
    l->prop[l->facts] = pick(l, PROPS);
    l->state[l->facts] = a;
    put(l, "prop p%u : s%u\n", (unsigned)l->prop[l->facts], (unsigned)a);
    l->facts++;
  } else {
    uint32_t e = l->edges++;
    b = pick_state(l);
    l->from[e] = a;
    l->to[e] = b;
    l->line[e] = line;
    l->action[e] = pick(l, 2) * (1 + pick(l, 5));
    put(l, "s%u -> s%u", (unsigned)a, (unsigned)b);
    if (l->action[e])
      put(l, " @ x%u", (unsigned)l->action[e]);
    put(l, "\n");
  }
}

static bool same_step(models *x, const lists *l, uint32_t e,
                      const model_step *step) {
  char action[20];
  int64_t to;
  const model *y = &x->model;
  y->ops->numbers(y, x->steps.bytes.at + step->at, step->size, &to);
  snprintf(action, sizeof action, "x%u", (unsigned)l->action[e]);
  return to == l->to[e] && (l->line[e] == 0 || step->line == l->line[e]) &&
         (l->action[e]
              ? step->label != MODEL_NONE &&
                    strcmp(names_text(&y->labels, step->label), action) == 0
              : step->label == MODEL_NONE);
}

static bool same_graph(models *x, const lists *l) {
  const model *y = &x->model;
  bool same = true;
  int64_t number;
  model_steps_reset(&x->steps);
  y->ops->initial(y, x->scratch, &x->steps);
  same = x->steps.steps.count == l->initials;
  for (uint32_t i = 0; same && i < l->initials; i++) {
    const model_step *s = &x->steps.steps.at[i];
    y->ops->numbers(y, x->steps.bytes.at + s->at, s->size, &number);
    same = number == l->initial[i];
  }
  for (uint32_t state = 0; same && state < l->states; state++) {
    uint8_t bytes[4];
    uint32_t size, seen = 0;
    number = state;
    same = y->ops->from_numbers(y, &number, bytes, &size);
    model_steps_reset(&x->steps);
    y->ops->next(y, x->scratch, bytes, size, &x->steps);
    for (uint32_t e = 0; same && e < l->edges; e++)
      if (l->from[e] == state)
        same = seen < x->steps.steps.count &&
               same_step(x, l, e, &x->steps.steps.at[seen++]);
    same = same && seen == x->steps.steps.count;
  }
  number = l->states;
  uint8_t bytes[4];
  uint32_t size;
  return same && !y->ops->from_numbers(y, &number, bytes, &size);
}

static bool same_letters(models *x, const lists *l) {
  const model *y = &x->model;
  model_binding b;
  bool known[PROPS] = {false}, same = true;
  char atoms[200] = "state.s0";
  for (uint32_t i = 0; i < l->facts; i++)
    known[l->prop[i]] = true;
  for (int p = 0; p < PROPS; p++)
    if (known[p])
      snprintf(atoms + strlen(atoms), 20, "\np%d", p);
  same = models_bind(x, atoms, &b);
  for (uint32_t state = 0; same && state < l->states; state++) {
    uint8_t bytes[4];
    uint32_t size;
    int64_t number = state;
    uint64_t letter, wanted = state == 0;
    y->ops->from_numbers(y, &number, bytes, &size);
    for (int p = 0, bit = 1; p < PROPS; p++) {
      for (uint32_t i = 0; i < l->facts; i++)
        if (l->prop[i] == (uint32_t)p && l->state[i] == state)
          wanted |= UINT64_C(1) << bit;
      bit += known[p];
    }
    same = y->ops->letter(y, &b, x->scratch, bytes, size, &letter, &x->steps) &&
           letter == wanted;
  }
  return same;
}

/* Written as .lts or .aut and read again. */
static models *again(models *x, bool is_aut) {
  text out;
  desk_empty(&x->written);
  text_init(&out, desk_add, &x->written);
  bool good = true;
  if (is_aut)
    good = aut_write(&x->model, &out);
  else
    lts_write(&x->model, &out);
  text_end(&out);
  CHECK(good || x->written.count == 0);
  models *y = models_new();
  if (good)
    good = models_read_bytes(y, is_aut ? MODELS_AUT : MODELS_LTS, x->written.at,
                             x->written.count, NULL, 0);
  if (good)
    return y;
  models_delete(y);
  return NULL;
}

static void test_random_graphs(void) {
  enum { GRAPHS = 1500 };
  lists *l = calloc(1, sizeof *l);
  char *out = malloc(100000);
  if (!l || !out)
    abort();
  for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
    *l = (lists){.seed = seed, .out = out};
    uint32_t lines = 1 + pick(l, pick(l, 10) ? 30 : 800);
    for (uint32_t i = 1; i <= lines; i++)
      add_line(l, i);
    models *x = models_new();
    CHECK(models_read_bytes(x, MODELS_LTS, out, l->length, NULL, 0));
    CHECK(same_graph(x, l));
    CHECK(same_letters(x, l));
    memset(l->line, 0, sizeof l->line);
    models *y = again(x, false);
    CHECK(y && same_graph(y, l) && same_letters(y, l));
    models_delete(y);
    y = again(x, true);
    CHECK((y != NULL) == (l->initials == 1));
    if (y) {
      bool has_all = true;
      for (uint32_t e = 0; e < l->edges; e++)
        has_all &= l->action[e] != 0;
      CHECK(same_graph(y, l) || !has_all);
      models_delete(y);
    }
    models_delete(x);
  }
  free(out);
  free(l);
}

static void test_writing(void) {
  models *x = models_new(), *y;
  CHECK(models_read(x, MODELS_LTS, example));
  y = again(x, false);
  CHECK(y && y->model.properties.count == 2);
  CHECK(!again(x, true)); /* two initial states */
  models *z = again(y, false);
  CHECK(z && strcmp(x->written.at, y->written.at) != 0);
  CHECK(strstr(y->written.at, "\"init\" -> a-b\n") != NULL);
  CHECK(strstr(y->written.at, "ltl \"a b\" : X p\n") != NULL);
  models_delete(z);
  models_delete(y);
  models_delete(x);
  x = models_new();
  CHECK(models_read(x, MODELS_LTS, "init a\na -> a @ \"x\\ny\"\n"));
  CHECK(!again(x, true)); /* a label on two lines */
  models_delete(x);
}

/* A long file is read in time that grows with its length alone. */
static void test_long(void) {
  enum { EDGES = 200000 };
  lists *l = calloc(1, sizeof *l);
  if (!l || !(l->out = malloc(EDGES * 40 + 100)))
    abort();
  put(l, "init s0\n");
  for (unsigned i = 0; i < EDGES; i++)
    put(l, "s%u -> s%u @ x%u\n", i / 2, i * 7919U % (EDGES / 2), i % 10);
  models *x = models_new();
  CHECK(models_read_bytes(x, MODELS_LTS, l->out, l->length, NULL, 0));
  CHECK(x->model.most_bytes == 3);
  models_delete(x);
  free(l->out);
  free(l);
}

static void test_allocation(void) {
  models_fail_each(MODELS_LTS, example, "busy\n@go");
}

int main(void) {
  test_example();
  test_truncation();
  test_errors();
  test_aut_errors();
  test_aut();
  test_atom_errors();
  test_random_graphs();
  test_writing();
  test_long();
  test_allocation();
  return check_end();
}
