/* The control graphs of SPIN's verifier, as 'pan -d' prints them, compared with
 * those of a program: from the start, following the order of transitions. */
#ifndef UNIT_SPIN_GRAPH_H
#define UNIT_SPIN_GRAPH_H

#include "lang/promela/lower/lowered.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct spin_arc {
  uint32_t from, to;
  bool atomic, is_dstep, accepts, ends, progresses, escapes;
  char what[64]; /* the beginning of the statement's what */
} spin_arc;

typedef struct spin_graph {
  char name[128]; /* of the proctype; "init"; "never"; "trace" */
  size_t first, count;
} spin_graph;

typedef struct spin_graphs {
  vec(spin_arc) arcs;
  vec(spin_graph) graphs;
} spin_graphs;

static inline void spin_read_arc(mem *m, spin_graphs *g, const char *line) {
  spin_arc x = {0};
  unsigned tr, id, tp, org = 0;
  int end = 0;
  if (sscanf(line, "\tstate %u -(tr %u)-> state %u [id %u tp %u%n", &x.from,
             &tr, &x.to, &id, &tp, &end) != 5)
    return;
  const char *rest = line + end;
  if (sscanf(rest, " org %u", &org) == 1)
    x.escapes = true;
  rest = strstr(rest, "] [");
  const char *what = rest ? strstr(rest, "=> ") : NULL;
  if (!what)
    return;
  rest += 3;
  x.atomic = rest[0] == 'A';
  x.accepts = rest[1] == 'a';
  x.ends = rest[2] == 'e';
  x.progresses = rest[3] == 'p';
  snprintf(x.what, sizeof x.what, "%s", what + 3);
  x.is_dstep = !strncmp(x.what, "D_STEP", 6);
  vec_push(m, &g->arcs, x);
  vec_last(&g->graphs).count++;
}

static inline bool spin_read_graphs(mem *m, spin_graphs *g, FILE *f) {
  char line[4096];
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    spin_graph x = {.first = g->arcs.count};
    if (sscanf(line, "proctype %127s", x.name) == 1 ||
        sscanf(line, "claim %127s", x.name) == 1 ||
        (!strcmp(line, "init") && snprintf(x.name, sizeof x.name, "init")) ||
        (strstr(line, "trace assertion") &&
         snprintf(x.name, sizeof x.name, "trace")))
      vec_push(m, &g->graphs, x);
    else if (g->graphs.count && !strncmp(line, "\tstate", 6))
      spin_read_arc(m, g, line);
    else if (g->graphs.count && !line[0])
      break; /* the legend */
  }
  return g->graphs.count > 0;
}

/* Runs spin, the compiler and the verifier on a model. False: SPIN refuses it,
 * or is not there. */
static inline bool spin_graphs_of(mem *m, const char *file, spin_graphs *g) {
  char folder[] = "/tmp/custos-spin-XXXXXX", command[2048];
  if (!mkdtemp(folder))
    return false;
  snprintf(
      command, sizeof command,
      "f=$(realpath '%s') && cd %s && spin -o1 -o2 -o3 -a \"$f\" >out 2>&1;"
      " gcc -w -DNOREDUCE -o pan pan.c >>out 2>&1 && ./pan -d 2>&1",
      file, folder);
  FILE *f = popen(command, "r");
  bool is_read = f && spin_read_graphs(m, g, f);
  if (f)
    pclose(f);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 && is_read;
}

/* Comparison. */

typedef struct spin_match {
  const pml_lowered *p;
  const pml_behaviour *b;
  const spin_graphs *g;
  const spin_graph *graph;
  vec(uint32_t) state_of; /* by point: SPIN's; 0: none */
  vec(uint32_t) points;   /* that have one, in order */
  const char *why;        /* they differ */
  uint32_t point;
} spin_match;

static inline bool spin_differ(spin_match *x, uint32_t point, const char *why) {
  x->why = why;
  x->point = point;
  return false;
}

static inline bool spin_pair(mem *m, spin_match *x, uint32_t point,
                             uint32_t state) {
  if (x->state_of.at[point])
    return x->state_of.at[point] == state ||
           spin_differ(x, point, "one point for two states");
  vec_each (const uint32_t, y, &x->points) {
    if (x->state_of.at[*y] == state)
      return spin_differ(x, point, "two points for one state");
  }
  x->state_of.at[point] = state;
  vec_push(m, &x->points, point);
  return true;
}

