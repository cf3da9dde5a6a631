/* An engine of Custos, asked in this process or in one of its own. */
#ifndef DIFFTEST_ENGINE_H
#define DIFFTEST_ENGINE_H

#include "tools.h"

#include "custos/custos.h"

/* A context with the tool's settings; NULL: 'why' tells. */
custos *engine_new(const tool *t, double seconds, char why[ANSWER_WHY]);

/* 'evidence' may be NULL; else it gets the evidence of the answer. */
void engine_ask(custos *c, const char *text, size_t length, answer *out,
                buffer *evidence);

/* The same in a child, so that a crash or a hang is an answer, too. */
void engine_ask_isolated(const tool *t, double seconds, const char *text,
                         size_t length, answer *out, buffer *evidence);

#endif
