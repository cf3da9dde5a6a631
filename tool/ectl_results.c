#include "ectl_results.h"

#include "output.h"

#include <string.h>
#include <unistd.h>

enum {
  SHOWN = 60,         /* lines on a terminal */
  FILE_WIDTH = 240,   /* of a path where nobody counts columns */
  BESIDE = 17,        /* what else stands in a line: blanks, T, brackets */
  PATH_WORK = 1 << 25 /* for all paths together: each costs its length, and a
                         look at the whole system */
};

static const char arrow[] = "--> ";

static size_t count_steps(const char *path) {
  size_t n = 0;
  while ((path = strstr(path, arrow)) != NULL) {
    path += strlen(arrow);
    n++;
  }
  return n;
}

/* Where the step behind 'at' begins: at its "--a-->"; NULL if there is none. */
static const char *next_step(const char *at) {
  const char *end = strstr(at, arrow);
  if (!end)
    return NULL;
  const char *begin = end;
  while (begin > at && begin[-1] != ' ')
    begin--;
  return begin;
}

/* Where the longest tail that starts with a step and has at most 'room' bytes
 * begins; the end of the path if there is none. */
static const char *last_steps(const char *path, size_t room) {
  size_t length = strlen(path);
  const char *at = length > room ? path + (length - room) : path;
  /* Not into the middle of an arrow. */
  while (*at && at > path && at[-1] != ' ')
    at++;
  const char *step = next_step(at);
  return step ? step : path + length;
}

/* The beginning and the end of what does not fit. */
static void print_shortened(const char *path, size_t room) {
  size_t half = room > 40 ? (room - 20) / 2 : 10;
  const char *tail = last_steps(path, half), *head = next_step(path);
  for (const char *at = head; at && at < tail;) {
    const char *target = strstr(at, arrow) + strlen(arrow);
    const char *next = next_step(target);
    if (!next || (size_t)(next - path) > half)
      break;
    head = at = next;
  }
  if (!head || head >= tail) {
    output_visible(stdout, path);
    return;
  }
  char cut[256];
  size_t left_out = count_steps(head) - count_steps(tail);
  for (const char *at = path; at < head;) {
    size_t n = (size_t)(head - at) < sizeof cut - 1 ? (size_t)(head - at)
                                                    : sizeof cut - 1;
    memcpy(cut, at, n);
    cut[n] = '\0';
    output_visible(stdout, cut);
    at += n;
  }
  printf("... %zu step%s ... ", left_out, left_out == 1 ? "" : "s");
  output_visible(stdout, tail);
}

static void print_path(session *s, const char *path, size_t beside) {
  size_t width = isatty(STDOUT_FILENO) ? output_width() : FILE_WIDTH;
  size_t room = width > beside + 40 ? width - beside : 40;
  fputs("      [ ", stdout);
  if (s->o->verbose || strlen(path) <= room)
    output_visible(stdout, path);
  else
    print_shortened(path, room);
  fputs(" ]", stdout);
}

/* The path of state 'i', or NULL: there is none, or 'room' is used up. 10^5
 * states can have paths of 10^5 steps each. */
static const char *path_within(session *s, size_t i, size_t *room) {
  const char *path = *room ? custos_truth_path(s->c, i) : NULL;
  size_t work = path ? strlen(path) + custos_truth_count(s->c) : 0;
  if (!s->o->verbose)
    *room -= work < *room ? work : *room;
  return path && *path ? path : NULL;
}

static custos_status print_truth(session *s, size_t i, size_t *room) {
  static const char *const colours[] = {"\033[1;31m", "\033[1;32m"};
  bool colour = output_has_colour(stdout);
  custos_truth truth;
  custos_status status = custos_truth_at(s->c, i, &truth);
  if (status != CUSTOS_OK)
    return status;
  size_t beside = strlen(truth.name) + BESIDE;
  fputs("   ", stdout);
  output_visible(stdout, truth.name);
  printf(": %s%c%s", colour ? colours[truth.holds != 0] : "",
         truth.holds ? 'T' : 'F', colour ? "\033[0m" : "");
  const char *path = truth.explained ? path_within(s, i, room) : NULL;
  if (path)
    print_path(s, path, beside);
  putchar('\n');
  return CUSTOS_OK;
}

