/* What the procedures of a program do: from the values of globals and
 * parameters at the entry to the values of globals at the exit, as cubes. A
 * global that no call changes is said once. */
#include "problem/procedures/procedures_parts.h"

#include <assert.h>
#include <inttypes.h>

enum { MOST_CUBES = 24, MOST_COUNTED = 100000 };

/* A bit of a variable that is shown, and where it is in the diagrams. */
typedef struct shown_bit {
  uint32_t variable, cell, bit; /* cell: of the variable, from 0 */
  uint32_t at;                  /* in the diagrams */
  bool at_exit;
} shown_bit;

typedef struct summary {
  custos *c;
  const prog_bits *bits;
  const sympds *s;
  text *out;
  vec(shown_bit) shown;
  vec(signed char) value; /* by variable of the diagrams: 0, 1, or -1 */
  uint64_t cubes;
} summary;

static void add_bits(summary *x, uint32_t v, bool at_exit) {
  assert(v < x->c->program.variables.count);
  const prog_variable *variable = &x->c->program.variables.at[v];
  bool is_global = variable->procedure == PROG_NONE;
  for (uint32_t i = 0; i < variable->count; i++) {
    uint32_t first =
        is_global
            ? x->bits->global_cell[variable->cell + i]
            : x->bits->local_cell[variable->procedure][variable->cell + i];
    sym_copy copy = at_exit ? SYM_NOW : SYM_NEXT;
    for (uint32_t k = 0; k < variable->width; k++) {
      shown_bit bit = {v, i, k, 0, at_exit};
      bit.at = is_global ? sym_global(x->s, first + k, copy)
                         : sym_local(x->s, first + k, copy);
      vec_push(&x->c->job, &x->shown, bit);
    }
  }
}

/* Does every call leave the variable as it was? */
static bool is_kept(const summary *x, dd relation, uint32_t v) {
  assert(v < x->c->program.variables.count);
  const prog_variable *variable = &x->c->program.variables.at[v];
  dds *diagrams = &x->c->diagrams;
  for (uint32_t i = 0; i < variable->count * variable->width; i++) {
    uint32_t bit = x->bits->global_cell[variable->cell + i / variable->width] +
                   i % variable->width;
    size_t mark = dd_mark(diagrams);
    dd same =
        dd_iff(diagrams, dd_variable(diagrams, sym_global(x->s, bit, SYM_NOW)),
               dd_variable(diagrams, sym_global(x->s, bit, SYM_NEXT)));
    bool kept = dd_implies(diagrams, relation, same);
    dd_release(diagrams, mark);
    if (!kept)
      return false;
  }
  return true;
}

static void put_kept(summary *x, uint32_t v, bool *began) {
  assert(v < x->c->program.variables.count);
  text_put(x->out, *began ? ", " : "  keeps ");
  *began = true;
  text_put(x->out,
           prog_text(&x->c->program, x->c->program.variables.at[v].name));
}

/* Does the procedure return something in the variable? */
static bool assigns(const prog *program, uint32_t procedure, uint32_t v) {
  vec_each (const prog_edge, edge, &program->edges)
    if (edge->kind == PROG_RETURN &&
        program->locations.at[edge->from].procedure == procedure)
      for (uint32_t i = 0; i < edge->assignments; i++)
        if (program->assignments.at[edge->first_assignment + i].variable == v)
          return true;
  return false;
}

/* Chooses what is shown of a procedure: globals that it keeps are told at once,
 * its other locals say nothing at its entry. */
static void choose(summary *x, uint32_t procedure, dd relation) {
  const prog *program = &x->c->program;
  const prog_procedure *f = &program->procedures.at[procedure];
  bool began = false;
  x->shown.count = 0;
  for (uint32_t v = 0; v < program->variables.count; v++) {
    const prog_variable *variable = &program->variables.at[v];
    if (variable->procedure != PROG_NONE ||
        (variable->is_hidden && !variable->is_result))
      continue;
    if (variable->is_result && !assigns(program, procedure, v))
      continue;
    if (!variable->is_result && is_kept(x, relation, v)) {
      put_kept(x, v, &began);
      continue;
    }
    if (!variable->is_result)
      add_bits(x, v, false);
    add_bits(x, v, true);
  }
  text_put(x->out, began ? "\n" : "");
  for (uint32_t i = 0; i < f->parameters; i++)
    add_bits(x, f->first_variable + i, false);
}

/* A number whose bits are all known as one, else its bits, "*" for any. */
static void put_value(summary *x, const shown_bit *b, uint32_t width) {
  uint64_t number = 0;
  bool known = true;
  for (uint32_t k = 0; k < width; k++) {
    signed char bit = x->value.at[b[k].at];
    known = known && bit >= 0;
    number |= (uint64_t)(bit > 0) << k;
  }
  if (known) {
    text_number(x->out, (int64_t)number);
    return;
  }
  for (uint32_t k = width; k-- > 0;) {
    signed char bit = x->value.at[b[k].at];
    text_char(x->out, bit < 0 ? '*' : (char)('0' + bit));
  }
}

