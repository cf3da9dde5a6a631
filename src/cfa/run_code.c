/* Expressions as lists in which operands come first: evaluated without
 * recursion, whatever their depth, and each part once. */
#include "cfa/run_inside.h"

#include <assert.h>

/* The low bit of an entry of 'work' says that its operands are done. */
static uint32_t entry(uint32_t expression, bool is_done) {
  return expression << 1 | is_done;
}

static unsigned width_from(const cfa *automaton,
                           const cfa_expression *expression) {
  if (expression->kind != CFA_APPLY)
    return expression->width;
  return automaton->expressions
      .at[expression->op == BITS_CONCAT ? expression->b : expression->a]
      .width;
}

static run_instruction instruction(const cfa_run *run,
                                   const cfa_expression *expression) {
  run_instruction out = {.kind = (uint8_t)expression->kind,
                         .op = (uint8_t)expression->op,
                         .width = expression->width,
                         .from = (uint8_t)width_from(run->p, expression),
                         .is_pointer = expression->is_pointer,
                         .value = expression->value};
  uint32_t operands[3] = {0};
  size_t count = cfa_operands(expression, operands);
  out.a = count > 0 ? run->positions[operands[0]] : 0;
  out.b = count > 1 ? run->positions[operands[1]] : 0;
  out.c = count > 2 ? run->positions[operands[2]] : 0;
  if (expression->kind == CFA_VARIABLE || expression->kind == CFA_ADDRESS) {
    const cfa_variable *variable = &run->p->variables.at[expression->a];
    out.variable = expression->a;
    out.is_global = variable->function == CFA_NONE;
    out.a = variable->slot;
  } else if (expression->kind == CFA_FUNCTION) {
    out.variable = expression->a;
  }
  return out;
}

/* In the order of the list; 'positions' of all of them are known then. */
static void visit(cfa_run *run, uint32_t expression, uint32_t *count,
                  run_instruction *out) {
  run->work.count = 0;
  vec_push(run->m, &run->work, entry(expression, false));
  while (run->work.count) {
    uint32_t e = vec_pop(&run->work), n = e >> 1;
    const cfa_expression *x = &run->p->expressions.at[n];
    if (run->stamps[n] == run->stamp)
      continue;
    if (e & 1) {
      run->stamps[n] = run->stamp;
      run->positions[n] = *count;
      if (out)
        out[*count] = instruction(run, x);
      ++*count;
      continue;
    }
    uint32_t operands[3];
    size_t k = cfa_operands(x, operands);
    vec_push(run->m, &run->work, entry(n, true));
    while (k--)
      vec_push(run->m, &run->work, entry(operands[k], false));
  }
}

/* Nothing is in the list any more. Predicates may have added expressions since
 * the run began. */
static void begin_list(cfa_run *run) {
  size_t count = run->p->expressions.count, had = run->room;
  if (count > had) {
    run->positions =
        mem_resize(run->m, run->positions, count * sizeof *run->positions);
    run->stamps = mem_resize(run->m, run->stamps, count * sizeof *run->stamps);
    memset(run->stamps + had, 0, (count - had) * sizeof *run->stamps);
    run->room = count;
  }
  if (++run->stamp == 0) {
    memset(run->stamps, 0, run->room * sizeof *run->stamps);
    run->stamp = 1;
  }
}

/* Twice: the first time to count. */
void run_code_make(cfa_run *run, const uint32_t *expressions, size_t count,
                   run_code *out) {
  assert(run->p->expressions.count < UINT32_MAX / 2);
  *out = (run_code){.root_count = (uint32_t)count};
  uint32_t total = 0;
  begin_list(run);
  for (size_t i = 0; i < count; i++)
    visit(run, expressions[i], &total, NULL);
  out->at = mem_array(run->m, (size_t)total + 1, sizeof *out->at);
  out->roots = mem_array(run->m, count + 1, sizeof *out->roots);
  begin_list(run);
  for (size_t i = 0; i < count; i++) {
    visit(run, expressions[i], &out->count, out->at);
    out->roots[i] = run->positions[expressions[i]];
  }
  if (run->registers.count < total)
    vec_resize(run->m, &run->registers, total);
}

void run_code_free(cfa_run *run, run_code *code) {
  mem_free(run->m, code->at);
  mem_free(run->m, code->roots);
  *code = (run_code){0};
}
