#include "steps.h"

#include "chart.h"
#include "output.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  HEAD = 11,         /* lines of the essence before the gap ... */
  TAIL = 8,          /* ... and behind it */
  BLOCK = 64,        /* lines that are aligned together */
  CHART_ROWS = 18,   /* messages of the essence */
  FAR = 10000,       /* no step beyond this is asked for just to show it */
  STACK_SHOWN = 6,   /* symbols, from the top */
  DEEPEST = 12,      /* calls that are indented */
  WIDEST_COLUMN = 64 /* longer texts stick out */
};

/* A step as text. Cut where a field is too short: this is for the eyes. */
typedef struct line {
  uint64_t number;
  bool in_loop, is_hidden;
  char who[56], place[96], rule[160], configuration[320], weight[96];
  char output[320], fault[240]; /* lines of their own */
} line;

typedef steps_columns widths;

/* A step becomes a line. */

/* Appends visible text; a cut shows as three dots. */
static void append(char *to, size_t size, const char *text) {
  size_t n = strlen(to);
  while (*text && n + 8 < size) {
    size_t length = output_harmless(text);
    if (length)
      memcpy(to + n, text, length);
    else
      snprintf(to + n, size - n, "\\x%02x", (unsigned char)*text);
    n += length ? length : 4;
    text += length ? length : 1;
  }
  snprintf(to + n, size - n, "%s", *text ? "..." : "");
}

static void describe_stack(const custos *c, const custos_step *step, line *l) {
  size_t most = step->depth > STACK_SHOWN + 1 ? STACK_SHOWN : step->depth,
         shown = 0;
  while (shown < most && strlen(l->configuration) < 120) {
    append(l->configuration, sizeof l->configuration, shown ? " " : "");
    append(l->configuration, sizeof l->configuration - 40,
           custos_symbol_name(c, step->stack[step->depth - 1 - shown]));
    shown++;
  }
  if (step->depth == 0)
    append(l->configuration, sizeof l->configuration, "\xce\xb5");
  if (shown < step->depth) {
    char rest[48];
    snprintf(rest, sizeof rest, " ... %zu more", step->depth - shown);
    append(l->configuration, sizeof l->configuration, rest);
  }
}

static void describe_weight(const custos_step *step, line *l) {
  if (!step->weight || !step->weight_count)
    return;
  append(l->weight, sizeof l->weight, "weight ");
  for (size_t i = 0; i < step->weight_count; i++) {
    char number[32];
    snprintf(number, sizeof number, "%s%lld", i ? " " : "",
             (long long)step->weight[i]);
    append(l->weight, sizeof l->weight, number);
  }
}

static void describe_place(const custos_step *step, line *l) {
  if (!step->line || !step->file || !step->file[0])
    return;
  const char *base = strrchr(step->file, '/');
  append(l->place, sizeof l->place - 16, base ? base + 1 : step->file);
  snprintf(l->place + strlen(l->place), 16, ":%u", step->line);
}

/* A step of a program. */

/* Adds to what the step did, behind a semicolon. */
static void add_effect(line *l, const char *words) {
  if (!*words)
    return;
  append(l->configuration, sizeof l->configuration,
         l->configuration[0] ? "; " : "");
  append(l->configuration, sizeof l->configuration, words);
}

/* The message, where the statement does not say it, and who got it. */
static void describe_message(const custos_step *step, line *l) {
  char words[200];
  if (!step->channel)
    return;
  snprintf(words, sizeof words, "%.60s%s%.120s", step->channel,
           step->is_send ? "!" : "?", step->message);
  if (!step->statement || strcmp(words, step->statement) != 0)
    add_effect(l, words);
  if (!step->partner)
    return;
  snprintf(words, sizeof words, "to %.40s:%u at line %u", step->partner,
           (unsigned)step->partner_pid, (unsigned)step->partner_line);
  if (l->configuration[0])
    append(l->configuration, sizeof l->configuration, " ");
  append(l->configuration, sizeof l->configuration, words);
}

/* What was printed: its lines, each made harmless. */
static void describe_output(const char *text, line *l) {
  while (*text) {
    char piece[200];
    size_t n = strcspn(text, "\n");
    snprintf(piece, sizeof piece, "%.*s", n < 190 ? (int)n : 190, text);
    for (char *tab = piece; (tab = strchr(tab, '\t'));)
      *tab = ' ';
    append(l->output, sizeof l->output - 2, piece);
    text += n;
    if (*text++ != '\n')
      return;
    size_t end = strlen(l->output);
    memcpy(l->output + end, "\n", 2);
  }
}

