/* The kernel as a process that answers requests. */
#ifndef TESTS_TEMPORAL_KERNEL_H
#define TESTS_TEMPORAL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct kernel {
  pid_t child;
  FILE *to, *from;
} kernel;

bool kernel_start(kernel *k, const char *program);
void kernel_stop(kernel *k);

enum { KERNEL_REPLY = 16384 };

/* 'request' is a line without its end, "check lts 10 20 30"; the texts follow:
 * the question is "" where the request has no length for it. */
bool kernel_ask(kernel *k, const char *request, const char *problem,
                size_t problem_length, const char *evidence,
                size_t evidence_length, const char *question,
                char reply[KERNEL_REPLY]);

#endif
