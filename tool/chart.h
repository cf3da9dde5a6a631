/* A message sequence chart in plain characters: a column for each process that
 * talks, an arrow for each message. Time runs downwards. */
#ifndef TOOL_CHART_H
#define TOOL_CHART_H

#include "custos/custos.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct chart_process {
  char name[48];
  uint32_t pid;
  size_t events;
  size_t column; /* where it is drawn */
} chart_process;

typedef struct chart_event {
  uint64_t step;
  size_t from, to; /* processes; equal: nobody else is known */
  uint64_t sent;   /* the step that sent it, of a message from a buffer; 0 */
  bool in_loop;
  char label[80];
} chart_event;

/* A message that waits in a buffer. */
typedef struct chart_waiting {
  uint32_t channel;
  size_t event;
  char message[72];
} chart_waiting;

/* Empty when zeroed. */
typedef struct chart {
  chart_process *processes;
  size_t process_count;
  chart_event *events;
  size_t event_count, event_capacity;
  chart_waiting *waiting;
  size_t waiting_count, waiting_capacity;
} chart;

/* Takes the step in if it sends or receives something. */
void chart_add(chart *c, const custos_step *step);
/* On stdout, if there is something to draw; at most 'most' lines, the first
 * and the last ones. */
void chart_print(const chart *c, size_t most);
void chart_clear(chart *c);

#endif
