/* Boolean programs for tests: read, told as text, written again. */
#ifndef UNIT_BP_TEXT_H
#define UNIT_BP_TEXT_H

#include "tests/unit/desk.h"

#include "lang/bp/bp.h"
#include "lang/bp/parser.h"

#include <stdarg.h>

typedef struct bp_bench {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  prog prog;
  char *input;
  desk_text text;
} bp_bench;

static inline bp_bench *bench_new(void) {
  bp_bench *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  desk_open(&x->budget, &x->mem, &x->clock);
  return x;
}

static inline void bench_delete(bp_bench *x) {
  desk_close(&x->mem);
  free(x->input);
  free(x->text.at);
  free(x);
}

static inline bool bench_read_bytes(bp_bench *x, const char *input,
                                    size_t length) {
  desk_copy(&x->input, input, length);
  bool good = bp_read(&x->mem, &x->prog, "f.bp", x->input, length, &x->report,
                      &x->clock);
  CHECK(good == (x->report.count == 0));
  if (good) {
    const char *wrong = prog_validate(&x->mem, &x->prog);
    CHECK(strcmp(wrong, "") == 0);
    if (*wrong)
      printf("%s\n", wrong);
  }
  return good;
}

static inline bool bench_read(bp_bench *x, const char *input) {
  return bench_read_bytes(x, input, strlen(input));
}

static inline bool bench_says(const bp_bench *x, size_t i, uint32_t line,
                              uint32_t column, const char *part) {
  return desk_says(&x->report, i, line, column, part);
}

/* With one message. */
static inline bool bench_refuses(const char *input, uint32_t line,
                                 uint32_t column, const char *part) {
  bp_bench *x = bench_new();
  bool right = !bench_read(x, input) && bench_says(x, 0, line, column, part) &&
               x->report.count == 1;
  if (!right)
    printf("%u messages, in: %s\n", (unsigned)x->report.count, input);
  bench_delete(x);
  return right;
}

/* Told as text. */

base_printf(2, 3) static inline void bench_add(bp_bench *x, const char *format,
                                               ...) {
  char piece[4096];
  va_list list;
  va_start(list, format);
  int n = vsnprintf(piece, sizeof piece, format, list);
  va_end(list);
  desk_add(&x->text, piece, n < 4096 ? (size_t)n : 4095);
}

static inline const char *bench_variable(const bp_bench *x, uint32_t v) {
  return prog_text(&x->prog, x->prog.variables.at[v].name);
}

/* In functional notation, unlike the language. */
static inline void bench_expression(bp_bench *x, uint32_t e) {
  const prog_expression *n = &x->prog.expressions.at[e];
  const char *op = n->op == PROG_NOT       ? "not"
                   : n->op == PROG_AND     ? "and"
                   : n->op == PROG_OR      ? "or"
                   : n->op == PROG_XOR     ? "xor"
                   : n->op == PROG_IMPLIES ? "implies"
                   : n->op == PROG_CHOOSE  ? "choose"
                   : n->op == PROG_EQUAL   ? "equal"
                   : n->op == PROG_DIFFERS ? "differs"
                                           : NULL;
  CHECK(n->width == 1);
  if (op) {
    bench_add(x, "%s(", op);
    bench_expression(x, n->a);
    if (n->op != PROG_NOT) {
      bench_add(x, ",");
      bench_expression(x, n->b);
    }
    bench_add(x, ")");
  } else if (n->op == PROG_CONSTANT) {
    bench_add(x, "%u", n->a);
  } else if (n->op == PROG_ANY) {
    bench_add(x, "any");
  } else {
    CHECK(n->op == PROG_NOW || n->op == PROG_NEXT);
    bench_add(x, "%s%s", bench_variable(x, n->a),
              n->op == PROG_NEXT ? "+" : "");
  }
}

