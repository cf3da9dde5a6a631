/* The control flow of a C program as a pushdown system of extended CTL, whose
 * pushes keep the symbol on top: a call pushes onto the location of the call,
 * and its return, which leads to the state "back", is followed by a step "back"
 * to the location behind the call.
 *
 * The states are "run" and "back". Actions are "start" (from the empty stack
 * into main), "call_f", "return_f", "back", and "step" for all others. What is
 * a set of cfa_pds.h is a proposition: in_f, line_12 (of the file that has
 * main), list_c_12, error, end. */
#ifndef PRODUCT_CFA_MACHINE_H
#define PRODUCT_CFA_MACHINE_H

#include "automata/machine.h"
#include "product/cfa_pds.h"

/* Names that a session can write: letters, digits and '_'; a new one. */
uint32_t cfa_plain_name(mem *m, names *to, const char *name);
/* That of a named set of the flow. */
uint32_t cfa_proposition(mem *m, const cfa *automaton, names *to,
                         const char *name);

/* A program without recursion as a transition system, whose states are all
 * stacks, named after their tops; main's first location comes first. Automata
 * with a stack can ask about it. False: a function may call itself, or there
 * are more than 'most' states. */
bool cfa_flow_lts(mem *m, progress *clock, const cfa *automaton,
                  const cfa_flow *flow, uint32_t most, machine *out);

void cfa_flow_machine(mem *m, progress *clock, const cfa *automaton,
                      const cfa_flow *flow, machine *out);

#endif
