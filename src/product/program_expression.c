#include "product/program_encode.h"

#include <assert.h>

/* Expressions as words. Iterative: their nesting is the user's. */

void encoder_init(encoder *e, mem *m, progress *clock, const prog *program,
                  const prog_bits *bits, sympds *system) {
  *e = (encoder){.m = m,
                 .clock = clock,
                 .p = program,
                 .b = bits,
                 .s = system,
                 .d = system->d};
  uint32_t most = 0;
  vec_each (const prog_procedure, procedure, &program->procedures)
    if (procedure->cells > most)
      most = procedure->cells;
  e->choices = encode_choices(m, program);
  for (int f = 0; f < FRAMES; f++) {
    size_t cells = f == FRAME_GLOBAL ? program->global_cells : most;
    e->touched[f] = mem_array(m, cells + 1, sizeof(uint32_t));
  }
  e->known = mem_array(m, program->expressions.count + 1, sizeof(uint32_t));
  e->known_in = mem_array(m, program->expressions.count + 1, sizeof(uint32_t));
  e->zero_from = mem_array(m, (size_t)bits->locals + 1, sizeof(dd));
}

void encoder_free(encoder *e) {
  mem *m = e->m;
  for (uint32_t i = 0; i <= e->b->locals; i++)
    dd_keep(e->d, &e->zero_from[i], DD_FALSE);
  mem_free(m, e->zero_from);
  mem_free(m, e->choices);
  mem_free(m, e->known);
  mem_free(m, e->known_in);
  for (int f = 0; f < FRAMES; f++) {
    mem_free(m, e->touched[f]);
    vec_free(m, &e->bits[f]);
  }
  vec_free(m, &e->targets);
  vec_free(m, &e->words);
  vec_free(m, &e->operands);
  vec_free(m, &e->pending);
  vec_free(m, &e->elements);
}

uint32_t *encode_choices(mem *m, const prog *program) {
  enum { MOST = 1 << 24 };
  uint32_t *out = mem_array(m, program->expressions.count + 1, sizeof *out);
  for (size_t i = 0; i < program->expressions.count; i++) {
    const prog_expression *expression = &program->expressions.at[i];
    uint32_t operand[3];
    size_t count = prog_operands(expression, operand);
    out[i] = (expression->op == PROG_ANY && expression->width == 1) ||
             expression->op == PROG_CHOOSE;
    for (size_t k = 0; k < count; k++)
      out[i] += out[operand[k]];
    if (out[i] > MOST)
      out[i] = MOST;
  }
  return out;
}

uint32_t encode_first_bit(const encoder *e, const prog_variable *variable,
                          uint32_t cell) {
  return variable->procedure == PROG_NONE
             ? e->b->global_cell[cell]
             : e->b->local_cell[variable->procedure][cell];
}

/* What was not touched has its old value; the new frame of a call has all its
 * bits behind the step. */
static sym_copy copy_of(const encoder *e, prog_op op, int frame,
                        uint32_t cell) {
  if (op == PROG_NOW)
    return SYM_NOW;
  if (frame == FRAME_TOP && e->edge->kind == PROG_CALL)
    return SYM_NEXT;
  if (!e->touched[frame][cell])
    return SYM_NOW;
  return frame == FRAME_BELOW ? SYM_BELOW : SYM_NEXT;
}

static dd cell_bit(encoder *e, prog_op op, const prog_variable *variable,
                   uint32_t cell, uint32_t i) {
  int frame = variable->procedure == PROG_NONE ? FRAME_GLOBAL
              : op == PROG_BELOW               ? FRAME_BELOW
                                               : FRAME_TOP;
  sym_copy copy = copy_of(e, op, frame, cell);
  uint32_t bit = encode_first_bit(e, variable, cell) + i;
  return dd_variable(e->d, frame == FRAME_GLOBAL ? sym_global(e->s, bit, copy)
                                                 : sym_local(e->s, bit, copy));
}

word encode_cell(encoder *e, prog_op op, const prog_variable *variable,
                 uint32_t cell) {
  word out = {.width = variable->width};
  for (uint32_t i = 0; i < variable->width; i++)
    out.bit[i] = cell_bit(e, op, variable, cell, i);
  return out;
}

/* The element that 'index' says, 0 beyond the end: a tree of choices between
 * neighbours, the index's bits from the least on. */
