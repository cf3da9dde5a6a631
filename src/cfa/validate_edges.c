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

static bool has_form(const cfa *p, const cfa_expression *x, form f) {
  switch (f) {
  case ANYTHING:
    break;
  case TRUTH:
    return !x->is_pointer && x->width == 1;
  case BYTE:
    return !x->is_pointer && x->width == 8;
  case POINTER:
    return x->is_pointer;
  case POINTER_WORD:
    return !x->is_pointer && x->width == p->pointer_bits;
  }
  return true;
}

static uint32_t function_of(const cfa *p, const cfa_edge *e) {
  return p->locations.at[e->from].function;
}

static const char *edges_expression_wrong(const cfa_checker *c,
                                          const cfa_edge *e, uint32_t n,
                                          form f) {
  const cfa *p = c->p;
  if (n >= p->expressions.count)
    return "an expression is missing";
  if (c->owner[n] != CFA_NONE && c->owner[n] != function_of(p, e))
    return "it speaks of variables of another function";
  return has_form(p, &p->expressions.at[n], f)
             ? NULL
             : "an expression has not the kind or width that it should have";
}

static const char *validate_edges_variable_wrong(const cfa *p,
                                                 const cfa_edge *e) {
  if (e->variable >= p->variables.count)
    return "a variable is missing";
  const cfa_variable *v = &p->variables.at[e->variable];
  if (v->function != CFA_NONE && v->function != function_of(p, e))
    return "it sets a variable of another function";
  return v->is_scalar || e->kind == CFA_HAVOC ? NULL : "it sets no scalar";
}

static const char *likeness_wrong(const cfa *p, uint32_t variable,
                                  unsigned width, bool is_pointer) {
  assert(variable < p->variables.count);
  const cfa_variable *v = &p->variables.at[variable];
  return v->width == width && v->is_pointer == is_pointer
             ? NULL
             : "a variable gets what is not like it";
}

/* variable := a */
static const char *assign_wrong(const cfa_checker *c, const cfa_edge *e) {
  const char *wrong = validate_edges_variable_wrong(c->p, e);
  wrong = wrong ? wrong : edges_expression_wrong(c, e, e->a, ANYTHING);
  if (wrong)
    return wrong;
  const cfa_expression *x = &c->p->expressions.at[e->a];
  return likeness_wrong(c->p, e->variable, x->width, x->is_pointer);
}

/* variable := something of this likeness, made of a */
static const char *make_wrong(const cfa_checker *c, const cfa_edge *e,
                              form from, bool is_pointer) {
  const char *wrong = validate_edges_variable_wrong(c->p, e);
  wrong = wrong ? wrong : edges_expression_wrong(c, e, e->a, from);
  return wrong ? wrong
               : likeness_wrong(c->p, e->variable, c->p->pointer_bits,
                                is_pointer);
}

static const char *three_wrong(const cfa_checker *c, const cfa_edge *e,
                               form second) {
  const char *wrong = edges_expression_wrong(c, e, e->a, POINTER);
  wrong = wrong ? wrong : edges_expression_wrong(c, e, e->b, second);
  return wrong ? wrong : edges_expression_wrong(c, e, e->c, POINTER_WORD);
}

static const char *store_wrong(const cfa_checker *c, const cfa_edge *e) {
  const char *wrong = edges_expression_wrong(c, e, e->a, POINTER);
  return wrong ? wrong : edges_expression_wrong(c, e, e->b, ANYTHING);
}

static const char *argument_wrong(const cfa_checker *c, const cfa_edge *e,
                                  uint32_t i) {
  const cfa *p = c->p;
  uint32_t n = p->arguments.at[e->first_argument + i];
  const char *wrong = edges_expression_wrong(c, e, n, ANYTHING);
  if (wrong || e->function == CFA_NONE ||
      i >= p->functions.at[e->function].parameters)
    return wrong;
  const cfa_expression *x = &p->expressions.at[n];
  const cfa_variable *v =
      &p->variables.at[p->functions.at[e->function].first_variable + i];
  if (!v->is_scalar)
    return x->is_pointer ? NULL : "an object is handed over by a pointer to it";
  return v->width == x->width && v->is_pointer == x->is_pointer
             ? NULL
             : "an argument is not like its parameter";
}

static const char *callee_wrong(const cfa_checker *c, const cfa_edge *e) {
  const cfa *p = c->p;
  if (e->function == CFA_NONE)
    return edges_expression_wrong(c, e, e->a, POINTER);
  if (e->function >= p->functions.count)
    return "no such function";
  const cfa_function *f = &p->functions.at[e->function];
  if (f->is_variadic ? e->arguments < f->parameters
                     : e->arguments != f->parameters)
    return "it has not as many arguments as the function has parameters";
  if (e->variable == CFA_NONE)
    return NULL;
  return f->result_width == 0 ? "the function has no result"
                              : likeness_wrong(p, e->variable, f->result_width,
                                               f->result_is_pointer);
}

