#include "cfa/print.h"

#include "cfa/print_piece.h"

#include <assert.h>

void cfa_hand_over(const cfa_writer *w, text *out) {
  text_add(out, w->bytes, w->count);
  if (w->is_full)
    text_put(out, "...");
}

bool cfa_print_expression(const cfa *p, uint32_t expression, text *out) {
  cfa_writer w = {.p = p, .is_c = true};
  cfa_print_piece(&w, expression, CFA_EITHER);
  cfa_hand_over(&w, out);
  return w.is_c && !w.is_full;
}

static void put_expression(cfa_writer *w, uint32_t n) {
  cfa_print_piece(w, n, CFA_EITHER);
}

static void put_target(cfa_writer *w, uint32_t variable) {
  if (variable == CFA_NONE)
    return;
  cfa_put_variable(w, variable);
  cfa_put(w, " = ");
}

static void put_call(cfa_writer *w, const cfa_edge *e) {
  put_target(w, e->variable);
  if (e->function != CFA_NONE) {
    cfa_put(w, cfa_text(w->p, w->p->functions.at[e->function].name));
  } else {
    cfa_piece a = cfa_print_piece(w, e->a, CFA_EITHER);
    cfa_bind(w, &a, CFA_BINDS_POSTFIX);
  }
  cfa_put(w, "(");
  for (uint32_t i = 0; i < e->arguments; i++) {
    cfa_put(w, i ? ", " : "");
    put_expression(w, w->p->arguments.at[e->first_argument + i]);
  }
  cfa_put(w, ")");
}

static void put_three(cfa_writer *w, const char *name, const cfa_edge *e) {
  const uint32_t all[3] = {e->a, e->b, e->c};
  cfa_put(w, name);
  for (int i = 0; i < 3; i++) {
    cfa_put(w, i ? ", " : "(");
    put_expression(w, all[i]);
  }
  cfa_put(w, ")");
}

static void put_store(cfa_writer *w, const cfa_edge *e) {
  assert(e->b < w->p->expressions.count);
  const cfa_expression *x = &w->p->expressions.at[e->b];
  cfa_print_place(w, e->a, x->width, x->is_pointer, true);
  cfa_put(w, " = ");
  put_expression(w, e->b);
}

static void put_declaration(cfa_writer *w, const cfa_edge *e) {
  assert(e->variable < w->p->variables.count);
  const cfa_variable *v = &w->p->variables.at[e->variable];
  if (v->type != CFA_NONE) {
    cfa_put_type(w, v->type, false);
    if (w->count && w->bytes[w->count - 1] != '*')
      cfa_put(w, " ");
  }
  cfa_put_variable(w, e->variable);
  if (v->type != CFA_NONE)
    cfa_put_type(w, v->type, true);
}

static void put_failure(cfa_writer *w, const cfa_edge *e) {
  const char *name = cfa_text(w->p, e->name);
  switch (e->error) {
  case CFA_ERROR_CALL:
    cfa_put_format(w, "%.300s()", name[0] ? name : "error");
    break;
  case CFA_ERROR_ASSERTION:
    cfa_put_format(w, "assert(%.300s) fails", name);
    break;
  case CFA_ERROR_OVERFLOW:
    cfa_put_format(w, "overflow%s%.300s", name[0] ? ": " : "", name);
    break;
  case CFA_ERROR_DIVISION:
    cfa_put_format(w, "division by zero%s%.300s", name[0] ? ": " : "", name);
    break;
  case CFA_ERROR_SHIFT:
    cfa_put_format(w, "%.300s", name[0] ? name : "undefined shift");
    break;
  case CFA_ERROR_EXCEPTION:
    cfa_put_format(w, "%.300s is not caught", name);
    break;
  }
}

static void put_new(cfa_writer *w, const cfa_edge *e) {
  static const char *const allocators[] = {[CFA_MALLOC] = "malloc(",
                                           [CFA_CALLOC] = "calloc(1, ",
                                           [CFA_ALLOCA] = "alloca("};
  put_target(w, e->variable);
  cfa_put(w, allocators[e->allocation]);
  put_expression(w, e->a);
  cfa_put(w, ")");
}

static void put_input(cfa_writer *w, const cfa_edge *e) {
  const char *name = cfa_text(w->p, e->name);
  put_target(w, e->variable);
  if (name[0] && (e->input == CFA_INPUT_CALL || e->input == CFA_INPUT_EXTERNAL))
    cfa_put_format(w, "%.300s()", name);
  else
    cfa_put(w, "any value");
}

static void put_edge(cfa_writer *w, const cfa_edge *e) {
  switch (e->kind) {
  case CFA_SKIP:
    if (e->name == CFA_NONE)
      cfa_put(w, ";");
    else
      cfa_put_format(w, "%.300s()", cfa_text(w->p, e->name));
    break;
  case CFA_ASSUME:
    cfa_put(w, "[");
    cfa_print_condition(w, e->a, e->holds);
    cfa_put(w, "]");
    break;
  case CFA_ASSIGN:
    put_target(w, e->variable);
    put_expression(w, e->a);
    break;
  case CFA_STORE:
    put_store(w, e);
    break;
  case CFA_INPUT:
    put_input(w, e);
    break;
  case CFA_HAVOC:
    put_declaration(w, e);
    break;
  case CFA_CALL:
    put_call(w, e);
    break;
  case CFA_RETURN:
    cfa_put(w, "return");
    if (e->a != CFA_NONE) {
      cfa_put(w, " ");
      put_expression(w, e->a);
    }
    break;
  case CFA_ALLOCATE:
    put_new(w, e);
    break;
  case CFA_FREE:
  case CFA_SIZE:
    put_target(w, e->kind == CFA_SIZE ? e->variable : CFA_NONE);
    cfa_put(w, e->kind == CFA_SIZE ? "__custos_size(" : "free(");
    put_expression(w, e->a);
    cfa_put(w, ")");
    break;
  case CFA_COPY:
    put_three(w, "memcpy", e);
    break;
  case CFA_FILL:
    put_three(w, "memset", e);
    break;
  case CFA_FAIL:
    put_failure(w, e);
    break;
  case CFA_HALT:
    cfa_put(w, "exit");
    break;
  case CFA_UNDEFINED:
    cfa_put_format(w, "undefined: %.300s", cfa_text(w->p, e->name));
    break;
  case CFA_UNSUPPORTED:
    cfa_put_format(w, "unsupported: %.300s", cfa_text(w->p, e->name));
    break;
  }
}

void cfa_print_edge(const cfa *p, uint32_t edge, text *out) {
  assert(edge < p->edges.count);
  cfa_writer w = {.p = p, .is_c = true};
  put_edge(&w, &p->edges.at[edge]);
  cfa_hand_over(&w, out);
}
