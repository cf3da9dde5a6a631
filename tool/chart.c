#include "chart.h"

#include "output.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more, or the program has ended: a chart is small. */
static void *grow(void *at, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity)
    return at;
  *capacity = *capacity ? 2 * *capacity : 16;
  void *larger = realloc(at, *capacity * size);
  if (!larger)
    watch_no_memory();
  return larger;
}

/* A pid may be used by one process after another. */
static size_t find_process(chart *c, const char *type, uint32_t pid) {
  char name[48];
  snprintf(name, sizeof name, "%.36s:%u", type, (unsigned)pid);
  for (size_t i = 0; i < c->process_count; i++)
    if (strcmp(c->processes[i].name, name) == 0)
      return i;
  size_t capacity = c->process_count;
  c->processes =
      grow(c->processes, c->process_count, &capacity, sizeof *c->processes);
  chart_process *process = &c->processes[c->process_count];
  *process = (chart_process){.pid = pid};
  memcpy(process->name, name, sizeof name);
  return c->process_count++;
}

/* The message that a receive takes: the first that reads the same. */
static bool find_sent(chart *c, const custos_step *step, bool keeps,
                      size_t *event) {
  char message[72];
  snprintf(message, sizeof message, "%.71s", step->message);
  for (size_t i = 0; i < c->waiting_count; i++) {
    chart_waiting *waiting = &c->waiting[i];
    if (waiting->channel != step->channel_number ||
        strcmp(waiting->message, message) != 0)
      continue;
    *event = waiting->event;
    if (!keeps) {
      memmove(waiting, waiting + 1,
              (c->waiting_count - i - 1) * sizeof *waiting);
      c->waiting_count--;
    }
    return true;
  }
  return false;
}

static void put_in_buffer(chart *c, const custos_step *step, size_t event) {
  c->waiting = grow(c->waiting, c->waiting_count, &c->waiting_capacity,
                    sizeof *c->waiting);
  chart_waiting *waiting = &c->waiting[c->waiting_count++];
  *waiting = (chart_waiting){.channel = step->channel_number, .event = event};
  snprintf(waiting->message, sizeof waiting->message, "%.71s", step->message);
}

void chart_add(chart *c, const custos_step *step) {
  if (!step->channel || !step->process)
    return;
  size_t self = find_process(c, step->process, step->pid);
  chart_event event = {.step = step->number,
                       .from = self,
                       .to = self,
                       .in_loop = step->loop != 0};
  const char *sign = step->is_send ? "!" : "?";
  if (step->is_send && step->is_receive && step->partner) {
    event.to = find_process(c, step->partner, step->partner_pid);
  } else if (step->is_receive) {
    size_t sent;
    bool keeps = step->statement && strstr(step->statement, "?<") != NULL;
    if (find_sent(c, step, keeps, &sent)) {
      event.from = c->events[sent].from;
      event.sent = c->events[sent].step;
    }
  } else {
    put_in_buffer(c, step, c->event_count);
  }
  snprintf(event.label, sizeof event.label, "%.24s%s%.48s", step->channel, sign,
           step->message);
  c->processes[event.from].events++;
  c->processes[event.to].events++;
  c->events =
      grow(c->events, c->event_count, &c->event_capacity, sizeof *c->events);
  c->events[c->event_count++] = event;
}

void chart_clear(chart *c) {
  free(c->processes);
  free(c->events);
  free(c->waiting);
  *c = (chart){0};
}

enum {
  MARGIN = 9,     /* for the numbers of the steps */
  NARROWEST = 14, /* distance of two lines */
  WIDEST = 26,
  LONGEST = 1024 /* of a row */
};

typedef struct sheet {
  const chart *c;
  size_t width, columns, distance;
  size_t folded; /* processes that share the last column */
  char row[LONGEST];
} sheet;

static size_t middle(const sheet *s, size_t column) {
  return MARGIN + s->distance / 2 + column * s->distance;
}

/* The most talkative have columns of their own. */
static bool talks_more(const chart *c, size_t a, size_t b) {
  size_t x = c->processes[a].events, y = c->processes[b].events;
  return x != y ? x > y : a < b;
}

