/* The subcommands. Each does its whole job and returns the exit status. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

int run_check(const options *o);
/* The same, where something else stands in for custos_check. */
typedef custos_status check_fn(custos *c, size_t property, custos_result *out);
int run_check_with(const options *o, check_fn *check);
int run_replay(const options *o);
int run_simulate(const options *o);
int run_show(const options *o);
int run_convert(const options *o);
int run_certify(const options *o);
int run_difftest(const options *o);
int run_ltl(const options *o);

#endif
