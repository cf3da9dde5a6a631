/* The last resort: a thread that ends the program when nobody else does.
 *
 * The library looks at time, memory and signals by itself and gives up in an
 * orderly way. Some work cannot look (a library, a very long line), and some of
 * it is done by other programs. So the thread waits until the time is up, or a
 * signal has come, or this process and those that it has started need more
 * memory than they may; gives the library a moment; then tells what is known so
 * far and ends the process. The folders and programs that it had are ended by
 * those who watch them (native/child.h). */
#ifndef TOOL_WATCH_H
#define TOOL_WATCH_H

#include "report.h"

/* Reads --time and --memory. Not of the prompt, which waits for people, nor of
 * 'difftest', which has processes of its own for what may not end. */
void watch_begin(const options *o);
/* From now on nothing is ended: the answers are complete. Does not return if it
 * is too late for that. */
void watch_end(void);

/* The same, until somebody's answers are to be told again. */
void watch_pause(void);

/* Whose answers are to be told; NULL: nobody's. */
void watch_report(report *r);

/* A signal asks the program to stop. Async-signal-safe. */
void watch_signal(void);

/* Is the time up, or has a signal come? Who prints what has no end stops
 * then: the library's own limits are about one call, not about many. */
bool watch_asks(void);
/* Seconds until the time is up, at least a millisecond; 0: no limit. */
double watch_left(void);

/* Has more memory been used than may be? The library was asked to stop then. */
bool watch_memory_spent(void);

/* A part of the program that cannot do without has got no memory: tells what is
 * known so far and ends the process. Not while the lock is held. */
_Noreturn void watch_no_memory(void);

/* From now on that is also what happens where a library would not survive to
 * have no memory (memory.c). */
void watch_fragile_libraries(void);

/* The reports are changed while this is held. */
void watch_lock(void);
void watch_unlock(void);

#endif