static inline void bench_edge(bp_bench *x, const prog_edge *e) {
  const prog *p = &x->prog;
  bench_add(x, "%u", e->from);
  if (e->kind == PROG_RETURN)
    bench_add(x, " return");
  else
    bench_add(x, " > %u", e->to);
  if (e->kind == PROG_CALL)
    bench_add(x, " call %u", e->entry);
  if (e->guard != PROG_NONE) {
    bench_add(x, " if ");
    bench_expression(x, e->guard);
  }
  for (uint32_t i = 0; i < e->assignments; i++) {
    const prog_assignment *a = &p->assignments.at[e->first_assignment + i];
    CHECK(a->frame == PROG_TOP && a->index == PROG_NONE);
    bench_add(x, " %s:=", bench_variable(x, a->variable));
    bench_expression(x, a->value);
  }
  if (e->where != PROG_NONE) {
    bench_add(x, " where ");
    bench_expression(x, e->where);
  }
  bench_add(x, " \"%s\"%s\n", prog_text(p, e->text), e->is_hidden ? "*" : "");
}

/* Edges, labels, claims: one a line. With 'places', positions, too. */
static inline const char *bench_tell(bp_bench *x, bool places) {
  const prog *p = &x->prog;
  desk_empty(&x->text);
  bench_add(x, "%s", "");
  vec_each (const prog_edge, e, &p->edges) {
    if (places)
      bench_add(x, "%u:%u ", e->line, e->column);
    bench_edge(x, e);
  }
  vec_each (const prog_label, l, &p->labels)
    bench_add(x, "%s = %u\n", prog_text(p, l->name), l->location);
  vec_each (const prog_claim, c, &p->claims)
    bench_add(x, "assert \"%s\" %u\n", prog_text(p, c->text), c->location);
  return x->text.at;
}

/* Written again. */

static inline void bench_write_names(bp_writer *w, const bp_use *uses,
                                     size_t count) {
  for (size_t i = 0; i < count; i++) {
    bp_write(w, i ? ", " : "");
    bp_write(w, names_text(w->syntax->names, uses[i].name));
  }
}

static inline void bench_write_items(bp_writer *w, const bp_procedure *f) {
  const bp_syntax *s = w->syntax;
  size_t label = f->first_label;
  for (uint32_t i = f->first_item; i < f->first_item + f->items; i++) {
    const bp_item *x = &s->items.at[i];
    for (; label < f->first_label + f->labels && s->labels.at[label].item == i;
         label++) {
      bp_write(w, names_text(s->names, s->labels.at[label].use.name));
      bp_write(w, ": ");
    }
    bp_write_item(w, x);
    bp_write(w, x->kind == BP_IF || x->kind == BP_ELSIF ? " then\n"
                : x->kind == BP_WHILE                   ? " do\n"
                : x->kind == BP_ELSE                    ? "\n"
                                                        : ";\n");
  }
}

static inline void bench_write_procedure(bp_writer *w, const bp_procedure *f) {
  char type[32];
  const bp_syntax *s = w->syntax;
  const bp_use *locals = f->locals > 0 ? s->locals.at + f->first_local : NULL;
  snprintf(type, sizeof type, "bool<%u> ", f->results);
  bp_write(w, f->results == 0 ? "void " : f->results == 1 ? "bool " : type);
  bp_write(w, names_text(s->names, f->use.name));
  bp_write(w, "(");
  bench_write_names(w, locals, f->parameters);
  bp_write(w, ") begin\n");
  if (f->locals > f->parameters) {
    bp_write(w, "decl ");
    bench_write_names(w, locals + f->parameters, f->locals - f->parameters);
    bp_write(w, ";\n");
  }
  for (uint32_t i = 0; i < f->enforces; i++) {
    bp_write(w, "enforce ");
    bp_write_expression(w, s->enforces.at[f->first_enforce + i]);
    bp_write(w, ";\n");
  }
  bench_write_items(w, f);
  bp_write(w, "end\n");
}

/* The program in our own words, in the memory of the bench. */
static inline char *bench_write(bp_bench *x, const char *input) {
  names all = {0};
  bp_syntax s = {.names = &all};
  bp_parser p = {.m = &x->mem, .syntax = &s};
  bp_writer w = {.m = &x->mem, .syntax = &s};
  bp_scan_start(&p.s, "f.bp", input, strlen(input), 1, 1, &x->report);
  bp_parse_program(&p);
  if (x->report.count)
    return NULL;
  if (s.globals.count) {
    bp_write(&w, "decl ");
    bench_write_names(&w, s.globals.at, s.globals.count);
    bp_write(&w, ";\n");
  }
  vec_each (const bp_procedure, f, &s.procedures)
    bench_write_procedure(&w, f);
  vec_push(&x->mem, &w.text, '\0');
  return w.text.at;
}

#endif