static line describe_program(const custos_step *step) {
  line l = {.number = step->number, .in_loop = step->loop != 0};
  if (step->process) {
    describe_place(step, &l);
    append(l.who, sizeof l.who - 12, step->process);
    snprintf(l.who + strlen(l.who), 12, ":%u", (unsigned)step->pid);
    append(l.rule, sizeof l.rule, step->statement);
    describe_message(step, &l);
    add_effect(&l, step->changes);
  } else {
    append(l.rule, sizeof l.rule, "the initial state");
  }
  describe_output(step->output ? step->output : "", &l);
  append(l.fault, sizeof l.fault, step->fault);
  if (step->note && step->note[0]) {
    append(l.fault, sizeof l.fault, l.fault[0] ? "; " : "");
    append(l.fault, sizeof l.fault, step->note);
  }
  l.is_hidden = step->number == 0 && !step->last && !l.fault[0];
  return l;
}

/* A step of a program with procedures. */

/* "  main:12": as far to the right as there are calls around it. */
static line describe_call(const custos_step *step) {
  line l = {.number = step->number, .in_loop = step->loop != 0};
  size_t indent = 2 * (size_t)(step->calls < DEEPEST ? step->calls : DEEPEST);
  snprintf(l.who, sizeof l.who, "%*s", (int)indent, "");
  if (step->procedure[0] && step->changes) {
    append(l.who, sizeof l.who, step->procedure);
    describe_place(step, &l);
  } else if (step->procedure[0]) {
    append(l.who, sizeof l.who - 16, step->procedure);
    snprintf(l.who + strlen(l.who), 16, ":%u", (unsigned)step->line);
  }
  append(l.rule, sizeof l.rule, step->statement ? step->statement : "start");
  append(l.configuration, sizeof l.configuration, step->text);
  append(l.fault, sizeof l.fault, step->fault);
  l.is_hidden = step->changes && step->number == 0;
  return l;
}

static line describe(const custos *c, const custos_step *step) {
  line l = {.number = step->number, .in_loop = step->loop != 0};
  if (step->procedure)
    return describe_call(step);
  if (step->fault)
    return describe_program(step);
  describe_place(step, &l);
  append(l.rule, sizeof l.rule - 40, step->rule_text ? step->rule_text : "");
  if (step->action) {
    append(l.rule, sizeof l.rule, l.rule[0] ? "  [" : "[");
    append(l.rule, sizeof l.rule - 1, step->action);
    append(l.rule, sizeof l.rule, "]");
  }
  if (step->text) {
    append(l.configuration, sizeof l.configuration, step->text);
    return l;
  }
  append(l.configuration, sizeof l.configuration, "<");
  append(l.configuration, sizeof l.configuration - 60,
         custos_state_name(c, step->state));
  append(l.configuration, sizeof l.configuration, ", ");
  describe_stack(c, step, &l);
  append(l.configuration, sizeof l.configuration, ">");
  describe_weight(step, &l);
  return l;
}

/* Lines become a table. */

/* Characters, not bytes. */
static size_t width(const char *s) {
  size_t n = 0;
  for (; *s; s++)
    n += ((unsigned char)*s & 0xc0) != 0x80;
  return n;
}

static void widen(size_t *w, size_t n) {
  if (n > *w && n <= WIDEST_COLUMN)
    *w = n;
}

static void measure(widths *w, const line *l) {
  char number[32];
  if (l->is_hidden)
    return;
  widen(&w->number, (size_t)snprintf(number, sizeof number, "%llu",
                                     (unsigned long long)l->number));
  widen(&w->who, width(l->who));
  widen(&w->place, width(l->place));
  widen(&w->rule, width(l->rule));
  widen(&w->configuration, width(l->configuration));
}

static void print_cell(const char *text, size_t w, bool last) {
  size_t n = width(text);
  fputs(text, stdout);
  if (!last)
    printf("%*s", (int)((n < w ? w - n : 0) + 2), "");
}

/* Of a program: what it printed, and what went wrong. */
static void print_below(const line *l, const widths *w) {
  bool colour = output_has_colour(stdout);
  for (const char *s = l->output; *s; s += strcspn(s, "\n"), s += *s != 0)
    printf("  %*s  > %.*s\n", (int)w->number, "", (int)strcspn(s, "\n"), s);
  if (l->fault[0])
    printf("  %*s  %s! %s%s\n", (int)w->number, "", colour ? "\033[1;31m" : "",
           l->fault, colour ? "\033[0m" : "");
}

static void print_line(const line *l, const widths *w) {
  bool colour = output_has_colour(stdout);
  if (l->is_hidden)
    return;
  printf(" %c%*llu  ", l->in_loop ? '|' : ' ', (int)w->number,
         (unsigned long long)l->number);
  if (w->who)
    print_cell(l->who, w->who, false);
  fputs(colour ? "\033[2m" : "", stdout);
  if (w->place)
    print_cell(l->place, w->place, false);
  fputs(colour ? "\033[0m" : "", stdout);
  bool has_effect = l->configuration[0] || l->weight[0];
  if (w->rule || l->rule[0])
    print_cell(l->rule, w->rule, !has_effect);
  print_cell(l->configuration, w->configuration, !l->weight[0]);
  puts(l->weight);
  print_below(l, w);
}

