#include "tests/unit/problem.h"

/* The parts of an instance. */
#define NONE "{\"state-names\":false,\"weight-type\":\"none\"},"
#define NAMED "{\"state-names\":true,\"weight-type\":\"none\"},"
#define UINT "{\"state-names\":false,\"weight-type\":\"uint\"},"
#define EMPTY "{\"accepting\":[],\"edges\":[]}"
#define TWO "," EMPTY "," EMPTY
/* On line 2, so that columns are those of the states' text. */
#define STATES(meta, states)                                                   \
  "{\"instance\":[" meta "\n{\"states\":" states "}" TWO "]}"
/* An automaton on line 2 of a system with states 0 and 1. */
#define AUTOMATON(text)                                                        \
  "{\"instance\":[" NONE "{\"states\":[{},{}]},\n" text "," EMPTY "]}"
#define NAMED_AUTOMATON(text)                                                  \
  "{\"instance\":[" NAMED "{\"states\":{\"pear\":{},\"q\":{}}},\n" text        \
  "," EMPTY "]}"

static const char example[] =
    "{\"instance\":[\n"
    " {\"state-names\":false,\"weight-type\":\"uint\"},\n"
    " {\"states\":[\n"
    "  {\"a\":[{\"to\":1,\"push\":\"b\",\"weight\":1},\n"
    "        {\"to\":0,\"swap\":\"b\",\"weight\":5}],\n"
    "   \"*\":{\"to\":1,\"swap\":\"*\",\"weight\":2}},\n"
    "  {\"b\":{\"to\":1,\"pop\":\"\",\"weight\":1}}]},\n"
    " {\"accepting\":[2],\"edges\":[[0,\"a\",2]]},\n"
    " {\"accepting\":[2,1],\"edges\":[[1,\"late\",2],[2,\"\",3],[3,\"*\",2]]}"
    "]}";

static void test_example(void) {
  problem *x = problem_new();
  pds *p = &x->pds;
  CHECK(problem_read(x, example));
  CHECK(p->rules.count == 4 && pds_state_count(p) == 2);
  CHECK(p->states_are_numbers && p->dimension == 1 && !p->weight_is_vector);
  CHECK(p->has_system && p->has_set[0] && p->has_set[1]);
  const pds_rule *r = p->rules.at;
  CHECK(r[0].line == 4 && r[0].column == 9 && r[0].length == 2);
  CHECK(r[0].push[1] == r[0].top && r[0].to == 1);
  CHECK(r[2].top == PDS_ANY && r[2].push[0] == PDS_ANY && r[2].length == 1);
  CHECK(r[3].length == 0 && p->weights.at[1] == 5);
  const paut *a = &p->sets[PDS_FINAL];
  CHECK(a->edges.count == 3 && a->edges.at[1].label == PAUT_EPSILON);
  CHECK(a->accepting.at[0] == PAUT_EXTRA && a->accepting.at[1] == 1);
  CHECK(strcmp(names_text(&a->extra, 1), "3") == 0);
  CHECK(paut_set_has(a, a->edges.at[2].label, 0));
  CHECK(names_find(&p->symbols, "late", 4) != NAMES_NONE);
  problem *y = problem_again(x, true);
  CHECK(same_problem(p, &y->pds) && y->pds.states_are_numbers);
  problem_delete(y);
  y = problem_again(x, false);
  CHECK(same_problem(p, &y->pds));
  problem_delete(y);
  problem_delete(x);
}

static void test_truncation(void) {
  for (size_t n = 0; n < sizeof example - 1; n++) {
    problem *x = problem_new();
    CHECK(!problem_read_bytes(x, example, n, true));
    CHECK(x->report.count == 1 && x->report.entries[0].line > 0);
    problem_delete(x);
  }
}

