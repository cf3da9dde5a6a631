#include "traces.h"

#include "output.h"

#include <inttypes.h>

custos_status traces_print(session *s) {
  const char *reason;
  uint64_t steps;
  custos_status status = CUSTOS_OK;
  for (size_t i = 0; i < s->trace_count && status == CUSTOS_OK; i++) {
    status = custos_run_choose(s->c, i, &reason, &steps);
    if (status != CUSTOS_OK)
      break;
    printf("  %4zu  ", i + 1);
    output_visible(stdout, s->traces[i]);
    fputs("  ", stdout);
    output_visible(stdout, reason);
    putchar('\n');
  }
  return status;
}

custos_status traces_print_json(session *s, FILE *f) {
  const char *reason;
  uint64_t steps;
  for (size_t i = 0; i < s->trace_count; i++) {
    custos_status status = custos_run_choose(s->c, i, &reason, &steps);
    if (status != CUSTOS_OK)
      return status;
    fputs(i ? ",\n    " : ",\n   \"traces\":[", f);
    fputs("{\"file\":", f);
    output_json(f, s->traces[i]);
    fprintf(f, ",\"steps\":%" PRIu64 ",\"reason\":", steps);
    output_json(f, reason);
    fputs(i + 1 == s->trace_count ? "}]" : "}", f);
  }
  return CUSTOS_OK;
}

custos_status traces_print_output(session *s) {
  custos_step step;
  int found = 1;
  custos_status status = custos_trace_rewind(s->c);
  while (status == CUSTOS_OK) {
    status = custos_trace_next(s->c, &step, &found);
    if (status != CUSTOS_OK || !found)
      break;
    if (step.output)
      fputs(step.output, stdout);
    /* A run that goes on for ever ends here as it does in SPIN: after one
     * round of its loop. */
    if (step.last)
      break;
  }
  return status;
}
