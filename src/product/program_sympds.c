#include "product/program_encode.h"

/* First bits of the cells of variables that follow each other; gives the number
 * of bits. */
static uint32_t lay_out(mem *m, const prog *program, const uint32_t *variables,
                        uint32_t first, size_t count, uint32_t *cell_bits) {
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++) {
    const prog_variable *variable =
        &program->variables.at[variables ? variables[i] : first + i];
    for (uint32_t k = 0; k < variable->count; k++, bits += variable->width)
      cell_bits[variable->cell + k] = (uint32_t)bits;
    if (bits > DD_MOST_VARIABLES)
      mem_raise(m->budget, MEM_LIMIT);
  }
  return (uint32_t)bits;
}

static void lay_out_globals(mem *m, const prog *program, prog_bits *out) {
  uint32_t *list = mem_array(m, program->variables.count + 1, sizeof *list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < program->variables.count; i++)
    if (program->variables.at[i].procedure == PROG_NONE)
      list[count++] = i;
  out->global_cell =
      mem_array(m, (size_t)program->global_cells + 1, sizeof(uint32_t));
  out->globals = lay_out(m, program, list, 0, count, out->global_cell);
  out->global_variable = list;
  out->global_variables = count;
}

/* Of the assignments of an edge, at most: they may have to be kept until all
 * are there. */
static uint32_t most_choices(mem *m, const prog *program) {
  uint32_t *choices = encode_choices(m, program), most = 0;
  for (size_t i = 0; i < program->expressions.count; i++)
    if (choices[i] > most)
      most = choices[i];
  vec_each (const prog_edge, edge, &program->edges) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < edge->assignments; i++) {
      const prog_assignment *assignment =
          &program->assignments.at[edge->first_assignment + i];
      sum += choices[assignment->value];
      if (assignment->index != PROG_NONE)
        sum += choices[assignment->index];
    }
    if (sum > most)
      most = sum > UINT32_MAX / 4 ? UINT32_MAX / 4 : (uint32_t)sum;
  }
  mem_free(m, choices);
  return most;
}

void prog_bits_init(mem *m, const prog *program, uint32_t extra,
                    prog_bits *out) {
  *out = (prog_bits){.extra = extra};
  lay_out_globals(m, program, out);
  size_t cells = 0;
  vec_each (const prog_procedure, procedure, &program->procedures)
    cells += procedure->cells;
  uint32_t *all = mem_array(m, cells + 1, sizeof *all);
  out->local_cell =
      mem_array(m, program->procedures.count + 1, sizeof *out->local_cell);
  for (uint32_t i = 0; i < program->procedures.count; i++) {
    const prog_procedure *procedure = &program->procedures.at[i];
    out->local_cell[i] = all;
    uint32_t bits = lay_out(m, program, NULL, procedure->first_variable,
                            procedure->variables, all);
    if (bits > out->locals)
      out->locals = bits;
    all += procedure->cells;
  }
  out->choices = most_choices(m, program);
  prog_bits_order(m, program, out);
}

bool prog_open_diagrams(mem *m, progress *clock, const prog_bits *bits,
                        size_t bytes, dds *diagrams) {
  uint64_t variables =
      ((uint64_t)bits->globals + bits->extra + bits->locals) * SYM_COPIES +
      bits->choices;
  if (variables > UINT32_MAX)
    mem_raise(m->budget, MEM_LIMIT);
  /* Variables are not moved: on quicksort, where diagrams are large, sifting
   * took minutes, and the search without it seconds. */
  dd_order order = {.variables = (uint32_t)variables, .bytes = bytes};
  return dds_open(diagrams, m, clock, &order);
}

static void start_with_zeros(sympds *system, const prog_bits *b) {
  uint32_t count = b->globals + b->locals;
  uint32_t *bits = mem_array(system->m, (size_t)count + 1, sizeof *bits);
  bool *values = mem_array(system->m, (size_t)count + 1, sizeof *values);
  for (uint32_t i = 0; i < b->globals; i++)
    bits[i] = sym_global(system, i, SYM_NOW);
  for (uint32_t i = 0; i < b->locals; i++)
    bits[b->globals + i] = sym_local(system, i, SYM_NOW);
  size_t mark = dd_mark(system->d);
  dd_keep(system->d, &system->initial,
          dd_point(system->d, bits, values, count));
  dd_release(system->d, mark);
  mem_free(system->m, bits);
  mem_free(system->m, values);
}

void prog_sympds(mem *m, progress *clock, const prog *program,
                 const prog_bits *bits, dds *diagrams, sympds *out) {
  sympds_init(out, m, diagrams, bits->globals + bits->extra, bits->locals,
              bits->positions, (uint32_t)program->locations.count);
  out->start = program->start;
  start_with_zeros(out, bits);
  encoder e;
  encoder_init(&e, m, clock, program, bits, out);
  for (uint32_t i = 0; i < program->edges.count; i++) {
    progress_tick(clock);
    encode_edge(&e, i);
  }
  encoder_free(&e);
  sympds_finish(out);
}

dd prog_condition(const prog *program, const prog_bits *bits, sympds *system,
                  uint32_t condition) {
  encoder e;
  encoder_init(&e, system->m, system->d->clock, program, bits, system);
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

static void decode_cells(const prog_variable *variable,
                         const uint32_t *cell_bits, const bool *bits,
                         uint32_t *cells) {
  for (uint32_t k = 0; k < variable->count; k++)
    cells[variable->cell + k] =
        number_at(bits, cell_bits[variable->cell + k], variable->width);
}

void prog_decode(const prog *program, const prog_bits *bits,
                 const bool *globals, const bool *locals, uint32_t procedure,
                 mem *m, prog_cells *out) {
  size_t at = out->count;
  if (globals) {
    vec_resize(m, out, at + program->global_cells);
    for (uint32_t i = 0; i < bits->global_variables; i++)
      decode_cells(&program->variables.at[bits->global_variable[i]],
                   bits->global_cell, globals, out->at + at);
    at += program->global_cells;
  }
  if (procedure == PROG_NONE)
    return;
  const prog_procedure *q = &program->procedures.at[procedure];
  vec_resize(m, out, at + q->cells);
  for (uint32_t i = 0; i < q->variables; i++)
    decode_cells(&program->variables.at[q->first_variable + i],
                 bits->local_cell[procedure], locals, out->at + at);
}