static void test_file_errors(void) {
  CHECK(refuses("{}", 1, 2, "'}' where \"instance\""));
  CHECK(refuses("{\"instances\":1}", 1, 2, "unknown key 'instances'"));
  CHECK(refuses("{\"instance\":1}", 1, 13, "a number where the array"));
  CHECK(refuses("{\"instance\":[" NONE "{\"states\":[]}," EMPTY "]}", 1, 98,
                "']' where an automaton"));
  CHECK(refuses("{\"instance\":[" NONE "{\"states\":[]}" TWO ",1]}", 1, 127,
                "a number where ']'"));
  CHECK(refuses("{\"pda\":{\"states\":[]},\"x\":1}", 1, 22, "one key"));
  CHECK(refuses("{\"pda\":{}}", 1, 9, "no 'states'"));
  CHECK(refuses("{\"pda\":{\"state\":[]}}", 1, 9, "a system has 'states'"));
  CHECK(refuses("{\"P-automaton\":{}}", 1, 2, "needs its system"));
}

static void test_meta_errors(void) {
#define META(text) "{\"instance\":[\n{" text "},{\"states\":[]}" TWO "]}"
  CHECK(refuses(META("\"state-names\":false"), 2, 21, "'weight-type' is mis"));
  CHECK(refuses(META("\"weight-type\":\"none\""), 2, 22, "'state-names' is"));
  CHECK(refuses(META("\"state-names\":1"), 2, 16, "a number where true or"));
  CHECK(refuses(META("\"weight-type\":\"real\""), 2, 16,
                "unknown weight type "
                "'real'"));
  CHECK(refuses(META("\"weight-type\":[]"), 2, 16, "at least one dimension"));
  CHECK(refuses(META("\"weight-type\":[\"none\"]"), 2, 17, "unknown weight"));
  CHECK(refuses(META("\"names\":true"), 2, 2,
                "the first object has "
                "'state-names' and 'weight"));
  CHECK(refuses(META("\"state-names\":true,\"state-names\":true"), 2, 21,
                "appears twice"));
#undef META
}

static void test_state_errors(void) {
  CHECK(refuses(STATES(NONE, "{}"), 2, 11, "\"state-names\" is false"));
  CHECK(refuses(STATES(NAMED, "[]"), 2, 11, "\"state-names\" is true"));
  CHECK(refuses(STATES(NONE, "1"), 2, 11, "a number where the array or obj"));
  CHECK(refuses(STATES(NONE, "[1]"), 2, 12, "a number where a state"));
  CHECK(refuses(STATES(NAMED, "{\"p\":{},\"p\":{}}"), 2, 19,
                "the state 'p' appears twice"));
  CHECK(refuses(STATES(NONE, "[{\"\":[]}]"), 2, 13, "an empty label"));
  CHECK(refuses(STATES(NONE, "[{\"a\":[],\"a\":[]}]"), 2, 20,
                "the label 'a' appears twice"));
  CHECK(refuses(STATES(NONE, "[{\"*\":[],\"*\":[]}]"), 2, 20, "'*' appears"));
  CHECK(refuses(STATES(NONE, "[{\"a\":1}]"), 2, 17, "a number where a rule"));
}

#define RULE(rule) STATES(NONE, "[{\"a\":" rule "}]")
#define WEIGHT(weight)                                                         \
  STATES(UINT, "[{\"a\":{\"to\":0,\"pop\":\"\",\"weight\":" weight "}}]")