void steps_print_step(const custos *c, const custos_step *step,
                      steps_columns *columns) {
  line l = describe(c, step);
  l.is_hidden = false;
  measure(columns, &l);
  print_line(&l, columns);
}

/* Tells where the loop is, should the gap hide it. */
typedef struct loop_seen {
  uint64_t first, last; /* UINT64_MAX: none */
  bool stutters;
} loop_seen;

static void print_loop(const loop_seen *seen, bool for_ever) {
  if (seen->stutters)
    puts("  and nothing more can happen: this state is repeated for ever");
  else if (for_ever && seen->first != UINT64_MAX)
    printf("  and again from step %llu, for ever\n",
           (unsigned long long)seen->first);
  else if (seen->first != UINT64_MAX)
    printf("  steps %llu to %llu can be repeated without end\n",
           (unsigned long long)seen->first, (unsigned long long)seen->last);
}

static void see_loop(loop_seen *seen, const custos_step *step) {
  seen->stutters = seen->stutters || step->stutters;
  if (!step->loop)
    return;
  if (seen->first == UINT64_MAX)
    seen->first = step->number;
  seen->last = step->number;
}

/* 'kept' lines are in hand: HEAD in order, then a ring of TAIL. 'seen' steps
 * were visited. */
static void print_kept(const line *kept, uint64_t seen, uint64_t skipped) {
  uint64_t behind = seen > HEAD ? seen - HEAD : 0;
  uint64_t tail = behind > TAIL ? TAIL : behind;
  widths w = {0};
  for (uint64_t i = 0; i < HEAD && i < seen; i++)
    measure(&w, &kept[i]);
  for (uint64_t i = behind - tail; i < behind; i++)
    measure(&w, &kept[HEAD + i % TAIL]);
  for (uint64_t i = 0; i < HEAD && i < seen; i++)
    print_line(&kept[i], &w);
  if (skipped)
    printf("  %*s  ... %llu steps ...\n", (int)w.number, "",
           (unsigned long long)skipped);
  for (uint64_t i = behind - tail; i < behind; i++)
    print_line(&kept[HEAD + i % TAIL], &w);
}

custos_status steps_print_essence(session *s, const custos_result *result) {
  line kept[HEAD + TAIL];
  chart messages = {0};
  bool for_ever = result->loop != UINT64_MAX;
  uint64_t steps = result->steps, seen = 0;
  loop_seen loop = {UINT64_MAX, UINT64_MAX, false};
  uint64_t far =
      s->o->max_steps_given && s->o->max_steps < FAR ? s->o->max_steps : FAR;
  uint64_t most = steps <= far            ? steps + 1
                  : far + 1 < HEAD + TAIL ? far + 1
                                          : HEAD + TAIL;
  custos_step step;
  int found = 1;
  custos_status status = custos_trace_rewind(s->c);
  while (status == CUSTOS_OK && seen < most) {
    status = custos_trace_next(s->c, &step, &found);
    if (status != CUSTOS_OK || !found)
      break;
    kept[seen < HEAD ? seen : HEAD + (seen - HEAD) % TAIL] =
        describe(s->c, &step);
    see_loop(&loop, &step);
    chart_add(&messages, &step);
    seen++;
  }
  /* A spent limit ends the listing, not the verdict. */
  if (status == CUSTOS_ERR_LIMIT)
    status = CUSTOS_OK;
  if (status != CUSTOS_OK) {
    chart_clear(&messages);
    return status;
  }
  session_quiet_line(s);
  print_kept(kept, seen, seen > HEAD + TAIL ? seen - HEAD - TAIL : 0);
  if (steps == UINT64_MAX)
    printf("  ... and more steps than can be counted\n");
  else if (steps + 1 > seen)
    printf("  ... %llu more steps\n", (unsigned long long)(steps + 1 - seen));
  print_loop(&loop, for_ever);
  if (!s->o->hide_chart)
    chart_print(&messages, CHART_ROWS);
  chart_clear(&messages);
  return CUSTOS_OK;
}

