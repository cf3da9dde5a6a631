/* The smallest embedding: a recursive procedure as three rules, one question,
 * and the run that answers it.
 *
 *     cc embed.c $(pkg-config --cflags --libs custos) && ./a.out
 */
#include <custos/custos.h>

#include <stdio.h>

static void print_run(custos *c) {
  custos_step step;
  int found;
  custos_trace_rewind(c);
  while (custos_trace_next(c, &step, &found) == CUSTOS_OK && found) {
    printf("%2llu  <%s,", (unsigned long long)step.number,
           custos_state_name(c, step.state));
    for (size_t i = step.depth; i-- > 0;) /* the top first */
      printf(" %s", custos_symbol_name(c, step.stack[i]));
    printf(">%s%s\n", step.rule_text[0] ? "   by " : "", step.rule_text);
  }
}

int main(void) {
  custos *c = custos_new();
  uint32_t p, main_, f, rest;
  custos_result r;
  if (!c)
    return 1;
  custos_state(c, "p", &p);
  custos_symbol(c, "main", &main_);
  custos_symbol(c, "f", &f);
  custos_symbol(c, "rest", &rest);
  custos_rule call = {
      .from = p, .top = main_, .to = p, .length = 2, .push = {f, rest}};
  custos_rule recurse = {
      .from = p, .top = f, .to = p, .length = 2, .push = {f, f}};
  custos_rule leave = {.from = p, .top = f, .to = p, .length = 0};
  custos_add_rule(c, &call, NULL);
  custos_add_rule(c, &recurse, NULL);
  custos_add_rule(c, &leave, NULL);
  custos_add_configurations(c, CUSTOS_INITIAL, "< p , [main] >");
  custos_add_configurations(c, CUSTOS_FINAL, "< p , [f] [f] [rest] >");
  custos_set(c, "trace", "shortest");
  if (custos_solve(c, &r) != CUSTOS_OK) {
    fprintf(stderr, "%s\n", custos_last_error(c)->message);
    custos_delete(c);
    return 1;
  }
  printf("%s\n", r.reachable == 1   ? "reachable"
                 : r.reachable == 0 ? "not reachable"
                                    : r.reason);
  if (r.reachable == 1)
    print_run(c);
  custos_delete(c);
  return 0;
}