static void test_rule_errors(void) {
  CHECK(refuses(RULE("{}"), 2, 17, "no 'to'"));
  CHECK(refuses(RULE("{\"to\":0}"), 2, 17, "none of 'pop', 'swap'"));
  CHECK(refuses(RULE("{\"to\":0,\"to\":0}"), 2, 25, "'to' appears twice"));
  CHECK(refuses(RULE("{\"too\":0}"), 2, 18,
                "unknown key 'too': a rule has "
                "'to', 'pop', 'swap', 'push' and "
                "'weight'"));
  CHECK(
      refuses(RULE("{\"to\":0,\"pop\":\"\",\"swap\":\"a\"}"), 2, 34, "two of"));
  CHECK(refuses(RULE("{\"to\":0,\"pop\":\"a\"}"), 2, 31, "the value \"\""));
  CHECK(refuses(RULE("{\"to\":0,\"swap\":\"\"}"), 2, 32, "empty label"));
  CHECK(refuses(RULE("{\"to\":0,\"push\":\"\"}"), 2, 32, "empty label"));
  CHECK(refuses(RULE("{\"to\":0,\"swap\":\"*\"}"), 2, 32, "this head is 'a'"));
  CHECK(refuses(RULE("{\"to\":0,\"push\":\"*\"}"), 2, 32, "which label"));
  CHECK(refuses(RULE("{\"to\":0,\"push\":1}"), 2, 32, "a number where a lab"));
  CHECK(refuses(RULE("{\"to\":\"p\"}"), 2, 23, "a string where the number"));
  CHECK(refuses(RULE("{\"to\":-1}"), 2, 23, "not -1"));
  CHECK(refuses(RULE("{\"to\":1.0}"), 2, 23, "not 1.0"));
  CHECK(refuses(RULE("{\"to\":99999999999}"), 2, 23, "no state 99999999999"));
  CHECK(refuses(RULE("{\"to\":0,\"pop\":\"\",\"weight\":1}"), 2, 43,
                "the weight type is \"none\""));
  CHECK(refuses(STATES(NONE, "[{\"*\":{\"to\":0,\"push\":\"*\"}}]"), 2, 32,
                "which label"));
}

static void test_weight_errors(void) {
  CHECK(refuses(STATES(UINT, "[{\"a\":{\"to\":0,\"pop\":\"\"}}]"), 2, 17,
                "no 'weight'"));
  CHECK(refuses(WEIGHT("-1"), 2, 43, "negative"));
  CHECK(refuses(WEIGHT("1.5"), 2, 43, "not written as an integer"));
  CHECK(refuses(WEIGHT("9223372036854775808"), 2, 43, "not fit 64 bits"));
  CHECK(refuses(WEIGHT("-9223372036854775808"), 2, 43, "not fit 64 bits"));
  CHECK(refuses(WEIGHT("[1]"), 2, 43, "an array where a weight that is a s"));
  CHECK(refuses(WEIGHT("\"1\""), 2, 43, "a string where an integer"));
#define VECTOR(weight)                                                         \
  STATES("{\"state-names\":false,\"weight-type\":[\"uint\",\"int\"]},",        \
         "[{\"a\":{\"to\":0,\"pop\":\"\",\"weight\":" weight "}}]")
  CHECK(refuses(VECTOR("1"), 2, 43, "a number where a weight that is an a"));
  CHECK(refuses(VECTOR("[1]"), 2, 43, "1 dimensions where 2"));
  CHECK(refuses(VECTOR("[1,2,3]"), 2, 43, "3 dimensions where 2"));
  CHECK(refuses(VECTOR("[-1,2]"), 2, 44, "negative"));
  CHECK(refuses(VECTOR("[1,\"\"]"), 2, 46, "a string where an integer"));
  problem *x = problem_new();
  CHECK(problem_read(x, VECTOR("[1,-2]")) && x->pds.dimension == 2);
  CHECK(x->pds.weights.at[1] == -2 && x->pds.weight_is_vector);
  CHECK(!x->pds.is_signed[0] && x->pds.is_signed[1]);
  problem_delete(x);
#undef VECTOR
}

static void test_forward_references(void) {
#define TO(n) "{\"to\":" n ",\"pop\":\"\"}"
  CHECK(refuses(STATES(NONE, "[{\"a\":[" TO("1") "," TO("3") "," TO("2") "]},"
                                                                         "{}]"),
                2, 42, "there is no state 3: the last is 1"));
  CHECK(refuses(STATES(NAMED,
                       "{\"p\":{\"a\":" TO("\"pears\"") "},"
                                                        "\"pear\":{\"a\":" TO(
                                                            "\"zzzzzz\"") "}}"),
                2, 27,
                "'pears' is not a key of \"states\" (did you mean "
                "'pear'?)"));
  problem *x = problem_new();
  CHECK(
      problem_read(x, STATES(NAMED, "{\"p\":{\"a\":" TO("\"q\"") "},"
                                                                 "\"q\":{}}")));
  CHECK(x->pds.rules.at[0].to == 1 && !x->pds.states_are_numbers);
  problem_delete(x);
  x = problem_new();
  CHECK(!problem_read(x, STATES(NAMED, "{\"p\":{\"a\":[" TO("\"x1\"") "," TO(
                                           "\"x2\"") "," TO("\"x1\"") "]}}")));
  CHECK(x->report.count == 2);
  problem_delete(x);
}

