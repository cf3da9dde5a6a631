/* 'custos-kernel serve': the verified oracle and checker, kept running.
 * Requests are collected in a batch and answered in their order; while the
 * kernel works on them the caller may do something else, and pump. */
#ifndef DIFFTEST_ORACLE_H
#define DIFFTEST_ORACLE_H

#include "tools.h"

#include <sys/types.h>

typedef struct oracle oracle;

/* 'program' is borrowed. It is started with the first request. 'seconds' may
 * pass without a reply before it counts as stuck; 0: any time. */
oracle *oracle_new(const char *program, double seconds);
void oracle_delete(oracle *o);

/* Empties the batch. */
void oracle_begin(oracle *o);
/* The number of the request in its batch. */
size_t oracle_ask(oracle *o, const char *text, size_t length);
size_t oracle_certify(oracle *o, const char *text, size_t length,
                      const buffer *evidence);
/* Moves bytes as far as that needs no waiting. */
void oracle_pump(oracle *o);
/* Waits for all replies. A crash of the kernel costs only the request that it
 * was at: the kernel is started again for the others. */
void oracle_finish(oracle *o);

/* CPU seconds that it has used. */
double oracle_seconds(const oracle *o);

/* After oracle_finish. */
void oracle_answer(const oracle *o, size_t request, answer *out);
/* Adds what the kernel says about the evidence to the engine's answer. */
void oracle_judge(const oracle *o, size_t request, answer *out);

#endif
