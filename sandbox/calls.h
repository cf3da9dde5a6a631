/* Which calls of the kernel a sandboxed process may make. */
#ifndef SANDBOX_CALLS_H
#define SANDBOX_CALLS_H

typedef enum call_rule {
  ANY,
  TO_SELF,           /* the first argument is its own number (tools: any) */
  OF_SELF,           /* the first argument is 0 */
  NO_NAMESPACE,      /* clone without any CLONE_NEW... */
  THREAD_ALONE,      /* the same, of a thread: no other process begins */
  LOOKS_AT_TERMINAL, /* ioctl: TCGETS and TIOCGWINSZ alone */
  ASKS,              /* personality(0xffffffff) */
  NAMES_ITSELF,      /* prctl with what is harmless */
  NOT_THERE          /* as if the kernel were older: libc has another way */
} call_rule;

typedef struct call {
  long number;   /* on this machine; -1: it has no such call */
  long number32; /* i386; -1: none. Used on x86-64 alone. */
  call_rule rule;
} call;

/* Ends with number -1 and number32 -1. */
extern const call program_calls[];
extern const call tool_calls[];   /* what tools may beyond these */
extern const call thread_calls[]; /* what programs with threads may */

#endif
