/* Steps, properties, and replay: runs that are right, and each of them spoilt
 * in one place. */
#include "tests/unit/models.h"

/* 's' has three steps, of two bytes, none and one. */
static void test_faults(model_steps *s) {
  model_fault f = {.severity = MODEL_NOTE, .step = 0, .line = 5, .column = 6};
  CHECK(s->worst == MODEL_NOTE);
  model_steps_fault(s, &f, "wrong %d", 7);
  CHECK(s->worst == MODEL_NOTE && s->faults.count == 1);
  f.severity = MODEL_UNDEFINED;
  f.step = 2;
  model_steps_fault(s, &f, "%500d", 1); /* longer than usual */
  f.severity = MODEL_ERROR;
  f.step = MODEL_NONE;
  model_steps_fault(s, &f, "last");
  CHECK(s->worst == MODEL_UNDEFINED && s->faults.count == 3);
  const model_fault *second = s->faults.at + 1;
  CHECK(second->length == 500 && strlen(model_fault_text(s, second)) == 500);
  model_steps_drop(s, 3);
  CHECK(s->steps.count == 3 && s->faults.count == 3);
  model_steps_drop(s, 1); /* and the fault of the third */
  CHECK(s->steps.count == 1 && s->bytes.count == 2);
  CHECK(s->faults.count == 2 && s->worst == MODEL_ERROR);
  CHECK(strcmp(model_fault_text(s, &s->faults.at[0]), "wrong 7") == 0);
  CHECK(strcmp(model_fault_text(s, &s->faults.at[1]), "last") == 0);
  CHECK(s->faults.at[0].line == 5 && s->faults.at[0].column == 6);
}

static void test_steps(void) {
  models *x = models_new();
  model_steps *s = &x->steps;
  memcpy(model_steps_add(s, 2), "ab", 2);
  model_steps_add(s, 0);
  memcpy(model_steps_add(s, 1), "c", 1);
  CHECK(s->steps.count == 3 && s->steps.at[2].at == 2);
  CHECK(s->steps.at[1].size == 0 && s->steps.at[1].label == MODEL_NONE);
  test_faults(s);
  model_steps_reset(s);
  CHECK(s->faults.count == 0 && s->worst == MODEL_NOTE);
  CHECK(s->steps.count == 0 && s->bytes.count == 0);
  model_steps_free(s);
  models_delete(x);
}

static void test_properties(void) {
  models *x = models_new();
  model *y = &x->model;
  model_text f = {"f", 1}, g = {"g", 1}, none = {NULL, 0};
  CHECK(model_add_property(&x->mem, y, f, g, 1, 2));
  CHECK(!model_add_property(&x->mem, y, f, none, 1, 2));
  CHECK(model_add_property(&x->mem, y, g, none, 3, 4));
  CHECK(y->properties.count == 2 && y->property_text.count == 1);
  CHECK(y->properties.at[1].length == 0 && y->properties.at[1].line == 3);
  models_delete(x);
}

/* Adds a state by its numbers, and the action of the step that leaves it. */
static void add_state(models *x, model_run *run, const int64_t *numbers,
                      const char *action) {
  uint8_t bytes[16];
  uint32_t size;
  CHECK(x->model.ops->from_numbers(&x->model, numbers, bytes, &size));
  if (run->at.count == 0)
    vec_push(&x->mem, &run->at, 0);
  for (uint32_t i = 0; i < size; i++)
    vec_push(&x->mem, &run->bytes, bytes[i]);
  vec_push(&x->mem, &run->at, run->bytes.count);
  uint32_t label = action ? names_find(&x->model.labels, action, strlen(action))
                          : MODEL_NONE;
  vec_push(&x->mem, &run->labels, label);
  run->count++;
}

/* A run of a transition system: states are digits; an action, if there is one,
 * is the letter behind. The loop begins behind '(': "0a(1b2)". */
static model_run run_of(models *x, const char *at) {
  model_run run = {0};
  size_t loop = SIZE_MAX;
  for (; *at; at++) {
    char action[2] = {at[1], '\0'};
    bool has_action = at[1] >= 'a' && at[1] <= 'z';
    int64_t number = *at - '0';
    if (*at == '(')
      loop = run.count;
    if (*at < '0' || *at > '9')
      continue;
    add_state(x, &run, &number, has_action ? action : NULL);
  }
  run.loop = loop == SIZE_MAX ? run.count : loop;
  return run;
}

static const char graph[] = "states s0 s1 s2 s3\n"
                            "init s0 s3\n"
                            "s0 -> s1 @ a\n"
                            "s0 -> s1\n"
                            "s1 -> s0 @ b\n"
                            "s1 -> s2 @ a\n"
                            "s1 -> s1\n"
                            "prop p : s1 s2\n";

static bool replays(const char *input, const uint64_t *letters,
                    const char *wrong) {
  models *x = models_new();
  model_binding b;
  uint64_t found[16];
  const char *why = NULL;
  CHECK(models_read(x, MODELS_LTS, graph));
  CHECK(models_bind(x, "p\n@a", &b));
  model_run run = run_of(x, input);
  bool good = model_replay(&x->mem, &x->model, &b, &run, found, &why);
  if (good)
    good = !wrong && memcmp(found, letters, run.count * sizeof *found) == 0;
  else if (wrong)
    good = strstr(why, wrong) != NULL;
  if (!good)
    printf("%s: %s\n", input, why ? why : "other letters");
  models_delete(x);
  return good;
}

