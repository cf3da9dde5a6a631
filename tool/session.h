/* One run of the program: a context of the library, the signals that stop it,
 * the progress it shows, and how its failures become messages and exit
 * statuses. */
#ifndef TOOL_SESSION_H
#define TOOL_SESSION_H

#include "options.h"

/* Told each error that session_fail has printed. */
typedef void session_error_fn(void *self, const custos_error *e);

struct ectl_commands;

typedef struct session {
  custos *c;
  const options *o;
  session_error_fn *on_error; /* NULL: nobody */
  void *on_error_self;
  bool live;                      /* progress goes to the terminal */
  bool shown;                     /* and a line of it stands there */
  struct ectl_commands *commands; /* of the files loaded; NULL: not wanted */
  char *piped; /* what came by standard input, if something did */
  size_t piped_length;
  const char *formula;     /* that is translated now; NULL: none */
  char (*asked_names)[48]; /* of o->asked, in its order: what messages say */
  char **traces;           /* files with the runs of all errors */
  size_t trace_count;
  size_t property; /* that was asked for last, by its name */
} session;

/* Forgets the files. */
void session_drop_traces(session *s);

/* The language of the problem; NULL if no file was read. */
const custos_language_info *session_language(const session *s);
/* Is it a session of extended CTL? */
bool session_has_definitions(const session *s);

/* 0, or the exit status; messages are on stderr. Either way session_end. */
int session_begin(session *s, const options *o);
void session_end(session *s);

/* What only C programs have; session_load does that, too. */
custos_status session_add_c_options(session *s);
/* What -D says. */
custos_status session_define(session *s);
/* Reads all files and the configurations of the options. CUSTOS_OK, or a
 * status for session_fail. */
custos_status session_load(session *s);

/* Says on stderr what is wrong; returns the exit status. */
int session_fail(session *s, custos_status status);

/* Takes the progress line away, before something else is printed. */
void session_quiet_line(session *s);

/* Has a signal asked to stop? */
bool session_interrupted(void);
/* Asks the library to stop, by another thread. */
void session_stop(void);

/* For a prompt, which has several sessions and outlives an interrupt: from now
 * on an interrupt stops the work of 's'; NULL: there is none to stop. */
void session_attend(session *s);
/* Nothing but a line of standard input is waited for: a signal ends the
 * program. Everything must have been written before. */
void session_wait(bool waits);
/* Forgets an interrupt. From the first such call on, further ones are taken as
 * the first one is. */
void session_forgive(void);

/* 41234567 as "41.2 M"; 'buffer' has 32 bytes; returns it. */
char *session_count(char *buffer, uint64_t n);

#endif