static const char *call_wrong(const cfa_checker *c, const cfa_edge *e) {
  const cfa *p = c->p;
  const char *wrong =
      e->variable == CFA_NONE ? NULL : validate_edges_variable_wrong(p, e);
  wrong = wrong ? wrong : callee_wrong(c, e);
  if (!wrong && (e->first_argument > p->arguments.count ||
                 e->arguments > p->arguments.count - e->first_argument))
    wrong = "no such arguments";
  for (uint32_t i = 0; i < e->arguments && !wrong; i++)
    wrong = argument_wrong(c, e, i);
  return wrong;
}

static const char *return_wrong(const cfa_checker *c, const cfa_edge *e) {
  const cfa_function *f = &c->p->functions.at[function_of(c->p, e)];
  if (f->result_width == 0)
    return e->a == CFA_NONE ? NULL : "its function has no result";
  const char *wrong = edges_expression_wrong(c, e, e->a, ANYTHING);
  if (wrong)
    return wrong;
  const cfa_expression *x = &c->p->expressions.at[e->a];
  return x->width == f->result_width && x->is_pointer == f->result_is_pointer
             ? NULL
             : "it returns what is not like its function's result";
}

static const char *statement_wrong(const cfa_checker *c, const cfa_edge *e) {
  switch (e->kind) {
  case CFA_SKIP:
  case CFA_HALT:
    return NULL;
  case CFA_ASSUME:
    return edges_expression_wrong(c, e, e->a, TRUTH);
  case CFA_ASSIGN:
    return assign_wrong(c, e);
  case CFA_STORE:
    return store_wrong(c, e);
  case CFA_INPUT:
    return e->input > CFA_INPUT_ARGUMENT
               ? "no such kind of input"
               : validate_edges_variable_wrong(c->p, e);
  case CFA_HAVOC:
    return validate_edges_variable_wrong(c->p, e);
  case CFA_CALL:
    return call_wrong(c, e);
  case CFA_RETURN:
    return return_wrong(c, e);
  case CFA_ALLOCATE:
    return e->allocation > CFA_ALLOCA ? "no such kind of allocation"
                                      : make_wrong(c, e, POINTER_WORD, true);
  case CFA_FREE:
    return edges_expression_wrong(c, e, e->a, POINTER);
  case CFA_SIZE:
    return make_wrong(c, e, POINTER, false);
  case CFA_COPY:
    return three_wrong(c, e, POINTER);
  case CFA_FILL:
    return three_wrong(c, e, BYTE);
  case CFA_FAIL:
    return e->error > CFA_ERROR_EXCEPTION ? "no such kind of error" : NULL;
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

static const char *edge_wrong(const cfa_checker *c, const cfa_edge *e,
                              uint32_t from) {
  const cfa *p = c->p;
  if (e->from != from)
    return "edges are not in the order of their locations";
  if (e->name != CFA_NONE && e->name >= names_count(&p->names))
    return "no such name";
  if (e->place.file != CFA_NONE && e->place.file >= p->files.count)
    return "no such place";
  if (ends_run(e->kind) != (e->to == CFA_NONE))
    return "it leads somewhere just if it does not end the function or the run";
  if (e->to != CFA_NONE &&
      (e->to >= p->locations.count ||
       p->locations.at[e->to].function != p->locations.at[from].function))
    return "it leads out of its function";
  return statement_wrong(c, e);
}

/* Nothing, one statement, or a branch. */
static const char *branch_wrong(const cfa *p, const cfa_location *l) {
  const cfa_edge *e = &p->edges.at[l->first_edge];
  if (l->edges < 2)
    return NULL;
  if (l->edges > 2 || e[0].kind != CFA_ASSUME || e[1].kind != CFA_ASSUME)
    return "several edges that are no branch";
  return e[0].a == e[1].a && e[0].holds && !e[1].holds
             ? NULL
             : "a branch whose sides are not one condition, that holds first, "
               "then does not";
}

bool cfa_check_edges(cfa_checker *c) {
  const cfa *p = c->p;
  for (uint32_t i = 0; i < p->locations.count; i++) {
    const cfa_location *l = &p->locations.at[i];
    for (uint32_t k = 0; k < l->edges; k++) {
      uint32_t n = l->first_edge + k;
      const char *wrong = edge_wrong(c, &p->edges.at[n], i);
      if (wrong)
        return cfa_wrong(c, CFA_PART_EDGES, n, wrong);
    }
    const char *wrong = branch_wrong(p, l);
    if (wrong)
      return cfa_wrong(c, CFA_PART_LOCATIONS, i, wrong);
  }
  return true;
}
