#include "shell.h"

#include "chart.h"
#include "look.h"
#include "output.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BREAKS = 64, LISTED = 5, LONGEST_LINE = 512 };

typedef struct breakpoint {
  char file[96]; /* "": any */
  uint32_t line;
} breakpoint;

typedef struct shell {
  session *s;
  custos_step step; /* that led here */
  custos_position here;
  steps_columns columns;
  breakpoint breaks[MOST_BREAKS];
  size_t break_count;
  uint64_t seed;
  bool done, faulty;
} shell;

uint64_t shell_random(uint64_t *seed, uint64_t bound) {
  /* splitmix64: every seed is as good as another. */
  uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return (x ^ x >> 31) % bound;
}

static custos_status look_around(shell *h) {
  return custos_walk_position(h->s->c, &h->here);
}

static custos_status show_step(shell *h) {
  steps_print_step(h->s->c, &h->step, &h->columns);
  if (h->step.stutters)
    puts("  nothing more can happen: this state is repeated for ever");
  return look_around(h);
}

/* Strings of the step live until the next call: it is printed at once. */
static custos_status go(shell *h, uint64_t number, bool show) {
  custos_status status = custos_walk_go(h->s->c, number, &h->step);
  if (status == CUSTOS_OK && show)
    return show_step(h);
  return status == CUSTOS_OK ? look_around(h) : status;
}

static custos_status show_moves(shell *h) {
  custos_status status = CUSTOS_OK;
  if (h->here.moves == 0)
    puts(h->here.bad_end ? "  no move is possible: an invalid end state"
                         : "  no move is possible: the program has ended");
  for (size_t i = 0; i < h->here.moves && status == CUSTOS_OK; i++) {
    custos_move move;
    status = custos_walk_move(h->s->c, i, &move);
    if (status != CUSTOS_OK)
      break;
    const char *base = strrchr(move.file, '/');
    printf("  [%zu]  ", i + 1);
    output_visible(stdout, move.process);
    printf(":%u  ", (unsigned)move.pid);
    output_visible(stdout, base ? base + 1 : move.file);
    printf(":%u  ", (unsigned)move.line);
    output_visible(stdout, move.statement);
    if (move.partner) {
      fputs("  with ", stdout);
      output_visible(stdout, move.partner);
      printf(":%u line %u", (unsigned)move.partner_pid,
             (unsigned)move.partner_line);
    }
    putchar('\n');
  }
  return status;
}

static custos_status take(shell *h, size_t move) {
  custos_status status = custos_walk_take(h->s->c, move, &h->step);
  if (status != CUSTOS_OK)
    return status;
  h->faulty = h->faulty || h->step.fault[0];
  return show_step(h);
}

static custos_status forward(shell *h, uint64_t count) {
  custos_status status = CUSTOS_OK;
  for (; count > 0 && status == CUSTOS_OK; count--) {
    if (h->here.number == h->here.history && h->here.loop < h->here.history) {
      printf("  and again from step %llu\n",
             (unsigned long long)h->here.loop + 1);
      status = go(h, h->here.loop + 1, true);
      continue;
    }
    if (h->here.number == h->here.history) {
      puts("  the history ends here: choose a move");
      return show_moves(h);
    }
    status = go(h, h->here.number + 1, true);
  }
  return status;
}

static custos_status backward(shell *h, uint64_t count) {
  if (h->here.number == 0) {
    puts("  this is the initial state");
    return CUSTOS_OK;
  }
  return go(h, count < h->here.number ? h->here.number - count : 0, true);
}

static custos_status random_steps(shell *h, uint64_t count) {
  custos_status status = CUSTOS_OK;
  for (; count > 0 && status == CUSTOS_OK; count--) {
    if (h->here.moves == 0)
      return show_moves(h);
    status = take(h, (size_t)shell_random(&h->seed, h->here.moves));
    if (status == CUSTOS_OK && h->step.fault[0])
      break;
  }
  return status;
}

