/* One label for each location, and a goto to the statements that may come
 * next. */
#include "lang/bp/write_program.h"

#include <assert.h>
#include <string.h>

typedef struct writer {
  const bp_written *a;
  const prog *p;
  text *out;
  mem *m;
} writer;

static bool is_result(const writer *w, uint32_t v) {
  return v >= w->a->first_result && v < w->a->first_result + w->a->results;
}

/* Predicates over variables of one name look alike: these get numbers. */
static void put_variable(writer *w, uint32_t v) {
  assert(v < w->p->variables.count);
  const prog_variable *x = &w->p->variables.at[v];
  const char *name = prog_text(w->p, x->name);
  unsigned alike = 0;
  for (uint32_t i = 0; i < v; i++) {
    const prog_variable *y = &w->p->variables.at[i];
    alike += y->name == x->name &&
             (y->procedure == PROG_NONE || y->procedure == x->procedure);
  }
  size_t length = strlen(name);
  if (alike == 0) {
    text_put(w->out, name);
    return;
  }
  text_add(w->out, name, length - 1);
  text_format(w->out, " #%u}", alike + 1);
}

static void put_procedure(writer *w, uint32_t f) {
  assert(f < w->p->procedures.count);
  static const char *const keywords[] = {
      "T",     "F",     "abortif", "assert",     "assume",       "atomic_begin",
      "begin", "bool",  "call",    "constrain",  "dead",         "decl",
      "dfs",   "elsif", "end",     "end_thread", "enforce",      "fi",
      "od",    "print", "schoose", "skip",       "start_thread", "sync",
      "then",  "main",  "_",       "atomic_end"};
  const char *name = prog_text(w->p, w->p->procedures.at[f].name);
  bool is_taken = false;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    is_taken = is_taken || strcmp(name, keywords[i]) == 0;
  text_put(w->out, is_taken ? "{" : "");
  text_put(w->out, name);
  text_put(w->out, is_taken ? "}" : "");
}

/* A text, or an expression that is to be written. */
typedef struct piece {
  const char *text;
  uint32_t expression;
} piece;
typedef vec(piece) pieces;

static void program_push_text(writer *w, pieces *all, const char *words) {
  vec_push(w->m, all, ((piece){.text = words}));
}

static void push(writer *w, pieces *all, uint32_t e) {
  vec_push(w->m, all, ((piece){.expression = e}));
}

/* Last in, first out. */
static void program_push_binary(writer *w, pieces *all,
                                const prog_expression *expression,
                                const char *before, const char *between,
                                const char *behind) {
  program_push_text(w, all, behind);
  push(w, all, expression->b);
  program_push_text(w, all, between);
  push(w, all, expression->a);
  program_push_text(w, all, before);
}

static void put_node(writer *w, pieces *all, uint32_t e) {
  assert(e < w->p->expressions.count);
  const prog_expression *expression = &w->p->expressions.at[e];
  switch (expression->op) {
  case PROG_CONSTANT:
    text_put(w->out, expression->a ? "T" : "F");
    break;
  case PROG_NOW:
    put_variable(w, expression->a);
    break;
  case PROG_NOT:
    push(w, all, expression->a);
    program_push_text(w, all, "!");
    break;
  case PROG_AND:
    program_push_binary(w, all, expression, "(", " & ", ")");
    break;
  case PROG_OR:
    program_push_binary(w, all, expression, "(", " | ", ")");
    break;
  case PROG_CHOOSE:
    program_push_binary(w, all, expression, "schoose[", ", ", "]");
    break;
  default: /* PROG_ANY; no other is made */
    text_put(w->out, "*");
    break;
  }
}

static void put_expression(writer *w, uint32_t e) {
  pieces all = {0};
  push(w, &all, e);
  while (all.count) {
    piece x = vec_pop(&all);
    if (x.text)
      text_put(w->out, x.text);
    else
      put_node(w, &all, x.expression);
  }
  vec_free(w->m, &all);
}

static const prog_assignment *assignment(const writer *w, const prog_edge *edge,
                                         uint32_t i) {
  return &w->p->assignments.at[edge->first_assignment + i];
}

/* All but those to results, which are locals here. */
static void put_assignments(writer *w, const prog_edge *edge) {
  unsigned count = 0;
  for (uint32_t i = 0; i < edge->assignments; i++)
    if (!is_result(w, assignment(w, edge, i)->variable)) {
      text_put(w->out, count++ ? ", " : " ");
      put_variable(w, assignment(w, edge, i)->variable);
    }
  if (!count)
    return;
  text_put(w->out, " := ");
  count = 0;
  for (uint32_t i = 0; i < edge->assignments; i++)
    if (!is_result(w, assignment(w, edge, i)->variable)) {
      text_put(w->out, count++ ? ", " : "");
      put_expression(w, assignment(w, edge, i)->value);
    }
  text_put(w->out, ";");
}

static void put_call(writer *w, const prog_edge *edge, bool wants_results) {
  assert(edge->entry < w->p->locations.count);
  uint32_t callee = w->p->locations.at[edge->entry].procedure;
  assert(callee < w->p->procedures.count);
  const prog_procedure *procedure = &w->p->procedures.at[callee];
  uint32_t results = wants_results ? w->a->results_of[callee] : 0;
  text_put(w->out, results ? " " : " call ");
  for (uint32_t r = 0; r < results; r++)
    text_format(w->out, "%sresult%u", r ? ", " : "", (unsigned)r);
  text_put(w->out, results ? " := " : "");
  put_procedure(w, callee);
  text_put(w->out, "(");
  for (uint32_t k = 0; k < procedure->parameters; k++) {
    text_put(w->out, k ? ", " : "");
    for (uint32_t i = 0; i < edge->assignments; i++)
      if (assignment(w, edge, i)->variable == procedure->first_variable + k)
        put_expression(w, assignment(w, edge, i)->value);
  }
  text_put(w->out, ");");
}

