/* Planted bugs, to see that 'custos difftest' finds them. Only 'make
 * MODE=mutant' compiles them; there, the environment variable CUSTOS_MUTANT
 * names the one that is alive. Anywhere else MUTANT(...) is the constant
 * false. docs/difftest.md tells what each of them is. */
#ifndef BASE_MUTANT_H
#define BASE_MUTANT_H

#include <stdbool.h>

#ifdef CUSTOS_MUTANTS
bool mutant_is_alive(const char *name);
#define MUTANT(name) mutant_is_alive(name)
#else
#define MUTANT(name) false
#endif

#endif