static void lay_out(sheet *s) {
  const chart *c = s->c;
  size_t room = s->width > MARGIN + NARROWEST ? s->width - MARGIN : NARROWEST;
  size_t most = room / NARROWEST;
  size_t own = c->process_count <= most ? c->process_count
               : most > 1               ? most - 1
                                        : 0;
  size_t column = 0;
  for (size_t i = 0; i < c->process_count; i++) {
    size_t before = 0;
    for (size_t k = 0; k < c->process_count; k++)
      before += talks_more(c, k, i);
    c->processes[i].column = before < own ? column++ : own;
  }
  s->folded = c->process_count - own;
  s->columns = own + (s->folded > 0);
  s->distance = s->columns ? room / s->columns : room;
  if (s->distance > WIDEST)
    s->distance = WIDEST;
}

static void blank_row(sheet *s) {
  memset(s->row, ' ', sizeof s->row);
  for (size_t i = 0; i < s->columns; i++)
    s->row[middle(s, i)] = '|';
}

static void print_row(sheet *s) {
  size_t n = sizeof s->row - 1;
  while (n > 0 && s->row[n - 1] == ' ')
    n--;
  s->row[n] = '\0';
  output_visible(stdout, s->row);
  putchar('\n');
}

/* 'text' from 'left', in at most 'room' bytes; two dots tell of a cut. */
static void write_in(sheet *s, size_t left, size_t room, const char *text) {
  size_t n = strlen(text);
  if (left + room > sizeof s->row - 1)
    room = left < sizeof s->row - 1 ? sizeof s->row - 1 - left : 0;
  if (n <= room)
    memcpy(s->row + left, text, n);
  else if (room > 2) {
    memcpy(s->row + left, text, room - 2);
    memcpy(s->row + left + room - 2, "..", 2);
  }
}

static void print_heads(sheet *s) {
  memset(s->row, ' ', sizeof s->row);
  for (size_t i = 0; i < s->columns; i++) {
    char name[64];
    const char *words = name;
    snprintf(name, sizeof name, "others (%zu)", s->folded);
    for (size_t k = 0; k < s->c->process_count; k++)
      if (s->c->processes[k].column == i && (!s->folded || i + 1 < s->columns))
        words = s->c->processes[k].name;
    size_t n = strlen(words), room = s->distance - 1;
    n = n < room ? n : room;
    write_in(s, middle(s, i) - n / 2, room, words);
  }
  print_row(s);
}

/* From the line of one process to that of another. */
static void draw_arrow(sheet *s, size_t from, size_t to, const char *label) {
  size_t a = middle(s, from < to ? from : to) + 1;
  size_t b = middle(s, from < to ? to : from);
  memset(s->row + a, '-', b - a);
  s->row[from < to ? b - 1 : a] = from < to ? '>' : '<';
  size_t n = strlen(label), room = b - a - 3;
  n = n < room ? n : room;
  write_in(s, a + (b - a - n) / 2, n, label);
}

static void draw_event(sheet *s, const chart_event *event) {
  const chart_process *process = s->c->processes;
  size_t from = process[event->from].column, to = process[event->to].column;
  char label[112], number[24];
  blank_row(s);
  snprintf(number, sizeof number, "%c%6llu", event->in_loop ? '|' : ' ',
           (unsigned long long)event->step);
  memcpy(s->row, number, strlen(number) < MARGIN ? strlen(number) : MARGIN - 1);
  if (event->sent)
    snprintf(label, sizeof label, "%s [%llu]", event->label,
             (unsigned long long)event->sent);
  else
    snprintf(label, sizeof label, "%s", event->label);
  if (from != to) {
    draw_arrow(s, from, to, label);
  } else {
    s->row[middle(s, to)] = '*';
    size_t left = middle(s, to) + 2;
    size_t room = to + 1 < s->columns ? s->distance - 3
                  : left < s->width   ? s->width - left
                                      : 0;
    write_in(s, left, room, label);
  }
  print_row(s);
}

void chart_print(const chart *c, size_t most) {
  if (c->event_count == 0)
    return;
  sheet s = {.c = c, .width = output_width()};
  size_t head = most < c->event_count ? most - most / 3 : c->event_count;
  size_t tail = most < c->event_count ? most / 3 : 0;
  lay_out(&s);
  putchar('\n');
  print_heads(&s);
  blank_row(&s);
  print_row(&s);
  for (size_t i = 0; i < head; i++)
    draw_event(&s, &c->events[i]);
  if (head + tail < c->event_count)
    printf("%*s... %zu more sends and receives ...\n", MARGIN, "",
           c->event_count - head - tail);
  for (size_t i = c->event_count - tail; i < c->event_count; i++)
    draw_event(&s, &c->events[i]);
}
