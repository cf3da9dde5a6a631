/* Runs of a symbolic system as runs of its program. */
#include "problem/procedures/procedures_parts.h"
#include <assert.h>
#include <string.h>

/* A frame on the way: whose it is, and its cells when a call left it. */
typedef struct frame {
  uint32_t procedure;
  size_t cells; /* in 'cells' of the decoder */
} frame;

typedef struct decoder {
  mem *m;
  const prog *p;
  const prog_bits *b;
  const sympds *s;
  vec(frame) frames;
  vec(uint32_t) cells;
  prog_cells now;
} decoder;

/* Globals, then the locals of the frame: into 'now'. */
static void decode(decoder *x, const bool *globals, const bool *locals,
                   uint32_t procedure) {
  x->now.count = 0;
  prog_decode(x->p, x->b, globals, locals, procedure, x->m, &x->now);
}

static void decode_append(decoder *x, prog_run *out, const uint32_t *from,
                          size_t count) {
  vec_reserve(x->m, &out->values, count);
  if (count)
    memcpy(out->values.at + out->values.count, from, count * sizeof *from);
  out->values.count += count;
}

static uint32_t decode_cells_of(const decoder *x, uint32_t procedure) {
  assert(procedure < x->p->procedures.count);
  return x->p->procedures.at[procedure].cells;
}

/* The values of the frame that a call leaves, which may differ from those
 * before. */
static void push(decoder *x, const bool *globals, const bool *below,
                 uint32_t callee) {
  frame *top = &vec_last(&x->frames);
  decode(x, globals, below, top->procedure);
  size_t count = decode_cells_of(x, top->procedure);
  x->cells.count = top->cells;
  vec_reserve(x->m, &x->cells, count);
  if (count)
    memcpy(x->cells.at + x->cells.count, x->now.at + x->p->global_cells,
           count * sizeof *x->now.at);
  x->cells.count += count;
  frame new = {callee, x->cells.count};
  vec_push(x->m, &x->frames, new);
}

static void decode_step(decoder *x, const prog_edge *edge, const bool *values,
                        prog_run *out) {
  const bool *top = values + x->s->globals;
  size_t globals = x->p->global_cells;
  uint32_t caller = vec_last(&x->frames).procedure;
  if (edge->kind == PROG_CALL)
    push(x, values, top + x->s->locals,
         x->p->locations.at[edge->entry].procedure);
  if (edge->kind == PROG_RETURN)
    x->frames.count--;
  const frame *f = x->frames.count ? &vec_last(&x->frames) : NULL;
  decode(x, values, top, f ? f->procedure : 0);
  decode_append(x, out, x->now.at, globals);
  if (!f)
    return;
  size_t count = decode_cells_of(x, f->procedure);
  if (edge->kind == PROG_RETURN)
    decode_append(x, out, x->cells.at + f->cells, count);
  else
    decode_append(x, out, x->now.at + globals, count);
  if (edge->kind == PROG_CALL)
    decode_append(x, out, x->cells.at + (f - 1)->cells,
                  decode_cells_of(x, caller));
}

void program_decode(mem *m, const prog *program, const prog_bits *bits,
                    const sympds *system, const sym_run *run, prog_run *out) {
  decoder x = {.m = m, .p = program, .b = bits, .s = system};
  frame first = {0};
  vec_push(m, &x.frames, first);
  out->loop = run->loop;
  vec_each (const sym_step, t, &run->steps) {
    uint32_t edge =
        t->rule == SYM_NONE ? PROG_STUTTER : system->rules.at[t->rule].source;
    if (edge == SYM_NONE)
      edge = PROG_STUTTER;
    prog_step step = {edge, out->values.count};
    vec_push(m, &out->steps, step);
    if (edge != PROG_STUTTER)
      decode_step(&x, &program->edges.at[edge], run->values.at + t->values,
                  out);
  }
  vec_free(m, &x.frames);
  vec_free(m, &x.cells);
  vec_free(m, &x.now);
}