static void put_side(summary *x, bool at_exit) {
  const prog *program = &x->c->program;
  bool began = false;
  for (size_t i = 0; i < x->shown.count;) {
    const shown_bit *bit = &x->shown.at[i];
    const prog_variable *variable = &program->variables.at[bit->variable];
    bool matters = false;
    for (uint32_t k = 0; k < variable->width; k++)
      matters = matters || x->value.at[bit[k].at] >= 0;
    i += variable->width;
    if (bit->at_exit != at_exit || !matters)
      continue;
    text_put(x->out, began ? " " : "");
    began = true;
    text_put(x->out, prog_text(program, variable->name));
    if (variable->is_array)
      text_format(x->out, "[%u]", (unsigned)bit->cell);
    text_char(x->out, '=');
    put_value(x, bit, variable->width);
  }
  if (!began)
    text_put(x->out, "any");
}

static void put_cube(summary *x) {
  if (x->cubes++ >= MOST_CUBES)
    return;
  text_put(x->out, "  ");
  put_side(x, false);
  text_put(x->out, " -> ");
  put_side(x, true);
  text_char(x->out, '\n');
}

/* As deep as there are variables. Beyond what is shown, cubes are counted. */
static void each_cube(summary *x, dd node) {
  if (node == DD_FALSE || x->cubes > MOST_COUNTED)
    return;
  progress_tick(&x->c->clock);
  if (node == DD_TRUE) {
    put_cube(x);
    return;
  }
  uint32_t v = dd_top(node);
  x->value.at[v] = 0;
  each_cube(x, dd_low(node));
  x->value.at[v] = 1;
  each_cube(x, dd_high(node));
  x->value.at[v] = -1;
}

/* Everything but what is shown is forgotten. */
static dd project(summary *x, dd relation) {
  mem *m = &x->c->job;
  dds *diagrams = &x->c->diagrams;
  dd_variables all = {0};
  vec(uint32_t) gone = {0};
  dd_support(diagrams, relation, &all);
  vec_each (const uint32_t, v, &all) {
    bool is_shown = false;
    vec_each (const shown_bit, bit, &x->shown)
      is_shown = is_shown || bit->at == *v;
    if (!is_shown)
      vec_push(m, &gone, *v);
  }
  return dd_exists(diagrams, relation, dd_set(diagrams, gone.at, gone.count));
}

static void put_procedure(summary *x, uint32_t procedure, dd relation) {
  const prog *program = &x->c->program;
  dds *diagrams = &x->c->diagrams;
  size_t mark = dd_mark(diagrams);
  text_put(x->out, prog_text(program, program->procedures.at[procedure].name));
  text_put(x->out, relation == DD_FALSE ? "  never returns\n" : "\n");
  if (relation != DD_FALSE) {
    choose(x, procedure, relation);
    x->cubes = 0;
    each_cube(x, project(x, relation));
    if (x->cubes > MOST_COUNTED)
      text_put(x->out, "  ... and very many more\n");
    else if (x->cubes > MOST_CUBES)
      text_format(x->out, "  ... and %" PRIu64 " more\n",
                  x->cubes - MOST_CUBES);
  }
  dd_release(diagrams, mark);
}

bool context_write_summaries(custos *c, text *out) {
  prog_bits bits = {0};
  sympds system = {0};
  size_t count = 0, reached = 0;
  prog_bits_init(&c->job, &c->program, 0, &bits);
  if (!context_open_program(c, &c->job, &bits))
    return false;
  prog_sympds(&c->job, &c->clock, &c->program, &bits, &c->diagrams, &system);
  summary x = {.c = c, .bits = &bits, .s = &system, .out = out};
  size_t variables = (size_t)SYM_COPIES * (system.globals + system.locals);
  for (size_t i = 0; i < variables; i++)
    vec_push(&c->job, &x.value, -1);
  c->clock.phase = "saturating";
  sym_post *post = sym_post_star(&c->job, &c->clock, &system, NULL, &reached);
  const sym_summary *all = sym_post_summaries(post, &count);
  for (uint32_t f = 1; f < c->program.procedures.count; f++) {
    uint32_t entry = c->program.procedures.at[f].entry;
    dd relation = DD_FALSE;
    for (size_t i = 0; i < count; i++)
      if (all[i].entry == entry)
        relation = all[i].relation;
    put_procedure(&x, f, relation);
  }
  dds_close(&c->diagrams);
  return true;
}
