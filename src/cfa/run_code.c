/* Expressions as lists in which operands come first: evaluated without
 * recursion, whatever their depth, and each part once. */
#include "cfa/run_inside.h"

#include <assert.h>

/* The low bit of an entry of 'work' says that its operands are done. */
static uint32_t entry(uint32_t expression, bool is_done) {
  return expression << 1 | is_done;
}

static unsigned width_from(const cfa *p, const cfa_expression *x) {
  if (x->kind != CFA_APPLY)
    return x->width;
  return p->expressions.at[x->op == BITS_CONCAT ? x->b : x->a].width;
}

static run_instruction instruction(const cfa_run *r, const cfa_expression *x) {
  run_instruction out = {.kind = (uint8_t)x->kind,
                         .op = (uint8_t)x->op,
                         .width = x->width,
                         .from = (uint8_t)width_from(r->p, x),
                         .is_pointer = x->is_pointer,
                         .value = x->value};
  uint32_t operands[3] = {0};
  size_t count = cfa_operands(x, operands);
  out.a = count > 0 ? r->positions[operands[0]] : 0;
  out.b = count > 1 ? r->positions[operands[1]] : 0;
  out.c = count > 2 ? r->positions[operands[2]] : 0;
  if (x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS) {
    const cfa_variable *v = &r->p->variables.at[x->a];
    out.variable = x->a;
    out.is_global = v->function == CFA_NONE;
    out.a = v->slot;
  } else if (x->kind == CFA_FUNCTION) {
    out.variable = x->a;
  }
  return out;
}

/* In the order of the list; 'positions' of all of them are known then. */
static void visit(cfa_run *r, uint32_t expression, uint32_t *count,
                  run_instruction *out) {
  r->work.count = 0;
  vec_push(r->m, &r->work, entry(expression, false));
  while (r->work.count) {
    uint32_t e = vec_pop(&r->work), n = e >> 1;
    const cfa_expression *x = &r->p->expressions.at[n];
    if (r->stamps[n] == r->stamp)
      continue;
    if (e & 1) {
      r->stamps[n] = r->stamp;
      r->positions[n] = *count;
      if (out)
        out[*count] = instruction(r, x);
      ++*count;
      continue;
    }
    uint32_t operands[3];
    size_t k = cfa_operands(x, operands);
    vec_push(r->m, &r->work, entry(n, true));
    while (k--)
      vec_push(r->m, &r->work, entry(operands[k], false));
  }
}

/* Nothing is in the list any more. Predicates may have added expressions since
 * the run began. */
static void begin_list(cfa_run *r) {
  size_t count = r->p->expressions.count, had = r->room;
  if (count > had) {
    r->positions = mem_resize(r->m, r->positions, count * sizeof *r->positions);
    r->stamps = mem_resize(r->m, r->stamps, count * sizeof *r->stamps);
    memset(r->stamps + had, 0, (count - had) * sizeof *r->stamps);
    r->room = count;
  }
  if (++r->stamp == 0) {
    memset(r->stamps, 0, r->room * sizeof *r->stamps);
    r->stamp = 1;
  }
}

/* Twice: the first time to count. */
void run_code_make(cfa_run *r, const uint32_t *expressions, size_t count,
                   run_code *out) {
  assert(r->p->expressions.count < UINT32_MAX / 2);
  *out = (run_code){.root_count = (uint32_t)count};
  uint32_t total = 0;
  begin_list(r);
  for (size_t i = 0; i < count; i++)
    visit(r, expressions[i], &total, NULL);
  out->at = mem_array(r->m, (size_t)total + 1, sizeof *out->at);
  out->roots = mem_array(r->m, count + 1, sizeof *out->roots);
  begin_list(r);
  for (size_t i = 0; i < count; i++) {
    visit(r, expressions[i], &out->count, out->at);
    out->roots[i] = r->positions[expressions[i]];
  }
  if (r->registers.count < total)
    vec_resize(r->m, &r->registers, total);
}

void run_code_free(cfa_run *r, run_code *c) {
  mem_free(r->m, c->at);
  mem_free(r->m, c->roots);
  *c = (run_code){0};
}