custos_status steps_print_all(session *s, uint64_t most, bool *complete) {
  line *block = calloc(BLOCK, sizeof *block);
  chart messages = {0};
  loop_seen loop = {UINT64_MAX, UINT64_MAX, false};
  widths w = {0};
  custos_step step = {0};
  int found = 1;
  uint64_t seen = 0;
  custos_status status = block ? custos_trace_rewind(s->c) : CUSTOS_ERR_SYSTEM;
  *complete = false;
  while (status == CUSTOS_OK && found && seen <= most && !watch_asks()) {
    size_t n = 0;
    while (n < BLOCK && seen <= most && found && status == CUSTOS_OK) {
      status = custos_trace_next(s->c, &step, &found);
      if (status != CUSTOS_OK || !found)
        break;
      *complete = step.last != 0;
      block[n] = describe(s->c, &step);
      see_loop(&loop, &step);
      chart_add(&messages, &step);
      measure(&w, &block[n++]);
      seen++;
    }
    session_quiet_line(s);
    for (size_t i = 0; i < n; i++)
      print_line(&block[i], &w);
  }
  free(block);
  /* A spent limit ends the listing, not the answer. */
  if (status == CUSTOS_ERR_LIMIT)
    status = CUSTOS_OK;
  if (status == CUSTOS_OK && step.fault && *complete)
    print_loop(&loop, true);
  if (status == CUSTOS_OK && !s->o->hide_chart)
    chart_print(&messages, SIZE_MAX);
  chart_clear(&messages);
  return status;
}

static void print_json_configuration(const custos *c, const custos_step *step) {
  output_json(stdout, custos_state_name(c, step->state));
  fputs(",\"stack\":[", stdout);
  for (size_t i = step->depth; i-- > 0;) {
    output_json(stdout, custos_symbol_name(c, step->stack[i]));
    fputs(i ? "," : "", stdout);
  }
  putchar(']');
}

static void print_json_text(const char *name, const char *text) {
  if (!text || !*text)
    return;
  printf(",\"%s\":", name);
  output_json(stdout, text);
}

static void print_json_program(const custos_step *step) {
  if (step->process) {
    print_json_text("process", step->process);
    printf(",\"pid\":%u", (unsigned)step->pid);
    print_json_text("statement", step->statement);
  }
  if (step->channel) {
    print_json_text(step->is_send ? "sends" : "receives", step->channel);
    print_json_text("message", step->message);
  }
  if (step->partner) {
    print_json_text("partner", step->partner);
    printf(",\"partner_pid\":%u,\"partner_line\":%u",
           (unsigned)step->partner_pid, (unsigned)step->partner_line);
  }
  if (step->procedure && step->statement) {
    print_json_text("procedure", step->procedure);
    printf(",\"calls\":%u", (unsigned)step->calls);
    print_json_text("statement", step->statement);
    if (step->is_call || step->is_return)
      printf(",\"%s\":true", step->is_call ? "call" : "return");
  }
  print_json_text("output", step->output);
  print_json_text("changes", step->changes);
  print_json_text("fault", step->fault);
  print_json_text("note", step->note);
  if (step->alone)
    fputs(",\"alone\":true", stdout);
}

static void print_json_step(const custos *c, const custos_step *step) {
  printf("{\"step\":%llu", (unsigned long long)step->number);
  if (step->rule >= 0) {
    printf(",\"rule\":%lld,\"text\":", (long long)step->rule);
    output_json(stdout, step->rule_text);
  }
  if (step->number && step->file && step->file[0] &&
      (step->rule >= 0 || step->line)) {
    fputs(",\"file\":", stdout);
    output_json(stdout, step->file);
    printf(",\"line\":%u,\"column\":%u", step->line, step->column);
  }
  if (step->action) {
    fputs(",\"action\":", stdout);
    output_json(stdout, step->action);
  }
  print_json_program(step);
  fputs(",\"state\":", stdout);
  if (step->text && !step->depth)
    output_json(stdout, step->text);
  else
    print_json_configuration(c, step);
  for (size_t i = 0; step->weight && i < step->weight_count; i++)
    printf("%s%lld%s", i ? "," : ",\"weight\":[", (long long)step->weight[i],
           i + 1 == step->weight_count ? "]" : "");
  if (step->loop)
    fputs(",\"loop\":true", stdout);
  if (step->stutters)
    fputs(",\"stutters\":true", stdout);
  putchar('}');
}

custos_status steps_print_json(session *s, uint64_t most, bool *complete) {
  custos_step step = {0};
  int found = 1;
  custos_status status = custos_trace_rewind(s->c);
  *complete = false;
  putchar('[');
  for (uint64_t seen = 0; status == CUSTOS_OK && seen <= most && !watch_asks();
       seen++) {
    status = custos_trace_next(s->c, &step, &found);
    if (status != CUSTOS_OK || !found)
      break;
    *complete = step.last != 0;
    fputs(seen ? ",\n" : "\n", stdout);
    print_json_step(s->c, &step);
  }
  putchar(']');
  return status == CUSTOS_ERR_LIMIT ? CUSTOS_OK : status;
}