static word element_word(encoder *e, const prog_expression *expression,
                         const word *index) {
  assert(expression->a < e->p->variables.count);
  const prog_variable *variable = &e->p->variables.at[expression->a];
  word out = {.width = variable->width};
  for (uint32_t i = 0; i < variable->width; i++) {
    e->elements.count = 0;
    for (uint32_t k = 0; k < variable->count; k++)
      vec_push(e->m, &e->elements,
               cell_bit(e, expression->op, variable, variable->cell + k, i));
    dd *at = e->elements.at;
    size_t count = variable->count;
    for (uint32_t b = 0; b < index->width; b++) {
      size_t half = (count + 1) / 2;
      for (size_t k = 0; k < half; k++)
        at[k] = dd_if(e->d, index->bit[b],
                      2 * k + 1 < count ? at[2 * k + 1] : DD_FALSE, at[2 * k]);
      count = half;
    }
    out.bit[i] = at[0];
  }
  return out;
}

static dd new_choice(encoder *e) {
  if (e->chosen == e->b->choices)
    mem_raise(e->m->budget, MEM_LIMIT);
  uint32_t bits = e->b->globals + e->b->extra + e->b->locals;
  return dd_variable(e->d, bits * SYM_COPIES + e->chosen++);
}

static word leaf(encoder *e, const prog_expression *expression) {
  word out = {.width = 1};
  if (expression->op == PROG_CONSTANT)
    return word_constant(expression->width, expression->a);
  if (expression->op == PROG_ANY) {
    assert(expression->width == 1);
    out.bit[0] = new_choice(e);
    return out;
  }
  const prog_variable *variable = &e->p->variables.at[expression->a];
  out = encode_cell(e, expression->op, variable, variable->cell);
  return word_widen(&out, expression->width);
}

static word combine(encoder *e, const prog_expression *expression,
                    const word *s) {
  word out = {.width = expression->width};
  switch (expression->op) {
  case PROG_NOW:
  case PROG_NEXT:
  case PROG_BELOW:
    out = element_word(e, expression, &s[0]);
    return word_widen(&out, expression->width);
  case PROG_NOT:
  case PROG_BIT_NOT:
    out = word_widen(&s[0], expression->width);
    for (uint32_t i = 0; i < out.width; i++)
      out.bit[i] = dd_not(e->d, out.bit[i]);
    return out;
  case PROG_WIDEN:
    return word_widen(&s[0], expression->width);
  case PROG_CHOOSE:
    out.bit[0] = dd_minus(e->d, new_choice(e), s[1].bit[0]);
    out.bit[0] = dd_or(e->d, s[0].bit[0], out.bit[0]);
    return out;
  case PROG_IF:
    out = word_if(e->d, s[0].bit[0], &s[1], &s[2]);
    return word_widen(&out, expression->width);
  default:
    return word_operator(e->d, expression->op, expression->width, &s[0], &s[1]);
  }
}

/* What has choices is evaluated each time it occurs. */
static bool is_known(const encoder *e, uint32_t expression) {
  return e->choices[expression] == 0 && e->known_in[expression] == e->round;
}

static void remember(encoder *e, uint32_t expression, const word *w) {
  if (e->choices[expression] > 0)
    return;
  e->known[expression] = (uint32_t)e->words.count;
  e->known_in[expression] = e->round;
  vec_push(e->m, &e->words, *w);
}

word encode_expression(encoder *e, uint32_t expression) {
  e->round++;
  e->words.count = e->pending.count = e->operands.count = 0;
  vec_push(e->m, &e->pending, ((pending){expression, false}));
  while (e->pending.count > 0) {
    progress_tick(e->clock);
    pending now = vec_pop(&e->pending);
    if (is_known(e, now.expression)) {
      vec_push(e->m, &e->operands, e->words.at[e->known[now.expression]]);
      continue;
    }
    const prog_expression *x = &e->p->expressions.at[now.expression];
    uint32_t operand[3];
    size_t count = prog_operands(x, operand);
    if (count && !now.has_operands) {
      vec_push(e->m, &e->pending, ((pending){now.expression, true}));
      for (size_t i = count; i-- > 0;)
        vec_push(e->m, &e->pending, ((pending){operand[i], false}));
      continue;
    }
    e->operands.count -= count;
    word w =
        count ? combine(e, x, e->operands.at + e->operands.count) : leaf(e, x);
    remember(e, now.expression, &w);
    vec_push(e->m, &e->operands, w);
  }
  return vec_pop(&e->operands);
}

dd encode_without_choices(encoder *e, dd x) {
  if (e->chosen == 0)
    return x;
  size_t mark = dd_mark(e->d);
  uint32_t bits = e->b->globals + e->b->extra + e->b->locals;
  dd set = DD_TRUE;
  while (e->chosen > 0)
    set = dd_and(e->d, dd_variable(e->d, bits * SYM_COPIES + --e->chosen), set);
  return dd_only(e->d, mark, dd_exists(e->d, x, set));
}

dd encode_condition(encoder *e, uint32_t condition) {
  if (condition == PROG_NONE)
    return DD_TRUE;
  size_t mark = dd_mark(e->d);
  word w = encode_expression(e, condition);
  return dd_only(e->d, mark, encode_without_choices(e, w.bit[0]));
}
