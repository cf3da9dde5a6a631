#include "cfa/print.h"

#include "cfa/print_piece.h"

#include <assert.h>

void cfa_hand_over(const cfa_writer *writer, text *out) {
  text_add(out, writer->bytes, writer->count);
  if (writer->is_full)
    text_put(out, "...");
}

bool cfa_print_expression(const cfa *automaton, uint32_t expression,
                          text *out) {
  cfa_writer writer = {.p = automaton, .is_c = true};
  cfa_print_piece(&writer, expression, CFA_EITHER);
  cfa_hand_over(&writer, out);
  return writer.is_c && !writer.is_full;
}

static void put_expression(cfa_writer *writer, uint32_t n) {
  cfa_print_piece(writer, n, CFA_EITHER);
}

static void put_target(cfa_writer *writer, uint32_t variable) {
  if (variable == CFA_NONE)
    return;
  cfa_put_variable(writer, variable);
  cfa_put(writer, " = ");
}

static void put_call(cfa_writer *writer, const cfa_edge *edge) {
  put_target(writer, edge->variable);
  if (edge->function != CFA_NONE) {
    cfa_put(writer,
            cfa_text(writer->p, writer->p->functions.at[edge->function].name));
  } else {
    cfa_piece piece = cfa_print_piece(writer, edge->a, CFA_EITHER);
    cfa_bind(writer, &piece, CFA_BINDS_POSTFIX);
  }
  cfa_put(writer, "(");
  for (uint32_t i = 0; i < edge->arguments; i++) {
    cfa_put(writer, i ? ", " : "");
    put_expression(writer, writer->p->arguments.at[edge->first_argument + i]);
  }
  cfa_put(writer, ")");
}

static void put_three(cfa_writer *writer, const char *name,
                      const cfa_edge *edge) {
  const uint32_t all[3] = {edge->a, edge->b, edge->c};
  cfa_put(writer, name);
  for (int i = 0; i < 3; i++) {
    cfa_put(writer, i ? ", " : "(");
    put_expression(writer, all[i]);
  }
  cfa_put(writer, ")");
}

static void put_store(cfa_writer *writer, const cfa_edge *edge) {
  assert(edge->b < writer->p->expressions.count);
  const cfa_expression *expression = &writer->p->expressions.at[edge->b];
  cfa_print_place(writer, edge->a, expression->width, expression->is_pointer,
                  true);
  cfa_put(writer, " = ");
  put_expression(writer, edge->b);
}

static void put_declaration(cfa_writer *writer, const cfa_edge *edge) {
  assert(edge->variable < writer->p->variables.count);
  const cfa_variable *variable = &writer->p->variables.at[edge->variable];
  if (variable->type != CFA_NONE) {
    cfa_put_type(writer, variable->type, false);
    if (writer->count && writer->bytes[writer->count - 1] != '*')
      cfa_put(writer, " ");
  }
  cfa_put_variable(writer, edge->variable);
  if (variable->type != CFA_NONE)
    cfa_put_type(writer, variable->type, true);
}

static void put_failure(cfa_writer *writer, const cfa_edge *edge) {
  const char *name = cfa_text(writer->p, edge->name);
  switch (edge->error) {
  case CFA_ERROR_CALL:
    cfa_put_format(writer, "%.300s()", name[0] ? name : "error");
    break;
  case CFA_ERROR_ASSERTION:
    cfa_put_format(writer, "assert(%.300s) fails", name);
    break;
  case CFA_ERROR_OVERFLOW:
    cfa_put_format(writer, "overflow%s%.300s", name[0] ? ": " : "", name);
    break;
  case CFA_ERROR_DIVISION:
    cfa_put_format(writer, "division by zero%s%.300s", name[0] ? ": " : "",
                   name);
    break;
  case CFA_ERROR_SHIFT:
    cfa_put_format(writer, "%.300s", name[0] ? name : "undefined shift");
    break;
  case CFA_ERROR_INDEX:
  case CFA_ERROR_UNDEFINED:
    cfa_put_format(writer, "%.300s", name[0] ? name : "undefined");
    break;
  case CFA_ERROR_EXCEPTION:
    cfa_put_format(writer, "%.300s is not caught", name);
    break;
  }
}

static void put_new(cfa_writer *writer, const cfa_edge *edge) {
  static const char *const allocators[] = {[CFA_MALLOC] = "malloc(",
                                           [CFA_CALLOC] = "calloc(1, ",
                                           [CFA_ALLOCA] = "alloca("};
  put_target(writer, edge->variable);
  cfa_put(writer, allocators[edge->allocation]);
  put_expression(writer, edge->a);
  cfa_put(writer, ")");
}

static void put_input(cfa_writer *writer, const cfa_edge *edge) {
  const char *name = cfa_text(writer->p, edge->name);
  if (edge->input == CFA_INPUT_FAILURE) {
    cfa_put_format(writer, "does %.300s fail?", name);
    return;
  }
  put_target(writer, edge->variable);
  if (name[0] &&
      (edge->input == CFA_INPUT_CALL || edge->input == CFA_INPUT_EXTERNAL))
    cfa_put_format(writer, "%.300s()", name);
  else
    cfa_put(writer, "any value");
}

static void put_edge(cfa_writer *writer, const cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_SKIP:
    if (edge->name == CFA_NONE)
      cfa_put(writer, ";");
    else
      cfa_put_format(writer, "%.300s()", cfa_text(writer->p, edge->name));
    break;
  case CFA_ASSUME:
    cfa_put(writer, "[");
    cfa_print_condition(writer, edge->a, edge->holds);
    cfa_put(writer, "]");
    break;
  case CFA_ASSIGN:
    put_target(writer, edge->variable);
    put_expression(writer, edge->a);
    break;
  case CFA_STORE:
    put_store(writer, edge);
    break;
  case CFA_INPUT:
    put_input(writer, edge);
    break;
  case CFA_HAVOC:
    put_declaration(writer, edge);
    break;
  case CFA_CALL:
    put_call(writer, edge);
    break;
  case CFA_RETURN:
    cfa_put(writer, "return");
    if (edge->a != CFA_NONE) {
      cfa_put(writer, " ");
      put_expression(writer, edge->a);
    }
    break;
  case CFA_ALLOCATE:
    put_new(writer, edge);
    break;
  case CFA_FREE:
  case CFA_SIZE:
    put_target(writer, edge->kind == CFA_SIZE ? edge->variable : CFA_NONE);
    cfa_put(writer, edge->kind == CFA_SIZE ? "__custos_size(" : "free(");
    put_expression(writer, edge->a);
    cfa_put(writer, ")");
    break;
  case CFA_COPY:
    put_three(writer, "memcpy", edge);
    break;
  case CFA_FILL:
    put_three(writer, "memset", edge);
    break;
  case CFA_FAIL:
    put_failure(writer, edge);
    break;
  case CFA_HALT:
    cfa_put(writer, "exit");
    break;
  case CFA_UNDEFINED:
    cfa_put_format(writer, "undefined: %.300s",
                   cfa_text(writer->p, edge->name));
    break;
  case CFA_UNSUPPORTED:
    cfa_put_format(writer, "unsupported: %.300s",
                   cfa_text(writer->p, edge->name));
    break;
  }
}

void cfa_print_edge(const cfa *automaton, uint32_t edge, text *out) {
  assert(edge < automaton->edges.count);
  cfa_writer writer = {.p = automaton, .is_c = true};
  put_edge(&writer, &automaton->edges.at[edge]);
  cfa_hand_over(&writer, out);
}