static void test_automaton_errors(void) {
  CHECK(refuses(AUTOMATON("[]"), 2, 1, "an array where an automaton"));
  CHECK(refuses(AUTOMATON("{\"edges\":[]}"), 2, 12, "no 'accepting'"));
  CHECK(refuses(AUTOMATON("{\"accepting\":[]}"), 2, 16, "no 'edges'"));
  CHECK(refuses(AUTOMATON("{\"final\":[]}"), 2, 2,
                "an automaton has "
                "'initial', 'accepting' and 'edges'"));
  CHECK(refuses(AUTOMATON("{\"accepting\":[\"p\"]}"), 2, 15,
                "a string where a state, a number"));
  CHECK(refuses(AUTOMATON("{\"accepting\":[-1]}"), 2, 15, "not -1"));
  CHECK(refuses(AUTOMATON("{\"accepting\":[99999999999999999999]}"), 2, 15,
                "does not fit"));
  CHECK(refuses(AUTOMATON("{\"initial\":[2]}"), 2, 13, "no control state 2"));
  CHECK(refuses(AUTOMATON("{\"edges\":[1]}"), 2, 11, "where an edge"));
  CHECK(refuses(AUTOMATON("{\"edges\":[[0,\"a\"]]}"), 2, 17, "']' where a st"));
  CHECK(refuses(AUTOMATON("{\"edges\":[[0,[\"a\"],2]]}"), 2, 14,
                "an array where the label"));
  CHECK(refuses(AUTOMATON("{\"edges\":[[0,\"a\",2,3]]}"), 2, 20, "']' behind"));
  CHECK(refuses(NAMED_AUTOMATON("{\"accepting\":[\"pears\"]}"), 2, 15,
                "there is no state 'pears' (did you mean 'pear'?)"));
  CHECK(refuses(NAMED_AUTOMATON("{\"initial\":[1]}"), 2, 13, "the name of a"));
  problem *x = problem_new();
  CHECK(problem_read(x, NAMED_AUTOMATON("{\"initial\":[\"q\"],\"accepting\":"
                                        "[0],\"edges\":[[\"q\",\"a\",0]]}")));
  CHECK(x->pds.sets[0].accepting.at[0] == PAUT_EXTRA);
  problem_delete(x);
}

static void test_separate_files(void) {
  const char *automaton = "{\"P-automaton\":{\"initial\":[0],\"accepting\":[1],"
                          "\"edges\":[[0,\"a\",1]]}}";
  problem *x = problem_new();
  CHECK(problem_read(x, "{\"pda\":{\"states\":[{\"a\":[{\"to\":0,\"pop\":\"\","
                        "\"weight\":[1,2]},{\"to\":0,\"pop\":\"\",\"weight\":"
                        "[1,-2]}]}]}}"));
  CHECK(x->pds.dimension == 2 && x->pds.weight_is_vector);
  CHECK(!x->pds.is_signed[0] && x->pds.is_signed[1]);
  CHECK(problem_read(x, automaton) && x->pds.has_set[PDS_INITIAL]);
  CHECK(problem_read(x, automaton) && x->pds.has_set[PDS_FINAL]);
  CHECK(!problem_read(x, automaton) &&
        problem_says(x, 1, 2, "a third automaton"));
  x->report.count = 0;
  CHECK(!problem_read(x, "{\"pda\":{\"states\":[]}}") &&
        problem_says(x, 1, 2, "a second system"));
  problem_delete(x);
#define PDA(rules) "{\"pda\":{\"states\":[{\"a\":[\n" rules "]}]}}"
  CHECK(refuses(PDA(TO("0") ",{\"to\":0,\"pop\":\"\",\"weight\":1}"), 2, 45,
                "earlier rules have none"));
  CHECK(refuses(PDA("{\"to\":0,\"pop\":\"\",\"weight\":1}," TO("0")), 2, 30,
                "others have"));
  CHECK(refuses(PDA("{\"to\":0,\"pop\":\"\",\"weight\":1},"
                    "{\"to\":0,\"pop\":\"\",\"weight\":[1]}"),
                2, 56, "single integer"));
  CHECK(refuses(PDA("{\"to\":0,\"pop\":\"\",\"weight\":[]}"), 2, 27, "empty"));
}