static void put_return(writer *w, const prog_edge *edge, uint32_t procedure) {
  uint32_t results = w->a->results_of[procedure];
  text_put(w->out, " return");
  for (uint32_t i = 0, n = 0; i < edge->assignments; i++) {
    uint32_t v = assignment(w, edge, i)->variable;
    if (!is_result(w, v) || v - w->a->first_result >= results)
      continue;
    text_put(w->out, n++ ? ", " : " ");
    put_expression(w, assignment(w, edge, i)->value);
  }
  text_put(w->out, ";");
}

static void put_edge(writer *w, const prog_edge *edge) {
  assert(edge->from < w->p->locations.count);
  uint32_t f = w->p->locations.at[edge->from].procedure;
  if (edge->guard != PROG_NONE) {
    text_put(w->out, " assume(");
    put_expression(w, edge->guard);
    text_put(w->out, ");");
  }
  if (edge->kind == PROG_STEP && edge->to == w->a->exits[f]) {
    put_return(w, edge, f);
    return;
  }
  if (edge->kind == PROG_CALL)
    put_call(w, edge, true);
  else
    put_assignments(w, edge);
  text_format(w->out, " goto l%u;", (unsigned)edge->to);
}

static void put_comment(writer *w, const prog_edge *edge) {
  const char *words = prog_text(w->p, edge->text);
  text_put(w->out, *words ? " // " : "");
  text_put(w->out, words);
  text_put(w->out, "\n");
}

static void put_location(writer *w, uint32_t l) {
  assert(l < w->p->locations.count);
  const prog_location *location = &w->p->locations.at[l];
  text_format(w->out, "  l%u:", (unsigned)l);
  if (w->a->is_error[l]) {
    text_put(w->out, " assert(F);\n");
    return;
  }
  if (location->edges == 0) {
    text_put(w->out, " assume(F);\n");
    return;
  }
  for (uint32_t i = 0; location->edges > 1 && i < location->edges; i++)
    text_format(w->out, "%sl%u_%u%s", i ? ", " : " goto ", (unsigned)l,
                (unsigned)i, i + 1 == location->edges ? ";\n" : "");
  for (uint32_t i = 0; i < location->edges; i++) {
    if (location->edges > 1)
      text_format(w->out, "  l%u_%u:", (unsigned)l, (unsigned)i);
    put_edge(w, &w->p->edges.at[location->first_edge + i]);
    put_comment(w, &w->p->edges.at[location->first_edge + i]);
  }
}

static void put_names(writer *w, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    text_put(w->out, i ? ", " : "");
    put_variable(w, first + i);
  }
}

static void put_type(writer *w, uint32_t results) {
  if (results == 0)
    text_put(w->out, "void ");
  else
    text_format(w->out, "bool<%u> ", (unsigned)results);
}

static void put_body(writer *w, uint32_t f) {
  assert(f < w->p->procedures.count);
  const prog_procedure *procedure = &w->p->procedures.at[f];
  uint32_t exit = w->a->exits[f];
  text_put(w->out, "\n");
  put_type(w, w->a->results_of[f]);
  put_procedure(w, f);
  text_put(w->out, "(");
  put_names(w, procedure->first_variable, procedure->parameters);
  text_put(w->out, ") begin\n");
  if (procedure->variables > procedure->parameters) {
    text_put(w->out, "  decl ");
    put_names(w, procedure->first_variable + procedure->parameters,
              procedure->variables - procedure->parameters);
    text_put(w->out, ";\n");
  }
  for (uint32_t r = 0; r < w->a->results; r++)
    text_format(w->out, "  decl result%u;\n", (unsigned)r);
  text_format(w->out, "  goto l%u;\n", (unsigned)procedure->entry);
  for (uint32_t l = 0; l < w->p->locations.count; l++)
    if (w->p->locations.at[l].procedure == f && l != exit)
      put_location(w, l);
  text_put(w->out, "end\n");
}

/* The first steps: globals get their values, then main is called. */
static void put_start(writer *w) {
  const prog_location *start = &w->p->locations.at[w->p->start];
  assert(start->first_edge < w->p->edges.count);
  const prog_edge *first = &w->p->edges.at[start->first_edge];
  assert(first->to < w->p->locations.count);
  const prog_edge *call =
      &w->p->edges.at[w->p->locations.at[first->to].first_edge];
  uint32_t results = w->a->results_of[w->p->main];
  text_put(w->out, "\nvoid main() begin\n");
  for (uint32_t r = 0; r < results; r++)
    text_format(w->out, "  decl result%u;\n", (unsigned)r);
  text_put(w->out, " ");
  put_assignments(w, first);
  text_put(w->out, "\n ");
  put_call(w, call, true);
  text_put(w->out, "\nend\n");
}

void bp_write_program(mem *m, const bp_written *written, text *out) {
  const prog *program = written->program;
  writer w = {.a = written, .p = program, .out = out, .m = m};
  for (uint32_t v = 0; v < program->variables.count; v++)
    if (program->variables.at[v].procedure == PROG_NONE && !is_result(&w, v)) {
      text_put(out, "decl ");
      put_variable(&w, v);
      text_put(out, ";\n");
    }
  put_start(&w);
  for (uint32_t f = 1; f < program->procedures.count; f++)
    put_body(&w, f);
}
