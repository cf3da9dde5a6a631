/* Tools of difftest: engines, commands with their answers, and a kernel that
 * misbehaves. The commands are scripts that the test writes. */
#include "tests/unit/check.h"

#include "difftest/oracle.h"
#include "difftest/panel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/custos-test-XXXXXX";

static const char yes_text[] =
    "{\"instance\":[{\"state-names\":false,\"weight-type\":\"none\"},"
    "{\"states\":[{}]},{\"accepting\":[0],\"edges\":[]},"
    "{\"accepting\":[0],\"edges\":[]}]}";
static const char no_text[] =
    "{\"instance\":[{\"state-names\":false,\"weight-type\":\"none\"},"
    "{\"states\":[{}]},{\"accepting\":[0],\"edges\":[]},"
    "{\"accepting\":[],\"edges\":[]}]}";

static char *write_script(const char *name, const char *text) {
  buffer path = {0}, body = {0};
  buffer_printf(&path, "%s/%s", folder, name);
  buffer_printf(&body, "#!/bin/sh\n%s\n", text);
  CHECK(buffer_write_file(&body, path.text));
  CHECK(chmod(path.text, 0755) == 0);
  buffer_clear(&body);
  return path.text;
}

/* Reading the command line. */

static bool accepts(const char *text) {
  tools t = {0};
  char why[ANSWER_WHY] = "";
  bool good = tools_add(&t, text, why);
  CHECK(good == !why[0]);
  tools_clear(&t);
  return good;
}

static bool accepts_answer(const char *text) {
  tools t = {0};
  char why[ANSWER_WHY] = "";
  CHECK(tools_add(&t, "x=cmd {}", why));
  CHECK(tools_add(&t, "pre", why));
  bool good = tools_set_answer(&t, text, why);
  CHECK(good == !why[0]);
  tools_clear(&t);
  return good;
}

static void test_words(void) {
  CHECK(accepts("pre"));
  CHECK(accepts("pre,post,dual,auto,oracle"));
  CHECK(accepts("pre,pre+reduction=no,post+reduction=no+trace=any"));
  CHECK(accepts("moped=moped -x {}"));
  CHECK(!accepts("pre,pre"));
  CHECK(!accepts("fast"));
  CHECK(!accepts(""));
  CHECK(!accepts("pre+reduction"));
  CHECK(!accepts("moped=moped"));
  CHECK(accepts_answer("x=exit:0=unreachable,10=reachable"));
  CHECK(accepts_answer("x=exit:1=reachable,0=unreachable"));
  CHECK(accepts_answer("x=regex:^YES:^NO"));
  CHECK(accepts_answer("x=regex:is\\: yes:is\\: no"));
  CHECK(accepts_answer("x=json:a.0.b=true|false"));
  CHECK(!accepts_answer("x=exit:0=unreachable"));
  CHECK(!accepts_answer("x=exit:0=maybe,1=reachable"));
  CHECK(!accepts_answer("x=regex:(:b"));
  CHECK(!accepts_answer("x=regex:a:("));
  CHECK(!accepts_answer("x=regex:a"));
  CHECK(!accepts_answer("x=json:a=true"));
  CHECK(!accepts_answer("x=nonsense"));
  CHECK(!accepts_answer("y=exit:0=unreachable,10=reachable"));
  CHECK(!accepts_answer("pre=exit:0=unreachable,10=reachable"));
}

/* What the command says about a text. */
static answer ask(const char *command, const char *how, const char *text) {
  tools t = {0};
  char why[ANSWER_WHY];
  panel_options o = {.tools = &t, .folder = folder, .tool_seconds = 0.5};
  buffer spec = {0}, spelt = {0}, input = {0};
  outcome x;
  buffer_printf(&spec, "x=%s", command);
  CHECK(tools_add(&t, spec.text, why));
  if (how) {
    buffer_printf(&spelt, "x=%s", how);
    CHECK(tools_set_answer(&t, spelt.text, why));
  }
  buffer_puts(&input, text);
  panel *p = panel_new(&o, why);
  panel_ask(p, &input, 1, &x);
  CHECK(x.deviations[0] == (x.answers[0].kind ? AGREES : NO_ANSWER));
  CHECK(panel_seconds(p, 0) > 0);
  panel_delete(p);
  tools_clear(&t);
  buffer_clear(&spec);
  buffer_clear(&spelt);
  buffer_clear(&input);
  return x.answers[0];
}