static bool breaks_here(const shell *h) {
  const custos_step *step = &h->step;
  const char *file = step->file ? step->file : "", *slash = strrchr(file, '/');
  const char *base = slash ? slash + 1 : file;
  for (size_t i = 0; i < h->break_count && step->process; i++) {
    const breakpoint *b = &h->breaks[i];
    if ((b->line == step->line && (!b->file[0] || strcmp(b->file, file) == 0 ||
                                   strcmp(b->file, base) == 0)) ||
        (step->partner && b->line == step->partner_line && !b->file[0]))
      return true;
  }
  return false;
}

static custos_status run_on(shell *h, bool back) {
  custos_status status = CUSTOS_OK;
  uint64_t end = back ? 0 : h->here.history;
  while (status == CUSTOS_OK && h->here.number != end) {
    status = go(h, back ? h->here.number - 1 : h->here.number + 1, false);
    if (status == CUSTOS_OK && breaks_here(h)) {
      puts("  break");
      return go(h, h->here.number, true);
    }
  }
  return status == CUSTOS_OK ? go(h, h->here.number, true) : status;
}

static custos_status list_steps(shell *h) {
  uint64_t here = h->here.number;
  uint64_t first = here > LISTED ? here - LISTED : 0;
  uint64_t last =
      h->here.history - here > LISTED ? here + LISTED : h->here.history;
  steps_columns columns = STEPS_STREAM;
  custos_status status = CUSTOS_OK;
  for (uint64_t i = first; i <= last && status == CUSTOS_OK; i++) {
    status = custos_walk_go(h->s->c, i, &h->step);
    if (status != CUSTOS_OK)
      break;
    putchar(i == here ? '>' : ' ');
    steps_print_step(h->s->c, &h->step, &columns);
  }
  return status == CUSTOS_OK ? go(h, here, false) : status;
}

static custos_status draw_chart(shell *h) {
  uint64_t here = h->here.number;
  chart messages = {0};
  custos_status status = CUSTOS_OK;
  for (uint64_t i = 1; i <= here && status == CUSTOS_OK; i++) {
    status = custos_walk_go(h->s->c, i, &h->step);
    if (status == CUSTOS_OK)
      chart_add(&messages, &h->step);
  }
  if (status == CUSTOS_OK && messages.event_count == 0)
    puts("  no message so far");
  chart_print(&messages, SIZE_MAX);
  chart_clear(&messages);
  return status == CUSTOS_OK ? go(h, here, false) : status;
}

static custos_status print_variable(shell *h, const char *name) {
  size_t found;
  custos_status status = look_print(h->s, *name ? name : NULL, &found);
  if (status == CUSTOS_OK && !found && *name) {
    fputs("  there is no variable '", stdout);
    output_visible(stdout, name);
    puts("' here");
  }
  return status;
}

static custos_status where(shell *h) {
  printf("  step %llu of %llu\n", (unsigned long long)h->here.number,
         (unsigned long long)h->here.history);
  return look_print_processes(h->s);
}

static void add_break(shell *h, const char *words) {
  const char *colon = strrchr(words, ':');
  const char *digits = colon ? colon + 1 : words;
  breakpoint b = {.line = (uint32_t)strtoul(digits, NULL, 10)};
  if (colon)
    snprintf(b.file, sizeof b.file, "%.*s", (int)(colon - words), words);
  if (!b.line) {
    for (size_t i = 0; i < h->break_count; i++)
      printf("  break at %s%s%u\n", h->breaks[i].file,
             h->breaks[i].file[0] ? ":" : "line ", h->breaks[i].line);
    if (!h->break_count)
      puts("  say: break LINE, or break FILE:LINE");
  } else if (h->break_count < MOST_BREAKS) {
    h->breaks[h->break_count++] = b;
  }
}

static void print_help(void) {
  puts("  n [K]         next: K steps forward\n"
       "  b [K]         back\n"
       "  g N           go to step N\n"
       "  p [VARIABLE]  print it, or all\n"
       "  w             where the processes are\n"
       "  l             list the steps around\n"
       "  break [FILE:]LINE, delete   set a breakpoint, forget all\n"
       "  c, r          continue, or back, to a breakpoint or the end\n"
       "  m             the moves that are possible here\n"
       "  NUMBER        take that move; what lay ahead is forgotten\n"
       "  random [K]    take K moves at random\n"
       "  chart         the messages so far\n"
       "  h, q          help, quit");
}

