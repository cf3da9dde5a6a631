#include "cfa/validate.h"

#include <assert.h>

/* What an expression of an edge has to be. */
typedef enum form {
  ANYTHING,
  TRUTH,        /* one bit */
  BYTE,         /* eight */
  POINTER,      /* an address */
  POINTER_WORD, /* a word as wide as a pointer */
} form;

static bool has_form(const cfa *automaton, const cfa_expression *expression,
                     form f) {
  switch (f) {
  case ANYTHING:
    break;
  case TRUTH:
    return !expression->is_pointer && expression->width == 1;
  case BYTE:
    return !expression->is_pointer && expression->width == 8;
  case POINTER:
    return expression->is_pointer;
  case POINTER_WORD:
    return !expression->is_pointer &&
           expression->width == automaton->pointer_bits;
  }
  return true;
}

static uint32_t function_of(const cfa *automaton, const cfa_edge *edge) {
  return automaton->locations.at[edge->from].function;
}

static const char *edges_expression_wrong(const cfa_checker *checker,
                                          const cfa_edge *edge, uint32_t n,
                                          form f) {
  const cfa *automaton = checker->p;
  if (n >= automaton->expressions.count)
    return "an expression is missing";
  if (checker->owner[n] != CFA_NONE &&
      checker->owner[n] != function_of(automaton, edge))
    return "it speaks of variables of another function";
  return has_form(automaton, &automaton->expressions.at[n], f)
             ? NULL
             : "an expression has not the kind or width that it should have";
}

static const char *validate_edges_variable_wrong(const cfa *automaton,
                                                 const cfa_edge *edge) {
  if (edge->variable >= automaton->variables.count)
    return "a variable is missing";
  const cfa_variable *variable = &automaton->variables.at[edge->variable];
  if (variable->function != CFA_NONE &&
      variable->function != function_of(automaton, edge))
    return "it sets a variable of another function";
  return variable->is_scalar || edge->kind == CFA_HAVOC ? NULL
                                                        : "it sets no scalar";
}

static const char *likeness_wrong(const cfa *automaton, uint32_t variable,
                                  unsigned width, bool is_pointer) {
  assert(variable < automaton->variables.count);
  const cfa_variable *v = &automaton->variables.at[variable];
  return v->width == width && v->is_pointer == is_pointer
             ? NULL
             : "a variable gets what is not like it";
}

/* variable := a */
static const char *assign_wrong(const cfa_checker *checker,
                                const cfa_edge *edge) {
  const char *wrong = validate_edges_variable_wrong(checker->p, edge);
  wrong =
      wrong ? wrong : edges_expression_wrong(checker, edge, edge->a, ANYTHING);
  if (wrong)
    return wrong;
  const cfa_expression *expression = &checker->p->expressions.at[edge->a];
  return likeness_wrong(checker->p, edge->variable, expression->width,
                        expression->is_pointer);
}

/* variable := something of this likeness, made of a */
static const char *make_wrong(const cfa_checker *checker, const cfa_edge *edge,
                              form from, bool is_pointer) {
  const char *wrong = validate_edges_variable_wrong(checker->p, edge);
  wrong = wrong ? wrong : edges_expression_wrong(checker, edge, edge->a, from);
  return wrong ? wrong
               : likeness_wrong(checker->p, edge->variable,
                                checker->p->pointer_bits, is_pointer);
}

static const char *three_wrong(const cfa_checker *checker, const cfa_edge *edge,
                               form second) {
  const char *wrong = edges_expression_wrong(checker, edge, edge->a, POINTER);
  wrong =
      wrong ? wrong : edges_expression_wrong(checker, edge, edge->b, second);
  return wrong ? wrong
               : edges_expression_wrong(checker, edge, edge->c, POINTER_WORD);
}

static const char *store_wrong(const cfa_checker *checker,
                               const cfa_edge *edge) {
  const char *wrong = edges_expression_wrong(checker, edge, edge->a, POINTER);
  return wrong ? wrong
               : edges_expression_wrong(checker, edge, edge->b, ANYTHING);
}

static const char *argument_wrong(const cfa_checker *checker,
                                  const cfa_edge *edge, uint32_t i) {
  const cfa *automaton = checker->p;
  uint32_t n = automaton->arguments.at[edge->first_argument + i];
  const char *wrong = edges_expression_wrong(checker, edge, n, ANYTHING);
  if (wrong || edge->function == CFA_NONE ||
      i >= automaton->functions.at[edge->function].parameters)
    return wrong;
  const cfa_expression *expression = &automaton->expressions.at[n];
  const cfa_variable *variable =
      &automaton->variables
           .at[automaton->functions.at[edge->function].first_variable + i];
  if (!variable->is_scalar)
    return expression->is_pointer
               ? NULL
               : "an object is handed over by a pointer to it";
  return variable->width == expression->width &&
                 variable->is_pointer == expression->is_pointer
             ? NULL
             : "an argument is not like its parameter";
}

static const char *callee_wrong(const cfa_checker *checker,
                                const cfa_edge *edge) {
  const cfa *automaton = checker->p;
  if (edge->function == CFA_NONE)
    return edges_expression_wrong(checker, edge, edge->a, POINTER);
  if (edge->function >= automaton->functions.count)
    return "no such function";
  const cfa_function *function = &automaton->functions.at[edge->function];
  if (function->is_variadic ? edge->arguments < function->parameters
                            : edge->arguments != function->parameters)
    return "it has not as many arguments as the function has parameters";
  if (edge->variable == CFA_NONE)
    return NULL;
  return function->result_width == 0
             ? "the function has no result"
             : likeness_wrong(automaton, edge->variable, function->result_width,
                              function->result_is_pointer);
}