/* pan leaves options out that begin with 0. */
static inline bool spin_drops(const pml_syntax *s, const pml_move *y) {
  if (y->statement == PML_NONE || y->is_join)
    return false;
  const pml_statement *z = &s->statements.at[y->statement];
  return z->kind == PML_TEST && s->exprs.at[z->a].op == PML_CONST &&
         s->exprs.at[z->a].value == 0;
}

static inline bool spin_same_step(spin_match *x, uint32_t point,
                                  const pml_move *y, const spin_arc *a) {
  bool is_end = !strcmp(a->what, "-end-"), is_else = !strcmp(a->what, "else");
  bool is_jump = !strncmp(a->what, ".(goto)", 7) ||
                 !strncmp(a->what, "goto ", 5) || !strcmp(a->what, "break");
  if (is_end != (y->kind == PML_MOVE_END))
    return spin_differ(x, point, "the end of the process");
  if (is_end)
    return true;
  pml_kind kind = x->p->syntax->statements.at[y->statement].kind;
  if (is_else != (y->kind == PML_MOVE_ELSE))
    return spin_differ(x, point, "else");
  if (is_jump != y->is_join)
    return spin_differ(x, point, "a jump");
  if (a->is_dstep != (kind == PML_DSTEP && !y->is_join))
    return spin_differ(x, point, "d_step");
  /* The letter A of a d_step is printed at the end of an atomic too. */
  if (!a->is_dstep && a->atomic != y->atomic)
    return spin_differ(x, point, "atomic");
  if (a->escapes != (y->escape != 0))
    return spin_differ(x, point, "escape");
  return true;
}

static inline bool spin_same_point(mem *m, spin_match *x, uint32_t point) {
  const pml_point *q = &x->p->points.at[x->b->first_point + point];
  uint32_t state = x->state_of.at[point], k = 0;
  for (size_t i = 0; i < x->graph->count; i++) {
    const spin_arc *a = &x->g->arcs.at[x->graph->first + i];
    if (a->from != state)
      continue;
    while (k < q->count &&
           spin_drops(x->p->syntax, &x->p->moves.at[q->first + k]) &&
           strcmp(a->what, "(0)"))
      k++;
    if (k == q->count)
      return spin_differ(x, point, "a move is missing");
    const pml_move *y = &x->p->moves.at[q->first + k++];
    uint32_t flags = (a->ends ? PML_POINT_END : 0u) |
                     (a->progresses ? PML_POINT_PROGRESS : 0u) |
                     (a->accepts ? PML_POINT_ACCEPT : 0u);
    if (flags != q->flags)
      return spin_differ(x, point, "marks of labels");
    if (!spin_same_step(x, point, y, a))
      return false;
    if (y->kind != PML_MOVE_END && !spin_pair(m, x, y->to, a->to))
      return false;
  }
  while (k < q->count &&
         spin_drops(x->p->syntax, &x->p->moves.at[q->first + k]))
    k++;
  return k == q->count || spin_differ(x, point, "a move too many");
}

/* 'why' tells how they differ. */
static inline bool spin_same_graph(mem *m, spin_match *x) {
  vec_resize(m, &x->state_of, x->b->points);
  if (!x->graph->count)
    return true;
  uint32_t start = x->g->arcs.at[x->graph->first].from;
  if (!spin_pair(m, x, x->b->start, start))
    return false;
  for (size_t i = 0; i < x->points.count; i++)
    if (!spin_same_point(m, x, x->points.at[i]))
      return false;
  return true;
}

static inline const spin_graph *
spin_graph_of(const spin_graphs *g, const pml_syntax *s, const pml_process *q) {
  const char *name = names_text(&s->tokens.names, q->name);
  bool is_trace = q->kind == PML_TRACE || q->kind == PML_NOTRACE;
  vec_each (const spin_graph, x, &g->graphs) {
    if (is_trace               ? !strcmp(x->name, "trace")
        : q->kind == PML_INIT  ? !strcmp(x->name, "init")
        : q->kind == PML_NEVER ? !strncmp(x->name, "never", 5)
                               : !strcmp(x->name, name))
      return x;
  }
  return NULL;
}

#endif