static void test_commands(void) {
  static const char by_grep[] = "grep -q 'accepting.*accepting...0' {} && ";
  buffer c = {0};
  buffer_printf(&c, "%s exit 10; exit 0", by_grep);
  CHECK(ask(c.text, NULL, yes_text).kind == ANSWER_YES);
  CHECK(ask(c.text, NULL, no_text).kind == ANSWER_NO);
  CHECK(ask(c.text, "exit:0=reachable,10=unreachable", no_text).kind ==
        ANSWER_YES);
  buffer_reset(&c);
  buffer_printf(&c, "echo; %s echo it is REACHABLE || echo not reachable",
                by_grep);
  static const char pattern[] = "regex:REACHABLE$:^not";
  CHECK(ask(c.text, pattern, yes_text).kind == ANSWER_YES);
  CHECK(ask(c.text, pattern, no_text).kind == ANSWER_NO);
  CHECK(ask(c.text, "regex:reach:REACH|not", yes_text).kind == ANSWER_NO);
  answer a = ask(c.text, "regex:able:reach", no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "both"));
  buffer_reset(&c);
  buffer_printf(&c, "%s a=true || a=false; echo '{\"r\":[1,{\"x\":'$a'}]}'",
                by_grep);
  CHECK(ask(c.text, "json:r.1.x=true|false", yes_text).kind == ANSWER_YES);
  CHECK(ask(c.text, "json:r.1.x=true|false", no_text).kind == ANSWER_NO);
  a = ask(c.text, "json:r.0=true|false", no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "'1'"));
  a = ask(c.text, "json:r.9=true|false", no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "no field"));
  buffer_clear(&c);
}

static void test_trouble(void) {
  answer a = ask("no-such-program {}", NULL, no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "not found"));
  a = ask("kill -SEGV $$ # {}", NULL, no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "signal 11"));
  a = ask("exit 3 # {}", NULL, no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "status 3"));
  a = ask("sleep 20; cat {}", NULL, no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "within"));
  a = ask("echo 'no json' {}", "json:a=true|false", no_text);
  CHECK(a.kind == ANSWER_NONE && strstr(a.why, "no JSON"));
}

/* Three engines and a liar; with and without processes of their own. */
static void test_panel(void) {
  tools t = {0};
  char why[ANSWER_WHY];
  panel_options o = {.tools = &t, .folder = folder, .tool_seconds = 5};
  buffer texts[2] = {{0}, {0}};
  outcome *x = memory_new(2, sizeof *x), *alone = memory_new(1, sizeof *alone);
  CHECK(tools_add(&t, "pre,post,dual+reduction=no", why));
  CHECK(tools_add(&t, "liar=exit 10 # {}", why));
  buffer_puts(&texts[0], yes_text);
  buffer_puts(&texts[1], no_text);
  panel *p = panel_new(&o, why);
  panel_ask(p, texts, 2, x);
  for (int k = 0; k < 3; k++) {
    CHECK(x[0].answers[k].kind == ANSWER_YES);
    CHECK(x[1].answers[k].kind == ANSWER_NO);
    CHECK(x[0].deviations[k] == AGREES && x[1].deviations[k] == AGREES);
  }
  CHECK(x[0].deviations[3] == AGREES && x[1].deviations[3] == DIFFERS);
  panel_ask_isolated(p, &texts[1], NULL, alone);
  CHECK(memcmp(alone->deviations, x[1].deviations,
               t.count * sizeof *alone->deviations) == 0);
  bool which[MOST_TOOLS] = {true};
  panel_ask_isolated(p, &texts[1], which, alone);
  CHECK(alone->deviations[3] == AGREES); /* was not asked */
  buffer_reset(&texts[1]);
  buffer_puts(&texts[1], "no instance");
  panel_ask(p, texts + 1, 1, x);
  CHECK(x->deviations[0] == NO_ANSWER && x->deviations[3] == AGREES);
  panel_delete(p);
  CHECK(tools_add(&t, "pre+nonsense=1", why));
  CHECK(!panel_new(&o, why));
  tools_clear(&t);
  buffer_clear(&texts[0]);
  buffer_clear(&texts[1]);
  free(x);
  free(alone);
}

/* Three requests to a program; what becomes of them. */
static void serve(const char *script, double seconds, answer_kind out[3]) {
  char *program = write_script("kernel", script);
  oracle *k = oracle_new(program, seconds);
  oracle_begin(k);
  for (int i = 0; i < 3; i++)
    CHECK(oracle_ask(k, "x", 1) == (size_t)i);
  oracle_pump(k);
  oracle_finish(k);
  for (size_t i = 0; i < 3; i++) {
    answer a;
    oracle_answer(k, i, &a);
    out[i] = a.kind;
  }
  oracle_delete(k);
  free(program);
}

static void test_kernel(void) {
  answer_kind k[3];
  serve("echo unreachable; echo reachable; echo error bad; cat >/dev/null", 0,
        k);
  CHECK(k[0] == ANSWER_NO && k[1] == ANSWER_YES && k[2] == ANSWER_NONE);
  serve("exit 1", 0, k);
  CHECK(k[0] == ANSWER_NONE && k[1] == ANSWER_NONE && k[2] == ANSWER_NONE);
  /* It dies at the second request each time it is started: the first answer,
   * the second and the third are those of three processes. */
  serve("head -n 1 >/dev/null; echo reachable; printf unreach", 0, k);
  CHECK(k[0] == ANSWER_YES && k[1] == ANSWER_NONE && k[2] == ANSWER_YES);
  serve("echo reachable; sleep 30", 0.3, k);
  CHECK(k[0] == ANSWER_YES && k[1] == ANSWER_NONE && k[2] == ANSWER_YES);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL);
  test_words();
  test_commands();
  test_trouble();
  test_panel();
  test_kernel();
  char *left = write_script("kernel", "");
  unlink(left);
  free(left);
  CHECK(rmdir(folder) == 0); /* nothing was left behind */
  return check_end();
}
