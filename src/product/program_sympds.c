#include "product/program_encode.h"

/* First bits of the cells of variables that follow each other; gives the number
 * of bits. */
static uint32_t lay_out(mem *m, const prog *p, const uint32_t *variables,
                        uint32_t first, size_t count, uint32_t *cell_bits) {
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++) {
    const prog_variable *v =
        &p->variables.at[variables ? variables[i] : first + i];
    for (uint32_t k = 0; k < v->count; k++, bits += v->width)
      cell_bits[v->cell + k] = (uint32_t)bits;
    if (bits > DD_MOST_VARIABLES)
      mem_raise(m->budget, MEM_LIMIT);
  }
  return (uint32_t)bits;
}

static void lay_out_globals(mem *m, const prog *p, prog_bits *out) {
  uint32_t *list = mem_array(m, p->variables.count + 1, sizeof *list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->variables.count; i++)
    if (p->variables.at[i].procedure == PROG_NONE)
      list[count++] = i;
  out->global_cell =
      mem_array(m, (size_t)p->global_cells + 1, sizeof(uint32_t));
  out->globals = lay_out(m, p, list, 0, count, out->global_cell);
  out->global_variable = list;
  out->global_variables = count;
}

/* Of the assignments of an edge, at most: they may have to be kept until all
 * are there. */
static uint32_t most_choices(mem *m, const prog *p) {
  uint32_t *choices = encode_choices(m, p), most = 0;
  for (size_t i = 0; i < p->expressions.count; i++)
    if (choices[i] > most)
      most = choices[i];
  vec_each (const prog_edge, e, &p->edges) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->assignments; i++) {
      const prog_assignment *a = &p->assignments.at[e->first_assignment + i];
      sum += choices[a->value];
      if (a->index != PROG_NONE)
        sum += choices[a->index];
    }
    if (sum > most)
      most = sum > UINT32_MAX / 4 ? UINT32_MAX / 4 : (uint32_t)sum;
  }
  mem_free(m, choices);
  return most;
}

void prog_bits_init(mem *m, const prog *p, uint32_t extra, prog_bits *out) {
  *out = (prog_bits){.extra = extra};
  lay_out_globals(m, p, out);
  size_t cells = 0;
  vec_each (const prog_procedure, q, &p->procedures)
    cells += q->cells;
  uint32_t *all = mem_array(m, cells + 1, sizeof *all);
  out->local_cell =
      mem_array(m, p->procedures.count + 1, sizeof *out->local_cell);
  for (uint32_t i = 0; i < p->procedures.count; i++) {
    const prog_procedure *q = &p->procedures.at[i];
    out->local_cell[i] = all;
    uint32_t bits = lay_out(m, p, NULL, q->first_variable, q->variables, all);
    if (bits > out->locals)
      out->locals = bits;
    all += q->cells;
  }
  out->choices = most_choices(m, p);
  prog_bits_order(m, p, out);
}

bool prog_open_diagrams(mem *m, progress *clock, const prog_bits *b,
                        size_t bytes, dds *d) {
  uint64_t variables =
      ((uint64_t)b->globals + b->extra + b->locals) * SYM_COPIES + b->choices;
  if (variables > UINT32_MAX)
    mem_raise(m->budget, MEM_LIMIT);
  /* Variables are not moved: on quicksort, where diagrams are large, sifting
   * took minutes, and the search without it seconds. */
  dd_order o = {.variables = (uint32_t)variables, .bytes = bytes};
  return dds_open(d, m, clock, &o);
}

static void start_with_zeros(sympds *s, const prog_bits *b) {
  uint32_t count = b->globals + b->locals;
  uint32_t *bits = mem_array(s->m, (size_t)count + 1, sizeof *bits);
  bool *values = mem_array(s->m, (size_t)count + 1, sizeof *values);
  for (uint32_t i = 0; i < b->globals; i++)
    bits[i] = sym_global(s, i, SYM_NOW);
  for (uint32_t i = 0; i < b->locals; i++)
    bits[b->globals + i] = sym_local(s, i, SYM_NOW);
  size_t mark = dd_mark(s->d);
  dd_keep(s->d, &s->initial, dd_point(s->d, bits, values, count));
  dd_release(s->d, mark);
  mem_free(s->m, bits);
  mem_free(s->m, values);
}

void prog_sympds(mem *m, progress *clock, const prog *p, const prog_bits *b,
                 dds *d, sympds *out) {
  sympds_init(out, m, d, b->globals + b->extra, b->locals, b->positions,
              (uint32_t)p->locations.count);
  out->start = p->start;
  start_with_zeros(out, b);
  encoder e;
  encoder_init(&e, m, clock, p, b, out);
  for (uint32_t i = 0; i < p->edges.count; i++) {
    progress_tick(clock);
    encode_edge(&e, i);
  }
  encoder_free(&e);
  sympds_finish(out);
}

dd prog_condition(const prog *p, const prog_bits *b, sympds *s,
                  uint32_t condition) {
  encoder e;
  encoder_init(&e, s->m, s->d->clock, p, b, s);
  dd x = encode_condition(&e, condition);
  encoder_free(&e);
  return x;
}

static uint32_t number_at(const bool *bits, uint32_t first, uint32_t width) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < width; i++)
    value |= (uint32_t)bits[first + i] << i;
  return value;
}

static void decode_cells(const prog_variable *v, const uint32_t *cell_bits,
                         const bool *bits, uint32_t *cells) {
  for (uint32_t k = 0; k < v->count; k++)
    cells[v->cell + k] = number_at(bits, cell_bits[v->cell + k], v->width);
}

void prog_decode(const prog *p, const prog_bits *b, const bool *globals,
                 const bool *locals, uint32_t procedure, mem *m,
                 prog_cells *out) {
  size_t at = out->count;
  if (globals) {
    vec_resize(m, out, at + p->global_cells);
    for (uint32_t i = 0; i < b->global_variables; i++)
      decode_cells(&p->variables.at[b->global_variable[i]], b->global_cell,
                   globals, out->at + at);
    at += p->global_cells;
  }
  if (procedure == PROG_NONE)
    return;
  const prog_procedure *q = &p->procedures.at[procedure];
  vec_resize(m, out, at + q->cells);
  for (uint32_t i = 0; i < q->variables; i++)
    decode_cells(&p->variables.at[q->first_variable + i],
                 b->local_cell[procedure], locals, out->at + at);
}