typedef enum verb {
  NOTHING,
  NEXT,
  BACK,
  GO,
  PRINT,
  WHERE,
  LIST,
  BREAK,
  DELETE,
  CONTINUE,
  REVERSE,
  MOVES,
  RANDOM,
  CHART,
  HELP,
  QUIT,
  UNKNOWN
} verb;

static verb find_verb(const char *word) {
  static const struct {
    const char *name;
    verb verb;
  } verbs[] = {{"next", NEXT},   {"n", NEXT},          {"back", BACK},
               {"b", BACK},      {"goto", GO},         {"g", GO},
               {"print", PRINT}, {"p", PRINT},         {"where", WHERE},
               {"w", WHERE},     {"list", LIST},       {"l", LIST},
               {"break", BREAK}, {"delete", DELETE},   {"continue", CONTINUE},
               {"c", CONTINUE},  {"reverse", REVERSE}, {"r", REVERSE},
               {"moves", MOVES}, {"m", MOVES},         {"random", RANDOM},
               {"chart", CHART}, {"help", HELP},       {"h", HELP},
               {"quit", QUIT},   {"q", QUIT},          {"", NOTHING}};
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
    if (strcmp(verbs[i].name, word) == 0)
      return verbs[i].verb;
  return UNKNOWN;
}

static custos_status choose(shell *h, const char *word) {
  char *end;
  unsigned long long n = strtoull(word, &end, 10);
  if (*end || *word == '-' || *word == '+') {
    fputs("  what is '", stdout);
    output_visible(stdout, word);
    puts("'? 'h' lists the commands");
    return CUSTOS_OK;
  }
  if (n == 0 || n > h->here.moves) {
    puts("  there is no such move");
    return show_moves(h);
  }
  custos_status status = take(h, (size_t)n - 1);
  return status == CUSTOS_OK ? show_moves(h) : status;
}

static custos_status obey(shell *h, const char *word, const char *rest) {
  uint64_t count = *rest ? strtoull(rest, NULL, 10) : 1;
  switch (find_verb(word)) {
  case NOTHING:
    return CUSTOS_OK;
  case NEXT:
    return forward(h, count);
  case BACK:
    return backward(h, count);
  case GO:
    return go(h, count < h->here.history ? count : h->here.history, true);
  case PRINT:
    return print_variable(h, rest);
  case WHERE:
    return where(h);
  case LIST:
    return list_steps(h);
  case BREAK:
    add_break(h, rest);
    return CUSTOS_OK;
  case DELETE:
    h->break_count = 0;
    return CUSTOS_OK;
  case CONTINUE:
    return run_on(h, false);
  case REVERSE:
    return run_on(h, true);
  case MOVES:
    return show_moves(h);
  case RANDOM:
    return random_steps(h, count);
  case CHART:
    return draw_chart(h);
  case HELP:
    print_help();
    return CUSTOS_OK;
  case QUIT:
    h->done = true;
    return CUSTOS_OK;
  default:
    return choose(h, word);
  }
}

/* The rest of a line that is too long is no command of its own. */
static bool read_line(shell *h, char *line, int size) {
  if (isatty(STDIN_FILENO)) {
    printf("(%llu) ", (unsigned long long)h->here.number);
    fflush(stdout);
  }
  if (!fgets(line, size, stdin))
    return false;
  if (!strchr(line, '\n'))
    for (int c = getchar(); c != EOF && c != '\n';)
      c = getchar();
  return true;
}

custos_status shell_run(session *s, uint64_t seed, bool *faulty) {
  shell h = {.s = s, .seed = seed, .columns = STEPS_STREAM};
  char line[LONGEST_LINE];
  custos_status status = go(&h, 0, true);
  if (status == CUSTOS_OK && h.here.history == 0)
    status = show_moves(&h);
  while (status == CUSTOS_OK && !h.done && !session_interrupted() &&
         read_line(&h, line, sizeof line)) {
    char *word = line + strspn(line, " \t");
    size_t n = strcspn(word, " \t\r\n");
    char *rest = word + n + strspn(word + n, " \t\r\n");
    rest[strcspn(rest, " \t\r\n")] = '\0';
    word[n] = '\0';
    status = obey(&h, word, rest);
    fflush(stdout);
  }
  *faulty = h.faulty;
  return status;
}
