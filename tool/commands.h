/* The subcommands. Each does its whole job and returns the exit status. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

int run_check(const options *o);
int run_replay(const options *o);
int run_simulate(const options *o);
int run_show(const options *o);
int run_convert(const options *o);
int run_certify(const options *o);
int run_difftest(const options *o);
int run_ltl(const options *o);

#endif
