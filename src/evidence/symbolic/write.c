#include "evidence/symbolic/names.h"

#include <assert.h>

typedef struct writer {
  mem *m;
  const prog *p;
  sym_proof *proof; /* it is only read */
  text *out;
  symbolic_names names;
  uint32_t *node;      /* by number of the table: that of the file */
  uint32_t nodes;      /* that are written */
  uint32_t *variable;  /* by variable: its line; PROG_NONE: not needed */
  uint32_t *procedure; /* by procedure: the same */
  vec(uint32_t) variables, procedures;
} writer;

static void need_rows(writer *w, const sym_rows *rows) {
  vec_each (const sym_row, row, rows) {
    uint32_t procedure = w->p->locations.at[row->symbol].procedure;
    w->node[row->node] = 1;
    if (w->procedure[procedure] != PROG_NONE)
      continue;
    w->procedure[procedure] = (uint32_t)w->procedures.count;
    vec_push(w->m, &w->procedures, procedure);
  }
}

/* 'node' marks what is needed, then has the numbers in the file. */
static void number_nodes(writer *w) {
  const sym_proof *proof = w->proof;
  for (size_t k = proof->nodes.count; k-- > 0;)
    if (w->node[k + 2])
      w->node[proof->nodes.at[k].low] = w->node[proof->nodes.at[k].high] = 1;
  w->node[0] = 0;
  w->node[1] = 1;
  for (size_t k = 0; k < proof->nodes.count; k++) {
    uint32_t variable = proof->nodes.at[k].variable;
    if (!w->node[k + 2])
      continue;
    w->node[k + 2] = 2 + w->nodes++;
    if (w->variable[variable] != PROG_NONE)
      continue;
    w->variable[variable] = (uint32_t)w->variables.count;
    vec_push(w->m, &w->variables, variable);
  }
}

static uint32_t *unneeded(mem *m, size_t count) {
  uint32_t *at = mem_array(m, count + 1, sizeof *at);
  for (size_t i = 0; i < count; i++)
    at[i] = PROG_NONE;
  return at;
}

static void write_name(writer *w, uint32_t name) {
  text_quoted(w->out, prog_text(w->p, name), names_length(&w->p->names, name));
}

static void write_procedures(writer *w) {
  text_format(w->out, "procedures %zu\n", w->procedures.count);
  vec_each (const uint32_t, q, &w->procedures) {
    const prog_procedure *procedure = &w->p->procedures.at[*q];
    const char *name = symbolic_procedure(w->p, *q);
    text_quoted(w->out, name, strlen(name));
    text_format(w->out, " %u\n", (unsigned)procedure->variables);
    for (uint32_t i = 0; i < procedure->variables; i++) {
      const prog_variable *variable =
          &w->p->variables.at[procedure->first_variable + i];
      write_name(w, variable->name);
      text_format(w->out, " %u %u\n", (unsigned)variable->width,
                  (unsigned)variable->count);
    }
  }
}

/* The last global that starts at or before the bit. */
static void write_global(writer *w, uint32_t bit) {
  size_t low = 0, high = w->names.global.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (w->names.first_bit.at[middle] <= bit)
      low = middle;
    else
      high = middle;
  }
  assert(low < w->names.global.count);
  const prog_variable *variable = &w->p->variables.at[w->names.global.at[low]];
  assert(low < w->names.first_bit.count);
  bit -= w->names.first_bit.at[low];
  text_put(w->out, "global ");
  write_name(w, variable->name);
  text_format(w->out, " %u %u", (unsigned)(bit / variable->width),
              (unsigned)(bit % variable->width));
}

static void write_variables(writer *w) {
  text_format(w->out, "variables %zu\n", w->variables.count);
  vec_each (const uint32_t, v, &w->variables) {
    uint32_t bit = *v / SYM_COPIES, globals = w->proof->globals;
    if (bit >= globals)
      text_format(w->out, "local %u", (unsigned)(bit - globals));
    else if (bit >= w->names.globals)
      text_format(w->out, "automaton %u", (unsigned)(bit - w->names.globals));
    else
      write_global(w, bit);
    text_format(w->out, " %s\n", symbolic_copies[*v % SYM_COPIES]);
  }
}

static void write_number(text *out, char before, uint32_t n) {
  text_char(out, before);
  text_number(out, n);
}

static void write_nodes(writer *w) {
  const sym_proof *proof = w->proof;
  text_format(w->out, "nodes %u\n", (unsigned)w->nodes);
  for (size_t k = 0; k < proof->nodes.count; k++) {
    const sym_node *node = &proof->nodes.at[k];
    if (!w->node[k + 2])
      continue;
    text_number(w->out, w->variable[node->variable]);
    write_number(w->out, ' ', w->node[node->low]);
    write_number(w->out, ' ', w->node[node->high]);
    text_char(w->out, '\n');
  }
}

static void write_rows(writer *w, const symbolic_section *section) {
  const sym_rows *rows = symbolic_rows(w->proof, section->name);
  text_format(w->out, "%s %zu\n", section->name, rows->count);
  vec_each (const sym_row, row, rows) {
    text_number(w->out,
                w->procedure[w->p->locations.at[row->symbol].procedure]);
    write_number(w->out, ' ', w->names.number[row->symbol]);
    if (section->with == WITH_ENTRY)
      write_number(w->out, ' ', w->names.number[row->with]);
    if (section->with == WITH_RANK)
      write_number(w->out, ' ', row->with);
    write_number(w->out, ' ', w->node[row->node]);
    text_char(w->out, '\n');
  }
}

void symbolic_write(mem *m, const prog *program, const sym_proof *proof,
                    text *out) {
  sym_proof copy = *proof; /* symbolic_rows finds rows to be read and filled */
  writer w = {.m = m, .p = program, .proof = &copy, .out = out};
  const symbolic_section *sections = symbolic_sections(proof->kind);
  symbolic_names_init(m, program, &w.names);
  w.node = mem_array(m, proof->nodes.count + 2, sizeof *w.node);
  w.variable =
      unneeded(m, ((size_t)proof->globals + proof->locals) * SYM_COPIES);
  w.procedure = unneeded(m, program->procedures.count);
  for (const symbolic_section *section = sections; section->name; section++)
    need_rows(&w, symbolic_rows(&copy, section->name));
  number_nodes(&w);
  text_format(out, "proof %s\n", symbolic_kinds[proof->kind]);
  if (proof->kind == SYM_PROOF_RANKS)
    text_format(out, "automaton-bits %u\n", (unsigned)proof->automaton_bits);
  write_procedures(&w);
  write_variables(&w);
  write_nodes(&w);
  for (const symbolic_section *section = sections; section->name; section++)
    write_rows(&w, section);
  symbolic_names_free(m, &w.names);
  mem_free(m, w.node);
  mem_free(m, w.variable);
  mem_free(m, w.procedure);
  vec_free(m, &w.variables);
  vec_free(m, &w.procedures);
}