static void test_replay(void) {
  CHECK(replays("(0a1b)", (uint64_t[]){2, 1}, NULL));
  CHECK(replays("(01b)", (uint64_t[]){0, 1}, NULL));
  CHECK(replays("0a1a(2)", (uint64_t[]){2, 3, 1}, NULL));
  CHECK(replays("0a(1)", (uint64_t[]){2, 1}, NULL));
  CHECK(replays("0a(11)", (uint64_t[]){2, 1, 1}, NULL));
  CHECK(replays("(3)", (uint64_t[]){0}, NULL));
  CHECK(replays("(33)", (uint64_t[]){0, 0}, NULL));
  CHECK(replays("(0b1b)", NULL, "state 0 of the run has no such step"));
  CHECK(replays("(0a1a)", NULL, "state 1 of the run has no such step"));
  CHECK(replays("(0a1)", NULL, "state 1 of the run has no such step"));
  CHECK(replays("(0a2)", NULL, "state 0 of the run has no such step"));
  CHECK(replays("0a1a(2a)", NULL, "state 2 of the run has no such step"));
  CHECK(replays("(1b0a)", NULL, "state 0 of the run is not an initial"));
  CHECK(replays("(0)", NULL, "state 0 of the run has no such step"));
  CHECK(replays("0a1b", NULL, "no loop"));
  CHECK(replays("", NULL, "not well-formed"));
}

static void test_shape(void) {
  models *x = models_new();
  model_binding b;
  uint64_t found[4];
  const char *why = NULL;
  CHECK(models_read(x, MODELS_LTS, graph));
  CHECK(models_bind(x, "p", &b));
  for (int spoilt = 0; spoilt < 5; spoilt++) {
    model_run run = run_of(x, "(0a1b)");
    if (spoilt == 1)
      run.loop = 3;
    if (spoilt == 2)
      run.labels.count = 1;
    if (spoilt == 3)
      run.at.at[1] = 0; /* the second state has two bytes */
    if (spoilt == 4)
      run.bytes.count = 1;
    CHECK(model_replay(&x->mem, &x->model, &b, &run, found, &why) ==
          (spoilt == 0));
    CHECK(model_replay(&x->mem, &x->model, &b, &run, found, &why) ||
          strcmp(why, "the run is not well-formed") == 0);
  }
  models_delete(x);
}

static bool fault_replays(const int64_t (*states)[2], size_t count,
                          const char *wrong) {
  models *x = models_new();
  const char *why = NULL;
  model_run run = {0};
  CHECK(models_read(x, MODELS_GCL,
                    "VAR x : 0..2; BEGIN WHILE TRUE DO IF TRUE -> x := x+1 [] "
                    "x = 1 -> x := 0 FI END END"));
  for (size_t i = 0; i < count; i++)
    add_state(x, &run, states[i], NULL);
  run.loop = count;
  bool good = model_replay_fault(&x->mem, &x->model, &run, &why);
  if (!good)
    good = wrong && strstr(why, wrong);
  else if (wrong)
    good = false;
  models_delete(x);
  return good;
}

static void test_replay_fault(void) {
  static const int64_t s[][2] = {{0, 0}, {0, 1}, {0, 0}, {0, 1},
                                 {0, 2}, {0, 2}, {0, 1}};
  CHECK(fault_replays(s, 5, NULL));
  CHECK(fault_replays(s + 2, 3, NULL));
  CHECK(fault_replays(s, 2, "state 1 of the run is the last, but"));
  CHECK(fault_replays(s + 3, 2, "not an initial state"));
  CHECK(fault_replays(s, 6, "state 4 of the run is one in which the model"));
  static const int64_t t[][2] = {{0, 0}, {0, 2}};
  CHECK(fault_replays(t, 2, "state 0 of the run has no such step"));
  CHECK(fault_replays(t, 0, "not well-formed"));
}

/* A lasso through a faulty state is none. */
static void test_replay_through_fault(void) {
  models *x = models_new();
  model_binding b;
  uint64_t letters[4];
  const char *why;
  model_run run = {0};
  static const int64_t s[] = {0, 0};
  CHECK(models_read(x, MODELS_GCL,
                    "VAR x : 0..2; BEGIN WHILE TRUE DO IF TRUE -> SKIP [] 1/x "
                    "= 1 -> SKIP FI END END"));
  CHECK(models_bind(x, "x = 0", &b));
  add_state(x, &run, s, NULL);
  CHECK(!model_replay(&x->mem, &x->model, &b, &run, letters, &why));
  CHECK(strstr(why, "the model is wrong") != NULL);
  models_delete(x);
}

int main(void) {
  test_steps();
  test_properties();
  test_replay();
  test_shape();
  test_replay_fault();
  test_replay_through_fault();
  return check_end();
}
