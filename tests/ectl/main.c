/* Everything that the library tells about the checks of a session, one line
 * each, fields apart by tabs, for compare.py:
 *
 *     twin-ectl FILE
 *
 *     property NAME
 *     truth PLACE HOLDS PATH
 *     because DEPTH HOLDS PLACE FORMULA NOTE
 *     step DEPTH NUMBER PLACE ACTION AUTOMATON NOTE
 */
#include <custos/custos.h>

#include <stdio.h>

static int tell(void *self, const custos_reason *r) {
  (void)self;
  if (r->is_step)
    printf("step\t%u\t%llu\t%s\t%s\t%s\t%s\n", r->depth,
           (unsigned long long)r->number, r->place, r->action, r->automaton,
           r->note);
  else
    printf("because\t%u\t%d\t%s\t%s\t%s\n", r->depth, r->holds, r->place,
           r->formula, r->note);
  return 0;
}

static custos_status tell_truths(custos *c) {
  custos_status status = CUSTOS_OK;
  custos_truth t;
  for (size_t i = 0; i < custos_truth_count(c) && status == CUSTOS_OK; i++) {
    status = custos_truth_at(c, i, &t);
    if (status != CUSTOS_OK)
      break;
    printf("truth\t%s\t%d\t", t.name, t.holds);
    printf("%s\n", t.explained ? custos_truth_path(c, i) : "");
    status = custos_explain(c, i, 0, tell, NULL);
  }
  return status;
}

static custos_status tell_all(custos *c, const char *path) {
  custos_status status = custos_load(c, path, NULL);
  custos_property p;
  custos_result r;
  size_t count = status == CUSTOS_OK ? custos_property_count(c) : 0;
  for (size_t i = 0; i < count && status == CUSTOS_OK; i++) {
    status = custos_property_at(c, i, &p);
    if (status == CUSTOS_OK) {
      printf("property\t%s\n", p.name);
      status = custos_check(c, i, &r);
    }
    if (status == CUSTOS_OK)
      status = tell_truths(c);
  }
  return status;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: twin-ectl FILE\n", stderr);
    return 64;
  }
  custos *c = custos_new();
  if (!c)
    return 70;
  custos_status status = tell_all(c, argv[1]);
  if (status != CUSTOS_OK)
    fprintf(stderr, "%s:%u:%u: %s\n", custos_last_error(c)->file,
            custos_last_error(c)->line, custos_last_error(c)->column,
            custos_last_error(c)->message);
  custos_delete(c);
  return status == CUSTOS_OK ? 0 : 2;
}
