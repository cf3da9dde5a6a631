#include "repl_prompt.h"

#include "output.h"
#include "repl_complete.h"

#include <ctype.h>
#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REMEMBERED = 1000 }; /* entries of the history */

struct repl_prompt {
  repl *r;
  EditLine *editor; /* NULL: no terminal */
  History *history;
  char *history_path; /* NULL: there is no place for it */
  const char *pending;
  size_t pending_length;
  bool cancelled;
  char *line; /* the last one */
  size_t capacity;
};

static repl_prompt *owner(EditLine *e) {
  void *p = NULL;
  el_get(e, EL_CLIENTDATA, &p);
  return p;
}

static char *prompt_text(EditLine *e) {
  static char first[] = "custos> ", more[] = "   ... ";
  return owner(e)->pending_length ? more : first;
}

/* Ctrl-C. */
static unsigned char cancel(EditLine *e, int key) {
  (void)key;
  owner(e)->cancelled = true;
  fputs("^C\n", stdout);
  return CC_EOF;
}

/* Ctrl-Z. libedit gives the terminal back, and takes it again afterwards. */
static unsigned char suspend(EditLine *e, int key) {
  (void)e;
  (void)key;
  raise(SIGTSTP);
  return CC_REDISPLAY;
}

static unsigned char complete(EditLine *e, int key) {
  repl_prompt *prompt = owner(e);
  const LineInfo *line = el_line(e);
  size_t length = (size_t)(line->cursor - line->buffer);
  (void)key;
  /* The lines before tell where we are, too. */
  char *text = repl_allocate(prompt->pending_length + length + 1);
  if (prompt->pending_length)
    memcpy(text, prompt->pending, prompt->pending_length);
  memcpy(text + prompt->pending_length, line->buffer, length);
  char *insert = NULL;
  bool listed =
      repl_complete(prompt->r, text, prompt->pending_length + length, &insert);
  free(text);
  bool changed = insert && *insert && el_insertstr(e, insert) == 0;
  free(insert);
  return listed ? CC_REDISPLAY : changed ? CC_REFRESH : CC_REFRESH_BEEP;
}

static char *find_history(void) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  if (state && *state == '/') {
    char *folder = output_join(state, "/custos", "", "");
    mkdir(state, 0700);
    mkdir(folder, 0700);
    char *path = output_join(folder, "/history", "", "");
    free(folder);
    return path;
  }
  return home && *home ? output_join(home, "/.custos_history", "", "") : NULL;
}

/* Into a new file, so that the old one stays whole if something goes wrong. */
static void save_history(repl_prompt *prompt) {
  HistEvent event;
  if (!prompt->history_path)
    return;
  char *fresh = output_join(prompt->history_path, ".new", "", "");
  if (history(prompt->history, &event, H_SAVE, fresh) < 0 ||
      rename(fresh, prompt->history_path) != 0)
    unlink(fresh);
  free(fresh);
}

/* A definition of several lines comes back as one, unless it has comments. */
void repl_prompt_remember(repl_prompt *prompt, const char *text,
                          size_t length) {
  HistEvent event, last;
  if (!prompt->editor)
    return;
  char *entry = repl_copy(text, length);
  size_t n = length;
  while (n > 0 && isspace((unsigned char)entry[n - 1]))
    entry[--n] = '\0';
  bool whole = !strchr(entry, '#');
  for (char *at = entry, *next; at; at = next) {
    next = NULL;
    if (whole) {
      for (char *c = at; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    } else if ((next = strchr(at, '\n')) != NULL) {
      *next++ = '\0';
    }
    bool again = history(prompt->history, &last, H_FIRST) >= 0 && last.str &&
                 strcmp(last.str, at) == 0;
    if (*at && !again)
      history(prompt->history, &event, H_ENTER, at);
  }
  free(entry);
  save_history(prompt);
}

static void begin_editing(repl_prompt *prompt) {
  HistEvent event;
  prompt->editor = el_init("custos", stdin, stdout, stderr);
  prompt->history = history_init();
  if (!prompt->editor || !prompt->history) {
    fputs("custos: no memory\n", stderr);
    exit(EXIT_SYSTEM);
  }
  history(prompt->history, &event, H_SETSIZE, REMEMBERED);
  prompt->history_path = find_history();
  if (prompt->history_path)
    history(prompt->history, &event, H_LOAD, prompt->history_path);
  EditLine *e = prompt->editor;
  el_set(e, EL_CLIENTDATA, prompt);
  el_set(e, EL_PROMPT, prompt_text);
  el_set(e, EL_EDITOR, "emacs");
  el_set(e, EL_SIGNAL, 1);
  el_set(e, EL_HIST, history, prompt->history);
  el_source(e, NULL); /* ~/.editrc */
  /* By wide names: el_set would copy others and forget the copies. */
  el_wset(e, EL_ADDFN, L"custos-complete", L"Complete the word", complete);
  el_wset(e, EL_ADDFN, L"custos-cancel", L"Give the entry up", cancel);
  el_wset(e, EL_ADDFN, L"custos-suspend", L"Back to the shell", suspend);
  el_set(e, EL_BIND, "^I", "custos-complete", NULL);
  el_set(e, EL_BIND, "^R", "em-inc-search-prev", NULL);
  /* No signals by keys while a line is edited: there they are keys as others
   * are. */
  el_set(e, EL_SETTY, "-d", "-isig", NULL);
  el_set(e, EL_BIND, "^C", "custos-cancel", NULL);
  el_set(e, EL_BIND, "^Z", "custos-suspend", NULL);
}

repl_prompt *repl_prompt_new(repl *r) {
  repl_prompt *p = repl_allocate(sizeof *p);
  p->r = r;
  if (r->is_terminal)
    begin_editing(p);
  return p;
}

void repl_prompt_delete(repl_prompt *prompt) {
  if (prompt->editor) {
    el_end(prompt->editor);
    history_end(prompt->history);
  }
  free(prompt->history_path);
  free(prompt->line);
  free(prompt);
}

/* A Ctrl-C just before libedit has taken the terminal is still a signal. It
 * would leave the terminal to itself for the rest of the line: let it wait. */
static const char *edit(EditLine *e, int *count) {
  sigset_t interrupts, before;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupts, &before);
  const char *text = el_gets(e, count);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return text;
}

static repl_line read_edited(repl_prompt *prompt, char **line, size_t *length) {
  int count = 0;
  prompt->cancelled = false;
  const char *text = edit(prompt->editor, &count);
  if (prompt->cancelled)
    return LINE_CANCELLED;
  if (!text || count <= 0) {
    putchar('\n');
    return LINE_END;
  }
  free(prompt->line);
  prompt->line = repl_copy(text, (size_t)count);
  *line = prompt->line;
  *length = strcspn(prompt->line, "\n");
  return LINE_READ;
}

repl_line repl_prompt_read(repl_prompt *prompt, const char *pending,
                           size_t pending_length, char **line, size_t *length) {
  prompt->pending = pending;
  prompt->pending_length = pending_length;
  fflush(stdout);
  if (prompt->editor)
    return read_edited(prompt, line, length);
  ssize_t n = getline(&prompt->line, &prompt->capacity, stdin);
  if (n < 0)
    return LINE_END;
  *line = prompt->line;
  *length = (size_t)n;
  if (n > 0 && prompt->line[n - 1] == '\n')
    --*length;
  return LINE_READ;
}
