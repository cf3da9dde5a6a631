/* The subcommands. Each does its whole job and returns the exit status. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "report.h"

int run_check(const options *o);
/* The same, where something else stands in for custos_check. */
typedef custos_status check_fn(custos *c, size_t property, custos_result *out);
int run_check_with(const options *o, check_fn *check);
/* One property of a loaded session: decides it, writes its evidence, tells. 0,
 * or the exit status of what went wrong; '*status' is the one of the answer. */
int check_one(session *s, report *told, size_t property, int *status);
/* The kernel looks at the answer that was given last, if it is wanted and can;
 * 'checked' becomes what it said. False: it does not agree, which was told. */
bool check_certify(session *s, const custos_property *property,
                   custos_result *result);
int run_replay(const options *o);
int run_simulate(const options *o);
int run_show(const options *o);
int run_convert(const options *o);
int run_certify(const options *o);
int run_difftest(const options *o);
int run_ltl(const options *o);
int run_repl(const options *o);

#endif