/* Pushes that replace the top, wildcards, names that JSON reserves. */
static void test_split(void) {
  size_t split;
  problem *x = problem_new();
  CHECK(problem_read(x, "weights int\n"
                        "p a -> q b c : 7\n"
                        "p * -> q b c : 8\n"
                        "p * -> q * * : 9\n"
                        "split1 \"*\" -> p \"\" \"*\" : -1\n"
                        "p * -> q b * : 1\n"
                        "init < p , . >\n"
                        "final < q , [^a] >\n"));
  const char *json = problem_write(x, true, &split);
  CHECK(split == 2);
  CHECK(strstr(json, "\"split2\":{\"c\":{\"to\":\"q\",\"push\":\"b\","
                     "\"weight\":0}}"));
  CHECK(strstr(json, "{\"to\":\"split2\",\"swap\":\"c\",\"weight\":7}"));
  CHECK(strstr(json, "\"push\":\"empty\",\"weight\":-1"));
  CHECK(strstr(json, "\"star\""));
  problem *y = problem_again(x, true);
  CHECK(pds_state_count(&y->pds) == 5 && y->pds.rules.count == 11);
  CHECK(pds_symbol_count(&y->pds) == 5);
  problem_delete(y);
  problem_delete(x);
  /* Numbered: extra states make room. */
  x = problem_new();
  CHECK(problem_read(x,
                     AUTOMATON("{\"accepting\":[2],\"edges\":[[0,\"a\",2]]}")));
  pds_rule r = {.from = 0, .top = 0, .to = 1, .length = 2, .action = PDS_NONE};
  r.push[0] = 0;
  r.push[1] = names_insert(&x->mem, &x->pds.symbols, "b", 1);
  pds_add_rule(&x->mem, &x->pds, &r, NULL);
  y = problem_again(x, true);
  CHECK(pds_state_count(&y->pds) == 3 && y->pds.states_are_numbers);
  CHECK(y->pds.sets[0].accepting.at[0] == PAUT_EXTRA);
  CHECK(strcmp(names_text(&y->pds.sets[0].extra, 0), "3") == 0);
  problem_delete(y);
  problem_delete(x);
}

/* A symbol that only "*" stands for must not vanish. */
static void test_unmentioned(void) {
  problem *x = problem_new();
  CHECK(problem_read(x, "states p\nsymbols z\ninit < p , . >\n"));
  problem *y = problem_again(x, true);
  CHECK(pds_symbol_count(&y->pds) == 1);
  CHECK(y->pds.sets[0].edges.at[0].label == 0);
  problem_delete(y);
  problem_delete(x);
}

static void test_depth(void) {
  enum { DEPTH = 1000000 };
  char *input = malloc(DEPTH);
  if (!input)
    abort();
  memset(input, '[', DEPTH);
  memcpy(input, "{\"instance\":", 12);
  problem *x = problem_new();
  CHECK(!problem_read_bytes(x, input, DEPTH, true));
  CHECK(problem_says(x, 1, 14, "an array where the object"));
  problem_delete(x);
  free(input);
}

static void test_allocation(void) {
  int64_t n = 0;
  while (problem_faults(example, n))
    n++;
  CHECK(n > 20);
}

int main(void) {
  test_example();
  test_truncation();
  test_file_errors();
  test_meta_errors();
  test_state_errors();
  test_rule_errors();
  test_weight_errors();
  test_forward_references();
  test_automaton_errors();
  test_separate_files();
  test_split();
  test_unmentioned();
  test_depth();
  test_allocation();
  return check_end();
}