static const char *call_wrong(const cfa_checker *checker,
                              const cfa_edge *edge) {
  const cfa *automaton = checker->p;
  const char *wrong = edge->variable == CFA_NONE
                          ? NULL
                          : validate_edges_variable_wrong(automaton, edge);
  wrong = wrong ? wrong : callee_wrong(checker, edge);
  if (!wrong &&
      (edge->first_argument > automaton->arguments.count ||
       edge->arguments > automaton->arguments.count - edge->first_argument))
    wrong = "no such arguments";
  for (uint32_t i = 0; i < edge->arguments && !wrong; i++)
    wrong = argument_wrong(checker, edge, i);
  return wrong;
}

static const char *return_wrong(const cfa_checker *checker,
                                const cfa_edge *edge) {
  const cfa_function *function =
      &checker->p->functions.at[function_of(checker->p, edge)];
  if (function->result_width == 0)
    return edge->a == CFA_NONE ? NULL : "its function has no result";
  const char *wrong = edges_expression_wrong(checker, edge, edge->a, ANYTHING);
  if (wrong)
    return wrong;
  const cfa_expression *expression = &checker->p->expressions.at[edge->a];
  return expression->width == function->result_width &&
                 expression->is_pointer == function->result_is_pointer
             ? NULL
             : "it returns what is not like its function's result";
}

static const char *statement_wrong(const cfa_checker *checker,
                                   const cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_SKIP:
  case CFA_HALT:
    return NULL;
  case CFA_ASSUME:
    return edges_expression_wrong(checker, edge, edge->a, TRUTH);
  case CFA_ASSIGN:
    return assign_wrong(checker, edge);
  case CFA_STORE:
    return store_wrong(checker, edge);
  case CFA_INPUT:
    return edge->input > CFA_INPUT_FAILURE
               ? "no such kind of input"
               : validate_edges_variable_wrong(checker->p, edge);
  case CFA_HAVOC:
    return validate_edges_variable_wrong(checker->p, edge);
  case CFA_CALL:
    return call_wrong(checker, edge);
  case CFA_RETURN:
    return return_wrong(checker, edge);
  case CFA_ALLOCATE:
    return edge->allocation > CFA_ALLOCA
               ? "no such kind of allocation"
               : make_wrong(checker, edge, POINTER_WORD, true);
  case CFA_FREE:
    return edges_expression_wrong(checker, edge, edge->a, POINTER);
  case CFA_SIZE:
    return make_wrong(checker, edge, POINTER, false);
  case CFA_COPY:
    return three_wrong(checker, edge, POINTER);
  case CFA_FILL:
    return three_wrong(checker, edge, BYTE);
  case CFA_FAIL:
    return edge->error > CFA_ERROR_UNDEFINED ? "no such kind of error" : NULL;
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    return NULL;
  }
  return "no such kind";
}

static bool ends_run(cfa_edge_kind kind) {
  return kind == CFA_RETURN || kind == CFA_FAIL || kind == CFA_HALT ||
         kind == CFA_UNDEFINED || kind == CFA_UNSUPPORTED;
}

static const char *edge_wrong(const cfa_checker *checker, const cfa_edge *edge,
                              uint32_t from) {
  const cfa *automaton = checker->p;
  if (edge->from != from)
    return "edges are not in the order of their locations";
  if (edge->name != CFA_NONE && edge->name >= names_count(&automaton->names))
    return "no such name";
  if (edge->place.file != CFA_NONE &&
      edge->place.file >= automaton->files.count)
    return "no such place";
  if (ends_run(edge->kind) != (edge->to == CFA_NONE))
    return "it leads somewhere just if it does not end the function or the run";
  if (edge->to != CFA_NONE && (edge->to >= automaton->locations.count ||
                               automaton->locations.at[edge->to].function !=
                                   automaton->locations.at[from].function))
    return "it leads out of its function";
  return statement_wrong(checker, edge);
}

/* Nothing, one statement, or a branch. */
static const char *branch_wrong(const cfa *automaton,
                                const cfa_location *location) {
  const cfa_edge *edge = &automaton->edges.at[location->first_edge];
  if (location->edges < 2)
    return NULL;
  if (location->edges > 2 || edge[0].kind != CFA_ASSUME ||
      edge[1].kind != CFA_ASSUME)
    return "several edges that are no branch";
  return edge[0].a == edge[1].a && edge[0].holds && !edge[1].holds
             ? NULL
             : "a branch whose sides are not one condition, that holds first, "
               "then does not";
}

bool cfa_check_edges(cfa_checker *checker) {
  const cfa *automaton = checker->p;
  for (uint32_t i = 0; i < automaton->locations.count; i++) {
    const cfa_location *location = &automaton->locations.at[i];
    for (uint32_t k = 0; k < location->edges; k++) {
      uint32_t n = location->first_edge + k;
      const char *wrong = edge_wrong(checker, &automaton->edges.at[n], i);
      if (wrong)
        return cfa_wrong(checker, CFA_PART_EDGES, n, wrong);
    }
    const char *wrong = branch_wrong(automaton, location);
    if (wrong)
      return cfa_wrong(checker, CFA_PART_LOCATIONS, i, wrong);
  }
  return true;
}