/* Of those that a terminal has no room for. */
static custos_status count_rest(session *s, size_t from) {
  size_t count = custos_truth_count(s->c), holding = 0;
  custos_truth truth;
  for (size_t i = from; i < count; i++) {
    custos_status status = custos_truth_at(s->c, i, &truth);
    if (status != CUSTOS_OK)
      return status;
    holding += truth.holds != 0;
  }
  if (count > from)
    printf("   ... %zu more: %zu T, %zu F (--verbose shows all)\n",
           count - from, holding, count - from - holding);
  return CUSTOS_OK;
}

custos_status ectl_results_print_block(session *s) {
  size_t count = custos_truth_count(s->c), shown = count, room = PATH_WORK;
  custos_status status = CUSTOS_OK;
  if (isatty(STDOUT_FILENO) && !s->o->verbose && count > SHOWN)
    shown = SHOWN;
  puts("Results: {");
  for (size_t i = 0; i < shown && status == CUSTOS_OK && !session_interrupted();
       i++)
    status = print_truth(s, i, &room);
  if (status == CUSTOS_OK)
    status = count_rest(s, shown);
  if (!room)
    puts("   ... (--verbose shows the paths of all states)");
  puts("}");
  return status;
}

custos_status ectl_results_print(session *s, const report *told,
                                 const char *name, const custos_result *result,
                                 const char *evidence) {
  report_print_verdict(told, name, result, evidence);
  return result->verdict == CUSTOS_UNKNOWN ? CUSTOS_OK
                                           : ectl_results_print_block(s);
}

static int tell(void *self, const custos_reason *reason) {
  (void)self;
  printf("%*s", (int)(2 * (reason->depth < 40 ? reason->depth : 40)), "");
  if (reason->is_step) {
    printf("%llu  ", (unsigned long long)reason->number);
    if (reason->action[0]) {
      fputs("--", stdout);
      output_visible(stdout, reason->action);
      fputs("--> ", stdout);
    }
    output_visible(stdout, reason->place);
    if (reason->automaton[0]) {
      fputs("   ", stdout);
      output_visible(stdout, reason->automaton);
    }
  } else {
    output_visible(stdout, reason->formula);
    fputs(reason->holds ? " holds at " : " does not hold at ", stdout);
    output_visible(stdout, reason->place);
  }
  if (reason->note[0]) {
    fputs("   ", stdout);
    output_visible(stdout, reason->note);
  }
  putchar('\n');
  return session_interrupted();
}

custos_status ectl_results_explain(session *s, size_t i) {
  return custos_explain(s->c, i, 0, tell, NULL);
}

static void print_json_paths(session *s, FILE *f, size_t count) {
  bool any = false;
  size_t room = PATH_WORK;
  custos_truth truth;
  for (size_t i = 0; i < count && room; i++) {
    if (custos_truth_at(s->c, i, &truth) != CUSTOS_OK)
      break;
    if (!truth.explained)
      continue;
    fputs(any ? "," : ",\n   \"paths\":{", f);
    output_json(f, truth.name);
    putc(':', f);
    const char *path = path_within(s, i, &room);
    output_json(f, path ? path : "");
    any = true;
  }
  if (any)
    putc('}', f);
}

void ectl_results_print_json(session *s, FILE *f) {
  size_t count = custos_truth_count(s->c);
  custos_truth truth;
  size_t told = 0;
  for (; told < count; told++) {
    if (custos_truth_at(s->c, told, &truth) != CUSTOS_OK)
      break;
    fputs(told ? "," : ",\n   \"results\":{", f);
    output_json(f, truth.name);
    fputs(truth.holds ? ":true" : ":false", f);
  }
  if (told)
    putc('}', f);
  print_json_paths(s, f, count);
}
